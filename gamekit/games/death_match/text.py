"""Death Match, as people write and read it: a submission with its parts, the boards as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from types import ModuleType
from typing import Any

from gamekit.contract import (
    INNER,
    ONGOING,
    BadPosition,
    Position,
    PositionFields,
    Unreadable,
    apart,
)
from gamekit.games.death_match.rules import (
    apply,
    is_open,
    judge,
    keep_boards,
    legal_moves,
    move_count,
    next_part,
    why_illegal,
    within,
)
from gamekit.games.death_match.state import (
    BOTH_AT_ONCE,
    DICE,
    DRAWN,
    GARDEN,
    IN_DICE,
    IN_GARDEN,
    IN_TILES,
    LISTED_ORDER,
    MOVER_FIRST,
    NEXT_TURN,
    NO_PART,
    NOTHING,
    OPPONENT,
    SUBMISSION,
    TILES,
    Parameters,
    State,
)
from gamekit.games.flower_field import text as garden_text
from gamekit.games.flower_field.rules import result as garden_result
from gamekit.games.flower_field.text import NAMED_FOUR as FOUR
from gamekit.games.flower_field.text import tell as tell_of_garden
from gamekit.games.liars_dice import text as dice_text
from gamekit.games.liars_dice.rules import result as dice_result
from gamekit.games.liars_dice.rules import to_act as dice_to_act
from gamekit.games.liars_dice.rules import why_illegal as dice_why_illegal
from gamekit.games.liars_dice.text import read as read_dice
from gamekit.games.sliding_tic_tac_toe import text as tiles_text
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.state import EMPTY, NEUTRAL
from gamekit.games.sliding_tic_tac_toe.state import STOP as STOP_TILES

ENOUGH = 10  # submissions to try when looking for legal ones near a refused one
# What people call the two games with a board at the table.
ON_TABLE = {TILES: "tiles", GARDEN: "flowers"}


@dataclass(frozen=True, slots=True)
class Part:
    """A game of the match: its names, its field, the number before its rules, and its text module."""

    title: str
    name: str  # at the table, and in front of what is said about its part
    examples: str  # two of its moves
    field: str
    rules: int
    result: Callable[[Any, Any], tuple[int, int]]
    text: ModuleType

    def of(self, record: Parameters | State) -> Any:
        """Return the game's own parameters or state."""
        return getattr(record, self.field)


PARTS = {  # in the order in which they are written
    DICE: Part(
        "Liar's Dice", "Dice", "3x4 or challenge", "liars_dice", IN_DICE, dice_result, dice_text
    ),
    GARDEN: Part(
        "Flower Field",
        "Flowers",
        "D5 red or challenge",
        "flower_field",
        IN_GARDEN,
        garden_result,
        garden_text,
    ),
    TILES: Part(
        "Sliding Tic-Tac-Toe",
        "Tiles",
        "C3 or slide A1 right 1",
        "sliding_tic_tac_toe",
        IN_TILES,
        tiles_result,
        tiles_text,
    ),
}


