"""Liar's Dice: both hands, open or under a cup, the claims of the bout, and how the last one went."""

from __future__ import annotations

from collections.abc import Iterator

import gamekit as gk
from gamekit.games.liars_dice.text import in_dice, verdict
from gamekit_widgets.scene import (
    Choice,
    Dial,
    Die,
    Emblem,
    Hand,
    Panel,
    Piece,
    Scene,
    Token,
    Words,
)

WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # of the board, around its parts, and around what is in them
ROW, STEP = 8, 44.5  # dice side by side, and from one to the next
HEAD, CLAIMS, BEFORE = 52.0, 104.0, 130.0  # heights: a player's name, the claims, the bout before
SHOWN = 4  # claims of the bout beside the one that stands
CHALLENGE = "challenge"
ODDS = "odds"  # the switch


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    claims = _offered(hand)
    dials = _dials(hand, claims)
    tray = _tray(view)
    height = 2 * tray + CLAIMS + 4 * PAD + (BEFORE + PAD if _has_before(view) else 0)
    middle = 2 * PAD + tray
    return Scene(
        name=f"{view.game.title} table",
        says=_in_words(view),
        prompt=_prompt(view),
        width=WIDTH,
        height=height,
        pieces=(
            *_hand(view, 0, PAD),
            *_claims(view, hand, middle),
            *_hand(view, 1, middle + CLAIMS + PAD),
            *_before(view, height - PAD - BEFORE),
        ),
        note=_bout(view),
        choices=(*_choices(hand, dials), *_switch(view, hand)),
        dials=dials,
    )


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """A move is one button; dials decide which claim it is."""
    return (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """One button is a move."""
    return pressed[0]


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Every button is a whole move."""
    return pressed[0]


# --- what can be claimed ---------------------------------------------------------------------


def _offered(hand: Hand) -> dict[int, list[int]]:
    """Return the faces that can be claimed, for each number of dice."""
    faces: dict[int, list[int]] = {}
    for move in hand.ways:
        if move != CHALLENGE:
            dice, face = map(int, move.split("x"))
            faces.setdefault(dice, []).append(face)
    return faces


def _dials(hand: Hand, claims: dict[int, list[int]]) -> tuple[Dial, ...]:
    if not claims:
        return ()
    dice = hand.dial("dice", "Dice", min(claims), max(claims))
    faces = claims.get(dice.value, [1])
    return dice, hand.dial("face", "Face", min(faces), max(faces))


def _choices(hand: Hand, dials: tuple[Dial, ...]) -> tuple[Choice, ...]:
    said = "x".join(str(dial.value) for dial in dials)
    claim = Choice(said, f"Claim {said.replace('x', ' × ')}")
    return tuple(
        choice for choice in (claim, Choice(CHALLENGE, "Challenge")) if choice.name in hand.ways
    )


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
    yield Emblem(f"emblem-{player}", EDGE + 11, top + 24, player, 22)
    yield Words(f"name-{player}", EDGE + 32, top + 31, view.names[player], "name", player)
    yield Words(f"count-{player}", WIDTH - EDGE, top + 30, in_dice(count), "small")
    faces = view.game.rolled_hand(state, player)
    if covered := faces.count(0):
        x, y = (WIDTH if count == covered else 1.6 * WIDTH) / 2, top + HEAD + 13
        yield Token(f"cup-{player}", x, y, f"cup-{player}", 58)
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
        yield Words("no-claim", EDGE, top + 34, "No claim yet", "aside")
        return
    number, (player, dice, face) = len(made), made[-1]
    yield Words("claimer", EDGE, top + 34, f"{view.names[player]} claims", "name", player)
    yield Words("claim", WIDTH - EDGE - 52, top + 42, f"{dice} ×", "said-big")
    yield Die("claim-face", WIDTH - EDGE - 21, top + 33, face, number, player, 42)
    for place, (maker, dice, face) in enumerate(made[-1 - SHOWN : -1]):
        x, key = EDGE + 84 * place, f"claim-{max(0, number - 1 - SHOWN) + place}"
        yield Emblem(f"{key}-by", x + 6, top + 81, maker, 12)
        yield Words(key, x + 17, top + 87, f"{dice} × {face}", "text", maker)
    if hand.is_assisted and ODDS in hand.on:
        chance = view.game.odds(view.rules, view.state, view.state.claim)
        yield Words("odds", EDGE, top + 58, f"{float(chance):.0%} likely to be true", "aside")


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
    """Draw what the last challenge showed: all dice, those that count in full colour."""
    if not _has_before(view):
        return
    game, rules, state = view.game, view.rules, view.state
    yield Panel("before", WIDTH / 2, top + BEFORE / 2, WIDTH - 2 * PAD, BEFORE)
    for number, line in enumerate(_verdict(view)):
        yield Words(f"verdict-{number}", EDGE, top + 24 + 20 * number, line, "aside")
    _, face = game.claimed(rules, state.last_claim)
    counting = {face, game.wild_face(rules)}
    for player, faces in enumerate(game.last_hands(state)):
        y = top + 74 + 34 * player
        yield Emblem(f"before-{player}", EDGE + 7, y, player, 14)
        for place, seen in enumerate(faces):
            x, key = EDGE + 34 + min(33.0, 320 / len(faces)) * place, f"before-{player}-{place}"
            yield Die(key, x, y, seen, sum(state.count), player, 26, seen not in counting)


def _verdict(view: gk.View) -> tuple[str, str]:
    """Say how the last challenge went, and what its loser pays."""
    what, why = verdict(view.rules, view.state)
    return what.format(*view.names), why.format(*view.names)


# --- words -----------------------------------------------------------------------------------


def _prompt(view: gk.View) -> str:
    """Say what is to be done."""
    if view.result:
        return view.result.text
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    name = view.names[view.to_act]
    if view.state.claim:
        return f"{name}: claim more, or challenge"
    return f"{name} opens the bout with a claim"


def _bout(view: gk.View) -> str:
    """Number the bout: each one adds or takes a die."""
    rules, state = view.rules, view.state
    if rules.bouts or view.result:
        return ""
    return f"Bout {abs(sum(state.count) - 2 * rules.start_dice) + 1}"


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
    return f"{view.game.title}. {'; '.join(hands)}. {said}. {before} {_prompt(view)}".strip()
