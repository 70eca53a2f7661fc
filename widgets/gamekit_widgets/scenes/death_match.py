"""Death Match: the boards of its three games side by side, and the progress of each part.

Two boards may use the same names for cells and buttons. So the name of every press begins with the name of its
part, as in "tiles C3", and so does every key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import gamekit as gk
from gamekit.boards import grid
from gamekit.games.death_match.state import NOTHING
from gamekit.games.flower_field.text import COLOURS
from gamekit.games.flower_field.text import NAMED_FOUR as FOUR
from gamekit.games.liars_dice.state import GAIN
from gamekit.games.liars_dice.state import State as DiceState
from gamekit.match.view import HIDDEN, Entry, result_of, without_open
from gamekit.sentences import YOU
from gamekit_widgets.drawing.pieces import REVISE, revision
from gamekit_widgets.drawing.scene import (
    Choice,
    Hand,
    Panel,
    Part,
    Piece,
    Scene,
    SceneFile,
    Trail,
    Way,
    Words,
    Zone,
    one_move,
)
from gamekit_widgets.drawing.svg import GAP
from gamekit_widgets.scenes import flower_field, liars_dice, sliding_tic_tac_toe

# The name of each part and the scene file of its game, in the order of the parts.
SCENES = {
    "dice": liars_dice.SCENE_FILE,
    "tiles": sliding_tic_tac_toe.SCENE_FILE,
    "flowers": flower_field.SCENE_FILE,
}
DICE, TILES, FLOWERS = SCENES
NAMES = {DICE: "liars-dice", TILES: "sliding-tic-tac-toe", FLOWERS: "flower-field"}
HEAD, PAD = 50.0, 9.0  # height of a part's heading, and the space around it

KEPT = 10_000  # ways to remember: scenes need each again and again, and some games have hundreds
VIEWS = 4  # to remember results for: views of the match and of its drafts
BEGUN, LATER, OUT = "begun", "to do", "takes no part"
DECIDES, UNDECIDED = "decides", "not over"
THREATENED = "threatened"
MADE = "✓ made"  # the status of a part whose moves do not fit in a heading
BRIEF = 9  # letters of a move that fit in a heading, not counting spaces
SLIDE = re.compile(r"slide (\S+) (up|down|left|right) (\d+)")
LETTER = 14.0  # the greatest width of a letter in a heading
MOST = 27  # letters that fit beside the name in a heading


def draw(view: gk.View, hand: Hand) -> Scene:
    state = view.state
    boards = {part: _part(view, hand, part) for part in SCENES}
    drawn = tuple(boards.values())
    high = max(board.height for board in drawn)
    return Scene(
        name=f"{view.game.title} boards",
        says=" ".join(
            f"{text.removesuffix('.')}."
            for text in (view.game.title, *(board.says for board in drawn))
        ),
        prompt=_prompt(view, hand, boards[_at(view, hand)]),
        width=sum(board.width * high / board.height + GAP for board in drawn) - GAP,
        height=high,
        note=f"Turn {state.turn + 1} · a move in each game",
        reminder=boards[_at(view, hand)].reminder,
        besides=" ".join(
            f"{text.removesuffix('.')}."
            for board in drawn
            for text in (board.besides, board.tab[3])
            if text
        ),
        choices=tuple(choice for board in drawn for choice in board.choices),
        parts=drawn,
        rows=2,
        rows_below=1,
    )


def _reminder(view: gk.View, part: str, board: Scene, stands: str) -> str:
    """Return the board's reminder. Without one, say how to win its published game in each player's first turn, and
    later when the turn ends."""
    if view.result or view.to_act not in (0, 1):
        return ""
    if board.reminder and not stands.startswith("✓"):
        return board.reminder
    if view.state.turn < len(view.names) and not view.game.changes:
        return gk.load(NAMES[part]).aim
    other = view.names[1 - view.to_act]
    answers = "you answer" if other == YOU else f"{other} answers"
    return f"After your moves in all three games, {answers}."


def _decision(view: gk.View, part: str) -> str:
    """Say whether the part decided the match, once it is over."""
    return (DECIDES if _own(view)[part].result else UNDECIDED) if view.result else ""


def _news(view: gk.View, part: str) -> str:
    """Say in a few words what the mover's opponent last did in this part's game."""
    if view.result or view.to_act not in (0, 1):
        return ""
    other = 1 - view.to_act
    made = [(name, entry) for name, entry in _made(view) if entry.player == other]
    texts = [entry.text for name, entry in made if name == part and entry.turn == made[-1][1].turn]
    moves = [_in_brief(part, without_open(text)) for text in texts]
    summary = ", ".join(dict.fromkeys(filter(None, moves)))
    return f"{view.names[other]}: {summary}" if summary else ""


def _in_brief(part: str, text: str) -> str:
    """Return the opponent's move in as few words as people can follow, or "" if it needs no words."""
    if text == "stop" or (part == FLOWERS and len(text.split()) == 4):  # the fields of a challenge
        return ""
    if text in ("challenge", "pass"):
        return {"challenge": "challenged", "pass": "passed"}[text]
    return text.partition(" ")[0] if part == FLOWERS else _shortly(part, text)


