"""Death Match, as people write and read it: a submission with its parts, and three boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from gamekit.contract import INNER, ONGOING, Scenario, Unreadable
from gamekit.errors import BadPosition
from gamekit.games.death_match.rules import (
    DICE,
    GARDEN,
    IN_DICE,
    IN_GARDEN,
    IN_TILES,
    NEXT_TURN,
    NO_PART,
    NOTHING,
    TILES,
    Parameters,
    State,
    apply,
    is_open,
    judge,
    keep_boards,
    next_part,
    why_illegal,
    within,
)
from gamekit.games.flower_field import positions as garden_positions
from gamekit.games.flower_field import text as garden_text
from gamekit.games.flower_field.rules import result as garden_result
from gamekit.games.liars_dice import positions as dice_positions
from gamekit.games.liars_dice import text as dice_text
from gamekit.games.liars_dice.rules import result as dice_result
from gamekit.games.liars_dice.rules import why_illegal as dice_why_illegal
from gamekit.games.sliding_tic_tac_toe import positions as tiles_positions
from gamekit.games.sliding_tic_tac_toe import text as tiles_text
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.state import STOP as STOP_TILES


@dataclass(frozen=True, slots=True)
class Part:
    """A game of the match: its name, its fields here, the numbers of its rules, and its words."""

    title: str
    field: str
    rules: int
    result: Callable[[Any, Any], tuple[int, int]]
    text: ModuleType
    positions: ModuleType

    def of(self, record: Parameters | State) -> Any:
        """The game's own parameters or state."""
        return getattr(record, self.field)


PARTS = {  # in the order in which they are written
    DICE: Part("Liar's Dice", "liars_dice", IN_DICE, dice_result, dice_text, dice_positions),
    GARDEN: Part(
        "Flower Field", "flower_field", IN_GARDEN, garden_result, garden_text, garden_positions
    ),
    TILES: Part(
        "Sliding Tic-Tac-Toe",
        "sliding_tic_tac_toe",
        IN_TILES,
        tiles_result,
        tiles_text,
        tiles_positions,
    ),
}


def parts_due(rules: Parameters, state: State) -> list[int]:
    """The parts that are still to be made, in the order in which they are written."""
    due = [state.part]
    while due[-1] < GARDEN and (part := next_part(rules, state, due[-1] + 1)) != NO_PART:
        due.append(part)
    return [part for part in PARTS if part in due]


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "3x4; D5 red; C3, slide A1 right 1", all parts that are due, or the next one alone."""
    texts, due = text.split(";"), parts_due(rules, state)
    if len(texts) == 1:
        return read_part(rules, state, state.part, text)
    if len(texts) != len(due):
        titles = ", ".join(PARTS[part].title for part in due)
        count = "one part" if len(due) == 1 else f"{len(due)} parts with ; between them"
        raise Unreadable(f"This submission has {count}: {titles}.", 4)
    moves = []
    for part, own in sorted(zip(due, texts, strict=True)):
        moves += read_part(rules, state, part, own.strip())
        if part == TILES and stays_open(rules, state, moves):
            moves.append(STOP_TILES)
    return moves


def read_part(rules: Parameters, state: State, part: int, text: str) -> list[int]:
    """Read what belongs to one game."""
    game = PARTS[part]
    try:
        moves: list[int] = game.text.read(game.of(rules), game.of(state), text)
    except Unreadable as problem:
        rule = within(game.rules, problem.rule)
        raise Unreadable(f"{game.title}: {problem}", rule, problem.cells) from None
    return moves


def stays_open(rules: Parameters, state: State, moves: Sequence[int]) -> bool:
    """Are these moves legal, and may tiles still be moved after them?"""
    after = state.copy()
    for move in moves:
        if why_illegal(rules, after, move):
            return False
        apply(rules, after, move)
    return after.part == TILES and is_open(rules, after)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move, or of the roll of a die."""
    game = PARTS[state.part]
    text: str = game.text.write(game.of(rules), game.of(state), move)
    return text


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """A submission, its parts in the order in which they are written."""
    words: dict[int, list[str]] = {part: [] for part in PARTS}
    after = state.copy()
    for word in moves:
        if after.part == TILES and not is_for_tiles(rules, after, word):
            apply(rules, after, STOP_TILES)  # the words of a turn come without "stop"
        words[after.part].append(word)
        apply(rules, after, read(rules, after, word)[0])
    if words[GARDEN]:
        flowers = garden_text.turn_text(rules.flower_field, state.flower_field, words[GARDEN])
        words[GARDEN] = [flowers]
    return "; ".join(", ".join(own) for own in words.values() if own)


