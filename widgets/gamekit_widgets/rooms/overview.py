"""What the wall of a room shows and its files keep: matches, who waits, scores and answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict, cast

import gamekit as gk
from gamekit.intervals import score_interval
from gamekit.match.view import Result
from gamekit_widgets.page import Control, Field, Times
from gamekit_widgets.rooms import playlist
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.room_match import RoomMatch, score
from gamekit_widgets.rooms.session import Session
from gamekit_widgets.rooms.tasks_and_polls import Reply
from gamekit_widgets.table.words import times

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies.study import Played

NEWS = 60  # seconds that a sentence about what happened stays
RESIGNED = "X-Q9"  # the rule by which a match ended
STUCK = 60  # seconds without a move after which somebody may need help


class Door(TypedDict):
    """How people get in."""

    link: str
    code: str
    reach: str


class Card(TypedDict):
    """A match on the wall; `mark` is "stuck", "away", "over" or empty."""

    number: int
    names: list[str]
    mover: int | None
    told: str
    mark: str


class Score(TypedDict):
    """The score of whoever starts, with its 95% interval, of one item of the playlist."""

    label: str
    games: int
    value: float
    low: float
    high: float


class Standing(TypedDict):
    """Somebody's points: one for each win, each task solved and each guess that was right.

    `score` counts every win. `points` counts only the first of several wins that the same person
    gave away by resigning, so that nobody collects points from a friend.
    """

    number: int
    name: str
    games: int
    score: float
    payoff: int | None  # won and lost in games that have payoffs
    tasks: int
    guesses: int
    points: float
    where: str


class Answer(TypedDict):
    """What somebody has done with a task; `mark` is "solved", "tried" or empty."""

    name: str
    mark: str
    tries: int
    seconds: int | None


class Asked(TypedDict):
    """The latest task, and who has solved it. It leaves out their answers, which would give it away."""

    name: str
    text: str
    is_out: bool
    solved: int
    answers: list[Answer]


class Asking(TypedDict):
    """Somebody who waits to be let in. `claims` names the person whose seat they say is theirs."""

    number: int
    name: str
    claims: str


class Question(TypedDict):
    """The latest question. Until the answer is shown, it holds guesses without names.

    A dot is a share of the axis or the number of a choice. An interval has a dot at each end.
    """

    number: int
    question: str
    kind: str
    low: float
    high: float
    unit: str
    choices: list[str]
    is_out: bool
    dots: list[list[float]]
    people: int
    truth: dict[str, Any] | None
    right: list[str]


class Overview(TypedDict, total=False):
    """Everything on the wall except its boards."""

    asking: list[Asking]
    news: list[str]
    undo: str
    help: list[str]
    poll: Question | None
    podium: bool

    title: str
    state: str
    door: Door
    qr: str
    controls: list[Control]
    clock: Field
    waiting: list[str]
    asked: Asked | None
    cards: list[Card]
    times: dict[str, Times]
    scores: list[Score]
    standings: list[Standing]


def overview(room: Session) -> Overview:
    """Return what the wall shows now."""
    with room.lock:
        return {
            "title": room.playlist.title,
            "state": room.state,
            "controls": controls(room),
            "clock": playlist.question(room.playlist),
            "waiting": [] if room.assignment else [person.name for person in room.waiting],
            "asked": asked(room),
            "cards": [card(room, meeting) for meeting in room.occupied],
            "scores": scores(room),
            "standings": standings(room),
            "asking": asking(room),
            "news": [said for at, said in room.news if room.now() - at < NEWS],
            "help": [person.name for person in room.inside if person.needs_help],
            "poll": question(room),
            "undo": room.done[-1].what if room.done else "",
        }


def asking(room: Session) -> list[Asking]:
    """Return who waits to be let in."""
    return [
        {
            "number": person.number,
            "name": person.name,
            "claims": room.people[person.claims].name if person.claims else "",
        }
        for person in room.at_the_door
    ]


def question(room: Session) -> Question | None:
    """Return the latest question, with a dot for each guess in an order that names nobody."""
    if not room.polls:
        return None
    poll = room.polls[-1]
    asked = poll.asked
    found: Any = {
        "number": poll.number,
        **asked,
        "is_out": poll.is_out,
        "dots": sorted(_dots(asked, value) for value in poll.guesses.values()),
        "people": len(room.inside),
        "truth": poll.truth,
        "right": [person.name for person in room.inside if person.number in poll.right],
    }
    return cast(Question, found)


def _dots(asked: dict[str, Any], value: Any) -> list[float]:
    if asked["kind"] == "choice":
        return [float(asked["choices"].index(value))]
    if asked["kind"] == "words":
        return [0.0]
    ends = value if isinstance(value, list) else [value]
    return [(end - asked["low"]) / (asked["high"] - asked["low"]) for end in ends]


def times_of(meeting: RoomMatch) -> Times | None:
    """Return the clock of a match as it stands now, if it has one."""
    match = meeting.match
    is_stopped = meeting.is_over or meeting.watcher.sitting.is_paused
    return times(match, match.to_act if match.to_act in (0, 1) else None, is_stopped)


def controls(room: Session) -> list[Control]:
    """Return the buttons of the wall."""
    is_on, is_over = room.state == "running", room.state == "ended"
    collect: Control = {"name": "collect", "label": "Collect", "why": ""}
    reveal: Control = {"name": "reveal", "label": "Show the answer", "why": ""}
    is_asked = bool(room.polls) and room.polls[-1].is_out
    start = "Go on" if room.state == "paused" else "Start"
    why_no_start = "Play is under way." if is_on else "The room has ended." if is_over else ""
    why_off = "" if is_on else "Nobody is playing."
    return [
        {"name": "start", "label": start, "why": why_no_start},
        {"name": "pause", "label": "Pause", "why": why_off},
        *([collect] if room.assignment else []),
        *([reveal] if is_asked else []),
        {"name": "pair", "label": "Pair anew", "why": why_off},
        {"name": "end", "label": "End", "why": "The room has ended." if is_over else ""},
    ]


def card(room: Session, meeting: RoomMatch) -> Card:
    """Return what a match's card says."""
    match = meeting.match
    told, mark = _told(room, meeting)
    return {
        "number": meeting.number,
        "names": list(match.names),
        "mover": None if meeting.is_over or match.to_act not in (0, 1) else match.to_act,
        "told": told,
        "mark": mark,
    }