def parts_due(rules: Parameters, state: State) -> list[int]:
    """Return the parts that are still to be made, in the order in which they are written."""
    due = [state.part]
    while due[-1] < GARDEN and (part := next_part(rules, state, due[-1] + 1)) != NO_PART:
        due.append(part)
    return [part for part in PARTS if part in due]


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read all parts that are due, "3x4; D5 red; C3, slide A1 right 1", or the next one alone (DM-4)."""
    texts, due = text.split(";"), parts_due(rules, state)
    if len(texts) == 1:
        if is_nonsense(rules, state, due, text):
            raise Unreadable(f"Not understood: {text}. {what_to_type(due)}")
        if is_for_another(rules, state, due, text):
            raise Unreadable(parts_wanted(state, due), SUBMISSION)
        return read_part(rules, state, state.part, text)
    if len(texts) != len(due):
        raise Unreadable(parts_wanted(state, due), SUBMISSION)
    moves = []
    for part, part_text in sorted(zip(due, in_order(rules, state, due, texts), strict=True)):
        moves += read_part(rules, state, part, part_text)
        if part == TILES and stays_open(rules, state, moves):
            moves.append(STOP_TILES)
    return moves


def in_order(
    rules: Parameters, state: State, due: Sequence[int], texts: Sequence[str]
) -> tuple[str, ...]:
    """Return one text for each part that is due, in whatever order somebody wrote them."""

    def readable(order: Sequence[str]) -> int:
        return sum(
            can_read(rules, state, part, text) for part, text in zip(due, order, strict=True)
        )

    return max(permutations(text.strip() for text in texts), key=readable)


def parts_wanted(state: State, due: Sequence[int]) -> str:
    """Say which parts this submission needs."""
    needs = "needs" if state.noted == NOTHING else "still needs"
    titles = ", ".join(PARTS[part].name for part in due)
    count = "only one part" if len(due) == 1 else f"{len(due)} parts, separated by semicolons"
    return f"This submission {needs} {count}: {titles}."


def is_nonsense(rules: Parameters, state: State, due: Sequence[int], text: str) -> bool:
    """Does this word belong to none of the games? A text with a number is a move that somebody got wrong."""
    has_number = any(character.isdigit() for character in text)
    return not has_number and not any(can_read(rules, state, part, text) for part in due)


def what_to_type(due: Sequence[int]) -> str:
    """Return what can be typed for each of these parts."""
    examples = [f"{PARTS[part].examples} for {PARTS[part].name}" for part in due]
    return f"Type {', '.join(examples)}."


def is_for_another(rules: Parameters, state: State, due: Sequence[int], text: str) -> bool:
    """Does this text hold a move of another game than the one whose part is next?"""
    if can_read(rules, state, state.part, text):
        return False
    words = [word.strip() for word in (text, *text.split(","))]
    foreign = [word for word in words if not can_read(rules, state, state.part, word)]
    return any(can_read(rules, state, part, word) for part in due for word in foreign)


def read_part(rules: Parameters, state: State, part: int, text: str) -> list[int]:
    """Read what belongs to one game."""
    game = PARTS[part]
    try:
        moves: list[int] = game.text.read(game.of(rules), game.of(state), text)
    except Unreadable as problem:
        rule = within(game.rules, problem.rule)
        raise Unreadable(f"{game.name}: {problem}", rule, problem.cells) from None
    return moves


def stays_open(rules: Parameters, state: State, moves: Sequence[int]) -> bool:
    """Are these moves legal, and can the player still move tiles after them?"""
    after = state.copy()
    for move in moves:
        if why_illegal(rules, after, move):
            return False
        apply(rules, after, move)
    return after.part == TILES and is_open(rules, after)


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move, or of the roll of a die."""
    game = PARTS[state.part]
    text: str = game.text.write(game.of(rules), game.of(state), move)
    return text


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """Return a submission, its parts in the order in which they are written."""
    words: dict[int, list[str]] = {part: [] for part in PARTS}
    after = state.copy()
    for word in moves:
        if after.part == TILES and not can_read(rules, after, TILES, word):
            apply(rules, after, STOP_TILES)  # the words of a turn come without "stop"
        words[after.part].append(word)
        apply(rules, after, read(rules, after, word)[0])
    if words[GARDEN]:
        flowers = garden_text.turn_text(rules.flower_field, state.flower_field, words[GARDEN])
        words[GARDEN] = [flowers]
    return "; ".join(", ".join(part) for part in words.values() if part)


