"""The public test every game must pass, yours too: `check(game)`.

It plays random games and asks of every position what the contract promises: that legal moves are
exactly those that no rule forbids, that every refusal has a rule and a sentence, that notation,
positions and saved games can be read back, that nobody is ever stuck, that every ending has a rule,
and that the compiled rules play the very same games.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from gamekit.contract import CHANCE, OVER, PUBLIC, Game
from gamekit.contract import Random as Stream
from gamekit.errors import GameError
from gamekit.fields import Nested
from gamekit.interpreted import Interpreted
from gamekit.match import Match
from gamekit.record import Record
from gamekit.replay import read, replayed

Check = Callable[[Match, Random], None]
LOOKS = 500  # positions of a turn that are searched for a win


@dataclass(frozen=True, slots=True)
class Summary:
    """What was checked."""

    game: str
    games: int
    positions: int
    compiled: bool

    def __str__(self) -> str:
        how = (
            "interpreted and compiled" if self.compiled else "interpreted (Numba is not installed)"
        )
        return f"{self.game}: {self.games} games, {self.positions} positions, {how}: conforms."

    __repr__ = __str__


def check(game: Game, *, games: int = 20, seed: int = 1, longest: int = 2000) -> Summary:
    """Check a game against the contract.

    Args:
        game: the game or a variant of it.
        games: random games to play.
        seed: of the games, their dice and the samples.
        longest: moves after which a game is abandoned.

    Raises:
        AssertionError: naming the promise that is broken, with the moves that lead there.
    """
    positions = sum(_play(game, seed + n, longest) for n in range(games))
    _check_setup(game)
    return Summary(game.name, games, positions, _check_compiled(game, games, seed, longest))


def _play(game: Game, seed: int, longest: int) -> int:
    random = Random(seed)
    match = Match(game, seed=seed, first=seed % 2)
    positions = 0
    while match.to_act != OVER and match.ply < longest:
        positions += 1
        try:
            for promise in (_legality, _notation, _positions, _views, _advice):
                promise(match, random)
            match.play(random.choice(match.legal_moves()))
        except Exception as problem:  # whatever a function of the game may raise
            is_said = isinstance(problem, AssertionError | GameError)
            what = str(problem) if is_said else f"{type(problem).__name__}: {problem}"
            raise AssertionError(f"{what}\n\nafter\n{match.record}") from problem
    if match.result:
        _over(match)
    _records(match)
    return positions


def _legality(match: Match, random: Random) -> None:
    """Legal moves are those no rule forbids, there is one, and every refusal is explained."""
    game, rules, state = match.game, match.rules, match.state
    forbidden = [game.why_illegal(rules, state, move) for move in range(game.moves)]
    legal = [move for move, rule in enumerate(forbidden) if rule == 0]
    assert legal, f"player {match.to_act} has no legal move"
    given = list(match.legal_moves())
    assert sorted(given) == legal, (
        f"legal_moves gives {_names(match, given)}, why_illegal allows {_names(match, legal)}"
    )
    assert len(set(given)) == len(given), "legal_moves gives a move twice"
    room = [0] * game.moves
    sensible = room[: game.sensible_moves(rules, state, room)]
    assert sensible, "sensible_moves gives none of the legal moves"
    assert set(sensible) <= set(legal), "sensible_moves gives a move that is not legal"
    refused = [move for move, rule in enumerate(forbidden) if rule]
    for move in random.sample(refused, min(3, len(refused))):
        rule = game.rule_id(forbidden[move])
        assert rule in game.rulebook, f"why_illegal names {rule}, which is not in the rulebook"
        refusal = match.why_not(move)
        assert refusal is not None, f"move {move} is illegal, yet the match would play it"
        assert refusal.message.strip(), f"explain says nothing about {rule}"
    assert match.state == state, "asking why a move is illegal changed the state"


def _names(match: Match, moves: list[int]) -> list[str]:
    return [match.game.write(match.rules, match.state, move) for move in moves]


def _notation(match: Match, random: Random) -> None:
    """What is written can be read back."""
    moves = match.legal_moves()
    texts = match.legal()
    assert len(set(texts)) == len(texts), f"two legal moves are written alike: {sorted(texts)}"
    for move, text in random.sample(list(zip(moves, texts, strict=True)), min(3, len(moves))):
        plain = text.removesuffix(" ...")
        found = match.game.read(match.rules, match.state, plain)
        assert found[:1] == [move], f"{text!r} is written for move {move} and read as {found}"


def _positions(match: Match, random: Random) -> None:
    """A position can be dumped to fields and set up again."""
    fields = match.game.dump(match.rules, match.state)
    again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    assert again.state == match.state, f"position(dump(...)) differs: {fields}"


def _over(match: Match) -> None:
    """A finished match is set up again as over."""
    fields = match.game.dump(match.rules, match.state)
    again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    assert again.result == match.result, f"position(dump(...)) ends differently: {fields}"


def _views(match: Match, random: Random) -> None:
    """Making a view changes nothing, and the mover's view allows what the match allows."""
    before = match.state
    view = match.view(match.to_act)
    assert view.legal_moves() == match.legal_moves(), "the mover's view has different legal moves"
    match.view(PUBLIC).board_text()
    assert match.state == before, "making a view changed the state"


