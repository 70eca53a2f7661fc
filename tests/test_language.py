"""The rule language means compiled what Python's interpreter makes of it: random programs, broken
rules of the kit, and what is refused by line."""

from __future__ import annotations

import ast
import linecache
from itertools import count
from pathlib import Path
from random import Random
from struct import unpack
from types import FunctionType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit.compiling import Refused, RuleFailure, runtime, wasm
from gamekit.compiling.calls import export
from gamekit.compiling.language import NoSource, source_of
from gamekit.compiling.program import load, stored
from gamekit.compiling.translator import Translator
from gamekit.compiling.values import HIGHEST, LOWEST, Place, bounds_of, record_of
from gamekit.contract import State as BaseState
from gamekit.contract import array, whole

RESULT, PLACE = 16, 64
FIELDS = {"numbers": ("i8", 5), "small": ("i1", 4), "x": ("i8", 0), "y": ("i8", 0)}
ASIDE = """
import math

TABLE = 3, -1, 4, 1, -5, 9, 2, 6
GRID = (1, 2, 3), (-4, 5, -6)
FEW = 1, -2
STEPS = (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)


def make(k):
    def shifted(a, b=2):
        return a - b + k

    return shifted


shifted = make(7)


def divided(a, b=3, *, is_rest=False):
    if is_rest:
        return a % b
    return a // b


def both(a, b):
    return b, a


def first(state, wanted):
    for index, one in enumerate(state.small):
        if one == wanted:
            return index
    return -1


def raised(state, by=1):
    state.y += by
    return state.y


def sign(a):
    if a > 0:
        return 1
    elif a < 0:
        return -1
    return False
"""
PROBLEMS = IndexError, ArithmeticError, ValueError, NameError, AssertionError
numbers = count()


class State(BaseState):
    numbers: list[int] = array(5, "i8")
    small: list[int] = array(4, "i1")
    x: int = whole()
    y: int = whole()


class Beyond(Exception):
    """A result of more than 64 bits, or a number that does not fit its field."""


class Entries(list[int]):
    """A list that takes what fits."""

    kind = "i8"

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, fitting(value, self.kind))


class Bytes(Entries):
    kind = "i1"


class Plain:
    """A state for the interpreter."""

    def __init__(self, state: State) -> None:
        self.numbers, self.small = Entries(state.numbers), Bytes(state.small)
        self.x, self.y = state.x, state.y

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(
            name, value if isinstance(value, list) else fitting(value, FIELDS[name][0])
        )


def fitting(value: Any, kind: str = "i8") -> Any:
    low, high = bounds_of(kind)
    if not isinstance(value, float) and not low <= value <= high:
        raise Beyond
    return value


def shifted_left(a: int, b: int) -> Any:
    return fitting(a << b if b < 200 else a and 1 << 200)


def power(a: int, b: int) -> int:
    found = a**b if b < 200 or abs(a) < 2 else 1 << 200
    if isinstance(found, float):
        raise Beyond
    return int(fitting(found))


def total(values: Any) -> int:
    found = 0
    for value in values:
        found = fitting(found + value)
    return found


