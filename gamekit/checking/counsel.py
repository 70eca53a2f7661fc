"""What to do about an exception, by its kind."""

from __future__ import annotations

import re

from gamekit import contract
from gamekit.checking.signatures import USES, signature
from gamekit.contract import Game
from gamekit.errors import did_you_mean, listed

CALLED = re.compile(r"^(\w+)(?:\.__init__)?\(\) (?:takes|missing|got)")
LACKS = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
NOWHERE = re.compile(r"cannot import name '(\w+)' from 'gamekit.contract'")
UNDECLARED = re.compile(r"not declared: ([\w, ]+)")


def counsel(problem: BaseException, game: Game | None = None) -> str:
    """Return what to do about an exception that a game file raised, or "" for nothing special."""
    match problem:
        case NameError(name=str(name)):
            return _name(name, game)
        case AttributeError() if game and (lacks := LACKS.match(str(problem))):
            return _field(lacks[2], lacks[1], game)
        case ImportError() if lacks := NOWHERE.match(str(problem)):
            return f"There is no {lacks[1]} in it.{did_you_mean(lacks[1], contract.__all__)}"
        case TypeError() if called := CALLED.match(str(problem)):
            return _called(called[1])
        case KeyError() if undeclared := UNDECLARED.search(str(problem)):
            return (
                f"Declare {undeclared[1]} in FIELDS = PositionFields(...), or leave it out of dump."
            )
        case IndexError():
            return (
                "Keep every index in range, from 0: look at the size that State declares, and at -1 "
                "for what is off the board."
            )
        case _:
            return ""


def _name(name: str, game: Game | None) -> str:
    """Return what to do about a name that is not defined."""
    if name in contract.__all__:
        return f"Import it: from gamekit.contract import {name}."
    own = [*(game.namespace if game else ()), *contract.__all__]
    guess = did_you_mean(name, own)
    return f"Define {name}, or import it.{guess if guess.startswith(' Did') else ''}"


def _field(name: str, record: str, game: Game) -> str:
    """Return what to do about a field that was not declared, or "" if it is not one."""
    for what, declared in (("State", game.State), ("Parameters", game.Parameters)):
        if record == declared.__name__:
            fields = list(declared.fields)
            guess = did_you_mean(name, fields)
            known = guess if guess.startswith(" Did") else f" It has {listed(fields)}."
            return f"The class {what} declares no field {name}.{known}"
    return ""


def _called(name: str) -> str:
    """Return how a function is declared or called that was given other arguments."""
    if name in USES:
        return f"Write it like {USES[name]}."
    wanted = signature(name)
    return f"Write it as def {name}({wanted})." if wanted else ""