def _advice(match: Match, random: Random) -> None:
    """The policy is legal, sensible and ignorant; `may_win` and `likelihood` say what they may."""
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    view, key = match.view(me).state, random.getrandbits(32)
    if not game.leaves_out("policy"):
        advice = [
            game.policy(rules, known, [0] * game.moves, Stream.from_key(key))
            for known in (state, state, view)
        ]
        assert len(set(advice)) == 1, (
            f"policy gives {_names(match, advice)}: twice in this state, and once where all that "
            f"{match.names[me]} may not know is hidden"
        )
        room = [0] * game.moves
        assert advice[0] in room[: game.sensible_moves(rules, view, room)], (
            f"policy gives {_names(match, advice[:1])[0]}, which is not a sensible move"
        )
    if not game.leaves_out("random_move"):
        room = [0] * game.moves
        drawn = game.random_move(rules, state, room, Stream.from_key(key))
        assert drawn in room[: game.sensible_moves(rules, state, room)], (
            f"random_move gives {_names(match, [drawn])[0]}, which is not a sensible move"
        )
    game.imagine(rules, view, me, Stream.from_key(key))
    likely = game.likelihood(rules, view, me)
    assert 0 <= likely <= 100, f"likelihood gives {likely}: it is in percent"
    standing = game.standing(rules, state), game.standing(rules, view)
    assert 0 <= standing[0] <= 100, f"standing gives {standing[0]}: it is in percent"
    assert standing[0] == standing[1], (
        f"standing gives {standing[0]}, and {standing[1]} where all that {match.names[me]} may not "
        "know is hidden"
    )
    assert game.may_win(rules, state) or not _wins(match, random), (
        "may_win says no, and yet this turn can win"
    )
    assert match.state == state, "asking for a policy changed the state"


def _wins(match: Match, random: Random) -> bool:
    """Does a way to play this turn win? Looks at some of the positions it leads to."""
    game, rules, me, waiting, seen = match.game, match.rules, match.to_act, [match.state], 0
    turn = match.state.turn
    while waiting and seen < LOOKS:
        state = waiting.pop(random.randrange(len(waiting)))
        moves = [0] * game.moves
        count = game.legal_moves(rules, state, moves)
        for move in moves[:count]:
            after = state.copy()
            game.apply(rules, after, move)
            seen += 1
            if game.result(rules, after)[0] == me:
                return True
            if (after.turn, game.to_act(rules, after)) == (turn, me):
                waiting.append(after)
    return False


def _records(match: Match) -> None:
    """A match can be saved, read and replayed, and undone and redone to where it was."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        again = read(path, game=match.game)
    assert again.state == match.state, "a saved match is read back as a different one"
    parsed = replayed(Record.parse(str(match.record)), match.game)
    assert parsed.state == match.state, "a transcript is read back as a different match"
    end, ply = match.state, match.ply
    match.goto(0)
    match.goto(ply)
    assert match.state == end, "undoing and redoing leads to a different state"
    if match.result:
        assert match.result.rule in match.game.rulebook, f"{match.result.rule} is not a rule"


def _check_setup(game: Game) -> None:
    """The starting position does not depend on what the state held before."""
    rules = game.rules()
    fresh, used = game.start(rules), game.State()
    for name, field in game.State.fields.items():
        if not isinstance(field, Nested):
            setattr(used, name, [7] * field.size if field.size else 7)
    used.first, used.dmo = fresh.first, fresh.dmo
    game.setup(rules, used)
    assert used == fresh, "setup leaves fields as they were"
    assert game.to_act(rules, fresh) in (CHANCE, 0, 1), "the starting position is already over"


def _check_compiled(game: Game, games: int, seed: int, longest: int) -> bool:
    """The compiled rules play the same games, step for step. False where there is no Numba."""
    try:
        from gamekit.compiled import compiled
    except ModuleNotFoundError:
        return False
    one, two = Interpreted(game), compiled(game)
    for number in range(games):
        traces = []
        for engine in (one, two):
            room, notes = engine.room(game.rules()), engine.whole_numbers(2 * longest)
            steps = engine.trace(room, engine.seed(seed), number, notes, longest)
            traces.append(([int(note) for note in notes[: 2 * steps]], engine.values(room.bank, 0)))
        assert traces[0] == traces[1], f"game {number} of seed {seed} differs once compiled"
    return True
