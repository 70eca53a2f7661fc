"""Liar's Dice: both hands, open or under a cup, the claims of the bout, and how the last one went."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

import gamekit as gk
from gamekit.games.liars_dice.state import GAIN, HIGHEST, NO_WILD, ONES, TOTAL_DICE
from gamekit.games.liars_dice.text import cost, in_dice, verdict
from gamekit.match.view import without_open
from gamekit.sentences import addressed, with_names
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Die,
    Emblem,
    Hand,
    Panel,
    Piece,
    Scene,
    SceneFile,
    Token,
    Words,
    in_two_sentences,
    in_words,
    short_name,
)

WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # width of the board; space around its parts and inside them
ROW, STEP = 8, 44.5  # dice in a row, and the distance from one to the next
HEAD, CLAIMS = 41.0, 80.0  # heights of a player's name and of the claims
BID, BEFORE = 110.0, 92.0  # heights of the dice to press for a claim and of the bout before
SAVED = 35.5  # height that a hand under its cup saves
SHOWN = 4  # earlier claims of the bout to show beside the one that stands
LABEL_WIDTH = 50.0  # width of the word before a row of cells
NUMBERS, NUMBER_SIZE, FACE_SIZE = 7, 45.0, 54.0  # numbers of dice in a row, and sizes of cells
ENDED = 12.0  # extra height of the last dice, for the numbers above them
SHORT = 7  # letters of a name that leave room for a limit beside it and its cup
CLAIMER = 12  # letters of a name that leave room for a claim, or for the rest of a sentence
LETTER = 9.8  # width of a letter beside a cup
VIEWS = 4  # to remember results for
CLAIM, CHALLENGE = "claim", "challenge"
BLUFF = 0.25  # a claim is a bluff if it is less likely to be true
ODDS = "odds"  # the switch
# The beginnings of presses for a number of dice, for a face, and for a page of higher numbers.
NUMBER, FACE, MORE = "number ", "face ", "more "


def draw(view: gk.View, hand: Hand) -> Scene:
    low = _low(view, hand)
    trays = _trays(view, low)
    middle = 2 * PAD + trays[0]
    second = middle + CLAIMS + PAD
    bid = second + trays[1] + PAD
    words = _in_words(view)
    can_bid = not (view.result or hand.is_onlooker)
    dice = (*_numbers(view, hand, bid), *_faces(view, hand, bid)) if can_bid else ()
    before = bid + BID + PAD if can_bid else bid
    is_short = hand.is_onlooker and not _has_before(view)
    height = before + (0 if is_short else BEFORE + PAD) if hand.is_onlooker else _height(view)
    return Scene(
        name=words,  # the cells do not say what lies on the table
        says=words,
        prompt=_prompt(view, hand),
        width=WIDTH,
        height=height,
        cells=tuple(each for each in dice if isinstance(each, Cell)),
        ground=(_panel("bid", bid, BID), *_row_labels(bid)) if can_bid else (),
        pieces=(
            *_hand(view, 0, PAD, low),
            *_claims(view, hand, middle),
            *_hand(view, 1, second, low),
            *(each for each in dice if not isinstance(each, Cell)),
            *(
                ()
                if is_short
                else _ended(view, before, height)
                if view.result
                else _before(view, before)
            ),
        ),
        note=_bout(view),
        besides=f"{_held(view)}.",
        choices=(*_choices(hand), *_switch(view, hand)),
    )


def _panel(key: str, top: float, height: float, owner: int | None = None) -> Panel:
    """Return the background of a part that spans the board."""
    return Panel(key, WIDTH / 2, top + height / 2, WIDTH - 2 * PAD, height, owner)


def _height(view: gk.View) -> float:
    """Return the height of the board, which stays the same after the end."""
    rows = -(-max(1, *map(len, _hands(view))) // ROW)
    return 6 * PAD + 2 * (HEAD + STEP * rows) - SAVED + CLAIMS + BID + BEFORE


# --- presses ---------------------------------------------------------------------------------


def presses(view: gk.View, move: str) -> tuple[str | frozenset[str], ...]:
    """Return the presses for a number of dice and a face, in any order, and for the face again.

    High numbers are some pages away.
    """
    if move.startswith(CHALLENGE):
        return (CHALLENGE,)
    return _claim_presses(move, _beyond(view))


@lru_cache(maxsize=100_000)  # each of hundreds of claims calls it
def _claim_presses(claim: str, beyond: int) -> tuple[str | frozenset[str], ...]:
    """Return the presses for a claim. Numbers of dice from `beyond` on are on further pages."""
    dice, face = without_open(claim).split("x")
    ahead = int(dice) - beyond
    pages = 0 if ahead < 0 else 1 + ahead // (NUMBERS - 2)
    picked = {f"{NUMBER}{dice}", f"{FACE}{face}", *(f"{MORE}{page + 1}" for page in range(pages))}
    return frozenset(picked), f"{FACE}{face}"


def kept(view: gk.View, pressed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the presses that stay: the latest replaces another number or another face."""
    last = pressed[-1]
    kinds = tuple(kind for kind in (NUMBER, FACE) if last.startswith(kind))
    return tuple(each for each in pressed if each == last or not each.startswith(kinds))


