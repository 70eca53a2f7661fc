"""Liar's Dice: both hands, open or under a cup, the claims of the bout, and how the last one went."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import gamekit as gk
from gamekit.errors import addressed, with_names
from gamekit.games.liars_dice.state import HIGHEST, NO_WILD, ONES, TOTAL_DICE
from gamekit.games.liars_dice.text import in_dice, verdict
from gamekit_widgets.scene import (
    Cell,
    Choice,
    Die,
    Emblem,
    Hand,
    Panel,
    Piece,
    Scene,
    Token,
    Words,
    in_words,
)

WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # of the board, around its parts, and around what is in them
ROW, STEP = 8, 44.5  # dice side by side, and from one to the next
HEAD, CLAIMS = 41.0, 80.0  # heights: a player's name, the claims
BID, BEFORE = 120.0, 86.0  # and the dice to press for a claim, the bout before
SHOWN = 4  # claims of the bout beside the one that stands
NUMBERS, NUMBER_SIZE = 8, 45.0  # cells side by side that say how many dice
VIEWS = 4  # of which the claim that stands is kept
CHALLENGE = "challenge"
ODDS = "odds"  # the switch
# Presses: so many dice, one of this face at least, and on to higher numbers of dice.
NUMBER, FACE, MORE = "number ", "face ", "more "


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    tray = _tray(view)
    middle = 2 * PAD + tray
    second = middle + CLAIMS + PAD
    bid = second + tray + PAD
    words = _in_words(view)
    dice = () if view.result else (*_numbers(view, hand, bid), *_faces(view, hand, bid))
    return Scene(
        name=words,  # the cells do not tell what lies on the table
        says=words,
        prompt=_prompt(view, hand),
        width=WIDTH,
        height=bid + BID + BEFORE + 2 * PAD,
        cells=tuple(each for each in dice if isinstance(each, Cell)),
        ground=(Panel("bid", WIDTH / 2, bid + BID / 2, WIDTH - 2 * PAD, BID),),
        pieces=(
            *_hand(view, 0, PAD),
            *_claims(view, hand, middle),
            *_hand(view, 1, second),
            *(each for each in dice if not isinstance(each, Cell)),
            *_before(view, bid + BID + PAD),
        ),
        note=_bout(view),
        choices=(*_choices(hand), *_switch(view, hand)),
    )


# --- what is pressed -------------------------------------------------------------------------


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """Press a number of dice, then a face. High numbers are some pages away."""
    if move.startswith(CHALLENGE):
        return (CHALLENGE,)
    return _claiming(move, _beyond(view))


@lru_cache(maxsize=100_000)  # asked for with each of hundreds of claims
def _claiming(claim: str, beyond: int) -> tuple[str, ...]:
    """Return the presses for a claim. Numbers of dice from `beyond` on are on further pages."""
    dice, face = claim.removesuffix(" ...").split("x")
    ahead = int(dice) - beyond
    pages = 0 if ahead < 0 else 1 + ahead // (NUMBERS - 2)
    return *(f"{MORE}{page + 1}" for page in range(pages)), f"{NUMBER}{dice}", f"{FACE}{face}"


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """A face makes a claim, with the number of dice that was pressed or with the lowest possible one."""
    last = pressed[-1]
    if last.startswith(FACE):
        face = int(last.removeprefix(FACE))
        return f"{_chosen(pressed) or _lowest(view, face)}x{face}"
    return None if last.startswith((NUMBER, MORE)) else last


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Claim the number of dice pressed last, of the highest face."""
    dice = _chosen(pressed[-1:])
    return f"{dice}x{view.rules.sides}" if dice else pressed[-1]


def _chosen(pressed: tuple[str, ...]) -> int:
    """Return how many dice are pressed for, or 0."""
    found = (press.removeprefix(NUMBER) for press in pressed if press.startswith(NUMBER))
    return int(next(found, 0))


def _pages(pressed: tuple[str, ...]) -> int:
    return sum(press.startswith(MORE) for press in pressed)


def _lowest(view: gk.View, face: int) -> int:
    """Return the number of dice in the lowest claim of this face that beats the one that stands."""
    dice, stands = _standing(view)
    return dice + (face <= stands)


