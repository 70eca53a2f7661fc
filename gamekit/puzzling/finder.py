"""Finding puzzles in games between bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from statistics import fmean

from gamekit.bots import bot
from gamekit.bots.built_in import Search
from gamekit.bots.coach import Judge
from gamekit.bots.levels import LEVELS
from gamekit.chance import decision_key, inner_key
from gamekit.contract import Game
from gamekit.contract.declared import apart
from gamekit.drivers.engine import Halt, interruptible
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.intervals import score_interval
from gamekit.match.match import Match
from gamekit.match.view import written
from gamekit.puzzling.puzzle import (
    BEST,
    HOLD,
    KINDS,
    PROVEN,
    REFUSAL,
    TWO,
    WIN,
    Proof,
    Puzzle,
    TooMany,
    Turn,
)
from gamekit.validation import shown, whole

MOST = 1_000
FAIR = 2  # games for each puzzle, after which kinds may exceed their share or stay missing
LONGEST = 12  # games for each puzzle at most
MOST_MOVES = 400  # of a game
PATIENCE = 20_000  # positions that one proof may try
LATEST = 8  # last turns of a game that proofs look at
FEWEST = 3  # turns to choose from
LOOKS = 3  # positions of a game that the search for a best move looks at
CANDIDATES = 6  # moves that playing on compares
FIRST, CLOSE = 20, 200  # games for each of them, at a first look and at a closer one
LIKELY = 0.03  # how much better a search must think the best move, out of 1
CLEARLY = 0.05  # how much better it surely is
TRIES = 4  # of each level
OFFERED = 4  # rules to choose from
OTHER_WORDS = 10  # how far apart moves with different words count

Found = Iterator[Puzzle]


def puzzles(
    game: Game | str,
    n: int = 10,
    *,
    seed: int = 1,
    level: str = "club",
    kinds: Sequence[str] = KINDS,
) -> list[Puzzle]:
    """Find positions with one good answer, in games between two bots.

    In games without secrets, a proof that tries everything confirms each win and each hold. To find
    the best move, bots play on from each candidate many times. The rules themselves decide refusals.
    A proof gives up after 20,000 positions, so "win in two" takes a small game.

    Args:
        game: a game or its name; a game of your own will do.
        n: how many puzzles to find.
        seed: decides the games, the bots' thoughts and the grades.
        level: the level of the bots that play the games.
        kinds: the kinds to look for: "win" (in this turn), "win in two" (of your own turns, whatever the
            opponent plays and chance brings), "hold" (the only turn after which the opponent cannot
            win at once, however the dice fall), "best" and "refusal" (which rule forbids it?).

    Returns the puzzles, the easiest of each kind first. There are fewer than `n` if the games hold no more.
    """
    game, n, seed = game_of(game), whole("n", n, 1, MOST), whole("seed", seed)
    if level not in LEVELS:
        raise GameError(f"puzzles(level={shown(level)}): give one of {', '.join(LEVELS)}.")
    if isinstance(kinds, str) or not kinds or not set(kinds) <= set(KINDS):
        raise GameError(
            f"puzzles(kinds={shown(kinds)}): give a list of some of {', '.join(KINDS)}."
        )
    possible = [
        kind for kind in KINDS if kind in kinds and not (game.has_secrets and kind in PROVEN)
    ]
    halt = Halt()
    found = interruptible(lambda: _found(game, n, seed, level, possible, halt), halt.want)
    return sorted(found, key=lambda puzzle: (KINDS.index(puzzle.kind), puzzle.grade))


def _found(
    game: Game, n: int, seed: int, level: str, kinds: Sequence[str], halt: Halt
) -> list[Puzzle]:
    """Play games and look through them until there are enough puzzles, or too many games."""
    found: list[Puzzle] = []
    for number in range(LONGEST * n if kinds else 0):
        is_fair, match = number < FAIR * n, _played(game, seed, number, level)
        share = -(-n // len(kinds)) if is_fair else n
        if number == FAIR * n:
            kinds = [kind for kind in kinds if any(each.kind == kind for each in found)]
            if not kinds:
                break
        for kind in kinds:
            if halt.is_wanted or len(found) >= n:
                return found
            if sum(puzzle.kind == kind for puzzle in found) < share:
                news = FINDERS[kind](match, inner_key(seed, number) >> 1)
                found += islice(
                    (p for p in news if _resembling(p, found) < (1 if is_fair else 2)), 1
                )
    return found


def _resembling(puzzle: Puzzle, found: Iterable[Puzzle]) -> int:
    """Return how many of the puzzles found have the same kind and the same answer."""
    return sum((each.kind, each.solution[0]) == (puzzle.kind, puzzle.solution[0]) for each in found)


def _played(game: Game, seed: int, number: int, level: str) -> Match:
    """Return a game between two bots."""
    match, player = Match(game, seed=seed, number=number), bot(level)
    while match.to_act in (0, 1) and match.ply < MOST_MOVES:
        key = decision_key(seed, number, match.to_act, match.ply)
        match.play(player.choose(match.view(match.to_act), seed=key))
    return match


def _turns(match: Match) -> list[Match]:
    """Return the match before each turn, the first one first."""
    found, latest = [], None
    for ply in range(match.ply):
        here = match.fork().goto(ply)
        turn = here.state.turn, here.to_act
        if turn != latest and here.to_act in (0, 1):
            found.append(here)
        latest = turn
    return found


# --- proofs ------------------------------------------------------------------------------------


def _proven(look: Callable[[Match, Proof], Puzzle | None]) -> Callable[[Match, int], Found]:
    """Return a finder that looks for one kind of proof, backwards from the end of a game."""

    def find(match: Match, seed: int) -> Found:
        for here in reversed(_turns(match)[-LATEST:]):
            puzzle = None
            with suppress(TooMany):
                puzzle = look(here, Proof(match.game, PATIENCE))
            if puzzle:
                yield graded(puzzle, seed)

    return find


def _win(here: Match, proof: Proof) -> Puzzle | None:
    """Is there one turn that wins?"""
    me, state, total = here.to_act, here.state, 0
    wins: list[Turn] = []
    if not proof.win(state):
        return None
    for total, turn in enumerate(proof.turns(state), 1):  # noqa: B007
        if proof.winner(turn.after) == me:
            wins.append(turn)
            if len(wins) > 1:
                return None
    if total < FEWEST:
        return None
    answer = proof.words(state, wins[0])
    ending = here.fork().play(answer).result
    return Puzzle(here, WIN, (answer,), ending.text) if ending else None


def _hold(here: Match, proof: Proof) -> Puzzle | None:
    """Is there one turn after which the opponent cannot win at once?"""
    state, foe = here.state, 1 - here.to_act
    held: list[Turn] = []
    lost: list[tuple[Turn, Turn]] = []
    if proof.win(state):
        return None
    for turn in proof.turns(state):
        if threat := proof.threat(turn.after, foe):
            lost.append((turn, threat))
        else:
            held.append(turn)
            if len(held) > 1:
                return None
    if not held or len(lost) < FEWEST - 1 or not any(threat.moves for _, threat in lost):
        return None
    turn, threat = max(lost, key=lambda both: bool(both[1].moves))
    rolled = proof.rolled(turn.after, threat)
    why = (
        f"After every other turn {here.names[foe]} can win at once. After "
        f"{proof.words(state, turn)}, for example, {proof.words(turn.after, threat)} wins"
        f"{f' on a roll of {rolled}' if rolled else ''}."
    )
    return Puzzle(here, HOLD, (proof.words(state, held[0]),), why)


def _win_in_two(here: Match, proof: Proof) -> Puzzle | None:
    """Is there one turn that forces a win in the next?"""
    me, state, total = here.to_act, here.state, 0
    forced: list[Turn] = []
    if proof.win(state):
        return None
    for total, turn in enumerate(proof.turns(state), 1):  # noqa: B007
        if not proof.defence(turn.after, me):
            forced.append(turn)
            if len(forced) > 1:
                return None
    if not forced or total < FEWEST:
        return None
    line = tuple(proof.line(state, forced[0]))
    if len(line) < FEWEST:
        return None
    why = (
        f"Whatever {here.names[1 - me]} does, {here.names[me]} wins in the next turn: after "
        f"{line[1]}, for example, with {line[2]}."
    )
    return Puzzle(here, TWO, line, why)


# --- estimates, and rules ----------------------------------------------------------------------


def _best(match: Match, seed: int) -> Found:
    """Is there a move that is surely better than every other serious candidate?"""
    places = _turns(match)
    for number in range(min(LOOKS, len(places))):
        here = places[inner_key(seed, number) % len(places)]
        wins = None
        with suppress(TooMany):
            wins = not here.game.has_secrets and Proof(here.game, PATIENCE).win(here.state)
        if not wins and (puzzle := _clearly_best(here, Judge(Search(CLOSE), seed, FIRST))):
            yield graded(puzzle, seed)


def _clearly_best(here: Match, judge: Judge) -> Puzzle | None:
    view = here.view(here.to_act)
    likely = judge.by.think(view, judge.seed)[:CANDIDATES]
    values = sorted((thought.value for thought in likely), reverse=True)
    if len(likely) < FEWEST or values[0] - values[1] < LIKELY:
        return None
    moves = [thought.move for thought in likely]
    scores = {move: judge.scores(view, move, range(FIRST)) for move in moves}
    at_first = sorted(moves, key=lambda move: -fmean(scores[move]))
    if fmean(scores[at_first[0]]) - fmean(scores[at_first[1]]) < CLEARLY:
        return None
    close = range(FIRST, FIRST + CLOSE)
    best, scores = at_first[0], {}
    for move in at_first:
        scores[move] = judge.scores(view, move, close)
        if move != best and _surely_ahead(scores[best], scores[move]) < CLEARLY:
            return None
    runner_up = max(at_first[1:], key=lambda move: fmean(scores[move]))
    game, rules, state = here.game, here.rules, here.state
    why = (
        f"It scores {fmean(scores[best]):.2f} in {CLOSE} games that careful players play on from "
        f"there. The next best of {len(moves)} moves, {game.write(rules, state, runner_up)}, scores "
        f"{fmean(scores[runner_up]):.2f}."
    )
    return Puzzle(here, BEST, (written(game, rules, state, best),), why)


def _surely_ahead(one: list[float], other: list[float]) -> float:
    """Return by how much one move is surely better than another, judging by games with the same dice."""
    ahead = fmean(a - b for a, b in zip(one, other, strict=True))
    return 2 * score_interval((1 + ahead) / 2, len(one))[0] - 1  # differences are from -1 to 1


def _refusal(match: Match, seed: int) -> Found:
    """Find the refused move that looks most like a legal one and breaks a rule that few moves break."""
    places = _turns(match)
    for number in range(min(LOOKS, len(places))):
        here = places[inner_key(seed, number) % len(places)]
        game, rules, state = here.game, here.rules, here.state
        refused = {m: r for m in range(game.moves) if (r := game.why_illegal(rules, state, m))}
        counted = Counter(refused.values())
        legal = here.legal()
        if len(counted) < 2 or not legal:
            continue
        groups = {rule: [m for m, r in refused.items() if r == rule] for rule in counted}
        for rare in sorted(counted, key=lambda rule: (counted[rule], rule)):
            texts = [game.write(rules, state, move) for move in groups[rare]]
            distance, move = min((min(apart(text, one) for one in legal), text) for text in texts)
            if distance < OTHER_WORDS:
                break
        else:
            continue
        refusal = here.why_not(move)
        offered = [game.rule_id(rule) for rule, _ in counted.most_common() if rule != rare]
        rule = game.rule_id(rare)
        choices = tuple(sorted([rule, *offered[: OFFERED - 1]]))
        if refusal and refusal.rule == rule and all(each in game.rulebook for each in choices):
            yield Puzzle(here, REFUSAL, (rule,), refusal.message, len(choices), {}, move, choices)


FINDERS = {
    WIN: _proven(_win),
    TWO: _proven(_win_in_two),
    HOLD: _proven(_hold),
    BEST: _best,
    REFUSAL: _refusal,
}


# --- grades ------------------------------------------------------------------------------------


def graded(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return the puzzle with its grade, which says how many levels miss the answer."""
    found_by = {
        level: fmean(_finds(puzzle, level, inner_key(seed, number) >> 1) for number in range(TRIES))
        for level in LEVELS
    }
    missed = sum(share < 0.5 for share in found_by.values())
    return replace(puzzle, found_by=found_by, grade=1 + missed)


def _finds(puzzle: Puzzle, level: str, seed: int) -> bool:
    """Does a bot of this level play the answer?"""
    before, player = puzzle.match, bot(level)
    here = before.fork()
    here.auto = False
    while here.to_act == before.to_act:
        here.play(player.choose(here.view(here.to_act), seed=inner_key(seed, here.ply) >> 1))
        said = puzzle.meets(before, here)
        if said is not False:
            return said is True
        if here.to_act not in (0, 1):
            here.advance()
    return False
