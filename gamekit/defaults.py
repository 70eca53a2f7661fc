"""The functions a game need not write. They are bound to the game's own functions by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the game supplies these

    def dump(rules: Any, state: Any) -> dict[str, Any]: ...
    def move_count(rules: Any) -> int: ...
    def to_act(rules: Any, state: Any) -> int: ...
    def why_illegal(rules: Any, state: Any, move: int) -> int: ...
    def write(rules: Any, state: Any, move: int) -> str: ...


def legal_moves(rules: Any, state: Any, moves: Any) -> int:
    """Fill `moves` with every move that `why_illegal` allows; return how many."""
    count = 0
    for move in range(move_count(rules)):
        if why_illegal(rules, state, move) == 0:
            moves[count] = move
            count += 1
    return count


def sensible_moves(rules: Any, state: Any, moves: Any) -> int:
    """Every legal move is worth a bot's time."""
    return legal_moves(rules, state, moves)


def outcomes(rules: Any, state: Any) -> int:
    """There is no chance; a forced step would have one outcome."""
    return 1


def hide(rules: Any, view: Any, player: int) -> None:
    """There are no secrets."""


def imagine(rules: Any, view: Any, player: int, random: Any) -> None:
    """There are no secrets."""


def policy(rules: Any, state: Any, moves: Any, random: Any) -> int:
    """The first sensible move. Bots ask a game that says more, and choose at random in others."""
    sensible_moves(rules, state, moves)
    return int(moves[0])


def likelihood(rules: Any, state: Any, player: int) -> int:
    """Whatever `imagine` fills in fits what the others did."""
    return 100


def random_move(rules: Any, state: Any, moves: Any, random: Any) -> int:
    """The first sensible move. Bots ask a game that draws faster than it lists."""
    sensible_moves(rules, state, moves)
    return int(moves[0])


def may_win(rules: Any, state: Any) -> int:
    """They might: whoever wants to know must look."""
    return True


def may_hold(rules: Any, state: Any) -> int:
    """They might: whoever wants to know must look."""
    return True


def standing(rules: Any, state: Any) -> int:
    """Nothing is decided before the end: both may win."""
    return 50


def sees(rules: Any, state: Any, move: int, player: int) -> bool:
    """Every move is made in public."""
    return True


def whose_roll(rules: Any, state: Any) -> int:
    """What chance decides is nobody's own."""
    return -1


def reveals(rules: Any, state: Any, move: int) -> bool:
    """No move uncovers earlier ones."""
    return False


def tells_all(rules: Any) -> bool:
    """The end of the game uncovers nothing by itself."""
    return False


def goes_on(rules: Any, before: Any, after: Any) -> bool:
    """The turn goes on while it has the same number and the same player."""
    return before.turn == after.turn and 0 <= to_act(rules, before) == to_act(rules, after)


def runs_on(rules: Any, before: Any, after: Any) -> bool:
    """The mover has one time for a turn, also where a part of it is played again."""
    return before.turn == after.turn and 0 <= to_act(rules, before) == to_act(rules, after)


def impossible(rules: Any) -> str:
    """Every combination of parameters makes a game."""
    return ""


def terms(rules: Any) -> dict[str, object]:
    """The rulebook's sentences name parameters alone."""
    return {}


def winning_cells(rules: Any, state: Any) -> tuple[str, ...]:
    """No cells stand out in a finished game."""
    return ()


def cell_names(rules: Any) -> tuple[str, ...]:
    """There is no board."""
    return ()


def played_on(rules: Any, state: Any, move: int) -> tuple[str, ...]:
    """A move is played on the cells that its notation names."""
    words = re.findall(r"\w+(?:,\w+)?", write(rules, state, move))
    return tuple(name for name in cell_names(rules) if name in words)


def occupied(rules: Any, state: Any) -> tuple[str, ...]:
    """The cells that hold something are those that a position names as its board."""
    return tuple(dump(rules, state).get("board", ()))


def tell(rules: Any, state: Any, move: int, said: str) -> tuple[str, str]:
    """The history shows the notation, and there is no more to say."""
    return write(rules, state, move), ""


def length_of_turn(rules: Any, state: Any, is_over: bool) -> tuple[int, str]:
    """No rule of the game says in so many words how long a turn is."""
    return 0, ""


OPTIONAL = {
    function.__name__: function
    for function in (
        legal_moves,
        sensible_moves,
        outcomes,
        hide,
        imagine,
        policy,
        likelihood,
        random_move,
        may_win,
        may_hold,
        standing,
        sees,
        whose_roll,
        reveals,
        tells_all,
        goes_on,
        runs_on,
        impossible,
        terms,
        winning_cells,
        cell_names,
        played_on,
        occupied,
        tell,
        length_of_turn,
    )
}