def _told(room: Session, meeting: RoomMatch) -> tuple[str, str]:
    result, mover = meeting.result, meeting.to_move
    if result:
        return result.text, "over"
    if meeting.is_left:
        return "Somebody left before the end.", "over"
    if room.state == "ended":
        return "Not finished.", ""
    if meeting.trouble:
        return meeting.trouble, "stuck"
    gone = [room.called(person) for person in meeting.people if not person.is_here]
    if gone:
        return f"{' and '.join(gone)} away", "away"
    if room.assignment:
        return "Waits for the task.", ""
    name = room.called(mover) if mover else "Nobody"
    waited = int(room.now() - meeting.moved)
    if room.state == "running" and waited >= STUCK:
        return f"{name} to move for {waited // 10 * 10} s", "stuck"
    return f"{name} to move", ""


def asked(room: Session) -> Asked | None:
    """Return the latest task and its answers: solved first, then tried, then the rest."""
    if not room.assignments:
        return None
    latest = room.assignments[-1]
    answers = [_answer(latest.reply_of(person), person) for person in room.inside]
    order = ["solved", "tried", ""]
    answers.sort(key=lambda each: (order.index(each["mark"]), each["seconds"] or 0))
    return {
        "name": latest.name,
        "text": latest.text,
        "is_out": latest.is_out,
        "solved": sum(each["mark"] == "solved" for each in answers),
        "answers": answers,
    }


def _answer(reply: Reply, person: Person) -> Answer:
    mark = "solved" if reply.is_solved else "tried" if reply.tries else ""
    return {
        "name": person.name,
        "mark": mark,
        "tries": reply.tries,
        "seconds": reply.seconds,
    }