def is_for_tiles(rules: Parameters, state: State, word: str) -> bool:
    """Is this word a move of Sliding Tic-Tac-Toe?"""
    try:
        return bool(read_part(rules, state, TILES, word))
    except Unreadable:
        return False


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned on the board of its game."""
    game = PARTS[state.part]
    if rule < INNER:
        return f"The part for {game.title} is due, and that is no move of it.", ()
    sentence, cells = game.text.explain(game.of(rules), game.of(state), move, rule - game.rules)
    return f"{game.title}: {sentence}", cells


def ending(rules: Parameters, state: State) -> str:
    """How the match ended: what its last submission has won."""
    return " ".join(
        f"{game.title}: {game.text.ending(game.of(rules), game.of(state))}"
        for game in PARTS.values()
        if game.result(game.of(rules), game.of(state))[0] in (0, 1)
    )


# --- positions -----------------------------------------------------------------------------------

BEFORE = "_before"  # behind the name of a board: as it was before this submission
BOARDS = (PARTS[GARDEN], PARTS[TILES])
FIELDS = (
    *(game.field for game in PARTS.values()), "to_move", "turn", "part", "noted",
    *(game.field + BEFORE for game in BOARDS),
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up the three games with their own fields, `to_move`, `turn` (completed turns), and within
    a submission: the `part` that is due, the move `noted` for Liar's Dice, and the boards of before.
    """
    scene = Scenario(fields, FIELDS)
    state.player = scene.whole("to_move", 0, 1, state.first)
    for game in PARTS.values():
        set_game(rules, state, scene, game, game.field)
    set_submission(rules, state, scene)
    for part, game in PARTS.items():
        check_mover(rules, state, scene, part, game)
    before = state.sliding_tic_tac_toe_before.turn
    state.turn = scene.whole("turn", 0, 1_000_000, before)
    if state.turn % 2 != int(state.player != state.first):
        scene.refuse(f"player {1 - state.player} is to move after {state.turn} turns.")
    if not is_open(rules, state):
        judge(rules, state, state.player if state.part == GARDEN else 1 - state.player)


def set_game(rules: Parameters, state: State, scene: Scenario, game: Part, field: str) -> None:
    """Set up one game; the player to move in the match is to move there unless it says otherwise."""
    fields = scene.mapping(field, "{...}") if field in scene else {}
    try:
        full = {"to_move": state.player, **fields}
        game.positions.position(game.of(rules), getattr(state, field), full)
    except BadPosition as problem:
        scene.refuse(f"{game.title}: {str(problem).removeprefix('Position: ')}")


def set_submission(rules: Parameters, state: State, scene: Scenario) -> None:
    """Go on within a submission."""
    if "part" not in scene:
        keep_boards(state)
        return
    named = [part for part, game in PARTS.items() if game.field == scene.raw("part")]
    if not named:
        scene.refuse(f"part is {scene.raw('part')!r}; it names the game whose part is due.")
    state.part = named[0]
    for game in BOARDS:
        if game.field + BEFORE not in scene:
            scene.refuse(f"within a submission, {game.field + BEFORE} is missing.")
        set_game(rules, state, scene, game, game.field + BEFORE)
    if "noted" in scene:
        try:
            move = dice_text.read(rules.liars_dice, state.liars_dice, str(scene.raw("noted")))[0]
        except Unreadable as problem:
            scene.refuse(f"noted: {problem}")
        if dice_why_illegal(rules.liars_dice, state.liars_dice, move):
            scene.refuse(f"noted: {scene.raw('noted')} is not legal.")
        state.noted = move
    again = state.part == GARDEN and rules.ff_redo != NEXT_TURN  # after a failed challenge
    if (state.noted == NOTHING) != (state.part == DICE) and not (again and state.noted == NOTHING):
        scene.refuse("noted is the move in Liar's Dice that waits for the other parts.")


def check_mover(rules: Parameters, state: State, scene: Scenario, part: int, game: Part) -> None:
    """In each game that goes on the player to move must be the one who can be."""
    is_done = part < state.part and (part != DICE or state.noted == NOTHING)
    waits = part == GARDEN != state.part and rules.ff_redo == NEXT_TURN  # for who failed
    expected = 1 - state.player if is_done else state.player
    goes_on = game.result(game.of(rules), game.of(state))[0] == ONGOING
    if goes_on and not waits and game.of(state).player != expected:
        scene.refuse(f"{game.title}: player {expected} must be to move.")
    if not goes_on and part == state.part != DICE:
        scene.refuse(f"{game.title} is over and takes no part.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    fields: dict[str, object] = {
        game.field: game.positions.dump(game.of(rules), game.of(state)) for game in PARTS.values()
    }
    fields |= {"to_move": state.player, "turn": state.turn}
    if state.part != DICE:
        fields["part"] = PARTS[state.part].field
        if state.noted != NOTHING:
            fields["noted"] = noted(rules, state)
        for game in BOARDS:
            board = getattr(state, game.field + BEFORE)
            fields[game.field + BEFORE] = game.positions.dump(game.of(rules), board)
    return fields


def noted(rules: Parameters, state: State) -> str:
    """The notation of the move in Liar's Dice that waits for the other parts."""
    return dice_text.write(rules.liars_dice, state.liars_dice, state.noted)


def text_board(rules: Parameters, state: State) -> str:
    """The three games one below the other."""
    blocks = []
    for part, game in PARTS.items():
        lines = [game.title, game.text.text_board(game.of(rules), game.of(state))]
        if part == DICE and state.noted != NOTHING:
            lines.append(f"{{{state.player}}} is about to say: {noted(rules, state)}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
