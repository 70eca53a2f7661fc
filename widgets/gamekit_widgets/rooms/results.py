"""The results of a room: points, tables and a study, pages to print, and CSV files.

A CSV file keeps the rows of earlier lessons. The page of slips that people get before they play is here, too.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from io import StringIO
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import gamekit as gk
from gamekit.intervals import mean_score
from gamekit.match.view import RESIGNED, Result
from gamekit.storage.files import read_whole, reason, shown_path, write_whole
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.people import Person
from gamekit_widgets.rooms.room_match import RoomMatch, score
from gamekit_widgets.task import harmless

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies.study import Played


class Score(TypedDict):
    """The score of the starting player, with its 95% interval, in one item of the playlist."""

    label: str
    text: str  # the score in a sentence
    low: float
    high: float


class Standing(TypedDict):
    """Somebody's points: one for each win, each solved task and each right guess, and half for a draw.

    `score` counts every win. If the same opponent resigns several times, `points` counts only the first of
    those wins, so that nobody collects points from a friend.
    """

    number: int
    name: str
    games: int
    score: float
    payoff: int | None  # the sum of their payoffs; None if no game has payoffs
    tasks: int
    guesses: int
    points: float
    where: str
    is_listed: bool


def scores(room: Session) -> list[Score]:
    """Return the first-player score of each item that has been played."""
    found: list[Score] = []
    for number, item in enumerate(room.playlist.items):
        played = of_people(room, number)
        if estimate := first_player_score(played):
            value, low, high = estimate
            games = f"{len(played)} {'game' if len(played) == 1 else 'games'}"
            scored = f"starter scores {value:.2f} in {games} (95%: {low:.2f} to {high:.2f})"
            is_alone = len(room.playlist.items) == 1
            found.append(
                {
                    "label": item.label,
                    "text": f"The {scored}" if is_alone else f"{item.label}: the {scored}",
                    "low": low,
                    "high": high,
                }
            )
    return found


def standings(room: Session) -> list[Standing]:
    """Return everybody's points, the best first. People with equal points keep the order of joining."""
    reached: dict[int, list[float]] = defaultdict(list)
    paid: dict[int, int] = defaultdict(int)
    given: dict[int, set[int]] = defaultdict(set)  # who has resigned to each person
    gifts: dict[int, int] = defaultdict(int)  # wins after the first to which an opponent resigned
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
    """Return a player's payoff in a finished game, or None in a game without payoffs."""
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
        "is_listed": bool(person.listed),
    }


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
    """Return the score of the starting player with its 95% interval, or None before a game is over."""
    if not played:
        return None
    return mean_score([score(meeting.result, meeting.first) for meeting in played])


