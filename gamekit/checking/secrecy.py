"""Do secrets stay secret? These tests try what might have happened instead.

If `sees` keeps from a player which of several moves or outcomes happened, that player's view must be the
same after each of them. The one exception is an outcome that nobody sees in full, such as a deal of hands:
`hide` may show each player a part of it.

Two positions that look alike to a player, one of them imagined, also have moves that look alike. The
numbers of those moves may differ: a drawn card is the second or the third of those left, depending on
which are gone. Nothing that the player sees may then give the number away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from gamekit.checking.contract_checks import Broken, require
from gamekit.checking.report import ADVICE
from gamekit.contract import CHANCE, ONGOING, PUBLIC, State
from gamekit.contract import Random as Stream
from gamekit.errors import BadPosition, listed
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN, Entry

SAMPLE = 12  # moves or outcomes to compare at most
WORLDS = 3  # positions to imagine beside one
WIDE = 150  # moves or outcomes to compare with all those of another position, at most
LATE = 4  # how many moves later to look for a secret move
DISTINCT = 3  # a view that differs after this many moves counts as showing which of them was made


def steps_look_alike(match: Match, random: Random) -> None:
    """A player's view is the same after all moves or outcomes that they may not know.

    It differs after those that their history shows.
    """
    game, rules, state = match.game, match.rules, match.state
    actor, every = game.to_act(rules, state), _possible(match, state)
    some = [
        move
        for move in random.sample(every, min(SAMPLE, len(every)))
        if not game.reveals(rules, state, move)
    ]
    for viewer in (0, 1, PUBLIC):
        if viewer == actor:
            continue
        shown = {move: game.sees(rules, state, move, viewer) for move in some}
        unseen = [move for move in some if not shown[move]]
        nobodys = [move for move in unseen if actor == CHANCE and not _is_witnessed(match, move)]
        _require_same_views(match, viewer, [move for move in unseen if move not in nobodys])
        _hides_some(match, viewer, nobodys)
        _require_different_views(match, viewer, [move for move in some if shown[move]])


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


def _is_witnessed(match: Match, outcome: int) -> bool:
    """Does any player see this chance outcome?"""
    game, rules, state = match.game, match.rules, match.state
    return any(game.sees(rules, state, outcome, viewer) for viewer in (0, 1, PUBLIC))


def _hides_some(match: Match, viewer: int, outcomes: list[int]) -> None:
    """If nobody sees which of these outcomes it was, require that `hide` blanks some entry that depends on
    it."""
    states = [_after(match, outcome) for outcome in outcomes]
    pairs = [(_entries(state), _entries(_known(match, state, viewer))) for state in states]
    if not pairs or any(match.game.result(match.rules, state)[0] != ONGOING for state in states):
        return
    depends = [
        n for n, value in enumerate(pairs[0][0]) if any(true[n] != value for true, _ in pairs)
    ]
    if depends and all(true[n] == seen[n] for true, seen in pairs for n in depends):
        raise _leak(match, viewer, outcomes[0], outcomes[1], _differing(states[0], states[1]))


def _entries(state: State) -> list[object]:
    """Return the values of a state, those of its lists one by one."""
    values = [getattr(state, name) for name in type(state).fields]
    return [one for value in values for one in (value if isinstance(value, list) else [value])]


def _require_same_views(match: Match, viewer: int, unseen: list[int]) -> None:
    """Require that a viewer knows the same after each of these moves."""
    states = [(move, _after(match, move)) for move in unseen]
    going = [(m, s) for m, s in states if match.game.result(match.rules, s)[0] == ONGOING]
    found = [_known(match, state, viewer) for _, state in going]
    for (move, _), view in zip(going, found, strict=True):
        fields = _differing(view, found[0])
        if fields:
            raise _leak(match, viewer, going[0][0], move, fields)


def _leak(match: Match, viewer: int, one: int, two: int, fields: list[str]) -> Broken:
    """Return the finding that a view differs after two moves between which its viewer may not distinguish."""
    return Broken(
        "leak",
        "hide",
        f"hide leaks: {_name_of(viewer)} may not know whether {_either(match, one, two)} "
        f"happened, but sees it in {', '.join(fields)}",
        advice=(
            f"If {_name_of(viewer)} may know it, let sees return True. If not, let hide blank "
            f"{', '.join(fields)} with one value, copies and counts included."
        ),
    )


def _require_different_views(match: Match, viewer: int, seen: list[int]) -> None:
    """Require that `hide` shows a viewer the moves that their history shows."""
    states = [_after(match, move) for move in seen]
    found = [_known(match, state, viewer) for state in states]
    for move, state, view in zip(seen, states, found, strict=True):
        if state != states[0] and view == found[0]:
            raise _hidden_too_much(match, viewer, seen[0], move, _differing(state, states[0]))


def _hidden_too_much(match: Match, viewer: int, one: int, two: int, fields: list[str]) -> Broken:
    """Return the finding that a history shows a move whose effect `hide` blanks."""
    message = f"hide keeps from {_name_of(viewer)} whether {_either(match, one, two)} happened, "
    advice = (
        f"If {_name_of(viewer)} may know it, let hide leave {', '.join(fields)} alone. If not, "
    )
    if match.game.leaves_out("sees"):
        message += "and the file has no sees: their history shows it"
        advice += "write sees(rules, state, move, player) and let it return False there."
    else:
        message += "but sees lets their history show it"
        advice += "let sees return False."
    return Broken("leak-in-history", "sees", message, advice=advice)


def numbers_tell_nothing(match: Match, random: Random) -> None:
    """A player sees the same of moves that look alike to them and differ only in number."""
    for viewer in (0, 1):
        if viewer == match.to_act:
            continue
        for world in _worlds(match, viewer, random):
            places = match.state, world
            possible = _possible(match, world)
            some = random.sample(possible, min(SAMPLE, len(possible)))
            few = [_steps(match, place, viewer, some) for place in places]
            if few[0] != few[1]:  # the same numbers mean something else
                here, there = (
                    _steps(match, place, viewer, _possible(match, place)) for place in places
                )
                _require_same_words(viewer, here, there)
                _require_same_fields(viewer, here, there)


def _worlds(match: Match, viewer: int, random: Random) -> Iterator[State]:
    """Yield positions that look to a viewer like the match's own.

    In them, the latest step hidden from the viewer was another one, and everything later looked the same.
    """
    game, rules = match.game, match.rules
    hidden = [n for n, one in enumerate(match.view(viewer).history) if one.text == HIDDEN]
    if not hidden:
        return
    before: State = game.start(rules, match.first, match.dmo)
    for entry in match.history[: hidden[-1]]:
        assert entry.move is not None
        game.apply(rules, before, entry.move)
    (made, *later), known = match.history[hidden[-1] :], _known(match, match.state, viewer)
    others = [one for one in _possible(match, before) if one != made.move]
    for move in random.sample(others, min(SAMPLE, len(others)))[:WORLDS]:
        world = before.copy()
        game.apply(rules, world, move)
        if not all(_went_alike(match, world, entry) for entry in later):
            continue
        if game.to_act(rules, world) == match.to_act and _known(match, world, viewer) == known:
            yield world


def _possible(match: Match, state: State) -> tuple[int, ...]:
    """Return the moves or outcomes that are possible in a position."""
    if match.game.to_act(match.rules, state) == CHANCE:
        return tuple(range(match.game.outcomes(match.rules, state)))
    return match.game.numbered_moves(match.rules, state)


def _went_alike(match: Match, state: State, entry: Entry) -> bool:
    """Make the step with the same notation as this one; return whether the position has one."""
    game, rules = match.game, match.rules
    if game.to_act(rules, state) != (CHANCE if entry.player is None else entry.player):
        return False
    possible = _possible(match, state)[:WIDE]
    alike = [move for move in possible if game.write(rules, state, move) == entry.text]
    if alike:
        game.apply(rules, state, alike[0])
    return bool(alike)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step as a viewer sees it.

    Attributes:
        move: the number of the move or outcome.
        words: its notation, a remark, and what came of it.
        known: what the viewer knows after it.
    """

    move: int
    words: tuple[str, str, str]
    known: State


