"""Rule functions as WebAssembly.

The translator walks the syntax tree of a function once for each kind of argument. It computes what
is known already (parameters, constants, tables, functions); the rest becomes code. Small functions
become part of their callers, where more is known.

It learns along the way how to hold each variable. If a later line needs something else, it translates
the function again with these `Hints`.

Read the modules in this order: `values`, what an expression stands for; `body`, what every part works
with; `expressions`, `variables`, `memory`, `conditions`; `statements`, `loops`; `calls`. Each part
enters the nodes that it handles into the tables of `body`.
"""

from gamekit.compiling import conditions as conditions
from gamekit.compiling import expressions as expressions
from gamekit.compiling import loops as loops
from gamekit.compiling import memory as memory
from gamekit.compiling import statements as statements
from gamekit.compiling import variables as variables
from gamekit.compiling.calls import export as export
from gamekit.compiling.translator import Translator as Translator
