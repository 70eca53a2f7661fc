"""The language of rules, refusals that name a remedy, and the source of each function."""

from __future__ import annotations
import __future__

import ast
import linecache
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType

from gamekit.errors import BadGame

SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
INSTEAD: dict[type[ast.AST], str] = {
    ast.List: "a list made here; declare one in State, or loop",
    ast.ListComp: "a list made here; write a loop",
    ast.GeneratorExp: "a generator outside any(...), all(...) and sum(...); write a loop",
    ast.Dict: "a dictionary; use numbers as indices of a tuple",
    ast.DictComp: "a dictionary; use numbers as indices of a tuple",
    ast.Set: "a set; write `in (a, b)`",
    ast.SetComp: "a set; write a loop",
    ast.Lambda: "a lambda; define a function outside this one",
    ast.FunctionDef: "a function inside a function; define it outside this one",
    ast.JoinedStr: "a string; rules work with whole numbers",
    ast.NamedExpr: "an assignment inside an expression; put it on its own line",
    ast.Try: "try; check first for what may go wrong",
    ast.With: "with; rules read and write only the state",
    ast.Import: "an import; move it to the top of the file",
    ast.ImportFrom: "an import; move it to the top of the file",
    ast.Global: "global; keep what changes in State",
    ast.Nonlocal: "nonlocal; keep what changes in State",
    ast.Delete: "del; set the entry to 0, or to the number that stands for nothing",
    ast.ClassDef: "a class; declare fields in State",
    ast.Yield: "yield; write a loop",
    ast.YieldFrom: "yield from; write a loop",
    ast.Await: "await; rules do not wait",
    ast.Starred: "a star; name each value",
    ast.Slice: "a slice; write a loop",
    ast.Match: "match; write if and elif",
}