def _steps(match: Match, state: State, viewer: int, moves: Sequence[int]) -> list[_Step]:
    """Return these moves as steps, as far as they are possible in a position and the viewer sees them.

    The list is empty if there are too many.
    """
    game, rules, found = match.game, match.rules, []
    possible = _possible(match, state)
    for move in moves if len(possible) > 1 and len(moves) <= WIDE else ():
        if move not in possible:
            continue
        if game.sees(rules, state, move, viewer) and not game.reveals(rules, state, move):
            after = state.copy()
            game.apply(rules, after, move)
            if game.result(rules, after)[0] == ONGOING:
                words = (*game.tell(rules, state, move, ""), game.came_of(rules, state, after))
                found.append(_Step(move, words, _known(match, after, viewer)))
    return found


def _require_same_words(viewer: int, here: list[_Step], there: list[_Step]) -> None:
    """Require that steps with the same effect have the same words in two positions that look alike."""
    for one in here:
        same = [two for two in there if two.known == one.known]
        if not same or one.words in [two.words for two in same]:
            continue
        two = same[0]
        alike = [each.words for each in here if each.known == one.known]
        if one.move == two.move or two.words in alike:
            continue
        texts = f"{_quoted(one)} or {_quoted(two)}"
        raise Broken(
            "leak-in-history",
            "write",
            f"write tells {_name_of(viewer)} more than they may know: it writes what looks the same to "
            f"them as {texts}, depending on what hide keeps from them",
            advice="Let write name what the player sees: the card that is drawn, not its place among "
            "those that are left. If the player may not know it, let sees return False.",
        )