def scores(room: Session) -> list[Score]:
    """Return the first-player score of each item that has been played."""
    found: list[Score] = []
    for number, item in enumerate(room.playlist.items):
        played = of_people(room, number)
        if estimate := first_player_score(played):
            value, low, high = estimate
            found.append(
                {
                    "label": item.label,
                    "games": len(played),
                    "value": value,
                    "low": low,
                    "high": high,
                }
            )
    return found


def standings(room: Session) -> list[Standing]:
    """Return everybody's points, the best first. People with equal points keep the order of joining."""
    reached: dict[int, list[float]] = defaultdict(list)
    paid: dict[int, int] = defaultdict(int)
    given: dict[int, set[int]] = defaultdict(set)  # to each person, by whom
    gifts: dict[int, int] = defaultdict(int)  # wins after the first that the same person gave away
    for meeting in room.meetings:
        if result := meeting.result:
            for person in meeting.people:
                player = meeting.player_of(person)
                reached[person.number].append(score(result, player))
                paid[person.number] += paid_to(result, player) or 0
                other = meeting.opponent_of(person)
                if (
                    result.rule == RESIGNED
                    and result.winner == player
                    and isinstance(other, Person)
                ):
                    gifts[person.number] += other.number in given[person.number]
                    given[person.number].add(other.number)
    has_payoffs = any(item.game.has_payoffs for item in room.playlist.items)
    found = [
        _standing(
            room,
            person,
            reached[person.number],
            gifts[person.number],
            paid[person.number] if has_payoffs else None,
        )
        for person in room.inside
    ]
    return sorted(found, key=lambda each: -each["points"])


def paid_to(result: Result, player: int) -> int | None:
    """Return what a finished game paid a player, or None in a game without payoffs."""
    if result.payoff is None:
        return None
    return result.payoff if player == 0 else -result.payoff


def _standing(
    room: Session, person: Person, points: list[float], gifts: int, payoff: int | None
) -> Standing:
    meeting = room.meeting_of(person)
    where = "waiting" if meeting is None else "finished" if meeting.is_over else "playing"
    tasks = sum(each.reply_of(person).is_solved for each in room.assignments)
    guesses = sum(person.number in each.right for each in room.polls)
    where = "at the task" if room.assignment else where
    return {
        "number": person.number,
        "name": person.name,
        "games": len(points),
        "score": sum(points),
        "payoff": payoff,
        "tasks": tasks,
        "guesses": guesses,
        "points": sum(points) - gifts + tasks + guesses,
        "where": where if person.is_here else "expected" if person.is_expected else "away",
    }


def in_words(room: Session) -> str:
    """Return the wall as text. It leaves out links and ports, so the same games give the same text."""
    seen = overview(room)
    lines = [f"A room: {seen['title']}", ""]
    for each in seen["cards"]:
        lines.append(f"{each['number']:>3}  {' - '.join(each['names'])}: {each['told']}")
    if task := seen["asked"]:
        lines.append(f"{task['text']} Solved by {task['solved']} of {len(task['answers'])}.")
    for each_score in seen["scores"]:
        lines.append(score_in_words(each_score))
    lines += [_in_line(one) for one in seen["standings"]]
    return "\n".join(lines)


def _in_line(one: Standing) -> str:
    said = f"{one['name']}: {one['score']:g} of {one['games']}"
    if one["payoff"] is not None:
        said += f", {one['payoff']:+}"
    more = [f"{one['tasks']} tasks"] if one["tasks"] else []
    more += [f"{one['guesses']} guesses"] if one["guesses"] else []
    return ", ".join([said, *more])


def score_in_words(score: Score) -> str:
    """Return a first-player score in a sentence."""
    games = f"{score['games']} {'game' if score['games'] == 1 else 'games'}"
    return (
        f"{score['label']}: first-player score {score['value']:.2f} "
        f"({score['low']:.2f} to {score['high']:.2f}, 95%) in {games}"
    )


def board_of(match: gk.Match) -> str:
    """Return a match's board as an onlooker sees it."""
    from gamekit_widgets.scenes import scene_of

    return scene_of(match.view(gk.PUBLIC)).svg()


COLUMNS = (
    "match", "round", "game", "person", "name", "opponent", "player", "started", "score", "payoff",
    "ending", "moves", "turns",
)  # fmt: skip