def compared(room: Session) -> pd.DataFrame:
    """Return the differences between the two halves of an experiment, with 95% intervals.

    A difference is the second game minus the first, as in `gk.compare`. The games are not paired, because
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


# --- to print ------------------------------------------------------------------------------------


STYLE = """
body { margin: 12mm; color: #000; background: #fff; font: 11pt/1.35 system-ui, sans-serif; }
h1 { font-size: 16pt; margin: 0 0 4mm; }
table { border-collapse: collapse; }
:is(th, td) { padding: 0.6mm 4mm 0.6mm 0; text-align: left; border-bottom: 1px solid #bbb; }
ol { margin: 4mm 0 0; padding-left: 7mm; }
.many { columns: 2; column-gap: 8mm; font-size: 8pt; line-height: 1.2; }
.slips { display: grid; grid-template-columns: 1fr 1fr; }
.slip { display: flex; gap: 5mm; align-items: center; padding: 4mm; border: 1px dashed #777; break-inside: avoid; }
.slip svg { width: 32mm; height: 32mm; flex: none; }
.slip b { font-size: 14pt; }
.slip p { margin: 0 0 1mm; overflow-wrap: anywhere; }
"""
FULL = 30  # lines; longer results are in small print and two columns
EXPLAINED = (
    "A win, a solved task and a right guess give a point each, and a draw gives half a point. "
    "If one person resigns to the same winner several times, that gives one point."
)


class Slip(NamedTuple):
    """A piece of paper with everything that one person needs to take their seat."""

    name: str
    link: str
    code: str
    word: str
    own_link: str


def slips_page(title: str, slips: Sequence[Slip]) -> str:
    """Return a page with everybody's slip, two in a row."""
    return page(f"{title}: slips", f'<div class="slips">{"".join(map(_slip, slips))}</div>')


def _slip(slip: Slip) -> str:
    return (
        f'<div class="slip">{qr(slip.own_link)}<div><p><b>{escape(slip.name)}</b></p>'
        f"<p>{escape(slip.link.partition('#')[0])}</p><p>Code: <b>{escape(slip.code)}</b></p>"
        f"<p>Your word: <b>{escape(slip.word)}</b></p></div></div>"
    )


def results_page(room: Session) -> str:
    with room.lock:
        found = standings(room)
    rows = [
        (place, one["name"] if room.names else room.people[one["number"]].alias, one)
        for place, one in zip(_places(found), found, strict=True)
    ]
    body_rows = "".join(
        f"<tr><td>{place}</td><td>{escape(name)}</td><td>{one['points']:g}</td>"
        f"<td>{one['score']:g} of {one['games']}</td><td>{one['tasks']}</td><td>{one['guesses']}</td></tr>"
        for place, name, one in rows
    )
    heads = "".join(
        f"<th>{word}</th>" for word in ("Place", "Name", "Points", "Games", "Tasks", "Guesses")
    )
    matches = "".join(f"<li>{escape(line)}</li>" for line in _played(room))
    many = " class=many" if len(rows) + len(room.meetings) > FULL else ""
    body = (
        f"<h1>{escape(room.playlist.title)}</h1><p>{strftime('%d %B %Y')}. {EXPLAINED}</p>"
        f"<div{many}><table><thead><tr>{heads}</tr></thead><tbody>{body_rows}</tbody></table>"
        f"<ol>{matches}</ol></div>"
    )
    return page(f"{room.playlist.title}: results", body)


def _places(found: Sequence[Standing]) -> list[str]:
    """Return everybody's place. People with equal points share one, and people without points have none."""
    points = [one["points"] for one in found]
    return [str(points.index(each) + 1) if each else "" for each in points]


def _played(room: Session) -> list[str]:
    """Return a line for each match that is over."""
    with room.lock:
        over = [meeting for meeting in room.meetings if meeting.result]
        return [f"{' - '.join(map(room.called, each.who))}: {_ending(room, each)}" for each in over]


def _ending(room: Session, meeting: RoomMatch) -> str:
    """Say who won, by their present name."""
    result = meeting.result
    assert result
    if result.winner is None:
        return result.kind
    return f"{room.called(meeting.who[result.winner])} won"


def page(title: str, body: str) -> str:
    """Return a complete page, styled for printing."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def qr(link: str) -> str:
    """Return a link as a QR code in SVG, or "" if segno is not installed."""
    if not link.startswith("http"):
        return ""
    try:
        import segno
    except ImportError:
        return ""
    picture: str = segno.make(link, micro=False).svg_inline(
        border=3, omitsize=True, dark="#000", light="#fff"
    )
    return picture


# --- files ---------------------------------------------------------------------------------------


LESSON = "lesson"  # the heading of the column that says which lesson a row is from


def save(table: pd.DataFrame, path: Path, lesson: str) -> None:
    """Write a table as CSV, in which spreadsheets take no text for a formula.

    Rows of other lessons stay in the file, including rows without a lesson, which earlier versions wrote.

    Raises:
        GameError: the file holds something else.
    """
    safe = table.map(lambda cell: harmless(cell) if isinstance(cell, str) else cell)
    safe.insert(0, LESSON, lesson)
    mine = _read_rows(safe.to_csv(index=False), path)
    headings = _all_headings(table)
    others = [row for row in _kept(path, headings) if row.get(LESSON) != lesson]
    rows = [*others, *mine]
    _write(path, [each for each in headings if not rows or any(each in row for row in rows)], rows)


def take_out(path: Path, name: str) -> int:
    """Remove somebody's rows from a file that `save` wrote, and return how many. Other rows then call them "somebody"."""
    rows = _kept(path, ())
    if not rows:
        return 0
    written = harmless(name)
    left = [row for row in rows if row.get("name") != written]
    is_changed = len(left) < len(rows)
    for row in left:
        if row.get("opponent") == written:
            row["opponent"], is_changed = "somebody", True
    if is_changed:
        _write(path, list(rows[0]), left)
    return len(rows) - len(left)


def _all_headings(table: pd.DataFrame) -> list[str]:
    """Return all headings that a file for this kind of table may have."""
    known = (COLUMNS, ANSWERED, GUESSED)
    return [LESSON, *next(each for each in known if set(table.columns) <= set(each))]


def _kept(path: Path, headings: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a file, which may have no headings but these, if any are given."""
    if not path.exists():
        return []
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets may write a byte order mark
    except OSError as problem:
        raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except UnicodeDecodeError:
        raise _foreign(path) from None
    rows = _read_rows(text, path)
    # A list of people has the heading "name", but not "person".
    if rows and headings and not {"person"} <= set(rows[0]) <= set(headings):
        raise _foreign(path)
    return rows


def _read_rows(text: str, path: Path) -> list[dict[str, str]]:
    found = list(csv.DictReader(StringIO(text, newline="")))
    if any(None in row or None in row.values() for row in found):
        raise _foreign(path)
    return found


def _foreign(path: Path) -> gk.GameError:
    return gk.GameError(f"{shown_path(path)} does not hold a room's results; name another file.")


def _write(path: Path, headings: Sequence[str], rows: Sequence[dict[str, str]]) -> None:
    out = StringIO()
    writer = csv.DictWriter(out, list(headings), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, out.getvalue())