@lru_cache(maxsize=VIEWS)  # asked for with every face
def _standing(view: gk.View) -> tuple[int, int]:
    """Return the claim that stands, as its number of dice and its face. Before the first one it is (1, 0)."""
    claim = view.state.claim
    dice, face = view.game.claimed(view.rules, claim) if claim else (1, 0)
    return dice, face


@lru_cache(maxsize=VIEWS)  # asked for with every legal move
def _beyond(view: gk.View) -> int:
    """Return the lowest number of dice that is not on the first page."""
    return _page(view, 0).stop


def _page(view: gk.View, page: int) -> range:
    """Return the numbers of dice that are offered side by side; further pages have higher ones."""
    first, most = _lowest(view, view.rules.sides), _most(view)
    if page:
        first += NUMBERS - 1 + (page - 1) * (NUMBERS - 2)
    elif most - first < NUMBERS:
        return range(first, most + 1)  # they all fit, so nothing leads on
    return range(first, min(first + NUMBERS - 1 - bool(page), most + 1))


def _most(view: gk.View) -> int:
    """Return how many dice a claim may name."""
    return sum(view.state.count) if view.rules.max_claim == TOTAL_DICE else HIGHEST


# --- the dice to press -------------------------------------------------------------------------


def _numbers(view: gk.View, hand: Hand, top: float) -> Iterator[Cell | Piece]:
    """Lay out numbers of dice. The chosen one has its full color, and the ends lead to other pages."""
    page, chosen = _pages(hand.pressed), _chosen(hand.pressed)
    offered = [(f"{NUMBER}{dice}", in_dice(dice), str(dice)) for dice in _page(view, page)]
    if page:
        offered.insert(0, (f"{MORE}{page}", "fewer dice", "−"))
    if _page(view, page).stop <= _most(view):
        offered.append((f"{MORE}{page + 1}", "more dice", f"{_page(view, page).stop}+"))
    for place, (label, words, text) in enumerate(offered):
        x, y = _at_number(place, top)
        marks = hand.marks(label)
        if chosen and "pressed" not in marks:
            marks |= {"next"}  # another number may still be pressed
        says = ", ".join([words, *in_words(marks)])
        yield Cell(label, x, y, "numbers", says, None, marks, "", NUMBER_SIZE, "plain")
        if label.startswith(NUMBER):
            is_faint = int(text) != chosen
            yield Die(f"number-{place}", x, y, text, 0, _mover(view), 30, is_faint)
        else:
            yield Words(f"more-{place}", x, y + 6, text, "more")


def _faces(view: gk.View, hand: Hand, top: float) -> Iterator[Cell | Piece]:
    """Lay out the claims that a press makes: "3 ×" above a die."""
    chosen, size = _chosen(hand.pressed), _face_size(view)
    for face in range(1, view.rules.sides + 1):
        dice = chosen or _lowest(view, face)
        label, claim = f"{FACE}{face}", f"{dice}x{face}"
        x, y = _at_face(view, face, top)
        marks = hand.marks(label) - {"next"}
        if claim in hand.ways:
            marks |= {"next"}
        says = ", ".join([f"claim {dice} × {face}", *in_words(marks)])
        yield Cell(label, x, y, "faces", says, None, marks, "", size, "plain")
        is_faint, die = claim not in hand.ways, 0.48 * size
        yield Words(f"of-{face}", x, y - 0.16 * size, f"{dice} ×", "of")
        yield Die(f"offer-{face}", x, y + 0.18 * size, face, 0, _mover(view), die, is_faint)


def _mover(view: gk.View) -> int | None:
    return view.to_act if view.to_act in (0, 1) else None


def _at_number(place: int, top: float) -> tuple[float, float]:
    step = (WIDTH - 2 * PAD - 10) / NUMBERS
    return PAD + 5 + step * (place + 0.5), top + 29


def _face_size(view: gk.View) -> float:
    return float(min(60, (WIDTH - 2 * PAD - 10) / view.rules.sides))