def _quoted(step: _Step) -> str:
    return repr(" ".join(step.words).strip())


def _require_same_fields(viewer: int, here: list[_Step], there: list[_Step]) -> None:
    """Require that no field gives away the number of a step if the words are the same."""
    for one in here:
        for two in (each for each in there if each.words == one.words and each.move != one.move):
            fields = [
                name
                for name in _differing(one.known, two.known)
                if _differences(getattr(one.known, name), getattr(two.known, name))
                == {one.move - two.move}
            ]
            if fields:
                raise Broken(
                    "leak",
                    "hide",
                    f"hide leaks: {_name_of(viewer)} is told {_quoted(one)}, but sees in "
                    f"{', '.join(fields)} that it was number {one.move} and not {two.move}, which "
                    "depends on what is hidden from them",
                    advice="The number of a move depends on what it is counted among. Store what the "
                    f"move did instead, or let hide blank {', '.join(fields)}.",
                )


def _differences(one: object, two: object) -> set[int]:
    """Return the differences between the entries of a field, without 0."""
    if isinstance(one, int) and isinstance(two, int):
        return {one - two}
    if isinstance(one, list) and isinstance(two, list):
        return {a - b for a, b in zip(one, two, strict=True) if a != b}
    return set()


def history_keeps_up(match: Match, random: Random) -> None:
    """If a view shows a secret move, its history shows it too."""
    for viewer in (0, 1, PUBLIC):
        history = match.view(viewer).history
        for n, entry in enumerate(history):
            is_late = entry.ply > match.ply - LATE and entry.player in (0, 1)
            if is_late and entry.text == HIDDEN:
                _require_secret(match, viewer, n, random)


