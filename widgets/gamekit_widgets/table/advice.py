"""The coach at a table: hints during a match, a look back at every decision afterward, and reasons for both."""

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
from gamekit.intervals import Z, score_interval
from gamekit.match.history import moves_in, turn_numbers, turns
from gamekit.match.view import result_of, without_open
from gamekit.puzzle import WINS, Proof, TooMany
from gamekit.sentences import YOU, addressed
from gamekit_widgets.browser_page import Chance, Message, Move, Shown, note
from gamekit_widgets.drawing.pieces import Choice, Hand, Look
from gamekit_widgets.drawing.scene import Scene, one_move
from gamekit_widgets.scenes import drawn, scene_file
from gamekit_widgets.table.words import UNSAID, as_advice, in_words

COACH = Search(50)  # its move is the one that the coach would have played
EARLY, GAMES = 8, 20  # games played on from each move before the look back opens, and in all
MORE = 400  # games of a closer look, where a move seems worse than another
SEED = 1  # of these games
PART = 0.4  # seconds of thinking at a time, so a press waits no longer
DECIDED = {
    0: "The game was all but lost",
    100: "The game was all but won",
}  # by the chance to win, in percent
SIGN_NAMES = {"??": "blunder", "?": "mistake", "?!": "dubious move"}


class Review:
    """A coach's findings in a match. The longer it looks, the more it finds.

    Args:
        match: the match, as it stands now.
        players: the players whose decisions it judges.

    Attributes:
        lessons: what it found about each decision, by the number of moves before it.
        opens: the decision at which the look back opens, by the number of moves before it. It is None until
            every decision has had a first look. Then it is the one that seems worst. If the closer look finds
            that one harmless but marks others, it moves to the worst of those.
    """

    def __init__(self, match: gk.Match, players: Collection[int]) -> None:
        self.match = match.fork()
        self.total = sum(entry.player in players for entry in self.match.history)
        self.lessons = dict[int, Lesson]()
        self._players = set(players)
        self.seen_by = min(players)  # the line shows this player's chance to win
        self._coming: Iterator[Lesson | None] = look_back(
            self.match, COACH, SEED, GAMES, MORE, players, EARLY
        )
        self.is_done = False
        self.opens: int | None = None
        self._learned = 0  # lessons so far; a decision may have several
        self._closer = 0  # decisions that get a closer look
        self._reasons = dict[int, str]()  # by the number of moves before the decision

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
        self._learned += 1
        if self._learned == self.total:
            self.opens = self._worst
        if self._learned == 2 * self.total:
            self._closer = len(doubtful(self.lessons.values()))

    @property
    def _worst(self) -> int:
        """The decision that seems worst, by the number of moves before it.

        A marked decision is worse than one without a mark, then the costlier is worse, and then the later.
        """
        lessons = self.lessons.values()
        return max(lessons, key=lambda each: (bool(each.sign), _cost(each), each.ply)).ply

    # --- in words ------------------------------------------------------------------------------

    def line(self) -> Shown:
        """Return one player's chance to win after each decision, and the result at the end.

        In a game with payoffs, the line shows the payoff to expect, as a share of `_highest`.
        """
        return {
            "chances": [*map(self._chance, self.lessons.values()), *self._end],
            "whose": self._whose,
            "scale": [self._height_label(height) for height in (1.0, 0.5, 0.0)],
        }

    @property
    def _highest(self) -> float:
        """The payoff at the top of the line: the largest one expected after any decision, or paid at the end."""
        expected = [each.payoff[0] for each in self.lessons.values() if each.payoff]
        ending = self.match.result
        end = ending.payoff if ending and ending.payoff else 0
        return max(1.0, *map(abs, (*expected, end)))

    @property
    def _end(self) -> list[Chance]:
        """The result as the last point of the line, once every decision has a point."""
        ending, side = self.match.result, 1 if self.seen_by == 0 else -1
        if ending is None or self.opens is None:
            return []
        if ending.payoff is not None:
            value = 0.5 + side * ending.payoff / (2 * self._highest)
        else:
            value = 0.5 if ending.winner is None else float(ending.winner == self.seen_by)
        label = self._height_label(value)
        at = self.match.ply
        return [{"ply": at, "value": value, "low": value, "high": value, "said": label, "sign": ""}]

    @property
    def _whose(self) -> str:
        """The heading of the line, such as “Your chance to win”."""
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
            "said": self._height_label(value),
            "sign": lesson.sign,
        }

    def _height_label(self, height: float) -> str:
        """Return the chance to win or the payoff that a height of the line stands for."""
        if not self.match.game.has_payoffs:
            return f"{100 * height:.0f}%"
        return f"{(2 * height - 1) * self._highest:+.1f}".replace("+0.0", "0").replace("-0.0", "0")

    def marked(self, moves: list[Move]) -> list[Move]:
        """Return the turns of the list with their marks. Each mark leads to the decision that it judges."""
        return [self._marked(move) for move in moves]

    def _marked(self, move: Move) -> Move:
        plies = range(move["first"] - 1, move["ply"])
        found = [self.lessons[ply] for ply in plies if ply in self.lessons]
        worst = max(found, key=lambda lesson: lesson.given_away[1], default=None)
        if worst is None:
            return move
        better = self._in_words(worst, worst.best) if worst.sign else ""
        return {**move, "sign": worst.sign, "look": worst.ply, "better": better}

    def message(self, ply: int | None) -> Message:
        """Say what the coach found in the decision after `ply` moves, or in all decisions."""
        lesson = None if ply is None else self.lessons.get(ply)
        if lesson:
            where = f"{self._whose_move(lesson.ply)}. " if self._opens_at(ply) else ""
            verdict = self._verdict(lesson)
            return {**verdict, "text": where + verdict["text"]}
        if not self.is_done:
            return note(self._progress, "news")
        signs = [lesson.sign for lesson in self.lessons.values()]
        counts = [(signs.count(sign), SIGN_NAMES[sign]) for sign in SIGNS]
        summary = ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts if n)
        if not summary:
            return note(
                "No other move was clearly better. Press a turn in the list to compare.",
                "news",
            )
        return note(f"{summary}. Press one in the list to see it on the board.", "news")

    @property
    def _progress(self) -> str:
        """Say how far the look back has come."""
        again, total = self._learned - self.total, self.total
        if again < 0:
            return f"Looking back: {self._learned} of {total} decisions …"
        if again < total:
            return f"Looking again: {again} of {total} decisions …"
        left = self._closer - (again - total)
        return f"Looking closer: {left} dubious decision{'s' * (left != 1)} left …"

    def _verdict(self, lesson: Lesson) -> Message:
        """Judge one decision: name the move that was played, and the one that the coach would have played."""
        chance = lesson.chance[0]
        worth = f"{self._worth(chance)}{self._unit}"
        is_yours = self._players == {lesson.player}  # only one person looks back
        who = "You" if is_yours else self.match.names[lesson.player]
        played = f"{who} chose to {self._in_words(lesson, lesson.played)}"
        better = f"the coach would {self._in_words(lesson, lesson.best)}"
        if without_open(lesson.best) == lesson.played:
            is_known = lesson.chance[1] == lesson.chance[2]  # the game is solved
            about = "" if is_known else "about "
            text, better = f"{played} ({about}{worth}); so would the coach.", ""
        elif lesson.sign:
            gain = self._worth(min(1.0, chance + lesson.given_away[0]))
            text = f"{played} ({worth}); {better} ({gain}). {self._reason(lesson)}".rstrip()
        else:
            how = DECIDED.get(round(100 * chance))
            about = "" if how else f" (about {self._worth(chance)})"
            text = f"{played}{about}; {better}. {how or 'It is too close to tell'}."
        marks = {"played": played, "better": better}
        return {**note(text, "news"), "marks": [each for each in marks.items() if each[1]]}

    def _reason(self, lesson: Lesson) -> str:
        """Say what the better move would have done, or what the move that was played allowed."""
        if lesson.ply not in self._reasons:
            view = self.match.fork().goto(lesson.ply).view(lesson.player)
            is_yours = self._players == {lesson.player}
            numbers = dict(zip(view.legal(), view.legal_moves(), strict=True))
            best = numbers[lesson.best]
            played = {
                n: lesson.played
                for text, n in numbers.items()
                if without_open(text) == lesson.played
            }
            mover = YOU if is_yours else view.names[lesson.player]
            reasons = Reasons(view, mover, after="After {}")
            self._reasons[lesson.ply] = reasons.why(best, played) or reasons.line(best, FORETOLD)
        return self._reasons[lesson.ply]

    def _worth(self, chance: float) -> str:
        """Write a chance to win, or the payoff that it stands for."""
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
        """Say whose move is judged or, where the look back opens, how many turns are marked.

        Returns "" if no player's move follows the first `ply` moves.
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
        rest = [entry for entry in moves_in(turn) if entry.ply > ply]
        if not rest or rest[0].ply > ply + 1 or rest[0].player not in (0, 1):
            return ""
        first, player = rest[0], rest[0].player or 0
        whose = "your" if self._players == {player} else f"{self.match.names[player]}’s"
        counted = [entry.ply for entry in moves_in(turn) if entry.text not in UNSAID]
        is_part = len(counted) > 1 and first.ply in counted
        within = f" {counted.index(first.ply) + 1} of {len(counted)}" if is_part else ""
        number = turn_numbers(self.match.history)[first.ply]
        return f"Turn {number}, {whose} move{within}"

    def _in_words(self, lesson: Lesson, move: str) -> str:
        return as_advice(self.match.fork().goto(lesson.ply).view(lesson.player), move)

    def task(self, ply: int) -> str:
        """Ask for a better move than the one that was played after `ply` moves."""
        lesson = self.lessons[ply]
        played = self._in_words(lesson, lesson.played)
        return f"Find something better than: {played}. The dice will fall as they did."

    # --- on the board --------------------------------------------------------------------------

    def compared(self, view: gk.View, ply: int, hand: Hand) -> Scene | None:
        """Draw the board before a decision, with the move that was played and the better one, if any.

        Args:
            view: the board.
            ply: how many moves came before the decision.
            hand: with the switches that are on.

        Returns None if the coach has not judged a decision there.
        """
        lesson = self.lessons.get(ply)
        if lesson is None or view.to_act != lesson.player:
            return None
        game, best = scene_file(view.game.name), without_open(lesson.best)
        moves: dict[Look, str] = {"played": lesson.played}
        if best != lesson.played:
            moves["better"] = best
        written = {look: one_move(view, move) for look, move in moves.items()}
        ways = {look: game.presses(view, move) for look, move in written.items()}
        hand = replace(hand, ways={written[look]: way for look, way in ways.items()})
        scene = drawn(view, hand).pointing(list(ways.items()))
        choices = (_credited(choice) for choice in scene.choices if choice.compared)
        return replace(scene, choices=tuple(choice for choice in choices if not choice.at))


def _cost(lesson: Lesson) -> float:
    """Return what a marked decision surely gave away, or what another one seems to have given away."""
    value, low, _ = lesson.given_away
    return low if lesson.sign else max(0.0, value)


def _credited(choice: Choice) -> Choice:
    """Return a button whose label says who chose it: the player or the coach."""
    who = "Coach" if choice.compared == "better" else "Played"
    return replace(choice, label=f"{who}: {choice.label}")


FIRST = 1.0  # seconds until the first answer
MORE_TIME = 0.4  # seconds between later answers, so a press waits no longer
LONGEST = 8.0  # seconds, all together
SETTLED = 2.5  # seconds until a hint reads as final; more thinking may still change it
TRIAL = 1000  # simulations of the first look
FORETOLD = 500  # simulations for each move that a look back foretells
LOOK = 0.2  # seconds of each later look
LOOKS = 4  # looks before a move can stand out: one look does not show how much looks differ
FEW = 3  # the most moves that stand out together
SOME = 9  # the most moves that are marked faintly together
NARROW = 0.03  # the width below which an interval is left out
SELDOM = 50  # of a thousand plays: a solution's rarer moves are not advised
SERIOUS = 0.05  # of the tries of the most tried move: the search has dropped moves with fewer


@dataclass(frozen=True, slots=True)
class Hint:
    """A move with the score it gives the mover, and its 95% interval.

    Attributes:
        text: its notation.
        label: the label of its button, or what it does.
        value, low, high: the score from 0 to 1, which without payoffs is the chance to win.
        tries: how often it was tried or, in a solved game, how often in a thousand the solution plays it.
    """

    text: str
    label: str
    value: float
    low: float
    high: float
    tries: int


@dataclass(slots=True)
class Tried:
    """The findings of several looks at one move.

    Attributes:
        thought: the first look's thought about it.
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
            limit = Z + (Z**3 + Z) / (4 * (looks - 1))  # approximates Student's t
            variance = apart * looks / (looks - 1) * (limit / Z) ** 2
            n = max(1.0, min(n, value * (1 - value) / variance)) if variance else n
        return value, *score_interval(value, n)