def confirms(view: gk.View, pressed: tuple[str, ...], what: str) -> bool:
    """Is this a second press on a face after a number of dice, which makes the claim?"""
    return what.startswith(FACE) and _chosen(pressed) > 0


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the claim that the button or a second press on the face makes, a challenge, or None."""
    last, dice, face = pressed[-1], _chosen(pressed), _face(pressed)
    if dice and face and (last == CLAIM or pressed.count(last) > 1):
        return f"{dice}x{face}"
    return None if last.startswith((NUMBER, FACE, MORE)) else last


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a claim with the latest press: its face, or its number of dice of the highest face."""
    last, highest = pressed[-1], view.rules.sides
    face = _face((last,)) or highest
    dice = _chosen(pressed if last.startswith(FACE) else (last,)) or _lowest(view, face)
    return f"{dice}x{face}" if last.startswith((NUMBER, FACE, MORE)) else last


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Ask for a number of dice and a face before the button that claims them."""
    is_early = pressed[-1] == CLAIM and not (_chosen(pressed) and _face(pressed))
    return "First pick how many dice, and which face they show." if is_early else ""


def _chosen(pressed: tuple[str, ...]) -> int:
    """Return the number of dice that is picked, or 0."""
    found = (press.removeprefix(NUMBER) for press in pressed if press.startswith(NUMBER))
    return int(next(found, 0))


def _face(pressed: tuple[str, ...]) -> int:
    """Return the face that is picked, or 0."""
    found = (press.removeprefix(FACE) for press in pressed if press.startswith(FACE))
    return int(next(found, 0))


def _picked(hand: Hand) -> tuple[int, int]:
    """Return the number of dice and the face that are picked, each 0 while it is open."""
    return _chosen(hand.pressed), _face(hand.pressed)


def _lowest(view: gk.View, face: int) -> int:
    """Return the number of dice in the lowest claim of this face that beats the one that stands."""
    dice, stands = _standing(view)
    return dice + (face <= stands)


@lru_cache(maxsize=VIEWS)  # each face calls it
def _standing(view: gk.View) -> tuple[int, int]:
    """Return the number of dice and the face of the claim that stands, or (1, 0) before the first claim."""
    claim = view.state.claim
    dice, face = view.game.claimed(view.rules, claim) if claim else (1, 0)
    return dice, face


@lru_cache(maxsize=VIEWS)  # each legal move calls it
def _beyond(view: gk.View) -> int:
    """Return the lowest number of dice on the second page."""
    return _page(view, 0).stop


def _page(view: gk.View, page: int) -> range:
    """Return the numbers of dice on a page. Further pages have higher numbers."""
    if page:
        first = _beyond(view) + (page - 1) * (NUMBERS - 2)
        return range(first, min(first + NUMBERS - 2, _most(view) + 1))
    first, most = _lowest(view, view.rules.sides), _most(view)
    stop = most + 1 if most - first < NUMBERS else first + NUMBERS - 1  # the last cell leads on
    return range(first, stop)


def _most(view: gk.View) -> int:
    """Return the highest number of dice that a claim may name."""
    return sum(view.state.count) if view.rules.max_claim == TOTAL_DICE else HIGHEST


# --- the dice to press -------------------------------------------------------------------------


def _numbers(view: gk.View, hand: Hand, top: float) -> Iterator[Cell | Piece]:
    """Draw the numbers of dice. The picked one looks like a die, and the ends lead to other pages.

    Numbers above the dice in play are gray.
    """
    page = sum(press.startswith(MORE) for press in hand.pressed)
    chosen, total = _chosen(hand.pressed), sum(view.state.count)
    offered = [(f"{NUMBER}{dice}", _in_play(view, dice), str(dice)) for dice in _page(view, page)]
    if page:
        offered.insert(0, (f"{MORE}{page}", "fewer dice", "−"))
    if _page(view, page).stop <= _most(view):
        offered.append((f"{MORE}{page + 1}", "more dice", f"{_page(view, page).stop}+"))
    for place, (label, words, text) in enumerate(offered):
        x, y = _across(place, NUMBERS), top + 27
        marks = hand.marks(label)
        if chosen and "pressed" not in marks:
            marks |= {"next"}  # people can still press another number
        says = ", ".join([words, *in_words(marks)])
        yield Cell(label, x, y, "numbers", says, None, marks, "", NUMBER_SIZE, "plain")
        dice = int(text.rstrip("+")) if text[0].isdigit() else 0
        if label.startswith(NUMBER) and dice == chosen:
            yield Die(f"number-{place}", x, y, text, 0, None if dice > total else _mover(view), 30)
        else:
            yield Words(f"more-{place}", x, y + 6, text, "beyond" if dice > total else "more")


def _faces(view: gk.View, hand: Hand, top: float) -> Iterator[Cell | Piece]:
    """Draw the faces, and above each die the number of dice that is picked: "3 ×"."""
    chosen, sides, y = _chosen(hand.pressed), view.rules.sides, top + BID - 32
    size = float(min(FACE_SIZE, (WIDTH - 2 * PAD - 10 - LABEL_WIDTH) / sides))
    for face in range(1, sides + 1):
        label, x = f"{FACE}{face}", _across(face - 1, sides)
        marks = hand.marks(label)
        is_possible = f"{chosen}x{face}" in hand.ways if chosen else bool(hand.ways)
        if chosen:
            marks -= {"next"}
            marks |= {"next"} if is_possible and "pressed" not in marks else frozenset()
            yield Words(f"of-{face}", x, y - 0.16 * size, f"{chosen} ×", "of")
        says = ", ".join([f"{chosen} × {face}" if chosen else f"face {face}", *in_words(marks)])
        yield Cell(label, x, y, "faces", says, None, marks, "", size, "plain")
        owner = None if chosen > sum(view.state.count) else _mover(view)
        up, die = (0.18, 0.48) if chosen else (0.0, 0.6)
        yield Die(f"offer-{face}", x, y + up * size, face, 0, owner, die * size, not is_possible)


def _in_play(view: gk.View, dice: int) -> str:
    """Return a number of dice in words, and say so if fewer are in play."""
    total = sum(view.state.count)
    return in_dice(dice) + (f", more than the {total} in play" if dice > total else "")


def _mover(view: gk.View) -> int | None:
    return view.to_act if view.to_act in (0, 1) else None


def _across(place: int, count: int) -> float:
    """Return the x of a cell in a row of `count` cells, which begins after the row's label."""
    left = PAD + 5 + LABEL_WIDTH
    return left + (WIDTH - PAD - 5 - left) / count * (place + 0.5)