def _require_secret(match: Match, viewer: int, n: int, random: Random) -> None:
    """Require that a view does not show which move step `n` was, because its history hides that."""
    entry, views = match.history[n], [_known(match, match.state, viewer)]
    views += [_known(match, state, viewer) for state in _otherwise(match, viewer, n, random)]
    different = [view for i, view in enumerate(views) if view not in views[:i]]
    if len(views) == len(different) >= DISTINCT:
        assert entry.player is not None
        raise Broken(
            "secret-in-history",
            "reveals",
            f"hide shows {_name_of(viewer)} by now that player {entry.player} made the move "
            f"{entry.text!r}, but their history still hides it",
        )


def _otherwise(match: Match, viewer: int, n: int, random: Random) -> Iterator[State]:
    """Yield the states that other moves at step `n`, unseen by a viewer, would have led to."""
    game, rules, (entry, *later) = match.game, match.rules, match.history[n:]
    before = match.fork().goto(entry.ply - 1).state
    others = [move for move in game.numbered_moves(rules, before) if move != entry.move]
    others = [move for move in others if not game.sees(rules, before, move, viewer)]
    steps = [(one.player, one.move) for one in later]
    for move in random.sample(others, min(SAMPLE, len(others))):
        after = before.copy()
        game.apply(rules, after, move)
        if _went_on(match, after, steps):
            yield after


def what_is_revealed_shows(match: Match, random: Random) -> None:
    """A view also shows what the latest move revealed of earlier ones."""
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
                _require_shown(match, viewer, n, random)


def _require_shown(match: Match, viewer: int, n: int, random: Random) -> None:
    """Require that a view shows which move step `n` was, because its history does."""
    entry, true = match.history[n], match.state
    for state in _otherwise(match, viewer, n, random):
        if state != true and _known(match, state, viewer) == _known(match, true, viewer):
            fields = ", ".join(_differing(state, true))
            raise Broken(
                "leak-in-history",
                "reveals",
                f"reveals shows {_name_of(viewer)} that player {entry.player} made the move "
                f"{entry.text!r}, but hide keeps it from them",
                advice=f"If {_name_of(viewer)} may know it by now, let hide leave {fields} alone. If "
                "not, let reveals return False: it uncovers every move so far.",
            )


def _went_on(match: Match, state: State, steps: list[tuple[int | None, int | None]]) -> bool:
    """Make these steps from a state as far as possible; return whether all were possible."""
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
    """Hiding twice changes nothing, and `hide` blanks everything that `imagine` fills in."""
    game, rules = match.game, match.rules
    for viewer in (0, 1, PUBLIC):
        view = match.state
        game.hide(rules, view, viewer)
        again = view.copy()
        game.hide(rules, again, viewer)
        message = f"hiding twice for {_name_of(viewer)} differs from hiding once"
        require(again == view, "hide-twice", "hide", message)
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
            f"imagine changes what {_name_of(viewer)} can see: {', '.join(fields)}",
        )


def words_keep_secrets(match: Match, random: Random) -> None:
    """Neither a move's notation nor a refusal says anything hidden."""
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
                f"explain tells {_name_of(actor)} what is hidden from them: its sentence on move "
                f"{move} changes when that is blanked",
                game.rule_id(rule),
            )
        else:
            same = game.write(rules, state, move) == game.write(rules, known, move)
            message = f"write depends on what is hidden from {_name_of(actor)}, who makes the move"
            require(same, "leak-in-words", "write", message)


def _differing(one: State, two: State) -> list[str]:
    """Return the names of the fields in which two states differ."""
    return [name for name in type(one).fields if getattr(one, name) != getattr(two, name)]


def _name_of(viewer: int) -> str:
    return "an onlooker" if viewer == PUBLIC else f"player {viewer}"


GUESSES = 3  # states to imagine and set up in each position
TRIES = 60  # states to imagine before a position counts as having none like the true one
LEAST, SHARE = 5, 0.2  # how many positions with a secret, and what share of them, may have none
DRAWS, SUSPECTED = 200, 2000  # states to imagine in a position, and in one under suspicion
FEW = 20  # only secrets with fewer values are tested
FEWEST = 3  # positions that must lack the truth before the check reports it


