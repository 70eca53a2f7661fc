"""Death Match, as people write and read it: a submission with its parts, and three boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from types import ModuleType
from typing import Any

from gamekit.contract import INNER, Unreadable, apart
from gamekit.games.death_match.rules import (
    apply,
    is_open,
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
    NO_PART,
    NOTHING,
    OPPONENT,
    SUBMISSION,
    TILES,
    Parameters,
    State,
)
from gamekit.games.flower_field import text as garden_text
from gamekit.games.flower_field.challenges import tell as tell_of_garden
from gamekit.games.flower_field.rules import result as garden_result
from gamekit.games.liars_dice import text as dice_text
from gamekit.games.liars_dice.rules import result as dice_result
from gamekit.games.sliding_tic_tac_toe import text as tiles_text
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.state import STOP as STOP_TILES

ENOUGH = 10  # submissions that are tried, to find legal ones like one that was refused


@dataclass(frozen=True, slots=True)
class Part:
    """A game of the match: its name, its fields here, the numbers of its rules, and its words."""

    title: str
    field: str
    rules: int
    result: Callable[[Any, Any], tuple[int, int]]
    text: ModuleType

    def of(self, record: Parameters | State) -> Any:
        """The game's own parameters or state."""
        return getattr(record, self.field)


PARTS = {  # in the order in which they are written
    DICE: Part("Liar's Dice", "liars_dice", IN_DICE, dice_result, dice_text),
    GARDEN: Part("Flower Field", "flower_field", IN_GARDEN, garden_result, garden_text),
    TILES: Part("Sliding Tic-Tac-Toe", "sliding_tic_tac_toe", IN_TILES, tiles_result, tiles_text),
}


def parts_due(rules: Parameters, state: State) -> list[int]:
    """The parts that are still to be made, in the order in which they are written."""
    due = [state.part]
    while due[-1] < GARDEN and (part := next_part(rules, state, due[-1] + 1)) != NO_PART:
        due.append(part)
    return [part for part in PARTS if part in due]


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "3x4; D5 red; C3, slide A1 right 1", all parts that are due, or the next one alone (DM-4)."""
    texts, due = text.split(";"), parts_due(rules, state)
    if len(texts) == 1:
        if is_for_another(rules, state, due, text):
            raise Unreadable(parts_wanted(state, due), SUBMISSION)
        return read_part(rules, state, state.part, text)
    if len(texts) != len(due):
        raise Unreadable(parts_wanted(state, due), SUBMISSION)
    moves = []
    for part, own in sorted(zip(due, in_order(rules, state, due, texts), strict=True)):
        moves += read_part(rules, state, part, own)
        if part == TILES and stays_open(rules, state, moves):
            moves.append(STOP_TILES)
    return moves


def in_order(
    rules: Parameters, state: State, due: Sequence[int], texts: Sequence[str]
) -> tuple[str, ...]:
    """One text for each part that is due: whoever writes them in another order is understood."""

    def readable(order: Sequence[str]) -> int:
        return sum(can_read(rules, state, *own) for own in zip(due, order, strict=True))

    return max(permutations(own.strip() for own in texts), key=readable)


def parts_wanted(state: State, due: Sequence[int]) -> str:
    """Which parts this submission has, or still needs."""
    has = "has" if state.noted == NOTHING else "still needs"
    titles = ", ".join(PARTS[part].title for part in due)
    count = "one part" if len(due) == 1 else f"{len(due)} parts, separated by semicolons"
    return f"This submission {has} {count}: {titles}."


def is_for_another(rules: Parameters, state: State, due: Sequence[int], text: str) -> bool:
    """Is something in this text no move of the game whose part is next, but one of another?"""
    if can_read(rules, state, state.part, text):
        return False
    words = [own.strip() for own in (text, *text.split(","))]
    foreign = [own for own in words if not can_read(rules, state, state.part, own)]
    return any(can_read(rules, state, part, own) for part in due for own in foreign)


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
        if after.part == TILES and not can_read(rules, after, TILES, word):
            apply(rules, after, STOP_TILES)  # the words of a turn come without "stop"
        words[after.part].append(word)
        apply(rules, after, read(rules, after, word)[0])
    if words[GARDEN]:
        flowers = garden_text.turn_text(rules.flower_field, state.flower_field, words[GARDEN])
        words[GARDEN] = [flowers]
    return "; ".join(", ".join(own) for own in words.values() if own)


def can_read(rules: Parameters, state: State, part: int, text: str) -> bool:
    """Is this text a move of the game, legal or not?"""
    try:
        return bool(read_part(rules, state, part, text))
    except Unreadable:
        return False


def tell(rules: Parameters, state: State, move: int, said: str) -> tuple[str, str]:
    """What the game of this part tells of it; nothing of Liar's Dice, which is settled later."""
    game = PARTS[state.part]
    text = write(rules, state, move)
    if state.part != GARDEN:
        return text, ""
    own = next((part for part in said.split(";") if "/" in part), "")
    return tell_of_garden(game.of(rules), game.of(state), move, own)