def can_read(rules: Parameters, state: State, part: int, text: str) -> bool:
    """Is this text a move of the game, legal or not?"""
    try:
        return bool(read_part(rules, state, part, text))
    except Unreadable:
        return False


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a submission did. The dice come first, so any other challenge is about flowers."""
    for i, move in enumerate(moves):
        is_flowers = i > 0 or FOUR.fullmatch("".join(moves[1:2]))
        if move == "?":
            yield "submits in secret", ""
        elif move == "challenge" and is_flowers:
            yield "challenges the flowers", ""
        elif FOUR.fullmatch(move):
            if i == 0:  # after a challenge the board shows both fields
                yield "names", move
        else:
            yield text_of(move).phrase(move)


def text_of(move: str) -> ModuleType:
    """Return the text module of the game that a move in notation belongs to."""
    if move == "challenge" or re.fullmatch(r"\d+x\d+", move):
        return dice_text
    return (
        tiles_text if re.fullmatch(r"\w+|N \w+|slide .*", move) and move != "pass" else garden_text
    )


# --- what a submission lacks, and what is like it ------------------------------------------------


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """Say which part a submission lacks (DM-4)."""
    if not is_over and state.flower_field.challenging:
        game = PARTS[GARDEN]
        rule, sentence = game.text.length_of_turn(game.of(rules), game.of(state), False)
        return within(game.rules, rule), f"{game.name}: {sentence}"
    if is_over or (state.part == TILES and state.sliding_tic_tac_toe.has_laid):
        return 0, ""
    return SUBMISSION, lacks(rules, state)


def lacks(rules: Parameters, state: State) -> str:
    """Return which parts this submission still needs."""
    titles = " and ".join(PARTS[part].name for part in parts_due(rules, state))
    return f"Still to do: {titles}."


def turns_like(rules: Parameters, state: State, text: str) -> list[str]:
    """Return submissions like this one, with other moves for the first refused part."""
    due = parts_due(rules, state)
    if len(due) == 1 or text.count(";") != len(due) - 1:  # the match finds moves near a single part
        return []
    texts = in_order(rules, state, due, text.split(";"))
    for k, part in enumerate(due):
        here = state.copy()
        here.part = part
        if not is_whole_part(rules, here, texts[k]):
            found = [0] * move_count(rules)
            moves = found[: legal_moves(rules, here, found)]
            moves.sort(key=partial(distance, rules, here, texts[k]))
            words = [write(rules, here, move) for move in moves]
            wanted = [word for word in words if part == DICE or word != "challenge"]
            return ["; ".join([*texts[:k], word, *texts[k + 1 :]]) for word in wanted[:ENOUGH]]
    return []


def is_whole_part(rules: Parameters, here: State, text: str) -> bool:
    """Are these legal moves of the part that is due?"""
    if not can_read(rules, here, here.part, text):
        return False
    after = here.copy()
    for move in read_part(rules, here, here.part, text):
        if after.part != here.part or why_illegal(rules, after, move):
            return False
        apply(rules, after, move)
    return not after.flower_field.challenging


def how_far(rules: Parameters, state: State, text: str, move: int) -> int:
    """Return how far a move of the game whose part is due is from the part that somebody wrote for it."""
    due, texts, place = parts_due(rules, state), text.split(";"), 0
    if len(texts) == len(due):
        texts, place = [*in_order(rules, state, due, texts)], due.index(state.part)
    return distance(rules, state, texts[place], move)


def distance(rules: Parameters, state: State, text: str, move: int) -> int:
    """Return how far a move of the game whose part is due is from a text."""
    game = PARTS[state.part]
    if state.part == GARDEN:
        return apart(text, write(rules, state, move))
    return int(game.text.how_far(game.of(rules), game.of(state), text, move))


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned on the board of its game.

    The host may say so, but may not point out odds or threats (DM-Q12).
    """
    game = PARTS[state.part]
    if rule < INNER:
        return f"The part for {game.name} is due, and that is not one of its moves.", ()
    sentence, cells = game.text.explain(game.of(rules), game.of(state), move, rule - game.rules)
    return f"{game.name}: {sentence}", cells


def tell(rules: Parameters, state: State, move: int, written: str) -> tuple[str, str]:
    """Return the notation of a move and, in Flower Field, what came of it. The dice are settled later."""
    game = PARTS[state.part]
    text = write(rules, state, move)
    if state.part != GARDEN:
        return text, ""
    fields = next((part for part in written.split(";") if "/" in part), "")
    return tell_of_garden(game.of(rules), game.of(state), move, fields)


def came_of(rules: Parameters, before: State, after: State) -> str:
    """Return what came of a challenge in Liar's Dice, once the submission stands."""
    return dice_text.came_of(rules.liars_dice, before.liars_dice, after.liars_dice)


# --- how a match ended, and the boards -----------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the match ended: what its last submission has won."""
    how = [
        f"{game.title}: {game.text.ending(game.of(rules), game.of(state))}"
        for game in PARTS.values()
        if game.result(game.of(rules), game.of(state))[0] in (0, 1)
    ]
    return " ".join([*how, why_both(rules, state)] if state.rule == BOTH_AT_ONCE else how)


def why_both(rules: Parameters, state: State) -> str:
    """Return why the match went as it did after one submission won games for both players (DM-Q2)."""
    winners = [game.result(game.of(rules), game.of(state))[0] for game in PARTS.values()]
    mover = state.player if state.part == GARDEN else 1 - state.player  # the turn has passed
    by = f"{{{mover}}}, who submitted, wins"
    if rules.simultaneous == DRAWN:
        return "Both have won with this submission, so the match is drawn."
    if rules.simultaneous == LISTED_ORDER:
        first = next(
            game.title for game, won in zip(PARTS.values(), winners, strict=True) if won in (0, 1)
        )
        return f"Both have won with this submission; {first} decides the match."
    if rules.simultaneous == MOVER_FIRST:
        return f"Both have won with this submission, so {by}."
    if rules.simultaneous == OPPONENT:
        return f"Both have won with this submission, so {{{1 - mover}}}, who did not submit, wins."
    more, fewer = winners.count(state.winner), winners.count(1 - state.winner)
    if more > fewer:
        return (
            f"{{{state.winner}}} wins {more} games with this submission and {{{1 - state.winner}}} "
            f"wins {fewer}."
        )
    return f"With this submission both won equally many games, so {by}."