def imagined(match: Match, random: Random) -> Iterator[Any]:
    """Yield states that the mover may believe in."""
    game, rules, me = match.game, match.rules, match.to_act
    view, stream = match.view(me).state, Stream.from_key(random.getrandbits(32))
    while True:
        guess = view.copy()
        game.imagine(rules, guess, me, stream)
        yield guess


def guesses_are_possible(match: Match, random: Random) -> None:
    """A state imagined for the mover can be set up as a position, like any state of play."""
    if match.to_act not in (0, 1):
        return
    if match.game.leaves_out("imagine"):
        _require_nothing_hidden(match)
        return
    for _, guess in zip(range(GUESSES), imagined(match, random), strict=False):
        if match.game.likelihood(match.rules, guess, match.to_act):
            _require_possible(match, guess)


def _require_nothing_hidden(match: Match) -> None:
    """Require that a game without `imagine` hides nothing from the mover."""
    view, true = match.view(match.to_act).state, match.state
    fields = [field for field in type(true).fields if _hidden_entries(view, true, field)]
    require(
        not fields,
        "no-imagine",
        "hide",
        f"hide blanks {', '.join(fields)} for player {match.to_act}, and the file has no imagine: bots "
        "play with the blanks",
    )


def _require_possible(match: Match, guess: Any) -> None:
    game, who = match.game, f"imagine fills in, for player {match.to_act},"
    try:
        fields = game.dump(match.rules, guess.copy())
        again = Match(game, first=match.first, dmo=match.dmo, position=fields, auto=False).state
    except BadPosition as problem:
        message = f"{who} what position refuses: {problem}"
        advice = _left_blank(match, guess)
        raise Broken("imagine-impossible", "imagine", message, advice=advice) from None
    except Exception as problem:
        message = f"{who} what dump or position cannot take: {type(problem).__name__}: {problem}"
        raise Broken("imagine-impossible", "imagine", message) from None
    differing = [f for f in type(guess).fields if getattr(again, f) != getattr(guess, f)]
    one = differing[0] if differing else ""
    require(
        not differing,
        "imagine-impossible",
        "imagine",
        f"{who} {one}={getattr(guess, one, None)}, and position(dump(...)) makes "
        f"{getattr(again, one, None)} of it: {fields}",
    )


def _left_blank(match: Match, guess: Any) -> str:
    """Return what to do about an impossible guess that leaves something hidden blank."""
    view, true = match.view(match.to_act).state, match.state
    blank = []
    for name in type(guess).fields:
        seen, is_, filled = (getattr(state, name) for state in (view, true, guess))
        if not isinstance(is_, list):
            blank += [name] if seen == filled != is_ else []
            continue
        rows = enumerate(zip(seen, is_, filled, strict=True))
        blank += [f"{name}[{place}]" for place, (a, b, c) in rows if a == c != b]
    if not blank:
        return ""
    return (
        f"{ADVICE['imagine-impossible']} Or hide blanks too much: {listed(blank)} is hidden from "
        f"player {match.to_act}, and imagine leaves it blank."
    )