def _row_labels(top: float) -> Iterator[Words]:
    """Draw the words before the rows of cells."""
    for word, y in (("Dice", 33.0), ("Face", BID - 26)):
        yield Words(f"asked-{word}", PAD + 6, top + y, word, "text")


def _choices(hand: Hand) -> Iterator[Choice]:
    """Offer to make the claim that is picked, and to challenge the one that stands."""
    dice, face = _picked(hand)
    if dice and face:
        yield Choice(CLAIM, f"Claim {dice} × {face}", form="main")
    elif hand.ways:
        yield Choice(CLAIM, "Claim", form="disabled")
    if CHALLENGE in hand.ways:
        yield Choice(CHALLENGE, "Challenge")


def _switch(view: gk.View, hand: Hand) -> Iterator[Choice]:
    if hand.is_assisted and view.state.claim and not view.result:
        yield Choice(ODDS, "Show odds", ODDS in hand.on)


# --- both hands ------------------------------------------------------------------------------


def _trays(view: gk.View, low: Collection[int]) -> tuple[float, float]:
    """Return the height of each player's part. Two open hands share the height that one cup would save."""
    most = max(map(len, _hands(view)))
    if view.result and _has_before(view):  # with one more die, perhaps, and numbers above the dice
        high = HEAD + (STEP + ENDED) * -(-(most + 1) // (ROW + 1))
        return high, high
    high = HEAD + STEP * -(-max(most, 1) // ROW)
    if not low:
        return high - SAVED / 2, high - SAVED / 2
    return high - SAVED * (0 in low), high - SAVED * (1 in low)


def _low(view: gk.View, hand: Hand) -> Collection[int]:
    """Return the players whose cups stand beside their names: one, or both for an onlooker."""
    if view.result and _has_before(view):
        return ()
    covered = [player for player in (1, 0) if not any(_hands(view)[player])]
    return covered if hand.is_onlooker else covered[:1]


def _hands(view: gk.View) -> list[list[int]]:
    """Return both players' dice or, after the match, the dice that decided it."""
    if view.result and _has_before(view):
        return list(view.game.last_hands(view.state))
    return [view.game.rolled_hand(view.state, player) for player in range(2)]


def _hand(view: gk.View, player: int, top: float, low: Collection[int]) -> Iterator[Piece]:
    """Draw a player's name and dice. Dice that the viewer may not see are under a cup."""
    state, high, is_ended = view.state, _trays(view, low)[player], view.result and _has_before(view)
    count, faces = state.count[player], view.game.rolled_hand(state, player)
    yield _panel(f"tray-{player}", top, high, player)
    is_low = player in low
    up = 0.0 if is_ended or low else 5.0  # two open hands stand closer to their names
    line = top + (25 if is_low else 20 - up)
    count_text = _of_limit(view, player)
    yield Emblem(f"emblem-{player}", EDGE + 11, line, player, 20)
    name = short_name(view.names[player])
    yield Words(f"name-{player}", EDGE + 32, line + 7, name, "name", player)
    yield Words(f"count-{player}", WIDTH - EDGE, line + 6, count_text, "small")
    if is_ended:
        step = STEP * ROW / (ROW + 1)
        yield from _shown(view, player, EDGE + 16, top + HEAD + 33, step, 33)
        return
    if covered := faces.count(0):
        x, y, size = WIDTH / 2, top + HEAD + 14 - 2 * up, 50
        if is_low:
            x, y, size = WIDTH - EDGE - LETTER * len(count_text) - 26, line, 40
        elif count > covered:  # beside the open dice
            x, y, size = WIDTH - EDGE - 20, top + HEAD + 18 - 2 * up, 38
        yield Token(f"cup-{player}", x, y, f"cup-{player}", size)
        yield Words(f"cup-{player}-count", x, y + 9, str(covered), "on-cup")
    for number, face in enumerate(filter(None, faces)):
        x = EDGE + 20 + STEP * (number % ROW)
        y = top + HEAD + 16 - 2.2 * up + STEP * (number // ROW)
        # When a player gains or loses a die, all dice are rolled again.
        yield Die(f"die-{player}-{number}", x, y, face, sum(state.count), player, 38 - up)


def _of_limit(view: gk.View, player: int) -> str:
    """Return how many dice a player has and, if dice are a penalty, how many lose the game."""
    rules, count = view.rules, view.state.count[player]
    has_limit = rules.penalty == GAIN and not rules.bouts and not view.result
    has_limit = has_limit and len(view.names[player]) <= SHORT
    return in_dice(count) + (f", loses at {rules.die_limit + 1}" if has_limit else "")


# --- claims ----------------------------------------------------------------------------------


def _claims(view: gk.View, hand: Hand, top: float) -> Iterator[Piece]:
    """Draw the claim that stands, and earlier claims of the bout."""
    yield _panel("claims", top, CLAIMS)
    made = _made(view)
    if view.result and _has_before(view):  # show the claim of the last challenge
        claimed = view.game.claimed(view.rules, view.state.last_claim)
        made = [(1 - view.state.last_challenger, *claimed)]
    if _is_fresh(view):
        yield _verdict_line(view, 0, top + 20, _verdict(view, _short_names(view))[0])
        yield from _large(view, 0, top + 58)
        return
    if not made:
        lines = "No claim yet. Later claims name", "more dice, or as many of a higher face"
        for number, line in enumerate(lines):
            yield Words(f"no-claim-{number}", EDGE, top + 34 + 24 * number, line, "aside")
        return
    number, (player, dice, face) = len(made), made[-1]
    claims = addressed(f"{short_name(view.names[player], CLAIMER)} claims")
    yield Words("claimer", EDGE, top + 28, claims, "name", player)
    yield Words("claim", WIDTH - EDGE - 52, top + 39, f"{dice} ×", "said-big")
    yield Die("claim-face", WIDTH - EDGE - 21, top + 30, face, number, player, 42)
    for place, (maker, dice, face) in enumerate(made[-1 - SHOWN : -1]):
        x, key = EDGE + 88 * place, f"claim-{max(0, number - 1 - SHOWN) + place}"
        yield Emblem(f"{key}-by", x + 6, top + 64, maker, 12)
        yield Words(key, x + 17, top + 70, f"{dice} ×", "text", maker)
        yield Die(f"{key}-face", x + (66 if dice < 10 else 78), top + 64, face, number, maker, 22)
    if hand.is_assisted and ODDS in hand.on and not view.result:
        chance = view.game.odds(view.rules, view.state, view.state.claim)
        yield Words("odds", EDGE, top + 49, f"{float(chance):.0%} likely to be true", "aside")


def gained(view: gk.View, move: str) -> str:
    """Say how likely a claim is to be true, or a challenge to be right, judged by the viewer's own dice."""
    is_challenge = move == CHALLENGE
    claim = view.state.claim if is_challenge else view.legal_moves()[view.legal().index(move)]
    chance = float(view.game.odds(view.rules, view.state, claim))
    what = "the claim" if is_challenge else "this"
    if chance in (0, 1):
        bluff = "By" if chance or is_challenge else "It is a bluff: by"
        return f"{bluff} your own dice, {what} must be {'true' if chance else 'false'}."
    if is_challenge:
        return f"By your own dice, {what} is {_in_percent(1 - chance)} likely to be false."
    bluff = "It is a bluff: by" if chance < BLUFF else "By"
    return f"{bluff} your own dice, {what} is {_in_percent(chance)} likely to be true."


def joined(did: str, came: str) -> str:
    """Join the words of a turn so that a challenge names its claim only once: "challenges three 4s: 1 counted"."""
    start = did.removesuffix("the claim")
    return start + came if start != did and "," not in did else in_two_sentences(did, came)


def _in_percent(chance: float) -> str:
    """Return a chance in percent, never as 0% or 100%."""
    return f"{min(99, max(1, round(100 * chance)))}%"


def _made(view: gk.View) -> list[tuple[int, int, int]]:
    """Return the claims of this bout, each as player, number of dice and face."""
    game, rules, state = view.game, view.rules, view.state
    claims = game.claims_made(state)
    return [
        ((state.opener + place) % 2, *game.claimed(rules, claim))
        for place, claim in enumerate(claims)
    ]


# --- the bout before -------------------------------------------------------------------------


def _has_before(view: gk.View) -> bool:
    return view.state.last_loser in (0, 1)


def _is_fresh(view: gk.View) -> bool:
    """Has nobody claimed since the last challenge? Until then, its dice stay large."""
    return _has_before(view) and not view.result and not _made(view)


def _large(view: gk.View, player: int, y: float) -> Iterator[Piece]:
    """Draw a player's dice of the last challenge, as large as fit in a row."""
    yield Emblem(f"before-{player}", EDGE + 4, y, player, 18)
    count = len(view.game.last_hands(view.state)[player])
    step = min(44.0, (WIDTH - 2 * EDGE - 30) / max(count, 1))
    yield from _shown(view, player, EDGE + 40, y, step, min(33.0, step - 3))


def _before(view: gk.View, top: float) -> Iterator[Piece]:
    """Draw all dice of the last challenge. Those that count have numbers and full color.

    They turn over one after the other. Then the verdict appears. Until somebody claims again, one hand is large
    in the place of the claims, and the other here.
    """
    yield _panel("before", top, BEFORE)
    if not _has_before(view):
        for number, line in enumerate(
            ("A challenge turns all dice over:", f"whoever is wrong {cost(view.rules)}")
        ):
            yield Words(f"awaited-{number}", EDGE, top + 38 + 22 * number, line, "aside")
        return
    if _is_fresh(view):
        yield _verdict_line(view, 1, top + 21, _verdict(view, _short_names(view))[1])
        yield from _large(view, 1, top + 62)
        return
    for player, faces in enumerate(view.game.last_hands(view.state)):
        # The second row begins where even nine dice end within the frame.
        left, y = EDGE + player * (WIDTH / 2 - 10), top + BEFORE - 18
        yield Emblem(f"before-{player}", left + 3, y, player, 14)
        step = min(30.0, (WIDTH / 2 - EDGE - 24) / max(len(faces), 1))
        yield from _shown(view, player, left + 26, y, step, min(26.0, step - 2))
    yield from _verdict_lines(view, top + 21, 19, "Last bout: ")


def _shown(
    view: gk.View, player: int, left: float, top: float, step: float, size: float
) -> Iterator[Piece]:
    """Draw a player's dice of the last challenge, row by row. The center of the first die is at left and top."""
    game, rules, state = view.game, view.rules, view.state
    _, claimed = game.claimed(rules, state.last_claim)
    hands = game.last_hands(state)
    turned = len(hands[0]) if player else 0
    count = sum(game.counts(rules, seen, claimed) for seen in hands[0]) if player else 0
    row = ROW + 1 if view.result else len(hands[player])
    for place, seen in enumerate(hands[player]):
        is_counted = game.counts(rules, seen, claimed)
        turned, count = turned + 1, count + is_counted
        key = f"{'ended' if view.result else 'before'}-{player}-{place}"
        number = str(count) if is_counted else ""
        x, y = left + step * (place % row), top + step * (place // row)
        yield Die(key, x, y, seen, sum(state.count), player, size, not is_counted, turned, number)
    if view.result and state.count[player] > len(hands[player]):  # the die that it cost
        place, after = len(hands[player]), sum(map(len, hands)) + 1
        x, y = left + step * (place % row), top + step * (place // row)
        yield Die("gained", x, y, "+1", sum(state.count), player, size, True, after)


def _verdict_lines(view: gk.View, top: float, step: float, when: str = "") -> Iterator[Piece]:
    """Draw how the last challenge went. The text appears once all its dice have turned over."""
    what, why = _verdict(view, _short_names(view))
    for number, line in enumerate((f"{when}{what}", why)):
        yield _verdict_line(view, number, top + step * number, line)


def _verdict_line(view: gk.View, number: int, y: float, line: str) -> Words:
    """Return a line that appears once all dice have turned over."""
    after = sum(map(len, view.game.last_hands(view.state))) + 1
    return Words(f"verdict-{number}", EDGE, y, line, "aside", None, after, WIDTH - 2 * EDGE)


def _ended(view: gk.View, top: float, bottom: float) -> Iterator[Piece]:
    """Draw how the match ended in the place of the dice to press. Its dice are in the players' parts."""
    height = bottom - PAD - top
    yield _panel("before", top, height)
    if _has_before(view):
        yield from _verdict_lines(view, top + height / 2 - 8, 26)


def _short_names(view: gk.View) -> tuple[str, str]:
    """Return names that fit into a sentence on the board."""
    return short_name(view.names[0], CLAIMER), short_name(view.names[1], CLAIMER)


def _verdict(view: gk.View, names: tuple[str, str]) -> tuple[str, str]:
    """Return how the last challenge went, and what it cost."""
    what, why = verdict(view.rules, view.state)
    return with_names(what, names, "verdict"), with_names(why, names, "verdict")


# --- words -----------------------------------------------------------------------------------


def _prompt(view: gk.View, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return view.result.text
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    name = view.names[view.to_act]
    dice, face = _picked(hand)
    if dice > (total := sum(view.state.count)):
        then = f"Press Claim {dice} × {face}, or pick another" if face else "Of which face?"
        return f"{name}: only {in_dice(total)} are in play, so {dice} can only be a lie. {then}"
    if dice and face:
        return f"{name}: press Claim {dice} × {face}, or pick another number or face"
    if dice or face:
        return f"{name}: {f'{in_dice(dice)} of which face' if dice else f'how many {face}s'}?"
    if not hand.ways:
        return (
            f"{name}: claim more, or challenge"
            if view.state.claim
            else f"{name} opens the bout with a claim"
        )
    challenge = ", or press Challenge" if view.state.claim else ""
    return f"{name}: pick how many dice show which face{challenge}"


def _bout(view: gk.View) -> str:
    """Return the number of the bout, the dice in play and the wild face.

    Each bout adds or removes a die, so the number of dice gives the number of the bout.
    """
    rules, state = view.rules, view.state
    if rules.bouts or view.result:
        return ""
    wild_faces = {NO_WILD: "no wild face", ONES: "1s are wild"}
    wild = wild_faces.get(rules.wild, f"{rules.sides}s are wild")
    dice = sum(state.count)
    return f"Bout {abs(dice - 2 * rules.start_dice) + 1} · {dice} dice · {wild}"


def _held(view: gk.View) -> str:
    """Return the dice of both players in words, as far as this viewer sees them."""
    hands = []
    for player, name in enumerate(view.names):
        faces = view.game.rolled_hand(view.state, player)
        count = in_dice(view.state.count[player])
        seen = ", ".join(str(face) for face in faces if face)
        if covered := faces.count(0):
            seen = f"{seen}, {covered} covered" if seen else "covered"
        hands.append(f"{name} has {count}{f': {seen}' if faces else ''}")
    return "; ".join(hands)


def _in_words(view: gk.View) -> str:
    """Return the whole table in words, as far as this viewer sees it."""
    claims = [f"{view.names[player]} {dice} times {face}" for player, dice, face in _made(view)]
    claimed = f"Claims: {', '.join(claims)}" if claims else "No claim yet"
    before = " ".join(_verdict(view, view.names)) if _has_before(view) else ""
    return f"{view.game.title}. {_held(view)}. {claimed}. {before} {_prompt(view, Hand())}".strip()


SCENE_FILE = SceneFile(
    draw,
    presses,
    compose,
    attempt,
    kept=kept,
    confirms=confirms,
    elsewhere=elsewhere,
    gained=gained,
    joined=joined,
)