def text_board(rules: Parameters, state: State) -> str:
    """Return the three games one below the other."""
    blocks = []
    for part, game in PARTS.items():
        lines = [game.title, game.text.text_board(game.of(rules), game.of(state))]
        if part == DICE and state.noted != NOTHING:
            lines.append(f"{{{state.player}}} is about to say: {noted(rules, state)}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def noted(rules: Parameters, state: State) -> str:
    """Return the notation of the move in Liar's Dice that waits for the other parts."""
    return dice_text.write(rules.liars_dice, state.liars_dice, state.noted)


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells of both boards, each with its board before it."""
    return tuple(
        f"{board} {cell}"
        for part, board in ON_TABLE.items()
        for cell in PARTS[part].text.cell_names(PARTS[part].of(rules))
    )


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """Return the cells on the board of the game whose part is made."""
    if state.part not in ON_TABLE:
        return ()
    game = PARTS[state.part]
    cells = game.text.played_on(game.of(rules), game.of(state), move)
    return tuple(f"{ON_TABLE[state.part]} {cell}" for cell in cells)


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells with a tile or a flower."""
    tiles = tiles_text.occupied(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe)
    flowers: Any = garden_text.dump(rules.flower_field, state.flower_field)["board"]
    return tuple(
        f"{ON_TABLE[part]} {cell}"
        for part, cells in ((TILES, tiles), (GARDEN, flowers))
        for cell in cells
    )


# --- positions -----------------------------------------------------------------------------------


BEFORE = "_before"  # after the name of a board: the board before this submission
BOARDS = (GARDEN, TILES)
A_GARDEN = {"board": {"D4": "P", "D5": "R"}, "recent": ["D5"]}  # examples
TILES_LAID = {"rows": ["......", "......", "..X...", "......", "......", "......"]}
FIELDS = PositionFields(
    liars_dice=(
        "the position of Liar's Dice, with its own fields",
        {"dice": [[2, 2, 5, 6], [2, 3, 3, 1]], "claim": [3, 4]},
    ),
    flower_field=("the position of Flower Field", A_GARDEN),
    sliding_tic_tac_toe=("the position of Sliding Tic-Tac-Toe", TILES_LAID),
    to_move=("the player whose turn it is", 0),
    turn=("completed turns of both players", 2),
    part=("within a submission: the game whose part is due", "sliding_tic_tac_toe"),
    noted=("within a submission: the move in Liar's Dice that waits for the other parts", "4x4"),
    flower_field_before=("within a submission: Flower Field before it", A_GARDEN),
    sliding_tic_tac_toe_before=("within a submission: Sliding Tic-Tac-Toe before it", TILES_LAID),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up the three games, and a submission under way."""
    given = FIELDS.read(fields)
    state.player = given.whole("to_move", 0, 1, state.first)
    for part, game in PARTS.items():
        set_game(rules, state, given, part, game.field)
    set_submission(rules, state, given)
    for part, game in PARTS.items():
        check_mover(rules, state, given, part, game)
    before = state.sliding_tic_tac_toe_before.turn
    state.turn = given.whole("turn", 0, 1_000_000, before)
    if state.turn % 2 != int(state.player != state.first):
        turns = f"{state.turn} turn{'' if state.turn == 1 else 's'}"
        given.refuse(f"player {1 - state.player} is to move after {turns}.")
    if not is_open(rules, state):
        judge(rules, state, state.player if state.part == GARDEN else 1 - state.player)


def set_game(rules: Parameters, state: State, given: Position, part: int, field: str) -> None:
    """Set up one game. The player to move in the match also moves there unless the game says otherwise."""
    game = PARTS[part]
    full = {"to_move": state.player, **given.mapping(field)}
    try:
        game.text.position(game.of(rules), getattr(state, field), full)
    except BadPosition as problem:
        given.refuse(f"{game.title}: {str(problem).removeprefix('Position: ')}")


def set_submission(rules: Parameters, state: State, given: Position) -> None:
    """Go on within a submission."""
    if "part" not in given:
        keep_boards(state)
        return
    parts = {game.field: part for part, game in PARTS.items()}
    state.part = parts[given.word("the part that is due", given.raw("part"), parts)]
    for part in BOARDS:
        field = PARTS[part].field + BEFORE
        if field not in given:
            given.refuse(f"within a submission, {field} is missing.")
        set_game(rules, state, given, part, field)
    if "noted" in given:
        dice = rules.liars_dice, state.liars_dice
        if dice_to_act(*dice) != state.player:
            given.refuse(f"noted: player {state.player} cannot make a move in Liar's Dice here.")
        move = given.understood(lambda text: read_dice(*dice, text)[0], given.raw("noted"))
        if dice_why_illegal(*dice, move):
            given.refuse(f"noted: {given.raw('noted')} is not legal.")
        state.noted = move
    check_boards(rules, state, given)
    again = state.part == GARDEN and rules.ff_redo != NEXT_TURN  # after a failed challenge
    if (state.noted == NOTHING) != (state.part == DICE) and not (again and state.noted == NOTHING):
        given.refuse(
            "noted is the move in Liar's Dice that waits for the other parts: it belongs to a "
            "submission in which that move is made."
        )


def check_boards(rules: Parameters, state: State, given: Position) -> None:
    """Refuse boards that do not follow from those before the submission."""
    garden, before = state.flower_field.copy(), state.flower_field_before
    for cell, planting in enumerate(garden.planted):
        if planting > garden.plants:  # this turn's
            garden.flowers[cell] = 0
    unchanged = ["flowers", "plants", "lives", "passes"]
    if state.part == TILES:
        unchanged += ["sown", "challenging"]
    if any(getattr(garden, field) != getattr(before, field) for field in unchanged):
        given.refuse("flower_field does not follow from flower_field_before in this submission.")
    if not tiles_follow(state):
        given.refuse(
            "sliding_tic_tac_toe does not follow from sliding_tic_tac_toe_before in this submission."
        )


def tiles_follow(state: State) -> bool:
    """Can the mover have changed the tiles like this in this submission?"""
    tiles, before, mover = state.sliding_tic_tac_toe, state.sliding_tic_tac_toe_before, state.player
    added = [tiles.board.count(tile) - before.board.count(tile) for tile in (1, 2, NEUTRAL)]
    placed, theirs, laid = added[mover], added[1 - mover], added[2]
    if theirs != 0 or not (0 <= placed <= 1 and 0 <= laid <= before.neutral[mover]):
        return False
    if tiles.neutral[1 - mover] != before.neutral[1 - mover]:
        return False
    has_slid = tiles.has_slid == 1
    if state.part == TILES:
        if (tiles.turn, tiles.has_placed, tiles.has_laid) != (before.turn, placed, laid):
            return False
    elif tiles.turn == before.turn:  # a game that is over, or the flowers are played again
        return tiles.board == before.board
    else:
        has_slid = tiles.turn == before.turn + 1
    pairs = zip(before.board, tiles.board, strict=True)
    return has_slid or all(was in (EMPTY, now) for was, now in pairs)


def check_mover(rules: Parameters, state: State, given: Position, part: int, game: Part) -> None:
    """Refuse a position where the wrong player is to move in a game that goes on."""
    is_done = part < state.part and (part != DICE or state.noted == NOTHING)
    ends = any(one.result(one.of(rules), one.of(state))[0] in (0, 1) for one in PARTS.values())
    waits = part == GARDEN != state.part and (ends or rules.ff_redo == NEXT_TURN)  # for who failed
    expected = 1 - state.player if is_done else state.player
    goes_on = game.result(game.of(rules), game.of(state))[0] == ONGOING
    if goes_on and not waits and game.of(state).player != expected:
        given.refuse(f"{game.title}: player {expected} must be to move.")
    if not goes_on and part == state.part != DICE:
        given.refuse(f"{game.title} is over and takes no part.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as fields. Those of a submission appear only while one is under way."""
    values: dict[str, object] = {"to_move": state.player, "turn": state.turn}
    for game in PARTS.values():
        values[game.field] = game.text.dump(game.of(rules), game.of(state))
    if state.part != DICE:
        values["part"] = PARTS[state.part].field
        if state.noted != NOTHING:
            values["noted"] = noted(rules, state)
        for part in BOARDS:
            game, field = PARTS[part], PARTS[part].field + BEFORE
            values[field] = game.text.dump(game.of(rules), getattr(state, field))
    return FIELDS.write(**values)
