"""The functions a game need not write. They are bound to the game's own functions by name."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableSequence, Sequence

    from gamekit.boards.board import Board
    from gamekit.chance import Random
    from gamekit.contract.fields import Parameters, State
    from gamekit.contract.rulebook import Rule

    # the game supplies these

    def apply(rules: Parameters, state: State, move: int) -> None: ...
    def move_count(rules: Parameters) -> int: ...
    def result(rules: Parameters, state: State) -> tuple[int, int]: ...
    def why_illegal(rules: Parameters, state: State, move: int) -> int: ...


# The kit replaces these two by the game's own.
BOARD_OF_THE_GAME: Board | None = None
RULES: Sequence[Rule] = ()


def setup(rules: Parameters, state: State) -> None:
    """The starter begins, and every other field is 0."""
    state.player = state.first


def to_act(rules: Parameters, state: State) -> int:
    """The player whose turn it is acts until the game has a result."""
    return state.player if result(rules, state)[0] == -1 else -2  # ONGOING, OVER


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


def payoff(rules: Parameters, state: State) -> int:
    """A win is worth 1 and a loss -1; nothing else changes hands."""
    winner = result(rules, state)[0]
    return 1 if winner == 0 else -1 if winner == 1 else 0


def highest_payoff(rules: Parameters) -> int:
    """Nobody wins more than the game."""
    return 1


def chances(rules: Parameters, state: State, outcome: int) -> int:
    """Every outcome is equally likely."""
    return 1


def hide(rules: Parameters, view: State, player: int) -> None:
    """There are no secrets."""


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """There are no secrets."""


def policy(rules: Parameters, state: State, moves: MutableSequence[int], random: Random) -> int:
    """The first sensible move. In a game without a policy of its own, bots choose at random instead."""
    sensible_moves(rules, state, moves)
    return moves[0]


def best_move(rules: Parameters, state: State, moves: MutableSequence[int], random: Random) -> int:
    """The policy's move. Bots ask this only if a game knows more."""
    return policy(rules, state, moves, random)


def has_best_move(rules: Parameters) -> bool:
    """A game knows its best move with any numbers."""
    return True


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Whatever `imagine` fills in fits what the others did."""
    return 100


def random_move(
    rules: Parameters, state: State, moves: MutableSequence[int], random: Random
) -> int:
    """The first sensible move. Bots call only a game's own."""
    sensible_moves(rules, state, moves)
    return moves[0]


def slip(rules: Parameters, state: State, moves: MutableSequence[int], random: Random) -> int:
    """The first legal move. Bots call only a game's own."""
    legal_moves(rules, state, moves)
    return moves[0]


def may_win(rules: Parameters, state: State) -> int:
    """Perhaps they can. The drivers find out by looking at the moves."""
    return True


def may_hold(rules: Parameters, state: State) -> int:
    """Perhaps they can. The drivers find out by looking at the moves."""
    return True


