"""The functions a game need not write. They are bound to the game's own functions by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from gamekit.chance import Random
    from gamekit.contract.fields import Parameters, State

    # the game supplies these

    def dump(rules: Parameters, state: State) -> dict[str, Any]: ...
    def move_count(rules: Parameters) -> int: ...
    def to_act(rules: Parameters, state: State) -> int: ...
    def why_illegal(rules: Parameters, state: State, move: int) -> int: ...
    def write(rules: Parameters, state: State, move: int) -> str: ...


def legal_moves(rules: Parameters, state: State, moves: MutableSequence[int]) -> int:
    """Fill `moves` with every move that `why_illegal` allows; return how many."""
    count = 0
    for move in range(move_count(rules)):
        if why_illegal(rules, state, move) == 0:
            moves[count] = move
            count += 1
    return count


def sensible_moves(rules: Parameters, state: State, moves: MutableSequence[int]) -> int:
    """Every legal move is worth a bot's time."""
    return legal_moves(rules, state, moves)


def outcomes(rules: Parameters, state: State) -> int:
    """There is no chance; a forced step would have one outcome."""
    return 1


def hide(rules: Parameters, view: State, player: int) -> None:
    """There are no secrets."""


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """There are no secrets."""


def policy(rules: Parameters, state: State, moves: MutableSequence[int], random: Random) -> int:
    """The first sensible move. Bots ask a game that says more, and choose at random in others."""
    sensible_moves(rules, state, moves)
    return moves[0]


def best_move(rules: Parameters, state: State, moves: MutableSequence[int], random: Random) -> int:
    """What the policy says. Bots ask a game that knows more."""
    return policy(rules, state, moves, random)


def has_best_move(rules: Parameters) -> bool:
    """It does with any numbers."""
    return True


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Whatever `imagine` fills in fits what the others did."""
    return 100


def random_move(
    rules: Parameters, state: State, moves: MutableSequence[int], random: Random
) -> int:
    """The first sensible move. Bots ask a game that draws faster than it lists."""
    sensible_moves(rules, state, moves)
    return moves[0]


def may_win(rules: Parameters, state: State) -> int:
    """They might: whoever wants to know must look."""
    return True


def may_hold(rules: Parameters, state: State) -> int:
    """They might: whoever wants to know must look."""
    return True


def standing(rules: Parameters, state: State) -> int:
    """Nothing is decided before the end: both may win."""
    return 50


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Every move is made in public."""
    return True


def whose_roll(rules: Parameters, state: State) -> int:
    """What chance decides is nobody's own."""
    return -1


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """No move uncovers earlier ones."""
    return False


def tells_all(rules: Parameters) -> bool:
    """The end of the game uncovers nothing by itself."""
    return False


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """The turn goes on while it has the same number and the same player."""
    return before.turn == after.turn and 0 <= to_act(rules, before) == to_act(rules, after)


def runs_on(rules: Parameters, before: State, after: State) -> bool:
    """The mover has one time for a turn, also where a part of it is played again."""
    return before.turn == after.turn and 0 <= to_act(rules, before) == to_act(rules, after)


def impossible(rules: Parameters) -> str:
    """Every combination of parameters makes a game."""
    return ""


def terms(rules: Parameters) -> dict[str, object]:
    """The rulebook's sentences name parameters alone."""
    return {}


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """No cells stand out in a finished game."""
    return ()


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """There is no board."""
    return ()


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """A move is played on the cells that its notation names."""
    import re  # not at the top: a copy of this function sees the names of a game's file alone

    words = re.findall(r"\w+(?:,\w+)?", write(rules, state, move))
    return tuple(name for name in cell_names(rules) if name in words)


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells that hold something are those that a position names as its board."""
    return tuple(dump(rules, state).get("board", ()))


def tell(rules: Parameters, state: State, move: int, said: str) -> tuple[str, str]:
    """The history shows the notation, and there is no more to say."""
    return write(rules, state, move), ""


def came_of(rules: Parameters, before: State, after: State) -> str:
    """The board shows what came of a step."""
    return ""


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
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
        best_move,
        has_best_move,
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
        came_of,
        length_of_turn,
    )
}
