"""Rule functions as WebAssembly.

A function's syntax tree is walked once for each kind of argument. What is known now (parameters,
constants, tables, which functions there are) is worked out now; the rest becomes code. Small
functions become part of their callers, so that more is known there.

What a variable holds is learned on the way: where a later line shows that it must be held
otherwise, the function is translated again with that `Hints`.

Read it in this order: `values`, what an expression stands for; `body`, what every part works with;
`expressions`, `variables`, `memory`, `conditions`; `statements`, `loops`; `calls`. Each part enters the nodes that it takes charge of into the tables of `body`.
"""

from gamekit.compiling import conditions as conditions
from gamekit.compiling import expressions as expressions
from gamekit.compiling import loops as loops
from gamekit.compiling import memory as memory
from gamekit.compiling import statements as statements
from gamekit.compiling import variables as variables
from gamekit.compiling.calls import export as export
from gamekit.compiling.translator import Translator as Translator
