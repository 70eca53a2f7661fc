"""Do secrets stay secret? Asked of games that have any, by trying what else might have happened.

What one player may not tell apart, their view must not tell apart either: whichever of the moves or
outcomes that `sees` keeps from them had been made, `hide` must leave them the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamekit.checking.asking import Broken, require
from gamekit.contract import CHANCE, ONGOING, PUBLIC, State
from gamekit.contract import Random as Stream
from gamekit.match import Match
from gamekit.view import HIDDEN, numbered_moves

SAMPLE = 12  # moves or outcomes that are compared
LATE = 4  # moves after which a secret move is still looked for
TOLD = 3  # moves that a view tells apart before it is said to tell which of them was made


def steps_look_alike(match: Match, random: Random) -> None:
    """A player's view is the same after all moves or outcomes that they may not know, and tells
    apart those that their history shows."""
    game, rules, state = match.game, match.rules, match.state
    actor = game.to_act(rules, state)
    every = (
        tuple(range(game.outcomes(rules, state)))
        if actor == CHANCE
        else numbered_moves(game, rules, state)
    )
    some = [
        move
        for move in random.sample(every, min(SAMPLE, len(every)))
        if not game.reveals(rules, state, move)
    ]
    for viewer in (0, 1, PUBLIC):
        if viewer == actor:
            continue
        shown = {move: game.sees(rules, state, move, viewer) for move in some}
        _alike(match, viewer, [move for move in some if not shown[move]])
        _apart(match, viewer, [move for move in some if shown[move]])


def _after(match: Match, move: int) -> State:
    """Return the state after a move or an outcome."""
    after: State = match.state
    match.game.apply(match.rules, after, move)
    return after


def _known(match: Match, state: State, viewer: int) -> State:
    """Return what a viewer may know of a state."""
    game, rules, known = match.game, match.rules, state.copy()
    if game.result(rules, state)[0] == ONGOING or not game.tells_all(rules):
        game.hide(rules, known, viewer)
    return known


def _alike(match: Match, viewer: int, unseen: list[int]) -> None:
    """Require that a viewer knows the same after each of these moves."""
    states = [(move, _after(match, move)) for move in unseen]
    going = [(m, s) for m, s in states if match.game.result(match.rules, s)[0] == ONGOING]
    found = [_known(match, state, viewer) for _, state in going]
    for (move, _), view in zip(going, found, strict=True):
        fields = _differing(view, found[0])
        if fields:
            raise Broken(
                "leak",
                "hide",
                f"hide leaks: {_called(viewer)} may not know whether {_either(match, going[0][0], move)} "
                f"happened, but sees it in {', '.join(fields)}",
                advice=(
                    f"If {_called(viewer)} may know it, let sees return True. If not, let hide blank "
                    f"{', '.join(fields)} with one value, whatever it was: copies and counts, too."
                ),
            )


def _apart(match: Match, viewer: int, seen: list[int]) -> None:
    """Require that `hide` keeps nothing of these moves from a viewer, whose history shows them."""
    states = [_after(match, move) for move in seen]
    found = [_known(match, state, viewer) for state in states]
    for move, state, view in zip(seen, states, found, strict=True):
        if state != states[0] and view == found[0]:
            raise _too_open(match, viewer, seen[0], move, _differing(state, states[0]))


def _too_open(match: Match, viewer: int, one: int, two: int, fields: list[str]) -> Broken:
    """Return that a history shows which of two moves was made, though fields that tell it are hidden."""
    said = f"hide keeps from {_called(viewer)} whether {_either(match, one, two)} happened, "
    shows = f"If {_called(viewer)} may know it, let hide leave {', '.join(fields)} alone. If not, "
    if match.game.leaves_out("sees"):
        said += "and the file has no sees: their history shows it"
        shows += "write sees(rules, state, move, player) and let it return False there."
    else:
        said += "but sees lets their history show it"
        shows += "let sees return False."
    return Broken("leak-in-history", "sees", said, advice=shows)


def history_keeps_up(match: Match, random: Random) -> None:
    """What a view tells of a secret move that was made, its history tells, too."""
    for viewer in (0, 1, PUBLIC):
        history = match.view(viewer).history
        for n, entry in enumerate(history):
            is_late = entry.ply > match.ply - LATE and entry.player in (0, 1)
            if is_late and entry.text == HIDDEN:
                _is_secret(match, viewer, n, random)


def _is_secret(match: Match, viewer: int, n: int, random: Random) -> None:
    """Require that a view does not tell which move step `n` was, which its history hides."""
    entry, views = match.history[n], [_known(match, match.state, viewer)]
    views += [_known(match, state, viewer) for state in _otherwise(match, viewer, n, random)]
    different = [view for i, view in enumerate(views) if view not in views[:i]]
    if len(views) == len(different) >= TOLD:
        assert entry.player is not None
        raise Broken(
            "secret-in-history",
            "reveals",
            f"hide shows {_called(viewer)} by now that player {entry.player} made the move "
            f"{entry.text!r}, but their history still hides it",
        )


def _otherwise(match: Match, viewer: int, n: int, random: Random) -> Iterator[State]:
    """Yield where a match would stand if step `n`, which a viewer could not see, had been another."""
    game, rules, (entry, *later) = match.game, match.rules, match.history[n:]
    before = match.fork().goto(entry.ply - 1).state
    others = [move for move in numbered_moves(game, rules, before) if move != entry.move]
    others = [move for move in others if not game.sees(rules, before, move, viewer)]
    steps = [(one.player, one.move) for one in later]
    for move in random.sample(others, min(SAMPLE, len(others))):
        after = before.copy()
        game.apply(rules, after, move)
        if _went_on(match, after, steps):
            yield after


def what_is_revealed_shows(match: Match, random: Random) -> None:
    """What the latest move has revealed of earlier ones, a view shows, too."""
    game, rules, last = match.game, match.rules, match.history[-1] if match.history else None
    if game.leaves_out("reveals") or not last or last.player not in (0, 1) or last.move is None:
        return
    before = match.fork().goto(match.ply - 1)
    if not game.reveals(rules, before.state, last.move):
        return
    for viewer in (0, 1, PUBLIC):
        earlier = enumerate(before.view(viewer).history)
        hidden = [n for n, one in earlier if one.text == HIDDEN and one.player in (0, 1)]
        if viewer != last.player and not game.sees(rules, before.state, last.move, viewer):
            hidden.append(len(match.history) - 1)
        shown = match.view(viewer).history
        for n in hidden:
            if shown[n].text != HIDDEN:
                _is_shown(match, viewer, n, random)


def _is_shown(match: Match, viewer: int, n: int, random: Random) -> None:
    """Require that a view tells which move step `n` was, which its history shows."""
    entry, true = match.history[n], match.state
    for state in _otherwise(match, viewer, n, random):
        if state != true and _known(match, state, viewer) == _known(match, true, viewer):
            fields = ", ".join(_differing(state, true))
            raise Broken(
                "leak-in-history",
                "reveals",
                f"reveals shows {_called(viewer)} that player {entry.player} made the move "
                f"{entry.text!r}, but hide keeps it from them",
                advice=f"If {_called(viewer)} may know it by now, let hide leave {fields} alone. If "
                "not, let reveals return False: it uncovers every move so far.",
            )


def _went_on(match: Match, state: State, steps: list[tuple[int | None, int | None]]) -> bool:
    """Make these steps from a state, as far as they are possible there; return whether all were."""
    game, rules = match.game, match.rules
    for player, move in steps:
        actor = game.to_act(rules, state)
        assert move is not None
        if actor != (CHANCE if player is None else player):
            return False
        if actor == CHANCE and move >= game.outcomes(rules, state):
            return False
        if actor != CHANCE and game.why_illegal(rules, state, move):
            return False
        game.apply(rules, state, move)
    return True


def _either(match: Match, one: int, two: int) -> str:
    """Return two moves or outcomes in notation."""
    game, rules, state = match.game, match.rules, match.state
    return f"{game.write(rules, state, one)!r} or {game.write(rules, state, two)!r}"


def hiding_is_final(match: Match, random: Random) -> None:
    """Hiding what is hidden changes nothing, and what `imagine` fills in is hidden again."""
    game, rules = match.game, match.rules
    for viewer in (0, 1, PUBLIC):
        view = match.state
        game.hide(rules, view, viewer)
        again = view.copy()
        game.hide(rules, again, viewer)
        said = f"hiding twice for {_called(viewer)} differs from hiding once"
        require(again == view, "hide-twice", "hide", said)
        if viewer == PUBLIC or match.to_act not in (0, 1):
            continue
        guess = view.copy()
        game.imagine(rules, guess, viewer, Stream.from_key(random.getrandbits(32)))
        game.hide(rules, guess, viewer)
        fields = _differing(view, guess)
        require(
            not fields,
            "imagine-differs",
            "imagine",
            f"imagine changes what {_called(viewer)} can see: {', '.join(fields)}",
        )


def words_keep_secrets(match: Match, random: Random) -> None:
    """What is written of a move, and why another is refused, says nothing that is hidden."""
    game, rules, state = match.game, match.rules, match.state
    actor = match.to_act
    if actor not in (0, 1):
        return
    known = match.view(actor).state
    for move in random.sample(range(game.moves), min(SAMPLE, game.moves)):
        rule = game.why_illegal(rules, state, move)
        if rule:
            same = game.explain(rules, state, move, rule) == game.explain(rules, known, move, rule)
            require(
                same,
                "leak-in-words",
                "explain",
                f"explain tells {_called(actor)} what is hidden from them: its sentence on move "
                f"{move} is another where that is blanked",
                game.rule_id(rule),
            )
        else:
            same = game.write(rules, state, move) == game.write(rules, known, move)
            said = f"write depends on what is hidden from {_called(actor)}, who makes the move"
            require(same, "leak-in-words", "write", said)


def _differing(one: State, two: State) -> list[str]:
    """Return the names of the fields in which two states differ."""
    return [name for name in type(one).fields if getattr(one, name) != getattr(two, name)]


def _called(viewer: int) -> str:
    return "an onlooker" if viewer == PUBLIC else f"player {viewer}"
