"""The coach at a table: hints during a match, a look back at every decision after it, and reasons for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile
from time import perf_counter

import gamekit as gk
from gamekit.bots import Search, Thought
from gamekit.bots.built_in import Thorough, known_thoughts
from gamekit.bots.coach import SIGNS, Lesson, doubtful, look_back, scale
from gamekit.chance import Random
from gamekit.contract import State
from gamekit.errors import YOU, addressed
from gamekit.intervals import Z, score_interval
from gamekit.match.history import moves_in, turn_numbers, turns
from gamekit.match.view import result_of
from gamekit.puzzle import WINS, Proof, TooMany
from gamekit_widgets.browser_page import Chance, Message, Move, Shown, note
from gamekit_widgets.drawing.pieces import Choice, Hand, Look
from gamekit_widgets.drawing.scene import Scene, one_move
from gamekit_widgets.scenes import drawn, scene_file
from gamekit_widgets.table.words import UNSAID, as_advice, in_words

COACH = Search(50)  # what it would have played
EARLY, GAMES = 8, 20  # how often a move is played on before the look back opens, and in all
MORE = 400  # how often it is played on again where it seems worse than another
SEED = 1  # of these games
PART = 0.4  # seconds between two pictures: a press waits no longer
DECIDED = {
    0: "The game was all but lost",
    100: "The game was all but won",
}  # by the chance to win, in percent
TOLD = {"??": "blunder", "?": "mistake", "?!": "dubious move"}


class Review:
    """What a coach finds in a match. It finds more the longer it looks.

    Args:
        match: the match, as it stands now.
        players: the players whose decisions it judges.

    Attributes:
        opens: where a look back opens: at the decision that seems worst after a first look at all of them,
            by how many moves came before it; None until then. A closer look may mark only other decisions.
            Once that look ends, it is the worst of those.
    """

    def __init__(self, match: gk.Match, players: Collection[int]) -> None:
        self.match = match.fork()
        made = [entry for entry in self.match.history if entry.player in players]
        self.total, self.lessons = len(made), dict[int, Lesson]()  # by how many moves came before
        self._players = set(players)
        self.seen_by = min(players)  # whose chance to win the line shows
        self._coming: Iterator[Lesson | None] = look_back(
            self.match, COACH, SEED, GAMES, MORE, players, EARLY
        )
        self.is_done = False
        self.opens: int | None = None
        self._heard = 0  # lessons
        self._closer = 0  # decisions that get a closer look
        self._reasons = dict[int, str]()  # by how many moves came before

    def think(self) -> None:
        """Look at the next decisions for a moment."""
        until = perf_counter() + PART
        while not self.is_done and perf_counter() < until:
            try:
                lesson = next(self._coming)
            except StopIteration:
                self.is_done = True
                if self.opens is not None and not self.lessons[self.opens].sign:
                    self.opens = self._worst if self.lessons[self._worst].sign else self.opens
            else:
                if lesson:
                    self._learn(lesson)

    def _learn(self, lesson: Lesson) -> None:
        """Keep a lesson. A closer look replaces the first one."""
        self.lessons[lesson.ply] = lesson
        self._heard += 1
        if self._heard == self.total:
            self.opens = self._worst
        if self._heard == 2 * self.total:
            self._closer = len(doubtful(self.lessons.values()))

    @property
    def _worst(self) -> int:
        """After how many moves the decision was made that seems worst: the surest mistake, or the one that
        would cost most. If none seems to cost anything, the last."""
        lessons = self.lessons.values()
        return max(lessons, key=lambda each: (bool(each.sign), _cost(each), each.ply)).ply

    # --- what is told --------------------------------------------------------------------------

    def line(self) -> Shown:
        """Return the chance to win after each decision, as one player sees it, and the result. In a game with
        payoffs, return the payoff to expect, as a part of `_highest`."""
        return {
            "chances": [*map(self._chance, self.lessons.values()), *self._end],
            "whose": self._whose,
            "scale": [self._said_of(part) for part in (1.0, 0.5, 0.0)],
        }

    @property
    def _highest(self) -> float:
        """The payoff at the top of the line: the highest one to expect after any decision, or at the end."""
        expected = [each.payoff[0] for each in self.lessons.values() if each.payoff]
        ending = self.match.result
        end = ending.payoff if ending and ending.payoff else 0
        return max(1.0, *map(abs, (*expected, end)))

    @property
    def _end(self) -> list[Chance]:
        """The result, where the line ends once every decision has its point."""
        ending, side = self.match.result, 1 if self.seen_by == 0 else -1
        if ending is None or self.opens is None:
            return []
        if ending.payoff is not None:
            value = 0.5 + side * ending.payoff / (2 * self._highest)
        else:
            value = 0.5 if ending.winner is None else float(ending.winner == self.seen_by)
        said = self._said_of(value)
        at = self.match.ply
        return [{"ply": at, "value": value, "low": value, "high": value, "said": said, "sign": ""}]

    @property
    def _whose(self) -> str:
        """Say whose chances these are."""
        game = self.match.game
        what = f"expected {game.points}" if game.has_payoffs else "chance to win"
        return addressed(f"{self.match.names[self.seen_by]}’s {what}")

    def _chance(self, lesson: Lesson) -> Chance:
        value, low, high = lesson.chance
        if lesson.payoff:
            parts = (0.5 + part / (2 * self._highest) for part in lesson.payoff)
            value, low, high = (min(1.0, max(0.0, part)) for part in parts)
        if lesson.player != self.seen_by:
            value, low, high = 1 - value, 1 - high, 1 - low
        return {
            "ply": lesson.ply,
            "value": value,
            "low": low,
            "high": high,
            "said": self._said_of(value),
            "sign": lesson.sign,
        }

    def _said_of(self, share: float) -> str:
        """Say what a height of the line means."""
        if not self.match.game.has_payoffs:
            return f"{100 * share:.0f}%"
        return f"{(2 * share - 1) * self._highest:+.1f}".replace("+0.0", "0").replace("-0.0", "0")

    def marked(self, moves: list[Move]) -> list[Move]:
        """Mark the turns in the list. Each mark leads to the decision that it judges."""
        return [self._marked(move) for move in moves]

    def _marked(self, move: Move) -> Move:
        plies = range(move["first"] - 1, move["ply"])
        found = [self.lessons[ply] for ply in plies if ply in self.lessons]
        worst = max(found, key=lambda lesson: lesson.given_away[1], default=None)
        if worst is None:
            return move
        better = self._said(worst, worst.best) if worst.sign else ""
        return {**move, "sign": worst.sign, "look": worst.ply, "better": better}

    def message(self, ply: int | None) -> Message:
        """Say what the coach found in the decision after so many moves, or in all decisions."""
        lesson = None if ply is None else self.lessons.get(ply)
        if lesson:
            where = f"{self._whose_move(lesson.ply)}. " if self._opens_at(ply) else ""
            judged = self._of(lesson)
            return {**judged, "text": where + judged["text"]}
        if not self.is_done:
            return note(self._progress, "news")
        signs = [lesson.sign for lesson in self.lessons.values()]
        counts = [(signs.count(sign), TOLD[sign]) for sign in SIGNS]
        told = ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts if n)
        if not told:
            return note(
                "No other move was clearly better. Press a turn in the list to compare.",
                "news",
            )
        return note(f"{told}. Press one in the list to see it on the board.", "news")

    @property
    def _progress(self) -> str:
        """Say how far the look back has come."""
        again, total = self._heard - self.total, self.total
        if again < 0:
            return f"Looking back: {self._heard} of {total} decisions …"
        if again < total:
            return f"Looking again: {again} of {total} decisions …"
        left = self._closer - (again - total)
        return f"Looking closer: {left} dubious decision{'s' * (left != 1)} left …"

    def _of(self, lesson: Lesson) -> Message:
        """Judge one decision: name the move that was played, and the one that the coach would have played."""
        chance = lesson.chance[0]
        worth = f"{self._worth(chance)}{self._unit}"
        is_yours = self._players == {lesson.player}  # only one person looks back
        whose = "You" if is_yours else self.match.names[lesson.player]
        played = f"{whose} chose to {self._said(lesson, lesson.played)}"
        better = f"the coach would {self._said(lesson, lesson.best)}"
        if lesson.best.removesuffix(" ...") == lesson.played:
            is_known = lesson.chance[1] == lesson.chance[2]  # as the game was solved
            about = "" if is_known else "about "
            told, better = f"{played} ({about}{worth}); so would the coach.", ""
        elif lesson.sign:
            gain = self._worth(min(1.0, chance + lesson.given_away[0]))
            told = f"{played} ({worth}); {better} ({gain}). {self._reason(lesson)}".rstrip()
        else:
            how = DECIDED.get(round(100 * chance))
            about = "" if how else f" (about {self._worth(chance)})"
            told = f"{played}{about}; {better}. {how or 'It is too close to tell'}."
        marks = {"played": played, "better": better}
        return {**note(told, "news"), "marks": [each for each in marks.items() if each[1]]}

    def _reason(self, lesson: Lesson) -> str:
        """Say what the better move would have done, or what the one that was played allowed."""
        if lesson.ply not in self._reasons:
            view = self.match.fork().goto(lesson.ply).view(lesson.player)
            is_yours = self._players == {lesson.player}
            numbers = dict(zip(view.legal(), view.legal_moves(), strict=True))
            best = numbers[lesson.best]
            played = {
                n: lesson.played
                for text, n in numbers.items()
                if text.removesuffix(" ...") == lesson.played
            }
            reasons = Reasons(view, YOU if is_yours else view.names[lesson.player])
            why = reasons.why(best, played).replace(" instead,", ",")
            self._reasons[lesson.ply] = why or reasons.line(best, FORETOLD)
        return self._reasons[lesson.ply]

    def _worth(self, chance: float) -> str:
        """Say what a chance to win, or the payoff that it stands for, comes to."""
        if self.match.game.has_payoffs:
            return f"{(chance - 0.5) * scale(self.match):+.1f}"
        return f"{100 * chance:.0f}%"

    @property
    def _unit(self) -> str:
        game = self.match.game
        return f" {game.points}" if game.has_payoffs else " to win"

    def _opens_at(self, ply: int | None) -> bool:
        return ply is not None and ply == self.opens

    def headline(self, ply: int) -> str:
        """Say whose move is judged, or how many turns are marked where the look back opens. Say nothing if no
        move was made after so many.
        """
        return self._marks if self._opens_at(ply) else self._whose_move(ply)

    @property
    def _marks(self) -> str:
        """Say how many turns are marked."""
        lessons = self.lessons.values()
        marked = len({lesson.turn for lesson in lessons if lesson.sign})
        turns = len({lesson.turn for lesson in lessons})
        is_yours = len(self._players) == 1
        if turns == 1:
            made = "your only turn" if is_yours else "the only turn"
            found = f"{made} is marked".capitalize()
        else:
            made = f"your {turns} turns" if is_yours else f"{turns} turns"
            found = f"{marked} of {made} {'are' if marked > 1 else 'is'} marked"
        if self.is_done:
            return found if marked else f"No mistake found in {made}"
        return f"{found} so far" if marked else f"Looking back at {made} …"

    def _whose_move(self, ply: int) -> str:
        turn = next((steps for steps in turns(self.match.history) if steps[-1].ply > ply), [])
        made = [entry for entry in moves_in(turn) if entry.ply > ply]
        if not made or made[0].ply > ply + 1 or made[0].player not in (0, 1):
            return ""
        first, player = made[0], made[0].player or 0
        whose = "your" if self._players == {player} else f"{self.match.names[player]}’s"
        told = [entry.ply for entry in moves_in(turn) if entry.text not in UNSAID]
        is_part = len(told) > 1 and first.ply in told
        within = f" {told.index(first.ply) + 1} of {len(told)}" if is_part else ""
        number = turn_numbers(self.match.history)[first.ply]
        return f"Turn {number}, {whose} move{within}"

    def _said(self, lesson: Lesson, move: str) -> str:
        return as_advice(self.match.fork().goto(lesson.ply).view(lesson.player), move)

    def task(self, ply: int) -> str:
        """Ask for a better move than the one that was played there."""
        lesson = self.lessons[ply]
        played = self._said(lesson, lesson.played)
        return f"Find something better than: {played}. The dice will fall as they did."

    # --- what is drawn -------------------------------------------------------------------------

    def compared(self, view: gk.View, ply: int, hand: Hand) -> Scene | None:
        """Draw the board before a decision, with the move that was played and the better one, if any.

        Args:
            view: the board.
            ply: how many moves came before.
            hand: with the switches that are on.
        """
        lesson = self.lessons.get(ply)
        if lesson is None or view.to_act != lesson.player:
            return None
        game, best = scene_file(view.game.name), lesson.best.removesuffix(" ...")
        moves: dict[Look, str] = {"played": lesson.played}
        if best != lesson.played:
            moves["better"] = best
        written = {look: one_move(view, move) for look, move in moves.items()}
        ways = {look: game.presses(view, move) for look, move in written.items()}
        held = replace(hand, ways={written[look]: way for look, way in ways.items()})
        scene = drawn(view, held).pointing(list(ways.items()))
        named = (_named(choice) for choice in scene.choices)
        return replace(scene, choices=tuple(e for e in named if e.compared and not e.at))


def _cost(lesson: Lesson) -> float:
    """Return what a marked decision surely gave away, or what another one seems to have given away."""
    value, low, _ = lesson.given_away
    return low if lesson.sign else max(0.0, value)


def _named(choice: Choice) -> Choice:
    """Write on a button whether it was played, or is what the coach would have played."""
    who = "Coach" if choice.compared == "better" else "Played"
    return replace(choice, label=f"{who}: {choice.label}")


FIRST = 1.0  # seconds until the first answer
MORE_TIME = 0.4  # seconds between two later ones: a press waits no longer
LONGEST = 8.0  # seconds, all together
SETTLED = 2.5  # seconds until a hint is a finished sentence; more thinking may still mend it
TRIAL = 1000  # simulations of the first look
FORETOLD = 500  # simulations for each move that a look back foretells
LOOK = 0.2  # seconds of each later look
LOOKS = 4  # before these nothing stands out: a single look does not show how much looks differ
FEW = 3  # moves that can be said to stand out together
SOME = 9  # moves that can be marked faintly together
NARROW = 0.03  # of an interval: it is not worth telling if it is no wider
SELDOM = 50  # of a thousand: how often a solution plays a move that is not advised
SERIOUS = 0.05  # of the tries of the most tried move: the search has put aside what got fewer


@dataclass(frozen=True, slots=True)
class Hint:
    """A move with the score it gives the mover, and its 95% interval.

    Attributes:
        text: its notation.
        label: what its button is called, or what it does.
        value, low, high: the score, out of 1: mostly the chance to win.
        tries: how often it was tried or, of a thousand times, how often a solution plays it.
    """

    text: str
    label: str
    value: float
    low: float
    high: float
    tries: int


@dataclass(slots=True)
class Tried:
    """What several looks found out about one move.

    Attributes:
        thought: what the first look thought of it.
        looks: the score and the number of tries of each look.
    """

    thought: Thought
    looks: list[tuple[float, int]] = field(default_factory=list)

    @property
    def tries(self) -> int:
        """How often all looks together tried the move."""
        return sum(n for _, n in self.looks)

    def score(self) -> tuple[float, float, float]:
        """Return the score with its 95% interval.

        The tries of one look share what it imagined and where it searched. So if looks differ more
        than single tries explain, each of them counts as one.
        """
        tries, looks = self.tries, len(self.looks)
        value = sum(score * n for score, n in self.looks) / tries
        n = float(tries)
        if looks > 1:
            apart = sum((n * (score - value)) ** 2 for score, n in self.looks) / tries**2
            limit = Z + (Z**3 + Z) / (4 * (looks - 1))  # Student's, all but exactly
            variance = apart * looks / (looks - 1) * (limit / Z) ** 2
            n = max(1.0, min(n, value * (1 - value) / variance)) if variance else n
        return value, *score_interval(value, n)


class Advice:
    """What an adviser thinks of the moves of the player to act. It grows surer the longer it thinks.

    Args:
        view: the view of the player to act.
        seed: the seed of the first look; each later look uses the next seed.
        buttons: what the buttons beside the board are called, by the moves that they make.
        search: makes a bot that looks with a given number of simulations.
        titles: what these buttons do, if their labels are too short to say it.
        marks: what one mark on the board shows of a move, for the moves that one mark can show; None if each
            move has its own.
    """

    def __init__(
        self,
        view: gk.View,
        seed: int,
        buttons: Mapping[str, str],
        search: Callable[[int], Search] = lambda n: Search(n),
        titles: Mapping[str, str] | None = None,
        marks: Mapping[str, object] | None = None,
    ) -> None:
        self._view, self._seed, self._search = view, seed, search
        self._buttons, self._titles, self._marks = buttons, titles or {}, marks
        self._found: dict[str, Tried] = {}
        self._simulations, self._looks, self.seconds = TRIAL, 0, 0.0
        self._reasons = dict[tuple[str, ...], str]()  # by the moves that they speak for
        self._gains = dict[str, str]()  # what each move gains on the board
        self._favorite = ""  # of moves that are alike, the same one as long as it is among them
        self._line: str | None = None  # how the game goes on, once that has been looked at
        self._known = known_thoughts(view)  # as the game was solved; mostly nothing
        if not self._known:
            self.think(FIRST)

    def think(self, seconds: float = MORE_TIME) -> None:
        """Look again and again for about so many seconds, and in the end at how the game goes on."""
        if self._is_clear and self._line is None:
            self._line = self._expected()
            return
        until = self.seconds + seconds
        while self.seconds < until:
            started = perf_counter()
            self._look()
            took = max(1e-4, perf_counter() - started)
            self.seconds += took
            self._simulations = max(1, min(2**20, int(self._simulations * LOOK / took)))
        best = [each.text for each in self.best]
        if best and self._favorite not in best:
            self._favorite = best[0]

    def _look(self) -> None:
        for each in self._search(self._simulations).think(self._view, seed=self._seed):
            if each.visits:
                tried = self._found.setdefault(each.text, Tried(each))
                tried.looks.append((each.value, each.visits))
        self._seed += 1
        self._looks += 1

    @property
    def is_done(self) -> bool:
        """Has it thought long enough, or would more thinking tell nothing new?"""
        return bool(self._known) or self._line is not None

    @property
    def _is_clear(self) -> bool:
        """Has it thought long enough about the moves themselves?"""
        is_sure = self._looks >= LOOKS and len(self.best) == 1
        return self.seconds >= LONGEST or is_sure or len(self._found) == 1

    def _expected(self) -> str:
        """Say how the game goes on after the only move that stands out, if nothing else explains it."""
        best = self.stands_out
        if len(best) != 1 or self._reason(best):
            return ""
        move = self._found[best[0].text].thought.move
        return Reasons(self._view).line(move, self._simulations) or self._compared(best)

    def _gained(self, moves: list[Hint]) -> str:
        """Say what these moves gain on the board, if the game's scene can tell and they gain the same."""
        gained = scene_file(self._view.game.name).gained
        for each in moves:
            if each.text not in self._gains:
                self._gains[each.text] = gained(self._view, each.text.removesuffix(" ..."))
        told = {self._gains[each.text] for each in moves}
        return told.pop() if len(told) == 1 else ""

    @property
    def thoughts(self) -> list[Hint]:
        """Every move that it tried, the most tried first. In a solved game, that is every move."""
        if self._known:
            known = ((each, each.value, each.visits) for each in self._known)
            return [self._hint(one, value, value, value, n) for one, value, n in known]
        found = sorted(self._found.values(), key=lambda tried: -tried.tries)
        return [self._hint(tried.thought, *tried.score(), tried.tries) for tried in found]

    @property
    def best(self) -> list[Hint]:
        """The moves that may be as good as the best one, the surest first. In a solved game, the moves
        that the solution plays.
        """
        thoughts = self.thoughts
        if self._known:
            return [each for each in thoughts if each.tries > SELDOM]
        least = SERIOUS * max((each.tries for each in thoughts), default=0)
        serious = sorted((t for t in thoughts if t.tries >= least), key=lambda each: -each.low)
        return [each for each in serious if each.high >= serious[0].low]

    @property
    def stands_out(self) -> list[Hint]:
        """The few moves that stand out from the others; none if too many are alike."""
        best, tried = self.best, len(self.thoughts)
        is_few = len(best) <= FEW and (len(best) < tried or tried == 1)
        return best if is_few else []

    @property
    def marked(self) -> list[str]:
        """The moves to mark on the board, in notation: those that stand out, or one example. Only the first
        that is named where nobody could tell which marks belong together."""
        texts = sorted(each.text for each in self.stands_out or self._example)
        return texts if self._has_marks(texts) else texts[:1]

    @property
    def faint(self) -> list[str]:
        """The moves to mark faintly: some that are as good as the example, if each of them has its own mark."""
        best = [each.text for each in self.best]
        alike = [text for text in best if text not in self.marked]
        is_some = len(alike) <= SOME and len(best) < len(self.thoughts)
        return alike if is_some and self._is_settled and self._has_marks(best) else []

    def _has_marks(self, moves: list[str]) -> bool:
        """Does the board show each of these moves by a mark of its own?"""
        if self._marks is None:
            return True
        shown = [self._marks[move] for move in moves if move in self._marks]
        return len(set(shown)) == len(moves)

    @property
    def _example(self) -> list[Hint]:
        """One of many moves that are alike."""
        return [each for each in self.best if each.text == self._favorite]

    @property
    def message(self) -> Message:
        """Name the move to try: the best one, a few that are alike, or one of many."""
        best = sorted(self.stands_out, key=lambda each: each.text)
        names = _in_a_row([each.label for each in best])
        if len(best) == 1:
            reason = self._reason(best)
            title = "" if reason else self._titles.get(best[0].text.removesuffix(" ..."), "")
            does = title and f" ({title[:1].lower()}{title[1:]})"
            why = reason or f"{self._gained(best)} {self._line or ''}".strip()
            what, value, interval = self._worth(best[0])
            if why:  # a reason tells more than an interval
                interval = ""
            worth = "" if reason == WINS else f" {what}: {value}{interval}."
            told = f"Best: {names[0]}{does}.{worth} {why}".rstrip()
        elif best:
            told = f"Try: {', '.join(names[:-1])} or {names[-1]}. These look equally good"
            reason = self._reason(best)
            told += f". {reason}" if reason else f" ({self._about(best[0])}). {self._gained(best)}"
        else:
            count = len(self.best)
            alike = (
                "No move looks better"
                if count == len(self.thoughts)
                else f"The {count - 1} dotted moves look as good"
                if self.faint
                else f"{count - 1} others look as good"
            )
            told = " ".join(
                sentence
                for each in self._example
                for sentence in (
                    f"Try: {_begun(each.label)} ({self._about(each)}).",
                    self._gained([each]),
                )
                if sentence
            )
            told = f"{told} {alike}.".lstrip()
        told = told.rstrip()
        return note(told if self._is_settled else f"{told} Still looking …", "news")

    @property
    def _is_settled(self) -> bool:
        return self.is_done or self._is_clear or self.seconds >= SETTLED

    def _reason(self, best: list[Hint]) -> str:
        """Say which of these moves win at once, or what they all prevent, if a quick proof shows it."""
        if self._known:
            return self._compared(best)
        texts = tuple(each.text for each in best)
        if texts not in self._reasons:
            self._reasons[texts] = ""
            self._reasons[texts] = self._shown(texts)
        return self._reasons[texts]

    def _compared(self, best: list[Hint]) -> str:
        """Say what the best of all other moves is worth, of those that were looked at in earnest."""
        thoughts = self.thoughts
        least = 0 if self._known else SERIOUS * max((each.tries for each in thoughts), default=0)
        others = [each for each in thoughts if each not in best and each.tries >= least]
        if not others:
            return ""
        other = max(others, key=lambda each: each.value)
        _, value, _ = self._worth(other)
        return f"Next best: {_begun(other.label)} ({value})."

    def _shown(self, texts: tuple[str, ...]) -> str:
        view = self._view
        others = {
            each.thought.move: self._buttons.get(text, text)
            for text, each in sorted(self._found.items(), key=lambda found: -found[1].tries)
            if text not in texts
        }
        why = Reasons(view).why
        reasons = [why(self._found[text].thought.move, others) for text in texts]
        winning = [text for text, why in zip(texts, reasons, strict=True) if why == WINS]
        if 0 < len(winning) < len(texts):
            named = " or ".join(self._buttons.get(text, text) for text in winning)
            return f"You win at once with {named}."
        if not all(reasons):
            return ""
        return "Each wins at once." if winning[1:] else reasons[-1]

    def _worth(self, hint: Hint) -> tuple[str, str, str]:
        """Say whether a move is worth a chance to win or a payoff; how much; and, if it is wide, the interval."""
        game = self._view.game
        if game.has_payoffs:
            highest = int(game.highest_payoff(self._view.rules))
            value, low, high = (
                f"{(2 * part - 1) * highest:+.1f}" for part in (hint.value, hint.low, hint.high)
            )
            return "Expected", f"{value} {game.points}", f" ({low} to {high})" * (low != high)
        value, low, high = (f"{100 * part:.0f}" for part in (hint.value, hint.low, hint.high))
        is_wide = hint.high - hint.low >= NARROW
        return "Chance to win", f"{value}%", f" ({low} to {high}%)" * is_wide

    def _about(self, hint: Hint) -> str:
        """Say what a move is worth, without its interval: "chance to win: 52%"."""
        what, value, _ = self._worth(hint)
        return f"{_begun(what)}: {value}"

    def _hint(self, thought: Thought, value: float, low: float, high: float, tries: int) -> Hint:
        return Hint(thought.text, self._label(thought.text), value, low, high, tries)

    def _label(self, text: str) -> str:
        """Call a move by the label of its button, or say what it does."""
        move = text.removesuffix(" ...")
        if move in self._buttons:
            return self._buttons[move].removesuffix(" …")
        said = as_advice(self._view, move)
        return said[:1].upper() + said[1:]