class Advice:
    """A hint: what an adviser thinks of the moves of the player to act. It grows surer the longer it thinks.

    Args:
        view: the view of the player to act.
        seed: the seed of the first look; each later look uses the next seed.
        buttons: the labels of the buttons beside the board, by the moves that they make.
        search: makes a bot that looks with a given number of simulations.
        titles: what these buttons do, if their labels are too short to say it.
        marks: the mark that shows each move, for the moves that a single mark on the board can show; None if
            every move has a mark of its own.
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
        self._reasons = dict[tuple[str, ...], str]()  # by the moves that they explain
        self._gains = dict[str, str]()  # what each move gains on the board
        self._favorite = ""  # the example among equally good moves; it stays while it is one
        self._line: str | None = None  # how the game goes on, once known
        self._known = known_thoughts(view)  # of a solved game; otherwise empty
        if not self._known:
            self.think(FIRST)

    def think(self, seconds: float = MORE_TIME) -> None:
        """Look at the moves for about this many seconds or, once they are clear, at how the game goes on."""
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
        """Has it thought long enough, or would more thinking add nothing?"""
        return bool(self._known) or self._line is not None

    @property
    def _is_clear(self) -> bool:
        """Has it thought long enough about the moves themselves?"""
        is_sure = self._looks >= LOOKS and len(self.best) == 1
        return self.seconds >= LONGEST or is_sure or len(self._found) == 1

    def _expected(self) -> str:
        """Say how the game goes on after the only move that stands out, unless a reason explains the move."""
        best = self.stands_out
        if len(best) != 1 or self._reason(best):
            return ""
        move = self._found[best[0].text].thought.move
        return Reasons(self._view).line(move, self._simulations) or self._next_best(best)

    def _gained(self, moves: list[Hint]) -> str:
        """Say what these moves gain on the board, if they all gain the same; "" if they do not."""
        gained = scene_file(self._view.game.name).gained
        for each in moves:
            if each.text not in self._gains:
                self._gains[each.text] = gained(self._view, without_open(each.text))
        gains = {self._gains[each.text] for each in moves}
        return gains.pop() if len(gains) == 1 else ""

    @property
    def thoughts(self) -> list[Hint]:
        """Every move that it tried, the most tried first. In a solved game, that is every move."""
        if self._known:
            return [self._hint(t, t.value, t.value, t.value, t.visits) for t in self._known]
        found = sorted(self._found.values(), key=lambda tried: -tried.tries)
        return [self._hint(tried.thought, *tried.score(), tried.tries) for tried in found]

    @property
    def best(self) -> list[Hint]:
        """The moves that may be as good as the best one, the surest first.

        In a solved game, these are the moves that the solution plays.
        """
        thoughts = self.thoughts
        if self._known:
            return [each for each in thoughts if each.tries > SELDOM]
        least = SERIOUS * max((each.tries for each in thoughts), default=0)
        serious = sorted((t for t in thoughts if t.tries >= least), key=lambda each: -each.low)
        return [each for each in serious if each.high >= serious[0].low]

    @property
    def stands_out(self) -> list[Hint]:
        """The few moves that stand out from the others; none if too many are equally good."""
        best, tried = self.best, len(self.thoughts)
        is_few = len(best) <= FEW and (len(best) < tried or tried == 1)
        return best if is_few else []

    @property
    def marked(self) -> list[str]:
        """The moves to mark on the board, in notation: those that stand out, or one example.

        If their marks would mix, it is only the first of them.
        """
        texts = sorted(each.text for each in self.stands_out or self._example)
        return texts if self._has_marks(texts) else texts[:1]

    @property
    def faint(self) -> list[str]:
        """The moves to mark faintly: those as good as the example, if they are few and each has its own mark."""
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
        """One of many equally good moves, or none."""
        return [each for each in self.best if each.text == self._favorite]

    @property
    def message(self) -> Message:
        """The hint: it names the best move, a few that are equally good, or one of many."""
        best = sorted(self.stands_out, key=lambda each: each.text)
        names = _in_a_row([each.label for each in best])
        if len(best) == 1:
            reason = self._reason(best)
            title = "" if reason else self._titles.get(without_open(best[0].text), "")
            does = title and f" ({title[:1].lower()}{title[1:]})"
            why = reason or f"{self._gained(best)} {self._line or ''}".strip()
            what, value, interval = self._worth(best[0])
            if why:  # a reason says more than an interval
                interval = ""
            worth = "" if reason == WINS else f" {what}: {value}{interval}."
            text = f"Best: {names[0]}{does}.{worth} {why}".rstrip()
        elif best:
            text = f"Try: {', '.join(names[:-1])} or {names[-1]}. These look equally good"
            reason = self._reason(best)
            text += f". {reason}" if reason else f" ({self._about(best[0])}). {self._gained(best)}"
        else:
            count = len(self.best)
            alike = (
                "No move looks better"
                if count == len(self.thoughts)
                else f"The {count - 1} dotted moves look as good"
                if self.faint
                else f"{count - 1} others look as good"
            )
            text = " ".join(
                sentence
                for each in self._example
                for sentence in (
                    f"Try: {_begun(each.label)} ({self._about(each)}).",
                    self._gained([each]),
                )
                if sentence
            )
            text = f"{text} {alike}.".lstrip()
        text = text.rstrip()
        return note(text if self._is_settled else f"{text} Still looking …", "news")

    @property
    def _is_settled(self) -> bool:
        return self.is_done or self._is_clear or self.seconds >= SETTLED

    def _reason(self, best: list[Hint]) -> str:
        """Say which of these moves win at once, or what they all prevent, if a quick proof finds it.

        In a solved game, compare them with the next best move.
        """
        if self._known:
            return self._next_best(best)
        texts = tuple(each.text for each in best)
        if texts not in self._reasons:
            self._reasons[texts] = self._proven(texts)
        return self._reasons[texts]

    def _next_best(self, best: list[Hint]) -> str:
        """Say what the best other move is worth, among those that got a serious look."""
        thoughts = self.thoughts
        least = 0 if self._known else SERIOUS * max((each.tries for each in thoughts), default=0)
        others = [each for each in thoughts if each not in best and each.tries >= least]
        if not others:
            return ""
        other = max(others, key=lambda each: each.value)
        _, value, _ = self._worth(other)
        return f"Next best: {_begun(other.label)} ({value})."

    def _proven(self, texts: tuple[str, ...]) -> str:
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
        """Return what a move's worth is called, how much it is and, if it is wide, its interval."""
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
        """Return the label of a move's button, or what the move does."""
        move = without_open(text)
        if move in self._buttons:
            return self._buttons[move].removesuffix(" …")
        words = as_advice(self._view, move)
        return words[:1].upper() + words[1:]