def _at_face(view: gk.View, face: int, top: float) -> tuple[float, float]:
    step = (WIDTH - 2 * PAD - 10) / view.rules.sides
    return PAD + 5 + step * (face - 0.5), top + BID - 35


def _choices(hand: Hand) -> Iterator[Choice]:
    if CHALLENGE in hand.ways:
        yield Choice(CHALLENGE, "Challenge")


def _switch(view: gk.View, hand: Hand) -> Iterator[Choice]:
    if hand.is_assisted and view.state.claim and not view.result:
        yield Choice(ODDS, "Show odds", ODDS in hand.on)


# --- both hands ------------------------------------------------------------------------------


def _tray(view: gk.View) -> float:
    """Return the height of a player's part."""
    most = max(len(view.game.rolled_hand(view.state, player)) for player in range(2))
    return HEAD + STEP * -(-max(most, 1) // ROW)


def _hand(view: gk.View, player: int, top: float) -> Iterator[Piece]:
    """Draw a player's name and dice; dice that the viewer may not see are under a cup."""
    state, tray = view.state, _tray(view)
    count = state.count[player]
    yield Panel(f"tray-{player}", WIDTH / 2, top + tray / 2, WIDTH - 2 * PAD, tray, player)
    yield Emblem(f"emblem-{player}", EDGE + 11, top + 20, player, 20)
    yield Words(f"name-{player}", EDGE + 32, top + 27, view.names[player], "name", player)
    yield Words(f"count-{player}", WIDTH - EDGE, top + 26, in_dice(count), "small")
    faces = view.game.rolled_hand(state, player)
    if covered := faces.count(0):
        x, y = (WIDTH if count == covered else 1.6 * WIDTH) / 2, top + HEAD + 14
        yield Token(f"cup-{player}", x, y, f"cup-{player}", 50)
        yield Words(f"cup-{player}-count", x, y + 9, str(covered), "on-cup")
    for number, face in enumerate(filter(None, faces)):
        x = EDGE + 20 + STEP * (number % ROW)
        y = top + HEAD + 16 + STEP * (number // ROW)
        # All dice are rolled anew when a die was added or taken away.
        yield Die(f"die-{player}-{number}", x, y, face, sum(state.count), player, 38)


# --- claims ----------------------------------------------------------------------------------


def _claims(view: gk.View, hand: Hand, top: float) -> Iterator[Piece]:
    """Draw the claim that stands, and the ones before it in this bout."""
    yield Panel("claims", WIDTH / 2, top + CLAIMS / 2, WIDTH - 2 * PAD, CLAIMS)
    made = _made(view)
    if not made:
        lines = (
            ("The bout is over", "Below are the dice that decided")
            if view.result
            else ("No claim yet", "Then more dice, or a higher face")
        )
        for number, line in enumerate(lines):
            yield Words(f"no-claim-{number}", EDGE, top + 34 + 24 * number, line, "aside")
        return
    number, (player, dice, face) = len(made), made[-1]
    claims = addressed(f"{view.names[player]} claims")
    yield Words("claimer", EDGE, top + 28, claims, "name", player)
    yield Words("claim", WIDTH - EDGE - 52, top + 39, f"{dice} ×", "said-big")
    yield Die("claim-face", WIDTH - EDGE - 21, top + 30, face, number, player, 42)
    for place, (maker, dice, face) in enumerate(made[-1 - SHOWN : -1]):
        x, key = EDGE + 84 * place, f"claim-{max(0, number - 1 - SHOWN) + place}"
        yield Emblem(f"{key}-by", x + 6, top + 64, maker, 12)
        yield Words(key, x + 17, top + 70, f"{dice} × {face}", "text", maker)
    if hand.is_assisted and ODDS in hand.on:
        chance = view.game.odds(view.rules, view.state, view.state.claim)
        yield Words("odds", EDGE, top + 49, f"{float(chance):.0%} likely to be true", "aside")


def _made(view: gk.View) -> list[tuple[int, int, int]]:
    """Return the claims of this bout: by whom, how many dice, which face."""
    game, rules, state = view.game, view.rules, view.state
    claims = game.claims_made(state)
    return [
        ((state.opener + place) % 2, *game.claimed(rules, claim))
        for place, claim in enumerate(claims)
    ]


# --- the bout before -------------------------------------------------------------------------


def _has_before(view: gk.View) -> bool:
    return view.state.last_loser in (0, 1)


def _before(view: gk.View, top: float) -> Iterator[Piece]:
    """Draw what the last challenge showed: all dice. Those that count are numbered, in full color.

    They turn over one after the other. Then the verdict appears.
    """
    yield Panel("before", WIDTH / 2, top + BEFORE / 2, WIDTH - 2 * PAD, BEFORE)
    if not _has_before(view):
        for number, line in enumerate(
            ("A challenge turns all dice over:", "here you see what they showed")
        ):
            yield Words(f"awaited-{number}", EDGE, top + 38 + 22 * number, line, "aside")
        return
    game, rules, state = view.game, view.rules, view.state
    _, face = game.claimed(rules, state.last_claim)
    bout, turned, count = sum(state.count), 0, 0
    for player, faces in enumerate(game.last_hands(state)):
        # The second row begins where even nine dice end within the frame.
        left, y = EDGE + player * (WIDTH / 2 - 10), top + BEFORE - 17
        yield Emblem(f"before-{player}", left + 3, y, player, 14)
        step = min(30.0, (WIDTH / 2 - EDGE - 24) / max(len(faces), 1))
        for place, seen in enumerate(faces):
            is_counted = game.counts(rules, seen, face)
            turned, count = turned + 1, count + is_counted
            key, x = f"before-{player}-{place}", left + 26 + step * place
            size, said = min(26.0, step - 2), str(count) if is_counted else ""
            yield Die(key, x, y, seen, bout, player, size, not is_counted, turned, said)
    for number, line in enumerate(_verdict(view)):
        y = top + 17 + 17 * number
        yield Words(f"verdict-{number}", EDGE, y, line, "aside", None, turned + 1)


def _verdict(view: gk.View) -> tuple[str, str]:
    """Say how the last challenge went, and what its loser pays."""
    what, why = verdict(view.rules, view.state)
    return with_names(what, view.names, "verdict"), with_names(why, view.names, "verdict")


# --- words -----------------------------------------------------------------------------------


def _prompt(view: gk.View, hand: Hand) -> str:
    """Say what is to be done."""
    if view.result:
        return view.result.text
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    name = view.names[view.to_act]
    if chosen := _chosen(hand.pressed):
        return f"{name}: {in_dice(chosen)} of which face? Press it to make the claim"
    if not hand.ways:
        return (
            f"{name}: claim more, or challenge"
            if view.state.claim
            else f"{name} opens the bout with a claim"
        )
    challenge = ", or Challenge" if view.state.claim else ""
    return f"{name}: press how many dice, then a face to make the claim{challenge}"


def _bout(view: gk.View) -> str:
    """Number the bout, since each one adds or takes a die, and say how many dice are in play and which
    face is wild."""
    rules, state = view.rules, view.state
    if rules.bouts or view.result:
        return ""
    wild = {NO_WILD: "no face is wild", ONES: "1s are wild"}
    said = wild.get(rules.wild, f"{rules.sides}s are wild")
    dice = sum(state.count)
    return f"Bout {abs(dice - 2 * rules.start_dice) + 1} · {dice} dice · {said}"


def _in_words(view: gk.View) -> str:
    """Read the whole table, as far as this viewer sees it."""
    hands = []
    for player, name in enumerate(view.names):
        faces = view.game.rolled_hand(view.state, player)
        count = in_dice(view.state.count[player])
        seen = ", ".join(str(face) for face in faces if face)
        if covered := faces.count(0):
            seen = f"{seen}, {covered} covered" if seen else "covered"
        hands.append(f"{name} has {count}{f': {seen}' if faces else ''}")
    claims = [f"{view.names[player]} {dice} times {face}" for player, dice, face in _made(view)]
    said = f"Claims: {', '.join(claims)}" if claims else "No claim yet"
    before = " ".join(_verdict(view)) if _has_before(view) else ""
    return (
        f"{view.game.title}. {'; '.join(hands)}. {said}. {before} {_prompt(view, Hand())}".strip()
    )