CALLS_INSTEAD = {
    "all": "write all(... for ... in ...), or a loop",
    "any": "write any(... for ... in ...), or a loop",
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
    """A function is outside the language of rules.

    Attributes:
        file, line, function: where the problem is.
        message: what is not allowed, and what to write instead.
    """

    def __init__(self, file: str, line: int, function: str, message: str) -> None:
        self.file, self.line, self.function, self.message = file, line, function, message
        super().__init__(f"{file}, line {line}, in {function}: {message}")


def not_in_language(node: ast.AST) -> str:
    """Return the sentence that refuses a node and says what to write instead."""
    what, _, instead = INSTEAD.get(type(node), type(node).__name__.lower()).partition("; ")
    return f"{what} is not in the language of rules{instead and f'; {instead}'}"


def call_not_in_language(name: str) -> str:
    """Return the sentence that refuses a call and says what to write instead."""
    instead = CALLS_INSTEAD.get(name, "write a loop, or a function of your own")
    return f"{name}(...) is not in the language of rules; {instead}"


def refused(function: FunctionType, node: ast.AST | None, message: str) -> Refused:
    """Return the refusal of a node in a function. None means the first line of the function."""
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return Refused(code.co_filename, line, code.co_name, message)


Node = ast.FunctionDef | ast.Lambda


class NoSource(BadGame):
    """The source of a function is missing, or has changed since Python read it."""


@dataclass(frozen=True)
class Text:
    """A Python source file or notebook cell, and what it contains."""

    file: str
    lines: list[str]
    _alone: dict[int, tuple[Node, CodeType] | None] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def alone(self, line: int) -> tuple[Node, CodeType] | None:
        """Return the function that begins at the left margin of this line, and its code.

        Parsing one function is faster than parsing the whole text. Return None if it takes the whole text.
        """
        if line not in self._alone:
            self._alone[line] = self._read_alone(line)
        return self._alone[line]

    def _read_alone(self, line: int) -> tuple[Node, CodeType] | None:
        lines, end = self.lines, line
        while end <= len(lines) and lines[end - 1].startswith("@"):
            end += 1
        if not lines[end - 1 : end] or not lines[end - 1].startswith("def "):
            return None
        # The next line at the left margin ends the function. If that line is part of a string, parsing
        # fails because the string stays open.
        while end < len(lines) and lines[end].startswith(
            (" ", "\t", "\r", "\n", "#", ")", "]", "}")
        ):
            end += 1
        with suppress(SyntaxError):
            tree = ast.parse("\n" * (line - 1) + "".join(lines[line - 1 : end]))
            codes = self.installed.get(line) or self._compiled(tree)
            defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
            for node, one in product(defined, codes):
                if (one.co_name, one.co_firstlineno) == (node.name, line):
                    return node, one
        return None

    def _compiled(self, tree: ast.Module) -> list[CodeType]:
        code = compile(tree, self.file, "exec", ANNOTATIONS, dont_inherit=True)
        return _inside(code)

    @cached_property
    def installed(self) -> dict[int, list[CodeType]]:
        """The code objects that Python keeps beside a file of the kit, by their first lines.

        Reading them is faster than compiling the file again.
        """
        if not self.file.startswith(KIT) or not Path(cache_from_source(self.file)).is_file():
            return {}
        loader = SourceFileLoader(self.file, self.file)
        code = loader.get_code(self.file)  # of the file as it is now
        return _codes_by_line(code) if code else {}

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the whole text.

        Raises:
            NoSource: the text is not Python. It may be a page with examples.
        """
        try:
            return ast.parse(self.text)
        except SyntaxError as problem:
            raise NoSource(
                f"{self.file} is not a Python file. Write the function in a Python file or in a notebook cell."
            ) from problem

    @cached_property
    def outermost(self) -> dict[int, list[Node]]:
        """The outermost functions, by their first lines, which may be decorators."""
        return _by_line(self.tree.body)

    @cached_property
    def functions(self) -> dict[int, list[Node]]:
        """All functions and lambdas, by their first lines."""
        return _by_line(ast.walk(self.tree))

    @cached_property
    def codes(self) -> dict[int, list[CodeType]]:
        """The code objects of all functions, by their first lines."""
        return _codes_by_line(compile(self.tree, self.file, "exec", dont_inherit=True))


def _codes_by_line(code: CodeType) -> dict[int, list[CodeType]]:
    """Return a code object and everything nested in it, by first lines."""
    found: dict[int, list[CodeType]] = {}
    waiting = [code]
    while waiting:
        code = waiting.pop()
        found.setdefault(code.co_firstlineno, []).append(code)
        waiting += _inside(code)
    return found


def _inside(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _by_line(nodes: Iterable[ast.AST]) -> dict[int, list[Node]]:
    found: dict[int, list[Node]] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = getattr(node, "decorator_list", [])
            line = min([node.lineno, *(one.lineno for one in decorators)])
            found.setdefault(line, []).append(node)
    return found


# Most files import it. Where that changes anything, the code objects differ, and `alone` finds nothing.
ANNOTATIONS = __future__.annotations.compiler_flag
KIT = str(Path(__file__).parents[1])
NOWHERE = ("<string>", "<stdin>")  # file names that many sources share
_texts: dict[str, Text] = {}


def source_of(function: FunctionType) -> Node:
    """Return the definition of a function as a syntax tree.

    Raises:
        NoSource: the source is missing or has changed.
    """
    code = function.__code__
    line = code.co_firstlineno
    text = _text_of(function)
    alone = text.alone(line)
    if alone and _are_alike(code, alone[1]):
        return alone[0]
    if not _holds(text, code):
        linecache.checkcache(code.co_filename)
        text = _text_of(function)
    if not _holds(text, code):
        raise NoSource(
            f"{code.co_filename}, line {line}: {code.co_name} has changed there since it was "
            "defined. Import the file again, or run the cell again."
        )
    node = _written(text, code)
    if node is None:
        raise NoSource(f"{code.co_filename}, line {line}: the file has no {code.co_name} there.")
    return node


def _written(text: Text, code: CodeType) -> Node | None:
    """Return the definition of a function in a text, or None."""
    line = code.co_firstlineno
    if code.co_name == "<lambda>":
        lambdas = [one for one in text.functions.get(line, []) if isinstance(one, ast.Lambda)]
        around = [one for one in lambdas if _spans(one, code)]
        return min(around, key=lambda one: len(ast.dump(one)), default=None)
    nodes = text.outermost.get(line) or text.functions.get(line, [])
    return next((one for one in nodes if getattr(one, "name", None) == code.co_name), None)


def _holds(text: Text, code: CodeType) -> bool:
    """Does this text contain the source of this code?"""
    return any(_are_alike(code, other) for other in text.codes.get(code.co_firstlineno, ()))


def _text_of(function: FunctionType) -> Text:
    file = function.__code__.co_filename
    if file in NOWHERE:
        linecache.cache.pop(file, None)
    lines = linecache.getlines(file, function.__globals__)
    if not lines:
        loader = getattr(sys.modules.get(function.__module__ or ""), "__loader__", None)
        get_source = getattr(loader, "get_source", None)
        with suppress(ImportError):
            lines = (get_source(function.__module__) or "").splitlines(True) if get_source else []
    if not lines:
        raise NoSource(
            f"{function.__code__.co_name} comes from a place where Python keeps no source, such as "
            "a bare prompt. Write it in a file or in a notebook cell."
        )
    found = _texts.get(file)
    if found is None or (found.lines is not lines and found.lines != lines):
        linecache.checkcache(file)
        lines = linecache.getlines(file, function.__globals__) or lines
        _texts[file] = found = Text(file, lines)
    return found


def _are_alike(one: CodeType, other: CodeType) -> bool:
    """Do these come from the same source?"""
    if one == other:  # faster
        return True
    mine, theirs = (
        (code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars)
        for code in (one, other)
    )
    return mine == theirs and _constants(one) == _constants(other)


def _constants(code: CodeType) -> list[tuple[str, object]]:
    return [
        (type(item).__name__, None if isinstance(item, CodeType) else item)
        for item in code.co_consts
    ]


def _spans(node: ast.Lambda, code: CodeType) -> bool:
    """Is everything that a function does written inside this lambda?"""
    body = node.body
    first, last = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    for line, end_line, column, end_column in code.co_positions():
        if None in (line, end_line, column, end_column) or column == end_column:
            continue  # not from the source
        if not (first <= (line, column) and (end_line, end_column) <= last):
            return False
    return True