def _in_a_row(labels: list[str]) -> list[str]:
    """Return these labels without the words that the first has said: "move 4 from A1 to B1", then "A3 to B3"."""
    words = [_begun(label).split() for label in labels]
    shared = takewhile(
        lambda each: len(set(each)) == 1, zip(*(each[:-1] for each in words), strict=False)
    )
    same = sum(1 for _ in shared)
    return [" ".join(each[same * (n > 0) :]) for n, each in enumerate(words)]


def _begun(label: str) -> str:
    """Return a label as it stands within a sentence."""
    return label[:1].lower() + label[1:]


# --- reasons -------------------------------------------------------------------------------------


PATIENCE = 2000  # positions to try for a proof: about a tenth of a second
OTHERS = 3  # whole turns to compare with
AHEAD = 3  # moves to foretell
LIKELY = 0.6  # the share of a search's tries that makes a move its expected one


WORLDS = 24  # to imagine where there are secrets
SURELY, CLEARLY = 0.99, 0.25  # of these worlds


@dataclass(frozen=True, slots=True)
class Futures:
    """What may follow a move in a game with secrets, over the worlds that its player imagines.

    Attributes:
        won: the share of worlds in which the move wins at once.
        lost: the share in which the opponent's reply wins.
        replies: the share in which the opponent replies with each move.
    """

    won: float
    lost: float
    replies: Mapping[str, float]


