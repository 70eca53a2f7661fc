"""What rules may say: refusals of all else, with what to write instead."""

from __future__ import annotations

import ast
from types import FunctionType

from gamekit.errors import BadGame

SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
INSTEAD: dict[type[ast.AST], str] = {
    ast.List: "a list made here; declare one in State, or loop",
    ast.ListComp: "a list made here; write a loop",
    ast.GeneratorExp: "a generator; write a loop",
    ast.Dict: "a dictionary; use numbers as indices of a tuple",
    ast.DictComp: "a dictionary; use numbers as indices of a tuple",
    ast.Set: "a set; write `in (a, b)`",
    ast.SetComp: "a set; write a loop",
    ast.Lambda: "a lambda; write a function beside this one",
    ast.FunctionDef: "a function inside a function; write it beside this one",
    ast.JoinedStr: "a text; rules work with whole numbers",
    ast.NamedExpr: "an assignment inside an expression; give it a line of its own",
    ast.Try: "try; test beforehand what may go wrong",
    ast.With: "with; rules read and write nothing but the state",
    ast.Import: "an import; move it to the top of the file",
    ast.ImportFrom: "an import; move it to the top of the file",
    ast.Global: "global; what changes belongs into State",
    ast.Nonlocal: "nonlocal; what changes belongs into State",
    ast.Delete: "del; set the entry to 0, or to what stands for nothing",
    ast.ClassDef: "a class; declare fields in State",
    ast.Yield: "yield; write a loop",
    ast.YieldFrom: "yield from; write a loop",
    ast.Await: "await; rules do not wait",
    ast.Starred: "a star; name each value",
    ast.Slice: "a slice; write a loop",
    ast.Match: "match; write if and elif",
}

CALLS_INSTEAD = {
    "all": "write a loop that returns early",
    "any": "write a loop that returns early",
    "divmod": "write a // b and a % b",
    "isinstance": "number the kinds, and compare numbers",
    "list": "declare a list in State",
    "math.ceil": "write -(-a // b)",
    "math.floor": "write a // b",
    "pow": "write a ** b",
    "print": "GAMEKIT_COMPILE=never plays interpreted rules, which may print",
    "reversed": "loop over range(n - 1, -1, -1)",
    "round": "write (2 * a + b) // (2 * b) for the whole number nearest to a / b",
    "set": "declare a list in State",
    "sorted": "keep the list in order, or write a loop",
    "str": "rules work with whole numbers",
}


class Refused(BadGame):
    """A function that is not in the language: where, what stands there, what to write instead.

    Attributes:
        file, line, function: where.
        said: what and what instead.
    """

    def __init__(self, file: str, line: int, function: str, said: str) -> None:
        self.file, self.line, self.function, self.said = file, line, function, said
        super().__init__(f"{file}, line {line}, in {function}: {said}")


def not_in_language(node: ast.AST) -> str:
    """Say that something is not in the language, and what to write instead."""
    what, _, instead = INSTEAD.get(type(node), type(node).__name__.lower()).partition("; ")
    return f"{what} is not in the language of rules{instead and f'; {instead}'}"


def call_not_in_language(name: str) -> str:
    """Say that a function is not in the language, and what to write instead."""
    instead = CALLS_INSTEAD.get(name, "write a loop, or a function of your own")
    return f"{name}(...) is not in the language of rules; {instead}"


def refused(function: FunctionType, node: ast.AST | None, said: str) -> Refused:
    """Return the refusal of a place in a function; None is its first line."""
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return Refused(code.co_filename, line, code.co_name, said)