def _in_a_row(labels: list[str]) -> list[str]:
    """Return moves as a sentence names them: "move 4 from A1 to B1" and then "A3 to B3"."""
    words = [_begun(label).split() for label in labels]
    shared = takewhile(
        lambda each: len(set(each)) == 1, zip(*(each[:-1] for each in words), strict=False)
    )
    same = sum(1 for _ in shared)
    return [" ".join(each[same * (n > 0) :]) for n, each in enumerate(words)]


def _begun(label: str) -> str:
    """Return what a button says as it stands within a sentence."""
    return label[:1].lower() + label[1:]


# --- reasons -------------------------------------------------------------------------------------


PATIENCE = 2000  # positions to try for a proof: about a tenth of a second
OTHERS = 3  # whole turns to compare with
AHEAD = 3  # moves to foretell
LIKELY = 0.6  # of the tries of a search: it expects a move that got so many


WORLDS = 24  # to imagine where there are secrets
SURELY, CLEARLY = 0.99, 0.25  # of these worlds


@dataclass(frozen=True, slots=True)
class Futures:
    """What may follow a move where there are secrets: the shares of worlds in which it wins at once or loses
    to the reply, and in which the opponent replies with each move."""

    won: float
    lost: float
    replies: Mapping[str, float]


class Reasons:
    """Finds reasons for the moves of one position, in any game. Where there are secrets, it imagines them
    again and again.

    Args:
        view: the view of the player to act.
        mover: what to call this player.
    """

    def __init__(self, view: gk.View, mover: str = YOU) -> None:
        self._view, self._me = view, view.player
        self._names = (mover, view.names[1]) if self._me == 0 else (view.names[0], mover)
        self._proof = Proof(view.game, PATIENCE)
        self._seen_futures = dict[int, Futures]()

    def why(self, move: int, others: Mapping[int, str]) -> str:
        """Say that a move wins at once, or how the opponent could win after another move.

        Args:
            move: the good move.
            others: moves to compare it with, in this order, and what they are called.

        Returns "" if nothing of the kind is found.
        """
        view = self._view
        if view.game.has_secrets:
            return self._guessed(move, others)
        with suppress(TooMany):
            if reason := self._proof.reason(view.state, move, others, view.names):
                return reason
        here = self._seen(self._after(view.state, move))
        if not here or here.player != self._me:
            return ""
        return self._won(move) or self._averted(move, list(others)[:OTHERS])

    def line(self, move: int, simulations: int) -> str:
        """Say how the game goes on after a move, as far as a search is sure of it.

        Args:
            move: the move.
            simulations: of the search, for each move that it foretells.
        """
        if self._view.game.has_secrets:
            return self._reply(move)
        state, found = self._after(self._view.state, move), list[tuple[int, str]]()
        while len(found) < AHEAD and (here := self._seen(state)):
            thoughts = Search(simulations).think(here)
            if thoughts[0].visits < LIKELY * sum(thought.visits for thought in thoughts):
                break
            found.append((here.player, thoughts[0].text.removesuffix(" ...")))
            state = self._after(state, thoughts[0].move)
        told = []
        for player, run in groupby(found, key=lambda each: each[0]):
            if moves := [text for _, text in run if text not in UNSAID]:
                name = self._names[player]
                told.append(f"{name} {in_words(self._view.game, moves, name=name)}")
        ending = self._ending(state)
        end = f" {ending.text}" if told and ending else ""
        return addressed(f"Then most likely {', '.join(told)}.{end}") if told else ""

    # --- where there are secrets: what happens in most of the worlds that the player may believe in ----

    def _guessed(self, move: int, others: Mapping[int, str]) -> str:
        """Say that a move wins at once, or that after another one the opponent wins at once more often."""
        here = self._futures(move)
        if here.won > SURELY:
            return WINS
        foe = self._names[1 - self._me]
        for other, text in [*others.items()][:OTHERS]:
            lost = self._futures(other).lost
            if lost > here.lost + CLEARLY:
                return f"After {text} instead, {foe} would more often win at once ({lost:.0%})."
        return f"It wins at once in {here.won:.0%} of cases." if here.won > CLEARLY else ""

    def _reply(self, move: int) -> str:
        """Say what the opponent is likely to do next."""
        replies = self._futures(move).replies
        if not replies:
            return ""
        reply, share = max(replies.items(), key=lambda each: each[1])
        foe = self._names[1 - self._me]
        said = in_words(self._view.game, [reply], name=foe)
        return addressed(f"Then most likely {foe} {said}.") if share >= LIKELY else ""

    def _futures(self, move: int) -> Futures:
        """Play a move in many worlds, each with a careful reply. What is likelier counts for more."""
        if move not in self._seen_futures:
            game, rules, random = self._view.game, self._view.rules, Random(1)
            won = lost = total = 0.0
            replies = Counter[str]()
            for number in range(WORLDS):
                state = self._view.state
                game.imagine(rules, state, self._me, random)
                weight = game.likelihood(rules, state, self._me)
                after = self._after(state, move)
                total += weight
                reply, after = self._careful(after, 1 - self._me, seed=number)
                if reply:
                    replies[reply[0].removesuffix(" ...")] += weight
                ending = self._ending(after)
                won += weight * bool(ending and ending.winner == self._me and not reply)
                lost += weight * bool(ending and ending.winner == 1 - self._me)
            shares = {reply: weight / (total or 1) for reply, weight in replies.items()}
            self._seen_futures[move] = Futures(won / (total or 1), lost / (total or 1), shares)
        return self._seen_futures[move]

    # --- where turns take several moves: careful bots play them, so what is told can be played ----

    def _won(self, move: int) -> str:
        """Say that the turn that begins with this move wins."""
        turn, after = self._careful(self._view.state, self._me, move)
        ending = self._ending(after)
        if not ending or ending.winner != self._me:
            return ""
        whole = self._view.game.turn_text(self._view.rules, self._view.state, turn)
        return WINS if whole == turn[0] else f"It wins with {whole}."

    def _averted(self, move: int, others: Sequence[int]) -> str:
        """Say after which other turn the opponent could win."""
        if self._lost(move):
            return ""
        lost = next(filter(None, map(self._lost, others)), None)
        foe = self._names[1 - self._me]
        return f"After {lost[0]} instead, {foe} could win with {lost[1]}." if lost else ""

    def _lost(self, move: int) -> tuple[str, str] | None:
        """Return a turn that begins with this move, and the reply that wins at once, if there is one."""
        begun = self._view.state
        turn, between = self._careful(begun, self._me, move)
        reply, after = self._careful(between, 1 - self._me)
        ending = self._ending(after)
        if not reply or not ending or ending.winner != 1 - self._me:
            return None
        game, rules = self._view.game, self._view.rules
        return game.turn_text(rules, begun, turn), game.turn_text(rules, between, reply)

    # --- what may follow -----------------------------------------------------------------------

    def _careful(
        self, state: State, player: int, move: int | None = None, seed: int = 1
    ) -> tuple[list[str], State]:
        """Let a careful bot play a player's turn, which begins with this move, to its end."""
        written = []
        while (here := self._seen(state)) and here.player == player:
            chosen = Thorough().choose(here, seed) if move is None else move
            written.append(here.game.write(here.rules, state, chosen))
            state, move = self._after(state, chosen), None
        return written, state

    def _seen(self, state: State) -> gk.View | None:
        """Return the view of the player to act, if one is."""
        game, rules = self._view.game, self._view.rules
        actor = game.to_act(rules, state)
        if actor not in (0, 1):
            return None
        known = state.copy()
        game.hide(rules, known, actor)
        return gk.View(game, rules, known, actor, self._view.names)

    def _after(self, state: State, move: int) -> State:
        after = state.copy()
        self._view.game.apply(self._view.rules, after, move)
        return after

    def _ending(self, state: State) -> gk.Result | None:
        return result_of(self._view.game, self._view.rules, state, self._names)