class Watched(ast.NodeTransformer):
    """Has the interpreter look after 64 bits as checked code does."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return operation(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else called("fitting", node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        left = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], operation(ast.BinOp(left, node.op, node.value)))


def operation(node: ast.BinOp) -> ast.expr:
    own = {ast.LShift: "shifted_left", ast.Pow: "power"}.get(type(node.op))
    return called(own, node.left, node.right) if own else called("fitting", node)


def called(name: str, *nodes: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(nodes), [])


def interpreted(text: str, state: State) -> tuple[int, Plain]:
    """Return what the interpreter returns, and the state then; raises what it raises."""
    tree = ast.fix_missing_locations(Watched().visit(ast.parse(text)))
    names: dict[str, Any] = {
        "fitting": fitting, "shifted_left": shifted_left, "power": power, "sum": total,
        "abs": lambda value: fitting(abs(value)),
        "int": lambda value: fitting(int(value)),
        "divmod": lambda a, b: (fitting(a // b), a % b),
    }  # fmt: skip
    exec(compile(tree, "<watched>", "exec"), names)
    plain = Plain(state)
    return names["rule"](plain), plain


def function_of(text: str, names: dict[str, Any] | None = None, name: str = "rule") -> FunctionType:
    file = f"<language {next(numbers)}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    names = {} if names is None else names
    exec(compile(text, file, "exec", dont_inherit=True), names)
    found = names[name]
    assert isinstance(found, FunctionType)
    return found


def run(function: FunctionType, state: BaseState, checked: bool) -> int:
    """Run a rule of the state alone, compiled; the state changes as the rule says."""
    record = record_of(type(state))
    translator = Translator(checked, PLACE + record.size)
    export(translator, "rule", function, [Place(record, None, PLACE, True)], RESULT)
    code = translator.module.assembled(-(-translator.top // 64) * 64 + wasm.PAGE)
    instance = runtime.instance(runtime.loaded(code))
    instance.write(PLACE, stored(state, record))
    try:
        instance.call("rule")
    except runtime.Trap as problem:
        (number,) = unpack("<i", instance.read(0, 4))
        failure = list(translator.failures)[number - 1] if number else None
        raise RuleFailure(failure, failure.message if failure else str(problem)) from None
    load(state, record, instance.read(PLACE, record.size))
    (result,) = unpack("<q", instance.read(RESULT, 8))
    return int(result)


def compare(text: str, values: list[int]) -> None:
    """Run a program interpreted and compiled."""
    expected: tuple[Any, ...] | None = None
    is_beyond = False
    try:
        result, plain = interpreted(text, filled(values))
        expected = result, plain.numbers, plain.small, plain.x, plain.y
    except PROBLEMS:
        pass
    except Beyond:
        is_beyond = True
    function = function_of(text)
    for checked in (True, False) if expected else (True,):
        state = filled(values)
        found: tuple[Any, ...] | None = None
        try:
            found = run(function, state, checked), state.numbers, state.small, state.x, state.y
        except RuleFailure:
            pass
        except Refused as refused:
            if "more than 64 bits" not in refused.message:
                raise
            return
        if found and is_beyond:  # constants are worked out without a limit
            assert found[0] == function(filled(values))
        else:
            assert found == expected, f"checked={checked}, {text[len(ASIDE) :]}, {values}"


def filled(values: list[int]) -> State:
    state = State()
    state.numbers[:] = values[:5]
    state.small[:] = [value % 256 - 128 for value in values[5:9]]
    state.x, state.y = values[9], values[10] % 256 - 128
    return state


EDGES = [0, 1, -1, 2, 3, 5, 7, 8, -3, -8, 10, 63, 64, 65, 100, 127, 128, -128, 255, 1 << 31, 1 << 32,
         -(1 << 31), 1 << 53, 1 << 62, HIGHEST, -HIGHEST]  # fmt: skip
VALUES = st.lists(
    st.one_of(st.integers(-4, 9), st.sampled_from([*EDGES, LOWEST]), st.integers(LOWEST, HIGHEST)),
    min_size=11,
    max_size=11,
)


class Writer:
    """Writes programs.

    Args:
        seed: the same seed writes the same program.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.loops = self.whiles = 0

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def leaf(self) -> str:
        at = self.random.randrange
        return self.pick(
            self.pick("v0", "v1", "v2", "v3", "state.x", "state.y", "b0", "t0[0]", "t0[1]"),
            str(at(10)),
            f"({self.random.choice(EDGES)})",
            f"state.numbers[{at(-5, 4)}]",
            f"state.small[{at(-4, 4)}]",
        )

    def number(self, depth: int) -> str:
        """Return an expression whose value is a whole number or a truth value."""
        if depth <= 0:
            return self.leaf()
        n, b = self.number, self.truth
        k = depth - 1
        match self.random.randint(0, 21):
            case 19:
                return f"int({self.fraction(k)})"
            case 20:
                return self.pick(
                    f"sum({self.over(k, n(0))})", f"divmod({n(k)}, {n(k)})[{self.pick('0', '1')}]"
                )
            case 0 | 1 | 2:
                return f"({n(k)} {self.pick('+', '-', '*')} {n(k)})"
            case 3:
                return f"({n(k)} {self.pick('//', '%')} {n(k)})"
            case 4:
                return f"({n(k)} {self.pick('<<', '>>')} {self.pick(n(k), n(0))})"
            case 5:
                return f"({n(k)} ** {self.pick('2', '3', '0', f'(abs({n(k)}) % 9)', '(state.small[1] & 7)')})"
            case 6:
                return f"({n(k)} {self.pick('&', '|', '^')} {n(k)})"
            case 7:
                return self.pick(f"(-{n(k)})", f"(+{n(k)})", f"(~int({n(k)}))", f"(- -{n(k)})")
            case 8:
                return f"({n(k)} if {b(k)} else {n(k)})"
            case 9:
                return f"({n(k)} {self.pick('and', 'or')} {n(k)})"
            case 10:
                return f"{self.pick('min', 'max')}({n(k)}, {n(k)}{self.pick('', ', ' + n(k))})"
            case 11:
                return self.pick(f"abs({n(k)})", f"int({n(k)}).bit_length()", f"sum(({n(k)}, {n(k)}))",
                                 "sum(state.small)", "sum(state.numbers)", "len(state.numbers)")  # fmt: skip
            case 12:
                return f"state.{self.pick('small', 'numbers')}[{self.index(k, 4)}]"
            case 13:
                return self.pick(f"TABLE[{self.index(k, 8)}]", f"FEW[{self.index(k, 2)}]",
                                 f"GRID[{self.index(k, 2)}][{self.index(k, 3)}]")  # fmt: skip
            case 14:
                return f"({n(k)}, {n(k)}, {n(k)})[{self.index(k, 3)}]"
            case 15:
                return self.pick(f"shifted({n(k)})", f"shifted(b={n(k)}, a={n(k)})",
                                 f"divided({n(k)}, {n(k)})", f"divided({n(k)})",
                                 f"divided({n(k)}, is_rest={b(k)}, b={n(k)})")  # fmt: skip
            case 16:
                return self.pick(f"both({n(k)}, {n(k)})[{self.pick('0', '1', '-1')}]", f"sign({n(k)})",
                                 f"first(state, {n(k)})", "raised(state)", f"raised(state, by={n(k)})")  # fmt: skip
            case _:
                return self.truth(depth)

    def index(self, depth: int, length: int) -> str:
        if self.chance(30):
            return self.number(depth)
        if self.chance(40):
            return str(self.random.randint(-length, length - 1))
        return f"({self.number(depth)} % {length})"

    def truth(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("True", "False", "b0", "b1", "b0", "b1")
        n, b = self.number, self.truth
        k = depth - 1
        order = ("<", "<=", ">", ">=", "==", "!=")
        match self.random.randint(0, 9):
            case 9:
                return f"{self.pick('any', 'all')}({self.over(k, b(0))})"
            case 8:
                one, two = self.fraction(k), self.pick(self.fraction(k), self.small(k))
                return f"({one} {self.pick(*order)} {two})"
            case 0 | 1:
                return f"({n(k)} {self.pick(*order)} {n(k)})"
            case 2:
                return f"({n(k)} {self.pick(*order)} {n(k)} {self.pick(*order)} {n(k)})"
            case 3:
                return f"({b(k)} {self.pick('and', 'or', '&', '|', '^', '==', '!=')} {b(k)})"
            case 4:
                return f"(not {self.pick(b(k), n(k))})"
            case 5:
                return f"bool({n(k)})"
            case 6:
                among = self.pick("state.small", "state.numbers", "TABLE", "(0, 1, 5, 62)", "FEW",
                                  f"({n(k)}, {n(k)})", "(7, 8, 9, -1)", "()")  # fmt: skip
                return f"({n(k)} {self.pick('in', 'not in')} {among})"
            case _:
                return f"(({n(k)}, {n(k)}) {self.pick('==', '!=')} ({n(k)}, {n(k)}))"

    def over(self, depth: int, leaf: str) -> str:
        item = self.pick(
            "g",
            f"g {self.pick('<', '==', '!=')} {self.number(0)}",
            f"(g if {self.truth(0)} else {leaf})",
        )
        over = self.pick(
            "state.small", "TABLE", "FEW", f"range({self.small(depth)})", "(v0, v1, 0)"
        )
        test = self.pick(
            "", f" if {self.truth(depth)}", " if g > 0", f" if g % 2 if {self.truth(0)}"
        )
        more = self.pick(
            "", "", " for h in state.small", " for h in range(g % 3) if h < 2", " for g, h in STEPS"
        )
        return f"{item} for g in {over}{test}{more}"

    def fraction(self, depth: int) -> str:
        """Return an expression whose value is a fraction."""
        if depth <= 0:
            return self.pick("f0", "f1", "0.5", "(-2.25)", "1e200", f"float({self.small(0)})")
        f, k = self.fraction, depth - 1
        return self.pick(
            f"({self.small(k)} / {self.small(k)})", f"({f(k)} {self.pick('+', '-', '*', '/')} {f(k)})",
            f"({f(k)} {self.pick('+', '-', '*', '/')} {self.small(k)})", f"(-{f(k)})", f"abs({f(k)})",
            f"({f(k)} if {self.truth(k)} else {f(k)})", f"{self.pick('min', 'max')}({f(k)}, {f(k)})",
            f"math.sqrt({f(k)})", f"(1.5, {f(k)})[{self.index(k, 2)}]",
        )  # fmt: skip

    def target(self) -> str:
        return (self.pick("v0", "v1", "v2", "v3", "v0", "v1", "state.x", "state.y",
                             f"state.numbers[{self.index(1, 5)}]", f"state.small[{self.index(1, 4)}]"))  # fmt: skip

    def small(self, depth: int) -> str:
        return f"({self.number(depth)} % {self.pick('4', '7', '50')})"

    def block(self, depth: int, indent: str) -> list[str]:
        lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += [indent + line for line in self.statement(depth)]
        return lines

    def statement(self, depth: int) -> list[str]:
        n, b = self.number, self.truth
        v = ("v0", "v1", "v2", "v3")
        match self.random.randint(-1, 16 if depth > 0 else 9):
            case -1:
                op = self.pick("+", "-", "*", "/")
                return [
                    self.pick(
                        f"f0 = {self.fraction(2)}",
                        f"f1 {op}= {self.fraction(1)}",
                        "f0, f1 = f1, f0",
                    )
                ]
            case 0 | 1 | 2:
                return [f"{self.target()} = {self.pick(n(2), self.small(1))}"]
            case 3:
                op = self.pick("+", "-", "*", "//", "%", "&", "|", "^", ">>")
                return [f"{self.target()} {op}= {n(1)}"]
            case 4:
                one, two = self.pick(*v), self.pick(*v)
                return [self.pick(f"{one}, {two} = {two}, {one}", f"{one}, {two} = {two}, {one} + {two}",
                                  f"{one}, {two} = {one} + 1, {one}", f"{one}, {two} = both({one}, {two})",
                                  f"{self.target()}, {two} = {two}, {n(1)}", f"{one} = {two} = {n(1)}",
                                  f"({one}, v3), {two} = ({two}, {one}), v3")]  # fmt: skip
            case 5:
                return [self.pick(f"b0 = {b(2)}", f"b1 = {b(2)}", "b0, b1 = b1, b0")]
            case 6:
                return [self.pick(f"t0 = {n(1)}, {n(1)}", "t0 = t0[1], t0[0]", "v0, v1 = t0",
                                  "t0 = v1, v0", "t0 = both(v0, t0[0])",
                                  f"v0, v1, v2 = GRID[{self.index(1, 2)}]", "v0, v1, v2, v3 = state.small",
                                  f"v0, v1 = STEPS[{self.index(1, 8)}]", f"v0, v1 = divmod({n(1)}, {n(1)})",
                                  "state.small[1], v0, state.small[2], v1 = state.small")]  # fmt: skip
            case 7:
                if self.loops:
                    return [f"if {b(1)}:", f"    {self.pick('break', 'continue')}"]
                return [f"v2 = {n(2)}"]
            case 8:
                return [self.pick(f"if {b(1)}: return {n(1)}",
                                  f"assert {b(1)} or v0 < 5", "pass", "raised(state)")]  # fmt: skip
            case 9:
                return [f"{self.pick(*v)} = {n(3)}"]
            case 10 | 11 | 12:
                lines = [f"if {b(2)}:", *self.block(depth - 1, "    ")]
                if self.chance(25):
                    lines += [f"elif {b(1)}:", *self.block(depth - 1, "    ")]
                if self.chance(60):
                    lines += ["else:", *self.block(depth - 1, "    ")]
                return lines
            case 13 | 14 | 15:
                return self.for_loop(depth)
            case _:
                self.whiles += 1
                counter = f"w{self.whiles}"
                test = self.pick(f"{counter} < {self.pick('3', '5')} and {b(1)}", "True")
                lines = [f"{counter} = 0", f"while {test}:", f"    {counter} += 1"]
                if test == "True":
                    lines += [
                        f"    if {counter} > 4:",
                        f"        {self.pick('break', f'return {n(1)}')}",
                    ]
                return lines + self.rest_of_loop(depth)

    def for_loop(self, depth: int) -> list[str]:
        n = self.number
        v = self.pick("v0", "v1", "v2", "i", "i")
        over = self.pick(
            f"for {v} in range({self.pick('3', '5', '12')})", f"for {v} in range({self.small(1)})",
            f"for {v} in range(v0 % 6, v1 % 9)", f"for {v} in range(9, v1 % 9, -2)",
            f"for {v} in range(v0 % 9, v1 % 9, v2 % 5 - 2)", f"for {v} in range(min(v3, 7))",
            f"for {v} in range(len(state.small))", f"for {v} in state.small", f"for {v} in TABLE",
            f"for {v} in (v0, v1, {n(1)})", f"for {v}, v3 in ((v0, 1), (v1, {n(1)}))",
            f"for {v}, v3 in enumerate(state.small)",
            f"for {v}, v3 in zip(TABLE, state.small)", f"for {v}, v3 in enumerate(FEW)",
            f"for {v}, v3 in enumerate((v0, v1))", f"for {v} in (1, 5, -2)", f"for {v} in ()",
            f"for {v}, v3 in STEPS", f"for v0, {v}, v3 in GRID",
        )  # fmt: skip
        return [f"{over}:", *self.rest_of_loop(depth)]

    def rest_of_loop(self, depth: int) -> list[str]:
        self.loops += 1
        lines = self.block(depth - 1, "    ")
        self.loops -= 1
        if self.chance(30):
            lines += ["else:", *self.block(depth - 1, "    ")]
        return lines

    def program(self) -> str:
        lines = ["def rule(state):"]
        starts = [("v0", "state.x"), ("v1", "state.y"), ("v2", "3"), ("v3", "state.small[0]"),
                  ("b0", "state.y > 0"), ("b1", "False"), ("i", "0"), ("t0", "(1, state.y)"), ("f0", "0.5"), ("f1", "state.y / 4")]  # fmt: skip
        for name, value in starts:
            sometimes = self.chance(8)
            lines.append(f"    {'if state.y > 4: ' if sometimes else ''}{name} = {value}")
        body = self.block(2, "    ") + self.block(2, "    ")
        text = "\n".join(lines + body + [f"    return {self.number(2)}"])
        return ASIDE + "\n\n" + text + "\n"


SEEDS = st.integers(0, 1 << 40)
EACH = settings().max_examples


class Lists(BaseState):
    """Lists that are long enough to be filled many entries at once."""

    counted = array(40, "i8")
    short, other = array(21, "i2"), array(21, "i2")
    tiny, same = array(37, "i1"), array(37, "i1")
    y = whole()


@pytest.mark.parametrize(
    "lines",
    [
        "for i in range(37): state.tiny[i] = -3",
        "for i in range(2, 21): state.short[i] = 300\nreturn i",
        "for i in range(40): state.counted[i] = True",
        "for i in range(37): state.same[i] = state.tiny[i]\nreturn i",
        "for i in range(3, 20): state.other[i] = state.short[i]",
        "for i in range(21): state.short[i] = state.tiny[i]",
        "for i in range(21): state.short[i] = state.short[-1 - i]",
        "for i in range(40): state.counted[i] = state.y",
        "for i in range(5, 5): state.tiny[i] = 1\nreturn state.tiny[5]",
        "count = 3\nfor i in range(state.y, 30):\n    state.counted[count] = i\n    count += 1\nreturn count",
        "i = count = 0\nfor i in range(-2, state.y):\n    state.counted[count] = i\n    count += 1\nreturn i",
        "count = -40\nfor i in range(20):\n    state.counted[count] = i\n    count += 1\nreturn count",
        "count = 1\nfor i in range(state.y, 7):\n    state.counted[count] = count\n    count += 1",
        "count = 1\nfor i in range(12):\n    state.counted[i] = i\n    count += 1\nreturn count",
        "count = 1\nfor i in range(12):\n    state.counted[i] = count\n    count += 1\nreturn count",
        "c = 1\nfor i in range(12):\n    state.short[c] = i\n    c += 1\nelse:\n    c += 5\nreturn c",
    ],
)
@pytest.mark.parametrize("y", [-2, 0, 3, 11, 12, 29, 35])
def test_loops_that_fill_lists(lines: str, y: int) -> None:
    text = "def rule(state):\n" + "".join(f"    {line}\n" for line in lines.split("\n"))
    if "return" not in text:
        text += "    return 0\n"
    function = function_of(text)
    for checked in (True, False):
        plain, state = Lists(), Lists()
        for one in (plain, state):
            one.y = y
            for values in (one.counted, one.short, one.other, one.tiny, one.same):
                values[:] = [7 * place % 11 - 4 for place in range(len(values))]
        assert run(function, state, checked) == function(plain)
        assert state.values() == plain.values()


@settings(max_examples=EACH // 2)
@given(SEEDS, VALUES)
def test_random_expressions_mean_what_they_mean_in_python(seed: int, values: list[int]) -> None:
    starts = "v0, v1, v2, v3 = state.x, state.y, 3, -2\n    b0, b1 = state.y > 0, state.x != 1\n"
    starts += "    t0, f0, f1 = (1, state.y), 0.5, state.y / 4\n"
    compare(
        f"{ASIDE}\n\ndef rule(state):\n    {starts}    return {Writer(seed).number(3)}\n", values
    )


@settings(max_examples=EACH // 2)
@given(SEEDS, VALUES)
def test_random_programs_do_what_they_do_in_python(seed: int, values: list[int]) -> None:
    compare(Writer(seed).program(), values)


DIFFERENT = {
    "keywords in another order": "return shifted(b=state.x, a=5)",
    "a keyword after a default": "return divided(9, is_rest=True, b=state.x)",
    "a swap": "a, b = state.x, 5\n    a, b = b, a\n    return a - 3 * b",
    "a sum that takes a place": "a, b = state.x, 5\n    a, b = a + b, a\n    return a - 3 * b",
    "a swap by a function": "a, b = state.x, 5\n    a, b = both(a, b)\n    return a - 3 * b",
    "one value for two names": "a, b = state.x, 5\n    a = b = a + b\n    return a - 3 * b",
    "an end of a range that changes": "n, k = state.x, 0\n    for i in range(n):\n        n -= 1\n"
    "        k += i + 1\n    return k",
    "a start of a range that changes": "n, k = state.x, 0\n    for n in range(n, n + 4):\n"
    "        k += n\n    return k",
    "a tuple looped over that changes": "a, b, k = state.x, 2, 0\n    for a, b in ((a, b), (b, a)):\n"
    "        k = 10 * k + a\n    return k",
    "an index looped over that changes": "a, b, k = state.x, 2, 0\n    for b in (a, b, b, a, b, a, a, b):\n"
    "        k = 10 * k + b\n    return k",
    "a shift by a negative constant": "return state.x >> -1",
    "0 shifted far": "return (state.x > 99) << 5000",
    "a constant 0 shifted far": "return 0 << 5000",
    "a result that is too large from the start": "return 1 << 70",
    "an entry that nobody reads": "return (state.numbers[state.x], 5)[1]",
    "a tuple that is counted": "return len((state.numbers[state.x], 5))",
    "tuples of different lengths": "return (state.numbers[state.x], 5) == (1, 2, 3)",
    "nothing to the power of nothing": "return 1 + (0 ** (state.x - 3) > 0)",
    "divisions of numbers just below and above 32 bits": "k = 0\n    for n in ((1 << 32) - 1, 1 << 32, -1 << 32):\n"
    "        for d in (state.x, -state.x, (1 << 32) - state.x, (1 << 32) + state.x):\n"
    "            k = k * 3 + n // d - n % d + d // 7 + d % 7\n    return k",
    "powers up to 62 bits": "return state.x ** 17 - (-state.x) ** 13 + 2 ** (5 * state.x) + (-1) ** (10**9 + state.x)",
    "a result that is too large after another return": "if state.x > 4:\n        return 1\n    return int(1e200)",
    "a result that is too large after and": "return (state.x > 4 and int(1e200)) > 0",
    "a result that is too large in a choice": "return 1 if state.x < 4 else int(1e200)",
    "how many binary digits a number has": "k = 0\n    for n in (0, 1, -1, state.x, -state.x, 1 << state.x, -1 << state.x,\n"
    "              (1 << 62) + state.x, (-1 << 62) - (state.x << 50)):\n"
    "        k = (67 * k + n.bit_length()) % 1000003\n    return k",
    "any and all": "a, b = any(n > state.x for n in state.numbers), all(n < state.x for n in state.numbers)\n"
    "    return a + 2 * b + 4 * any(n == state.x for row in GRID for n in row)",
    "any stops both loops": "return any(raised(state) > -125 for a in FEW for b in TABLE)",
    "all stops both loops": "return all(raised(state) < -125 for a in FEW for b in TABLE)",
    "a generator's variable of the same name": "a = state.x\n    k = sum(a for a in TABLE)\n    return k - a",
    "a generator over its own name": "a = FEW\n    return sum(a for a in a if a > 0)",
    "a generator in a generator": "return sum(any(a == b for b in TABLE if b > a) for a in STEPS[state.x % 8])",
    "a fraction by nothing": "a = 0.5\n    if state.x > 4:\n        a = 1.0 / 0.0\n    return int(a)",
    "a root of a constant below 0": "a = 0.5\n    if state.x > 4:\n        a = math.sqrt(-1)\n    return int(a)",
    "a fraction without end on a way not taken": "return state.x or int(1e300 * 1e300)",
}


@pytest.mark.parametrize("body", DIFFERENT.values(), ids=DIFFERENT)
def test_a_program_does_what_it_does_in_python(body: str) -> None:
    text = f"{ASIDE}\n\ndef rule(state):\n    {body}\n"
    for x in (3, 5, 12):
        compare(text, [1, 2, 3, 4, 5, 0, 0, 0, 0, x, 0])


REFUSED = {
    "[1, 2][state.x]": "a list made here",
    "{1: 2}[state.x]": "a dictionary",
    "max(a for a in TABLE)": "a generator outside any",
    "any((a, b)[0] for a, b in GRID)": "a list taken apart into 2 names|3 values for 2 names",
    "'text' == state.x": "a string",
    "state.z": "declares no field z",
    "endless(state)": "calls itself",
    "by_default(state.x)": "a list",
    "words[state.x]": "reads words, a list",
    "some(state.x)": "returns a value on some paths",
    "int(f'{state.x}')": "a string",
    "state.numbers[1:2][0]": "a slice",
    "max(state.x)": "max takes two numbers or more",
    "sorted(TABLE)[0]": r"sorted\(...\) is not in the language",
    "divided(state.x, more=1)": "divided takes no argument more",
    "divided(state.x, a=1)": "divided takes no argument a",
    "divided()": "divided lacks the argument a",
    "(lambda: 1)()": "a lambda",
    "state.x in state": "a record, State, which is not a list",
    "state.x in range(5)": "`in` a range; compare with its ends",
    "~1.5": "~ of a fraction",
    "1.5 << state.small[0] * 0": "<< between fractions",
    "1.5 << 2": "<< between fractions",
    "abs(TABLE)": r"abs\(TABLE\) goes wrong",
    "sum(GRID)": r"sum\(GRID\) goes wrong",
    "by_place(a=3)": "by_place takes no argument a by name",
    "divmod(state.x)[0]": "divmod takes two numbers",
    "sum((a for a in TABLE), start=1)": "passes an argument by name",
    "any(TABLE)": r"write any\(... for ... in ...\), or a loop",
    "Words.few": "few of the class Words; give it a name of its own",
    "math.nosuch is None": "math has no nosuch",
    "wait(state)": "yield is not in the language",
}
MORE = """
import math

words = [1, 2]


class Words:
    few = 3


def by_place(a, /):
    return a


def wait(state):
    yield state.x


def endless(state):
    return endless(state)


def by_default(a, among=[1, 2]):
    return a in among


def some(a):
    if a > 0:
        return 1
"""


@pytest.mark.parametrize("expression", REFUSED)
def test_what_is_not_in_the_language_is_refused_by_line(expression: str) -> None:
    text = f"{ASIDE}{MORE}\n\ndef rule(state):\n    return {expression}\n"
    with pytest.raises(Refused, match=REFUSED[expression]) as caught:
        run(function_of(text), filled([0] * 11), True)
    own = {
        "endless(state)": "endless",
        "by_default(state.x)": "by_default",
        "some(state.x)": "some",
        "wait(state)": "wait",
    }
    assert caught.value.function == own.get(expression, "rule")
    line = text.splitlines()[caught.value.line - 1]
    assert line.strip() in (f"return {expression}", "return endless(state)", "return a in among", "if a > 0:", "yield state.x")  # fmt: skip


def test_a_name_that_hides_a_builtin_means_the_same_as_in_python() -> None:
    text = "def max(a, b):\n    return a - b\n\n\ndef rule(state):\n    len = 4\n    return max(3, len)\n"
    function = function_of(text)
    assert run(function, filled([0] * 11), True) == function(filled([0] * 11)) == -1


def test_a_closure_is_read_when_it_is_compiled() -> None:
    text = "def make():\n    k = 1\n\n    def change(n):\n        nonlocal k\n        k = n\n\n    def rule(state):\n        return k\n\n    return change, rule\n"
    change, rule = function_of(text, name="make")()
    assert run(rule, filled([0] * 11), True) == 1
    change(5)
    assert run(rule, filled([0] * 11), True) == 5


LAID_OUT = '''
from functools import cache


def long_lines(
    a,
    b=2,
):
    """A text
that begins at the margin.
"""
# a comment at the margin
    return (a +
b)
# and one behind


@cache
def decorated(a): return a


def outer(a):
    def inner(b: int) -> int:
        return a + b

    return inner


text = """
def hidden(): return 1
"""; among = lambda a: a + 1
'''


def test_a_function_is_found_in_its_file_however_it_is_laid_out() -> None:
    file, scope = "laid_out.py", dict[str, Any]()
    lines = LAID_OUT.splitlines(True)
    linecache.cache[file] = len(LAID_OUT), None, lines, file
    exec(compile(LAID_OUT, file, "exec"), scope)
    whole_file = {ast.dump(node, include_attributes=True) for node in ast.walk(ast.parse(LAID_OUT))}
    found = scope["long_lines"], scope["decorated"].__wrapped__, scope["outer"], scope["outer"](1)
    for function in (*found, scope["among"]):
        node = source_of(function)
        assert getattr(node, "name", "<lambda>") == function.__code__.co_name
        assert ast.dump(node, include_attributes=True) in whole_file


def test_a_function_that_has_changed_in_its_file_is_refused(tmp_path: Path) -> None:
    file, scope = tmp_path / "changing.py", dict[str, Any]()
    file.write_text("def one(a):\n    return a + 1\n\n\ndef two(a):\n    return a + 2\n")
    exec(compile(file.read_text(), str(file), "exec"), scope)
    assert ast.unparse(source_of(scope["two"])).endswith("return a + 2")
    file.write_text(file.read_text().replace("a + 2", "a - 2  # less"))
    linecache.checkcache(str(file))
    assert ast.unparse(source_of(scope["one"])).endswith("return a + 1")
    with pytest.raises(NoSource, match="line 5: two has changed there"):
        source_of(scope["two"])