def table(room: Session) -> pd.DataFrame:
    """Return a row for each person and each game that is over."""
    import pandas as pd

    with room.lock:
        over = [meeting for meeting in room.meetings if meeting.result]
    rows = [row for meeting in over for row in _rows(room, meeting)]
    found = pd.DataFrame(rows, columns=list(COLUMNS)).astype({"payoff": "Int64"})
    if not any(item.game.has_payoffs for item in room.playlist.items):
        del found["payoff"]
    return found if room.names else found.drop(columns="name")


ANSWERED = (
    "task", "text", "person", "name", "tries", "hints", "seconds", "solved", "answer",
)  # fmt: skip


def answers(room: Session) -> pd.DataFrame:
    """Return a row for each task and person, with the latest answer and the seconds it took."""
    import pandas as pd

    with room.lock:
        rows = [
            (
                each.number, each.text, person.number, room.saved_name(person), reply.tries, reply.hints,
                reply.seconds, reply.is_solved, reply.answer,
            )
            for each in room.assignments
            for person in room.people
            for reply in [each.reply_of(person)]
        ]  # fmt: skip
    found = pd.DataFrame(rows, columns=list(ANSWERED)).astype({"seconds": "Int64"})
    return found if room.names else found.drop(columns="name")


GUESSED = ("question", "text", "person", "name", "guess", "right")


def guesses(room: Session) -> pd.DataFrame:
    """Return a row for each question and guess. `right` is empty before the answer is shown."""
    import pandas as pd

    with room.lock:
        rows = [
            (
                each.number, each.guess.question, number, room.saved_name(room.people[number]),
                value if isinstance(value, str) else str(value),
                None if each.truth is None or each.guess.kind == "words" else number in each.right,
            )
            for each in room.polls
            for number, value in each.guesses.items()
        ]  # fmt: skip
    found = pd.DataFrame(rows, columns=list(GUESSED))
    return found if room.names else found.drop(columns="name")


def _rows(room: Session, meeting: RoomMatch) -> list[tuple[Any, ...]]:
    match, result = meeting.match, meeting.result
    assert result is not None
    return [
        (
            meeting.number,
            meeting.round + 1,
            room.playlist.items[meeting.item].label,
            person.number,
            room.saved_name(person),
            room.saved_name(meeting.opponent_of(person)),
            player,
            meeting.first == player,
            score(result, player),
            paid_to(result, player),
            result.rule,
            match.ply,
            match.state.turn,
        )
        for person in meeting.people
        for player in [meeting.player_of(person)]
    ]


def of_people(room: Session, item: int) -> list[RoomMatch]:
    """Return the matches of an item that two people have finished."""
    with room.lock:
        return [each for each in room.meetings if each.counts and each.item == item]


def study(room: Session, item: int = 0) -> Played:
    """Return the finished games between people as a study."""
    from gamekit.studies.study import Played

    return Played([meeting.match for meeting in of_people(room, item)])


def first_player_score(played: Sequence[RoomMatch]) -> tuple[float, float, float] | None:
    """Return the score of whoever starts, with its 95% interval, once a game is over."""
    if not played:
        return None
    mean = sum(score(meeting.result, meeting.first) for meeting in played) / len(played)
    return mean, *score_interval(mean, len(played))


def compared(room: Session) -> pd.DataFrame:
    """Return what differs between the two halves of an experiment, with 95% intervals.

    A difference is the variant minus the first game, as in `gk.compare`. The games are not paired:
    different people played them with different dice.
    """
    import pandas as pd

    from gamekit.intervals import difference

    if not room.playlist.is_experiment:
        raise gk.GameError("This room compares nothing: open it with against=, the other game.")
    one, other = study(room, 0).metrics, study(room, 1).metrics
    rows = []
    for name in one.index:
        if name not in other.index or "player 0" in name:
            continue
        a, b = (tuple(m.loc[name, ["value", "low", "high"]].astype(float)) for m in (one, other))
        rows.append((name, a[0], b[0], *difference(b, a), one.loc[name, "unit"]))
    names = [item.label for item in room.playlist.items]
    return pd.DataFrame(rows, columns=["metric", *names, "difference", "low", "high", "unit"])