def standing(rules: Parameters, state: State) -> int:
    """Nothing is decided before the end: both may win."""
    return 50


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Everybody knows what a step does, except what a component of the state keeps from them.

    A covered number may stay the same: a die is rolled again and shows the same face. Whoever cannot see the
    number must not learn that, so a player does not see a step that looks to them like another one, also if the
    number that it uncovers were another one.
    """
    from gamekit.contract import components  # inside, as in `played_on`

    if not components.of(type(state)):
        return True
    after = state.copy()
    apply(rules, after, move)
    if not components.sees(type(state), state, after, player):
        return False
    if not components.covers_numbers(type(state), state, player):
        return True
    hidden = after.copy()
    hide(rules, hidden, player)
    is_chance = to_act(rules, state) == -1  # CHANCE
    for before in (state, *components.otherwise(type(state), rules, state, after, player)):
        for other in range(outcomes(rules, before) if is_chance else move_count(rules)):
            if other != move and (is_chance or why_illegal(rules, before, other) == 0):
                instead = before.copy()
                apply(rules, instead, other)
                if instead != after or before is not state:
                    hide(rules, instead, player)
                    if instead == hidden:
                        return False
    return True


def whose_roll(rules: Parameters, state: State) -> int:
    """Nobody owns what chance decides."""
    return -1


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """A move uncovers earlier ones if no component of the state still hides any of them."""
    from gamekit.contract import components

    if not components.of(type(state)) or to_act(rules, state) < 0:
        return False
    after = state.copy()
    apply(rules, after, move)
    return components.reveals(type(state), state, after)


def tells_all(rules: Parameters) -> bool:
    """The end of the game uncovers nothing by itself."""
    return False


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """The turn goes on while it has the same number and the same player."""
    return before.turn == after.turn and 0 <= to_act(rules, before) == to_act(rules, after)


def same_turn(rules: Parameters, before: State, after: State) -> bool:
    """A turn lasts while it has the same number and the same player; a roll belongs to it by number."""
    actor = to_act(rules, after)
    return before.turn == after.turn and (actor < 0 or actor == to_act(rules, before))


def runs_on(rules: Parameters, before: State, after: State) -> bool:
    """The mover's time covers the whole turn, even if part of it is played again."""
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
    """The cells of the declared board."""
    return BOARD_OF_THE_GAME.names(rules) if BOARD_OF_THE_GAME else ()


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """A move is played on the cells that its notation names."""
    import re  # not at the top: a copy of this function sees the names of a game's file alone

    words = re.findall(r"\w+(?:,\w+)?", write(rules, state, move))
    return tuple(name for name in cell_names(rules) if name in words)


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells that a position names as its board hold something."""
    board = BOARD_OF_THE_GAME
    if board is None:
        return tuple(dump(rules, state).get("board", ()))
    return tuple(
        board.name(rules, cell)
        for row in board.rows(rules)
        for cell in row
        if any(board.on(state, cell))
    )


def tell(rules: Parameters, state: State, move: int, written: str) -> tuple[str, str]:
    """The history shows the notation and says no more."""
    return write(rules, state, move), ""


def came_of(rules: Parameters, before: State, after: State) -> str:
    """The board shows what came of a step."""
    return ""


def phrases(moves: Sequence[str], rolled: str | None) -> Iterable[tuple[str, str]]:
    """The moves of a turn are played."""
    special = {"?": ("plays in secret", ""), "pass": ("passes", "")}
    return [special.get(move, ("plays", move)) for move in moves]


def way(rules: Parameters, state: State, move: int) -> tuple[int | str, ...]:
    """A move is a press on the cell of its number; without a board, its number counted from 1."""
    board = BOARD_OF_THE_GAME
    return (move,) if board and board.rows(rules) else (str(move + 1),)


def write(rules: Parameters, state: State, move: int) -> str:
    """A move is written as what people press for it; an outcome as the card that it moves, or as its number
    counted from 1."""
    from gamekit.contract import components, declarations

    if to_act(rules, state) == -1:  # CHANCE
        after = state.copy()
        apply(rules, after, move)
        return components.moved_cards(type(state), state, after) or str(move + 1)
    return declarations.spelled(BOARD_OF_THE_GAME, rules, type(state), way(rules, state, move))


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """A move is read as it is written; commas separate the moves of a turn."""
    from gamekit.contract import declarations

    moves: list[int] = []
    trial, board = state.copy(), BOARD_OF_THE_GAME
    every = range(move_count(rules))
    for part in text.split(","):
        if moves and why_illegal(rules, trial, moves[-1]) == 0:
            apply(rules, trial, moves[-1])
        alike = declarations.moves_written_as(
            board, rules, type(state), part, every, lambda m: way(rules, trial, m)
        )
        if not alike:
            legal = [move for move in every if why_illegal(rules, trial, move) == 0]
            like = ""
            if legal:
                parts = way(rules, trial, legal[0])
                like = declarations.spelled(board, rules, type(state), parts)
            raise declarations.unreadable(board, rules, part.strip(), like)
        legal = [move for move in alike if why_illegal(rules, trial, move) == 0]
        moves.append((legal or alike)[0])
    return moves


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """A rule that forbids a move explains itself, and concerns the cells that the move presses."""
    from gamekit.contract import declarations

    board, parts = BOARD_OF_THE_GAME, way(rules, state, move)
    cells = [part for part in parts if not isinstance(part, str) and part >= 0]
    sentence = declarations.sentence(RULES, rules, terms(rules), rule)
    names = tuple(board.name(rules, cell) for cell in cells) if board and board.rows(rules) else ()
    return f"{declarations.spelled(board, rules, type(state), parts)}: {sentence}", names


def ending(rules: Parameters, state: State) -> str:
    """The rule that ended the game says how it ended."""
    from gamekit.contract import declarations

    return declarations.sentence(RULES, rules, terms(rules), result(rules, state)[1])


def text_board(rules: Parameters, state: State) -> str:
    """The declared board, or else every field of the state."""
    from gamekit.contract import declarations

    return declarations.text(BOARD_OF_THE_GAME, rules, state)


def ground(rules: Parameters, state: State, cell: int) -> int:
    """No cell of the board is a player's own ground."""
    return -1


def impossible_position(rules: Parameters, state: State) -> str:
    """Whatever the fields can hold may be set up."""
    return ""


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """A position sets the fields of the state."""
    from gamekit.contract import declarations
    from gamekit.errors import BadPosition

    declarations.set_up(BOARD_OF_THE_GAME, rules, state, fields)
    if problem := impossible_position(rules, state):
        raise BadPosition(f"Position: {problem}")


def dump(rules: Parameters, state: State) -> dict[str, Any]:
    """A position has every field of the state."""
    from gamekit.contract import declarations

    return declarations.dumped(BOARD_OF_THE_GAME, rules, state)


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """No rule of the game says expressly how long a turn is."""
    return 0, ""


# All functions above. The kit chooses between those below, and a game cannot replace them.
OPTIONAL = {name: f for name, f in list(globals().items()) if isinstance(f, FunctionType)}


def faces_of_chance(rules: Parameters, state: State) -> int:
    """Chance draws one of this many numbers: one for each outcome."""
    return outcomes(rules, state)


def outcome_drawn(rules: Parameters, state: State, drawn: int) -> int:
    """The outcome that the number drawn by chance stands for."""
    return drawn


def weighed_faces_of_chance(rules: Parameters, state: State) -> int:
    """Chance draws one of this many numbers: as many for each outcome as its chances say."""
    total = 0
    for outcome in range(outcomes(rules, state)):
        total += chances(rules, state, outcome)
    return total


def weighed_outcome_drawn(rules: Parameters, state: State, drawn: int) -> int:
    """The outcome that the number drawn by chance stands for."""
    outcome = 0
    drawn -= chances(rules, state, 0)
    while drawn >= 0:
        outcome += 1
        drawn -= chances(rules, state, outcome)
    return outcome


# How the drivers draw an outcome: all are equally likely, or the game has `chances`.
EQUAL = {"faces_of_chance": faces_of_chance, "outcome_drawn": outcome_drawn}
WEIGHED = {"faces_of_chance": weighed_faces_of_chance, "outcome_drawn": weighed_outcome_drawn}
