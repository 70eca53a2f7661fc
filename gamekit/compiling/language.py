"""What rules may say: refusals of all else, with what to write instead."""

from __future__ import annotations

import ast

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
