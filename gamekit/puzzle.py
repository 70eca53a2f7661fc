"""Puzzles: what they ask, how they judge an answer, what proves it, and how `puzzles` finds them.

A proof tries everything. Only the search for a best move relies on games between bots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import fmean
from typing import Any
from warnings import warn

from gamekit.bots import bot
from gamekit.bots.built_in import Search
from gamekit.bots.coach import Judge
from gamekit.bots.levels import LEVELS
from gamekit.chance import decision_key, inner_key
from gamekit.contract import CHANCE, ONGOING, OVER, Game, State
from gamekit.contract.declarations import apart
from gamekit.drivers.engine import Halt, interruptible
from gamekit.errors import BadRecord, GameError, GameWarning, series
from gamekit.games import game_of
from gamekit.intervals import mean_score
from gamekit.match.match import Match
from gamekit.match.view import written
from gamekit.storage.record import address, packed
from gamekit.validation import is_whole, printable, shown, whole

WIN, TWO, HOLD, BEST, REFUSAL = KINDS = ("win", "win in two", "hold", "best", "refusal")
PROVEN = (WIN, TWO, HOLD)
TAKES = {
    WIN: "one winning turn in a game without secrets",
    TWO: "a sure win in two turns in a game without secrets",
    HOLD: "one turn that prevents a loss in a game without secrets",
    BEST: "a move clearly better than all others",
    REFUSAL: "a move that a rule forbids",
}
MOST_WORDS, MOST_LETTERS = 8, 600  # in a puzzle that somebody shares
Rolls = tuple[int, ...]
Moves = tuple[int, ...]
WINS = "It wins at once."
MOST = 1_000
FAIR = 2  # games for each puzzle, after which kinds may exceed their share or stay missing
LONGEST = 12  # games for each puzzle at most
MOST_MOVES = 400  # of a game
PATIENCE = 20_000  # positions that one proof may try
LATEST = 8  # last turns of a game that proofs look at
FEWEST = 3  # turns to choose from
LOOKS = 3  # positions of a game that the search for a best move looks at
CANDIDATES = 6  # moves that bots play on from, to compare them
FIRST, CLOSE = 20, 200  # games played on from each candidate, at a first look and at a closer one
LIKELY = 0.03  # how far ahead of the others a search must see the best move, out of 1
CLEARLY = 0.05  # how far ahead of the others those games must show it
TRIES = 4  # of each level at an answer
OFFERED = 4  # rules to choose from
OTHER_WORDS = 10  # moves this far apart have different words


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position with one good answer.

    Attributes:
        match: the position. The puzzle asks the player to act.
        kind: "win", "win in two", "hold", "best" or "refusal", one of `KINDS`.
        solution: the answer. For "win in two", a reply and the winning turn follow it. For "refusal"
            it is the id of the rule.
        why: the reason, in a sentence or two.
        grade: one more than the number of levels that miss the answer in most tries, from 1 (all five
            levels find it) to 6 (none does). For a refusal it is the number of rules to choose from.
        found_by: for each level, the share of tries that found the answer. Empty for a refusal.
        move: for a refusal, the move that the rules refuse.
        choices: for a refusal, the ids of the rules to choose from.
    """

    match: Match
    kind: str
    solution: tuple[str, ...]
    why: str
    grade: int = 1
    found_by: Mapping[str, float] = field(default_factory=dict)
    move: str = ""
    choices: tuple[str, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Is the answer proven? Otherwise it did best in many games that bots played on."""
        return self.kind != BEST

    @property
    def text(self) -> str:
        """The question, in a sentence."""
        me, foe = self._names()
        return {
            WIN: f"{me} is to move. Win in this turn.",
            TWO: f"{me} is to move. Find the turn after which {foe} cannot prevent a win in the next.",
            HOLD: f"{me} is to move. Find the only turn after which {foe} cannot win at once.",
            BEST: f"{me} is to move. One move is clearly the best. Which?",
            REFUSAL: f"{me} wants to play {self.move}. Which rule forbids it?",
        }[self.kind]

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints, from the gentlest to the one that gives the answer away."""
        answer = " · ".join(self.solution)
        if self.kind == REFUSAL:
            rule = self.match.game.rulebook[self.solution[0]].text
            return f"The rule says: {rule}", f"{answer}. {self.why}"
        start = self.solution[0].partition(" ")[0].partition("-")[0].rstrip(",")
        return f"The answer begins with {start}.", f"{answer}. {self.why}"

    def meets(self, before: Match, after: Match | GameError) -> bool | str:
        """Judge an answer, as a goal of `gamekit_widgets.Task` does: by the match after it, or its refusal.

        Returns True if it solves the puzzle, False while the turn goes on, or a sentence that says what is wrong.
        """
        if not isinstance(after, Match):
            return False
        if self.kind == WIN and after.result and after.result.winner == before.to_act:
            return True
        if after.state.values() == self.solved().state.values():
            return True
        if self.kind != BEST and before.game.goes_on(before.rules, before.state, after.state):
            return False
        return self._refuted(before, after)

    def solved(self) -> Match:
        """Return the match right after the answer, before any roll. A refusal has none."""
        after = self.match.fork()
        after.auto = False
        return after.play(self.solution[0])

    def link(self) -> str:
        """Return a link to the published site that asks this puzzle there.

        Raises:
            GameError: as `Match.link` does.
        """
        return address(self.match.shared(), self.document())

    def packed(self) -> str:
        """Return what follows the "#" in such a link."""
        return packed(self.match.shared(), self.document())

    def document(self) -> dict[str, object]:
        """Return everything but the match as JSON data."""
        return {
            "kind": self.kind,
            "solution": list(self.solution),
            "why": self.why,
            "grade": self.grade,
            "found_by": dict(self.found_by),
            "move": self.move,
            "choices": list(self.choices),
        }

    @classmethod
    def of(cls, match: Match, document: object) -> Puzzle:
        """Return the puzzle that plain data describes.

        Raises:
            BadRecord: the data describes no puzzle, or its answer does not fit the match.
        """
        if not isinstance(document, dict) or document.get("kind") not in KINDS:
            raise BadRecord("The link holds no puzzle that this version knows: ask for it again.")
        (why,), (move,) = _words([document.get("why")]), _words([document.get("move")])
        grade = document.get("grade")
        puzzle = cls(
            match,
            document["kind"],
            _words(document.get("solution")),
            why,
            grade if is_whole(grade) and 1 <= grade <= len(LEVELS) + 1 else 1,
            _shares(document.get("found_by")),
            move,
            _words(document.get("choices")),
        )
        if not puzzle._fits():
            raise BadRecord("The puzzle does not fit its position: ask for the link again.")
        return puzzle

    def _fits(self) -> bool:
        """Can the answer be given in this position?"""
        if self.match.to_act not in (0, 1) or not self.solution:
            return False
        if self.kind == REFUSAL:
            refusal = self.match.why_not(self.move)
            is_known = all(rule in self.match.game.rulebook for rule in self.choices)
            return refusal is not None and is_known and self.solution[0] in self.choices
        return self.match.why_not(self.solution[0]) is None

    def _names(self) -> tuple[str, str]:
        me = self.match.to_act
        return self.match.names[me], self.match.names[1 - me]

    def _refuted(self, before: Match, after: Match) -> str:
        """Say what is wrong with an answer."""
        me, foe = self._names()
        if self.kind == WIN:
            return f"{me} does not win with that."
        if self.kind == BEST:
            return "There is a better move."
        proof, player = Proof(before.game, PATIENCE), before.to_act
        try:
            if self.kind == HOLD:
                if after.result:
                    return after.result.text
                turn = proof.threat(after.state, 1 - player)
                return in_words(f"{foe} answers", "and wins", proof, after.state, turn)
            turn = proof.defence(after.state, player)
            return in_words(
                f"{foe} can answer", f"and {me} cannot win at once", proof, after.state, turn
            )
        except TooMany:
            return "That is not it."

    def __repr__(self) -> str:
        return f"{self.match.board_text(self.match.to_act)}\n{self.text} ({self.kind}, grade {self.grade})"


def in_words(start: str, end: str, proof: Proof, state: State, turn: Turn | None) -> str:
    """Return a sentence about a turn: "Green answers B2-A2 after a roll of 3 and wins."."""
    if turn is None or not turn.moves:
        return "That is not it."
    rolled = proof.rolled(state, turn)
    roll = f"after a roll of {rolled} " if rolled else ""
    return f"{start} {proof.words(state, turn)} {roll}{end}."


def _words(given: object) -> tuple[str, ...]:
    """Return texts of a shared puzzle, made harmless."""
    if not isinstance(given, list) or len(given) > MOST_WORDS:
        raise BadRecord("The puzzle was changed: ask for the link again.")
    if not all(isinstance(text, str) and len(text) <= MOST_LETTERS for text in given):
        raise BadRecord("The puzzle was changed: ask for the link again.")
    return tuple(printable(text) for text in given)


def _shares(given: object) -> dict[str, float]:
    known: Mapping[Any, Any] = given if isinstance(given, dict) else {}
    shares = {level: known.get(level) for level in LEVELS}
    return {level: float(each) for level, each in shares.items() if isinstance(each, int | float)}


class TooMany(Exception):
    """The proof takes more tries than it is allowed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: what chance brought before it, its moves, and where it led."""

    rolls: Rolls
    moves: Moves
    after: State


class Proof:
    """Tries out the turns of a game without secrets.

    Args:
        game: the game.
        patience: how many positions to try before raising `TooMany`.
    """

    def __init__(self, game: Game, patience: int) -> None:
        self.game, self.rules, self.left = game, game.rules(), patience
        self._latest: dict[int, Moves] = {}  # how each player last won; it often wins again

    def turns(self, state: State) -> Iterator[Turn]:
        """Yield one turn for each position in which a turn that begins here can end."""
        game, rules, player = self.game, self.rules, self.game.to_act(self.rules, state)
        seen: set[object] = set()
        waiting: list[tuple[State, Moves]] = [(state, ())]
        while waiting:
            here, made = waiting.pop()
            for move in game.numbered_moves(rules, here):
                after, so_far = self._after(here, move), (*made, move)
                is_over = game.result(rules, after)[0] != ONGOING
                if not is_over and game.goes_on(rules, here, after) and self._acts(after) == player:
                    waiting.append((after, so_far))
                elif (values := after.values()) not in seen:
                    seen.add(values)
                    yield Turn((), so_far, after)

    def win(self, state: State) -> Turn | None:
        """Return a turn that wins at once for the player to act, or None."""
        player = self._acts(state)
        if not self.game.may_win(self.rules, state):
            return None
        if (known := self._repeated(state, self._latest.get(player, ()))) is not None:
            return known
        for turn in self.turns(state):
            if self.winner(turn.after) == player:
                self._latest[player] = turn.moves
                return turn
        return None

    def threat(self, state: State, player: int) -> Turn | None:
        """Return a turn that may win next for this player if chance helps, or None.

        If the player has already won, the turn has no moves.
        """
        for rolls, rolled in self._rolled(state):
            if self.winner(rolled) == player:
                return Turn(rolls, (), rolled)
            if self._acts(rolled) == player and (turn := self.win(rolled)):
                return Turn(rolls, turn.moves, turn.after)
        return None

    def defence(self, state: State, player: int) -> Turn | None:
        """Return a turn of the opponent after which this player's next turn may not win.

        None means that this player wins whatever the opponent plays and chance brings. If chance alone
        prevents the win, or the opponent is not to move, the turn has no moves.
        """
        for rolls, rolled in self._rolled(state):
            if self._acts(rolled) != 1 - player:
                if not self._wins(rolled, player):
                    return Turn(rolls, (), rolled)
                continue
            for reply in self.turns(rolled):
                if not all(self._wins(each, player) for _, each in self._rolled(reply.after)):
                    return Turn(rolls, reply.moves, reply.after)
        return None

    def reason(
        self, state: State, move: int, others: Mapping[int, str], names: tuple[str, str]
    ) -> str:
        """Say what makes a move better than others: it wins at once, or prevents such a win.

        Args:
            state: where a player is to move.
            move: the better move.
            others: moves to compare it with, in this order, and how a sentence about each begins.
            names: of both players.

        Returns "" if it can show nothing of the kind.
        """
        me = self._acts(state)
        after = self._after(state, move)
        if self.winner(after) == me:
            return WINS
        if self._goes_on(after, me) or self.threat(after, 1 - me):
            return ""
        for other, clause in others.items():
            instead = self._after(state, other)
            if self._goes_on(instead, me) or not (threat := self.threat(instead, 1 - me)):
                continue
            if not threat.moves:
                return f"{clause}, {names[1 - me]} could win at once."
            rolled = self.rolled(instead, threat)
            reply = self.words(instead, threat) + (f" on a roll of {rolled}" if rolled else "")
            return f"{clause}, {names[1 - me]} could win with {reply}."
        return ""

    def _goes_on(self, state: State, player: int) -> bool:
        """May this player's turn go on, whatever chance brings first?"""
        return any(self._acts(rolled) == player for _, rolled in self._rolled(state))

    def line(self, state: State, turn: Turn) -> Iterator[str]:
        """Yield one way in which this turn forces a win: the turn, a reply, and the winning turn."""
        yield self.words(state, turn)
        player = self._acts(state)
        for rolls, rolled in self._rolled(turn.after):
            if self._acts(rolled) != 1 - player:
                continue
            for reply in self.turns(rolled):
                for more, last in self._rolled(reply.after):
                    if self._acts(last) == player and (win := self.win(last)):
                        yield self.words(turn.after, Turn(rolls, reply.moves, reply.after))
                        yield self.words(reply.after, Turn(more, win.moves, win.after))
                        return

    def words(self, state: State, turn: Turn) -> str:
        """Return the notation of a turn that begins in this state."""
        for roll in turn.rolls:
            state = self._after(state, roll)
        here, words = state, []
        for move in turn.moves:
            words.append(self.game.write(self.rules, here, move))
            here = self._after(here, move)
        return self.game.turn_text(self.rules, state, words)

    def rolled(self, state: State, turn: Turn) -> str:
        """Return the notation of what chance brings before a turn, or ""."""
        words = []
        for roll in turn.rolls:
            if self.game.outcomes(self.rules, state) > 1:
                words.append(self.game.write(self.rules, state, roll))
            state = self._after(state, roll)
        return ", ".join(words)

    def _wins(self, state: State, player: int) -> bool:
        """Has this player won, or can they win in the turn that they begin here?"""
        actor = self._acts(state)
        if actor == OVER:
            return self.winner(state) == player
        return actor == player and self.win(state) is not None

    def _repeated(self, state: State, moves: Moves) -> Turn | None:
        """Return the turn with these moves if it is legal here and wins."""
        player, here = self._acts(state), state
        for number, move in enumerate(moves):
            if self._acts(here) != player or self.game.why_illegal(self.rules, here, move):
                return None
            here = self._after(here, move)
            if self.winner(here) == player:
                return Turn((), moves[: number + 1], here)
        return None

    def _rolled(self, state: State) -> Iterator[tuple[Rolls, State]]:
        """Yield each state that chance can lead to before a player acts."""
        waiting: list[tuple[Rolls, State]] = [((), state)]
        while waiting:
            rolls, here = waiting.pop()
            if self._acts(here) != CHANCE:
                yield rolls, here
                continue
            for face in range(self.game.outcomes(self.rules, here)):
                waiting.append(((*rolls, face), self._after(here, face)))

    def _after(self, state: State, move: int) -> State:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        after = state.copy()
        self.game.apply(self.rules, after, move)
        return after

    def _acts(self, state: State) -> int:
        return self.game.to_act(self.rules, state)

    def winner(self, state: State) -> int:
        """Return who has won in this state, as `result` does."""
        outcome: int = self.game.result(self.rules, state)[0]
        return outcome


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
        game: a game, one of your own too, or its name.
        n: how many puzzles to find.
        seed: decides the games, the bots' thoughts and the grades.
        level: the level of the bots that play the games.
        kinds: the kinds to look for: "win" (in this turn), "win in two" (of your own turns, whatever the
            opponent plays and chance brings), "hold" (the only turn after which the opponent cannot
            win at once, however the dice fall), "best" and "refusal" (which rule forbids it?).

    Returns at most `n` puzzles, the easiest of each kind first. If there is none, a warning says what it takes.
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
    if not found and not halt.is_wanted:
        _warn_of_none(f"games of {game.title} between {level} bots, seed {seed}", kinds)
    return sorted(found, key=lambda puzzle: (KINDS.index(puzzle.kind), puzzle.grade))


def _warn_of_none(where: str, kinds: Sequence[str]) -> None:
    """Say what a puzzle of these kinds takes."""
    wanted = series((TAKES[kind] for kind in KINDS if kind in kinds), "or")
    warn(f"puzzles: none in {where}. It takes {wanted}.", GameWarning, stacklevel=3)


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
    """Return a puzzle if exactly one turn wins."""
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
    """Return a puzzle if there is exactly one turn after which the opponent cannot win at once."""
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
    """Return a puzzle if exactly one turn forces a win in the next."""
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


def _best(match: Match, seed: int) -> Found:
    """Find a move that is surely better than every other serious candidate."""
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
    ahead = [(1 + a - b) / 2 for a, b in zip(one, other, strict=True)]  # from 0 to 1
    return 2 * mean_score(ahead)[1] - 1


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
        verdict = puzzle.meets(before, here)
        if verdict is not False:
            return verdict is True
        if here.to_act not in (0, 1):
            here.advance()
    return False