class Reasons:
    """Finds reasons for the moves of one position, in any game. In a game with secrets, it imagines many worlds.

    Args:
        view: the view of the player to act.
        mover: the name for this player in the reasons.
        after: how a sentence about another move begins.
    """

    def __init__(self, view: gk.View, mover: str = YOU, after: str = "After {} instead") -> None:
        self._view, self._me, self._after_other = view, view.player, after.format
        self._names = (mover, view.names[1]) if self._me == 0 else (view.names[0], mover)
        self._proof = Proof(view.game, PATIENCE)
        self._seen_futures = dict[int, Futures]()

    def why(self, move: int, others: Mapping[int, str]) -> str:
        """Say that a move wins at once, or how the opponent could win after another move.

        Args:
            move: the good move.
            others: the names of moves to compare it with, in this order.

        Returns "" if it finds no such reason.
        """
        view = self._view
        if view.game.has_secrets:
            return self._guessed(move, others)
        with suppress(TooMany):
            clauses = {other: self._after_other(text) for other, text in others.items()}
            if reason := self._proof.reason(view.state, move, clauses, view.names):
                return reason
        here = self._seen(self._after(view.state, move))
        if not here or here.player != self._me:
            return ""
        return self._won(move) or self._averted(move, list(others)[:OTHERS])

    def line(self, move: int, simulations: int) -> str:
        """Say how the game goes on after a move, as far as a search is sure; "" if it is not.

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
            found.append((here.player, without_open(thoughts[0].text)))
            state = self._after(state, thoughts[0].move)
        clauses = []
        for player, run in groupby(found, key=lambda each: each[0]):
            if moves := [text for _, text in run if text not in UNSAID]:
                name = self._names[player]
                clauses.append(f"{name} {in_words(self._view.game, moves, name=name)}")
        ending = self._ending(state)
        end = f" {ending.text}" if clauses and ending else ""
        return addressed(f"Then most likely {', '.join(clauses)}.{end}") if clauses else ""

    # --- in games with secrets: over the worlds that the player may believe in -------------------

    def _guessed(self, move: int, others: Mapping[int, str]) -> str:
        """Say that a move wins at once, or that the opponent wins at once more often after another move."""
        here = self._futures(move)
        if here.won > SURELY:
            return WINS
        foe = self._names[1 - self._me]
        for other, text in [*others.items()][:OTHERS]:
            lost = self._futures(other).lost
            if lost > here.lost + CLEARLY:
                after = self._after_other(text)
                return f"{after}, {foe} would more often win at once ({lost:.0%})."
        return f"It wins at once in {here.won:.0%} of cases." if here.won > CLEARLY else ""

    def _reply(self, move: int) -> str:
        """Say what the opponent is likely to do next."""
        replies = self._futures(move).replies
        if not replies:
            return ""
        reply, share = max(replies.items(), key=lambda each: each[1])
        foe = self._names[1 - self._me]
        words = in_words(self._view.game, [reply], name=foe)
        return addressed(f"Then most likely {foe} {words}.") if share >= LIKELY else ""

    def _futures(self, move: int) -> Futures:
        """Play a move in many worlds, each with a careful reply. Likelier worlds count for more."""
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
                    replies[without_open(reply[0])] += weight
                ending = self._ending(after)
                won += weight * bool(ending and ending.winner == self._me and not reply)
                lost += weight * bool(ending and ending.winner == 1 - self._me)
            shares = {reply: weight / (total or 1) for reply, weight in replies.items()}
            self._seen_futures[move] = Futures(won / (total or 1), lost / (total or 1), shares)
        return self._seen_futures[move]

    # --- where turns take several moves: careful bots play them, so that people can too ----------

    def _won(self, move: int) -> str:
        """Say that a turn that begins with this move wins, if one does."""
        turn, after = self._careful(self._view.state, self._me, move)
        ending = self._ending(after)
        if not ending or ending.winner != self._me:
            return ""
        whole = self._view.game.turn_text(self._view.rules, self._view.state, turn)
        return WINS if whole == turn[0] else f"It wins with {whole}."

    def _averted(self, move: int, others: Sequence[int]) -> str:
        """Say after which other turn the opponent could win, if this move prevents it."""
        if self._lost(move):
            return ""
        lost = next(filter(None, map(self._lost, others)), None)
        foe = self._names[1 - self._me]
        return f"{self._after_other(lost[0])}, {foe} could win with {lost[1]}." if lost else ""

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
        """Let a careful bot finish a turn that begins with `move`; return the turn in notation and the state after."""
        written = []
        while (here := self._seen(state)) and here.player == player:
            chosen = Thorough().choose(here, seed) if move is None else move
            written.append(here.game.write(here.rules, state, chosen))
            state, move = self._after(state, chosen), None
        return written, state

    def _seen(self, state: State) -> gk.View | None:
        """Return the view of the player to act, or None if no player is."""
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