def _shortly(part: str, text: str) -> str:
    """Return a move in fewer words: "3 × 4", "D4 down 2"."""
    if part == DICE:
        return text.replace("x", " × ")
    return SLIDE.sub(lambda slid: f"{slid[1]} {slid[2]}{f' {slid[3]}' * (slid[3] != '1')}", text)


def presses(view: gk.View, move: str) -> Way:
    """Return the presses that make the move in the game whose part is due."""
    part = _due(view)
    return outside(SCENES[part].presses(_own(view)[part], move), part)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the move of presses on the board that is due, or None. Presses on another board make no move."""
    part = _due(view)
    own = _on_board(pressed, part)
    if len(own) < len(pressed):
        return None
    text = SCENES[part].compose(_own(view)[part], own)
    return text and one_move(view, without_open(text))


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a move on the board that is due, or the press itself if it is on another board."""
    part = _due(view)
    own = _on_board(pressed, part)
    if len(own) < len(pressed):
        return pressed[-1]
    # A part alone is legal, because the rest of the turn can still come.
    return one_move(view, SCENES[part].attempt(_own(view)[part], own))


def confirms(view: gk.View, pressed: tuple[str, ...], what: str) -> bool:
    """Is this a second press on the picked face, which makes the claim?"""
    own = _on_board((what,), DICE) if _due(view) == DICE else ()
    return own != () and liars_dice.confirms(view, _on_board(pressed, DICE), own[0])