class Guesses:
    """How much `imagine` fills in over many positions, compared with how much is hidden there."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()  # positions with a secret, by its field
        self.wrong: Counter[str] = Counter()  # those without any state like the true one
        self._first: dict[str, tuple[Match, int, int]] = {}

    def ask(self, match: Match, random: Random) -> None:
        """Imagine states in a position until one fills in every field as far as it is hidden."""
        if match.to_act not in (0, 1):
            return
        view, true = match.view(match.to_act).state, match.state
        hidden = {field: _hidden_entries(view, true, field) for field in type(view).fields}
        missed: dict[str, int] = {}
        for n, guess in zip(range(TRIES), imagined(match, random), strict=False):
            filled = {field: _hidden_entries(view, guess, field) for field in hidden}
            if n == 0:
                self.asked.update(field for field in hidden if hidden[field] or filled[field])
                missed = {
                    field: filled[field] for field in hidden if hidden[field] or filled[field]
                }
            missed = {f: count for f, count in missed.items() if filled[f] != hidden[f]}
            if not missed:
                return
        self.wrong.update(missed.keys())
        for field, count in missed.items():
            self._first.setdefault(field, (match.fork(), hidden[field], count))

    def judge(self) -> tuple[Match, Broken] | None:
        """Return a position in which `imagine` is wrong again and again, and the finding; otherwise None."""
        for field, (match, hidden, filled) in self._first.items():
            if self.wrong[field] >= max(LEAST, SHARE * self.asked[field]):
                message = (
                    f"{_count_of(hidden, field)} hidden from player {match.to_act}, and imagine "
                    f"fills in {filled or 'none'}; it is always wrong in {self.wrong[field]} of "
                    f"{self.asked[field]} positions"
                )
                return match, Broken("imagine-count", "imagine", message)
        return None


def _hidden_entries(one: Any, two: Any, field: str) -> int:
    """Return how many entries of a field differ between two states."""
    values = [getattr(state, field) for state in (one, two)]
    if not isinstance(values[0], list):
        return int(values[0] != values[1])
    return sum(a != b for a, b in zip(*values, strict=True))


def _count_of(count: int, field: str) -> str:
    return f"1 entry of {field} is" if count == 1 else f"{count or 'no'} entries of {field} are"


class Truths:
    """Positions whose hidden truth never came up among the imagined states, so that bots never consider it.

    Only secrets with few possible values count, because their true value comes up soon unless `imagine`
    leaves it out. The order of lists does not matter: `imagine` may sort a hand.
    """

    def __init__(self) -> None:
        self._missed: dict[str, list[Match]] = {}  # by the hidden field

    def ask(self, match: Match, random: Random) -> None:
        """Imagine states in a position until the true value of every hidden field comes up."""
        if match.to_act not in (0, 1) or match.game.leaves_out("imagine"):
            return
        for field in _never(match, random, DRAWS):
            self._missed.setdefault(field, []).append(match.fork())

    def judge(self, random: Random) -> tuple[Match, Broken] | None:
        """Return a position that surely lacks the truth, and the finding; None if there is none."""
        for field, matches in self._missed.items():
            matches.sort(key=lambda match: match.ply)
            early = matches[:FEWEST]
            if len(early) < FEWEST or any(field not in _never(m, random, SUSPECTED) for m in early):
                continue
            match = early[0]
            message = (
                f"here {_hidden(match, field)}, but in {SUSPECTED:,} draws imagine never fills that in for "
                f"player {match.to_act}; the same happens in {len(matches)} positions"
            )
            return match, Broken("imagine-never-true", "imagine", message)
        return None


def _never(match: Match, random: Random, draws: int) -> list[str]:
    """Return the hidden fields with few values whose true value never comes up."""
    view, true = match.view(match.to_act).state, match.state
    plain = [name for name in type(true).fields if isinstance(getattr(true, name), int | list)]
    fields = [name for name in plain if getattr(view, name) != getattr(true, name)]
    values: dict[str, set[Any]] = {name: set() for name in fields}
    for guess in islice(imagined(match, random), draws if fields else 0):
        for name in list(values):
            values[name].add(_value(guess, name))
            if len(values[name]) >= FEW or _value(true, name) in values[name]:
                del values[name]
        if not values:
            break
    return list(values)


def _value(state: Any, name: str) -> Any:
    value = getattr(state, name)
    return tuple(sorted(value)) if isinstance(value, list) else value


def _hidden(match: Match, name: str) -> str:
    """Return the true value of a hidden field; of a list, the first hidden entry."""
    seen, true = (getattr(state, name) for state in (match.view(match.to_act).state, match.state))
    if not isinstance(true, list):
        return f"{name} is {true}"
    place = next(n for n, value in enumerate(true) if value != seen[n])
    return f"{name}[{place}] is {true[place]}"