def came_of(rules: Parameters, before: State, after: State) -> str:
    """What came of a challenge in Liar's Dice, once the submission stands."""
    return dice_text.came_of(rules.liars_dice, before.liars_dice, after.liars_dice)


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A submission with a part that is missing (DM-4)."""
    if not is_over and state.flower_field.challenging:
        game = PARTS[GARDEN]
        rule, sentence = game.text.length_of_turn(game.of(rules), game.of(state), False)
        return within(game.rules, rule), f"{game.title}: {sentence}"
    if is_over or (state.part == TILES and state.sliding_tic_tac_toe.has_laid):
        return 0, ""
    return SUBMISSION, lacks(rules, state)


def lacks(rules: Parameters, state: State) -> str:
    """Which parts this submission still needs."""
    titles = " and ".join(PARTS[part].title for part in parts_due(rules, state))
    return f"This submission still lacks a part for {titles}."


def turns_like(rules: Parameters, state: State, text: str) -> list[str]:
    """Submissions like this one, with other moves for the first part that is refused."""
    due = parts_due(rules, state)
    if (
        text.count(";") != len(due) - 1 or len(due) == 1
    ):  # the moves of one part are like any game's
        return []
    kept = in_order(rules, state, due, text.split(";"))
    for k, part in enumerate(due):
        own, here = kept[k], state.copy()
        here.part = part
        if not is_whole_part(rules, here, own):
            found = [0] * move_count(rules)
            moves = found[: legal_moves(rules, here, found)]
            moves.sort(key=partial(distance, rules, here, own))
            words = [write(rules, here, move) for move in moves]
            wanted = [word for word in words if part == DICE or word != "challenge"]
            return ["; ".join([*kept[:k], word, *kept[k + 1 :]]) for word in wanted[:ENOUGH]]
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
    """How far a move of the game whose part is due is from the part that somebody wrote for it."""
    due, texts = parts_due(rules, state), text.split(";")
    if len(texts) == len(due):
        own = in_order(rules, state, due, texts)[due.index(state.part)]
    else:
        own = texts[0]
    return distance(rules, state, own, move)


def distance(rules: Parameters, state: State, text: str, move: int) -> int:
    """How far a move of the game whose part is due is from a text."""
    if state.part == DICE:
        return dice_text.how_far(rules.liars_dice, state.liars_dice, text, move)
    return apart(text, write(rules, state, move))


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned on the board of its game.

    To say so is allowed; to point out odds or threats is not (DM-Q12).
    """
    game = PARTS[state.part]
    if rule < INNER:
        return f"The part for {game.title} is due, and that is not one of its moves.", ()
    sentence, cells = game.text.explain(game.of(rules), game.of(state), move, rule - game.rules)
    return f"{game.title}: {sentence}", cells


def ending(rules: Parameters, state: State) -> str:
    """How the match ended: what its last submission has won."""
    how = [
        f"{game.title}: {game.text.ending(game.of(rules), game.of(state))}"
        for game in PARTS.values()
        if game.result(game.of(rules), game.of(state))[0] in (0, 1)
    ]
    return " ".join([*how, why_both(rules, state)] if state.rule == BOTH_AT_ONCE else how)


def why_both(rules: Parameters, state: State) -> str:
    """Why the match went as it did where one submission has won games for both players (DM-Q2)."""
    own = [game.result(game.of(rules), game.of(state))[0] for game in PARTS.values()]
    mover = state.player if state.part == GARDEN else 1 - state.player  # the turn has passed
    by = f"{{{mover}}}, who submitted, wins"
    if rules.simultaneous == DRAWN:
        return "Both have won with this submission, so the match is drawn."
    if rules.simultaneous == LISTED_ORDER:
        first = next(
            game.title for game, won in zip(PARTS.values(), own, strict=True) if won in (0, 1)
        )
        return f"Both have won with this submission; {first} decides the match."
    if rules.simultaneous == MOVER_FIRST:
        return f"Both have won with this submission, so {by}."
    if rules.simultaneous == OPPONENT:
        return f"Both have won with this submission, so {{{1 - mover}}}, who did not submit, wins."
    more, fewer = own.count(state.winner), own.count(1 - state.winner)
    if more > fewer:
        return (
            f"{{{state.winner}}} wins {more} games with this submission and {{{1 - state.winner}}} "
            f"wins {fewer}."
        )
    return f"With this submission both won equally many games, so {by}."


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