def kept(view: gk.View, pressed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the presses that stay: the latest replaces another number or another face."""
    own = _on_board(pressed, DICE)
    is_claim = _due(view) == DICE and len(own) == len(pressed)
    return tuple(f"{DICE} {each}" for each in liars_dice.kept(view, own)) if is_claim else pressed


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Say why the latest press does nothing for the part that is due, or return ""."""
    order, due = tuple(SCENES), _due(view)
    part = pressed[-1].partition(" ")[0]
    if part == due == DICE:
        return liars_dice.elsewhere(_own(view)[DICE], _on_board(pressed, DICE))
    if part == due or part not in order:
        return ""
    title = part.capitalize()
    if order.index(part) < order.index(due):
        return f"Your part in {title} is made."
    if _own(view)[part].to_act != view.to_act:
        return f"{title} take no part in this submission."
    return f"Make your part in {due.capitalize()} first."


@lru_cache(maxsize=VIEWS)
def joined(did: str, came: str) -> str:
    """Join the words of a turn as the game of its challenge does."""
    return SCENES[DICE if did.endswith("the claim") else FLOWERS].joined(did, came)


def written(moves: Sequence[str]) -> str:
    """Return a submission in notation. Dice come first, so a later challenge is about flowers."""
    first = 0 if FOUR.fullmatch("".join(moves[1:2])) else 1
    at = moves.index("challenge", first) if "challenge" in moves[first:] else len(moves)
    flowers = [flower_field.written(moves[at:])] if moves[at:] else []
    return "; ".join([*moves[:at], *flowers])


def parts(view: gk.View) -> tuple[Part, ...]:
    """Return the parts of the submission under way, if this viewer makes it (DM-Q13)."""
    if not _is_known(view):
        return ()
    made, due = _submitted(view), tuple(SCENES).index(_due(view))

    def stands(number: int, own: gk.View) -> Literal["made", "due", "ahead", "out"]:
        if number <= due:
            return "due" if number == due else "made"
        return "ahead" if own.to_act == view.to_act else "out"

    return tuple(
        Part(
            name,
            name.capitalize(),
            _with_due(view, number) if number > due else view,
            stands(number, own),
            tuple(entry for part, entry in made if part == name),
        )
        for number, (name, own) in enumerate(_own(view).items())
    )


def _with_due(view: gk.View, part: int) -> gk.View:
    """Return the view with this part due and no other made, so that the rules judge it alone."""
    state = view.state
    state.part, state.noted = part, NOTHING
    return gk.View(view.game, view.rules, state, view.player, view.names, view.history)


# --- the parts ---------------------------------------------------------------------------------


@lru_cache(maxsize=VIEWS)  # each legal move calls it
def _due(view: gk.View) -> str:
    """Return the part that is due; after the match, the first."""
    part: int = view.state.part
    return tuple(SCENES)[part % len(SCENES)]


def _on_board(pressed: tuple[str, ...], part: str) -> tuple[str, ...]:
    start = f"{part} "
    return tuple(press.removeprefix(start) for press in pressed if press.startswith(start))


@lru_cache(maxsize=VIEWS)
def _own(view: gk.View) -> dict[str, gk.View]:
    """Return this viewer's view of each game."""
    state, made = view.state, list(_made(view))
    found = {}
    for part, name in NAMES.items():
        game, field = gk.load(name), name.replace("-", "_")
        rules, own = getattr(view.rules, field), getattr(state, field)
        result = result_of(game, rules, own, view.names)
        history = tuple(entry for whose, entry in made if whose == part)
        if part == DICE and _is_known(view):
            own = _with_claim(view, own)
        found[part] = gk.View(game, rules, own, view.player, view.names, history, result)
    return found


def _is_known(view: gk.View) -> bool:
    """Does this viewer know the mover's parts so far?"""
    return view.to_act in (0, 1) and view.player in (view.to_act, gk.ALL)


def _with_claim(view: gk.View, dice: DiceState) -> DiceState:
    """Return the dice with the claim that counts once the other parts are made."""
    noted, game = view.state.noted, gk.load(NAMES[DICE])
    if noted == NOTHING or "x" not in view.game.noted(view.rules, view.state):
        return dice
    after = dice.copy()
    game.apply(view.rules.liars_dice, after, noted)
    return after


def _made(view: gk.View) -> Iterator[tuple[str, Entry]]:
    """Yield the moves that this viewer knows, each with its part. A submission begins with dice."""
    part, mover = DICE, None
    for entry in view.history:
        if entry.player not in (0, 1) or entry.text == HIDDEN:
            continue
        if _is_for_tiles(entry.text):
            part = TILES
        elif entry.player != mover and not _is_flower(entry.text):
            part = DICE
        elif entry.text != "stop":
            part = FLOWERS
        mover = entry.player
        yield part, entry


def _submitted(view: gk.View) -> list[tuple[str, Entry]]:
    """Return the moves of the submission that is still open."""
    state, made = view.state, list(_made(view))
    if state.noted == NOTHING:  # only the flowers are part of this submission
        garden = state.flower_field
        count = garden.sown + garden.challenging + (garden.named >= 0)
        return made[max(0, len(made) - count) :]
    claims = [number for number, (part, _) in enumerate(made) if part == DICE]
    return made[claims[-1] :] if claims else []


def _is_flower(text: str) -> bool:
    return text.endswith(COLOURS[1:])


def _is_for_tiles(text: str) -> bool:
    return text.startswith(("slide ", "N ")) or grid.cell(text) is not None


def _part(view: gk.View, hand: Hand, part: str) -> Scene:
    """Draw one of the games below its heading."""
    is_going_on = view.to_act in (0, 1)
    is_due, is_at = is_going_on and part == _due(view), is_going_on and part == _at(view, hand)
    draft = hand.drafts.get(part)
    own = Hand() if view.result else inside(hand, part, is_due)
    drawn = SCENES[part].draw(_own(draft.view if draft else view)[part], own)
    stands, warning = _stands(view, hand, part), _warning(view, hand, part)
    on_tab = _on_tab(view, hand, part, stands, warning)
    if part == TILES and warning and not is_at:
        stands = f"{stands}, {THREATENED}" if stands.startswith("✓") else THREATENED
    is_open = is_due or (draft is not None and not draft.is_made)
    suffix = f", {stands}" if stands else ""
    moved = inset(drawn, part, HEAD)
    return replace(
        moved,
        name=f"{drawn.name}{suffix}",
        says=f"{drawn.says}{suffix}",
        prompt=_part_prompt(view, hand, part, drawn),
        reminder=_reminder(view, part, drawn, stands),
        pieces=(
            *_heading(view, moved, part, stands, warning, is_at),
            *moved.pieces,
        ),
        choices=(
            *(
                _named(choice, part)
                for choice in moved.choices
                # a switch helps only while somebody works on the board
                if is_at or (is_open and choice.is_on is None)
            ),
            *(() if is_at else _revision(hand, part)),  # Undo takes back the part at work
        ),
        tab=(part.capitalize(), *on_tab),
        head=HEAD,
        is_due=is_at or bool(view.result and _own(view)[part].result),
    )


def _on_tab(
    view: gk.View, hand: Hand, part: str, stands: str, warning: str
) -> tuple[str, str, str]:
    """Return the status of a part in a word or a sign, and two lines for its tab.

    The first line has the player's own move there. The second has the opponent's threat or latest move or, before
    any move, how to win.
    """
    if view.result:
        return "", "", _decision(view, part)
    if stands == OUT:
        return "", OUT, ""
    made = _texts(view, hand, part)
    own = f"{view.names[view.to_act]}: {made}" if made and not warning else ""
    sign = stands.partition(" ")[0] if made else stands
    return sign, own, warning or _news(view, part) or _aim(view, part)


def _at(view: gk.View, hand: Hand) -> str:
    """Return the part that the player is working on, which need not be the one that is due."""
    return hand.at if hand.is_elsewhere else _due(view)


def _stands(view: gk.View, hand: Hand, name: str) -> str:
    """Return the status of a part, or "" if the viewer may not know it."""
    part = next((part for part in parts(view) if part.name == name), None)
    if part is None:
        return ""
    if name == _at(view, hand):
        return "now"
    if part.stands == "out":
        return OUT
    draft = hand.drafts.get(name)
    if part.stands != "made" and not (draft and draft.is_made):
        return BEGUN if part.moves or (draft and draft.is_begun) else LATER
    made = _texts(view, hand, name)
    return f"✓ {made}" if 0 < len(made.replace(" ", "")) <= BRIEF else MADE


def _texts(view: gk.View, hand: Hand, name: str) -> str:
    """Return the moves of a part so far in notation, including drafts."""
    part = next((part for part in parts(view) if part.name == name), None)
    if part is None:
        return ""
    if name == DICE and view.state.noted != NOTHING:
        return _shortly(name, view.game.noted(view.rules, view.state))
    draft = hand.drafts.get(name)
    drafted = draft.view.history[len(part.view.history) :] if draft else ()
    made = (without_open(entry.text) for entry in (*part.moves, *drafted))
    return ", ".join(_shortly(name, text) for text in made if text != "stop")


def _warning(view: gk.View, hand: Hand, part: str) -> str:
    """Warn of a part that could lose the mover the match next, because people who look at another board miss it."""
    if view.result or not _is_known(view):
        return ""
    mover, own = view.to_act, _own(view)[part]
    if part == DICE:
        dice, rules = own.state, view.rules.liars_dice
        is_last = rules.penalty == GAIN and dice.count[mover] == rules.die_limit
        return f"{view.names[mover]}: next die loses" if is_last else ""
    if part == FLOWERS:
        return f"{view.names[mover]}: 1 life left" if own.state.lives[mover] == 1 else ""
    draft = hand.drafts.get(part)
    own = _own(draft.view)[part] if draft else own
    other = 1 - mover
    threat = sliding_tic_tac_toe.threat(own, own.state, other) if hand.is_assisted else ""
    return f"{view.names[other]}: {threat}" if threat else ""


def _heading(
    view: gk.View, scene: Scene, part: str, stands: str, warning: str, is_at: bool
) -> Iterator[Piece]:
    owner = view.to_act if is_at and stands else None
    middle, width = scene.width / 2, scene.width - 2 * PAD
    yield Panel(f"{part}-head", middle, PAD + (HEAD - PAD) / 2, width, HEAD - PAD, owner)
    name = part.capitalize()
    yield Words(f"{part}-title", PAD + 13, 37, name, "heading", owner)
    threatener = 1 - view.to_act if stands.endswith(THREATENED) else None
    yield Words(f"{part}-stands", scene.width - PAD - 13, 37, stands, "small", threatener)
    aim = "" if stands == OUT else _aim(view, part)
    text, look = (warning, "aside") if warning else (aim, "words")
    text = text if len(text) <= MOST else ""
    yield Words(f"{part}-aim", PAD + 25 + LETTER * len(name), 37, text, look)


def _aim(view: gk.View, part: str) -> str:
    """Say in a few words how a game is won or lost."""
    if part == DICE:
        dice = view.rules.liars_dice
        return f"lose at {dice.die_limit + 1 if dice.penalty == GAIN else 0} dice"
    if part == TILES:
        return f"{view.rules.sliding_tic_tac_toe.line} in a row win"
    return "lose at 0 lives"


def _named(choice: Choice, part: str) -> Choice:
    """Return a choice with another label if it ends the part, because it does not end the turn."""
    is_end = choice.name.endswith(" stop")
    return replace(choice, label=_done(part)) if is_end else choice


def _done(part: str) -> str:
    return f"Done with {part}"


def _revision(hand: Hand, part: str) -> Iterator[Choice]:
    """Offer to take back this part, as long as the submission is not final."""
    if part in hand.revisable:
        yield Choice(f"{part}{REVISE}", revision(part))


def _prompt(view: gk.View, hand: Hand, board: Scene) -> str:
    """Say what to do in the current part, or how the match ended."""
    if view.result:
        text = view.result.text
        for part, own in _own(view).items():
            text = text.replace(f"{own.game.title}:", f"{part.capitalize()}:")
        return text
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    return board.prompt


def _part_prompt(view: gk.View, hand: Hand, part: str, board: Scene) -> str:
    """Say what to do in this part, while its board is in front."""
    found = next((each for each in parts(view) if each.name == part), None)
    if found is None:
        return board.prompt.replace("press End turn", f"press {_done(part)}")
    title, draft = part.capitalize(), hand.drafts.get(part)
    if found.stands == "out":
        return f"{title} {OUT}. Go on with {_at(view, hand).capitalize()}"
    if found.stands == "made" or (draft and draft.is_made):
        next_one = f"Go on with {_at(view, hand).capitalize()}"
        change = f", or press {revision(part)}" if part in hand.revisable else ""
        return f"{title} · Your move here: {_texts(view, hand, part)}. {next_one}{change}"
    return f"{title} · {board.prompt.replace('press End turn', f'press {_done(part)}')}"


def inset(scene: Scene, part: str, down: float) -> Scene:
    """Return the scene as the part with this name, below the room for a heading."""
    return replace(
        scene,
        key=f"{part}-",
        height=scene.height + down,
        cells=tuple(
            replace(
                cell,
                label=f"{part} {cell.label}",
                says=f"{part} {cell.says}",
                row=f"{part}-{cell.row}",
                y=cell.y + down,
            )
            for cell in scene.cells
        ),
        pieces=tuple(_moved(piece, part, down) for piece in scene.pieces),
        ground=tuple(_moved(piece, part, down) for piece in scene.ground),
        choices=tuple(
            replace(
                choice,
                name=f"{part} {choice.name}",
                at=f"{part} {choice.at}" if choice.at else "",
            )
            for choice in scene.choices
        ),
    )


def _moved(piece: Piece, part: str, down: float) -> Piece:
    key = f"{part}-{piece.key}"
    if isinstance(piece, Zone):
        return replace(piece, key=key, cells=tuple((x, y + down) for x, y in piece.cells))
    if isinstance(piece, Trail):
        return replace(piece, key=key, through=tuple((x, y + down) for x, y in piece.through))
    return replace(piece, key=key, y=piece.y + down)


@lru_cache(maxsize=KEPT)
def outside(way: Way, part: str) -> Way:
    """Return the presses of a part's move with the names that they have in the match."""
    return _renamed(way, lambda press: f"{part} {press}")


def inside(hand: Hand, part: str, is_due: bool) -> Hand:
    """Return the player's hand for this part, with the part's own names. If the part is not due, it is its draft's."""
    if not is_due and part in hand.drafts:
        draft = hand.drafts[part].hand
        return inside(replace(draft, on=hand.on, is_assisted=hand.is_assisted), part, True)
    start = len(part) + 1
    on = frozenset(name[start:] for name in hand.on if name.startswith(f"{part} "))
    if not is_due:
        return Hand(on=on, is_assisted=hand.is_assisted)
    return replace(
        hand,
        pressed=tuple(press[start:] for press in hand.pressed),
        # " ..." is about the whole turn, not about the part
        ways={without_open(move): _shortened(way, start) for move, way in hand.ways.items()},
        on=on,
    )


@lru_cache(maxsize=KEPT)
def _shortened(way: Way, start: int) -> Way:
    return _renamed(way, lambda press: press[start:])


def _renamed(way: Way, name: Callable[[str], str]) -> Way:
    return tuple(
        name(step) if isinstance(step, str) else frozenset(map(name, step)) for step in way
    )


SCENE_FILE = SceneFile(
    draw,
    presses,
    compose,
    attempt,
    confirms=confirms,
    kept=kept,
    elsewhere=elsewhere,
    joined=joined,
    written=written,
    parts=parts,
)
