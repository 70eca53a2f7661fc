"""What a room leaves on paper and on disk: slips and results to print, and files of results.

A file of results goes on from lesson to lesson.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from html import escape
from io import StringIO
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, NamedTuple

import gamekit as gk
from gamekit.storage.files import read_whole, reason, shown_path, write_whole
from gamekit_widgets.rooms.overview import ANSWERED, COLUMNS, GUESSED, Standing, overview
from gamekit_widgets.rooms.room_match import RoomMatch
from gamekit_widgets.rooms.session import Session
from gamekit_widgets.task import harmless

if TYPE_CHECKING:
    import pandas as pd

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
LESSON = "lesson"  # the heading of the column that says which lesson a row is from
FULL = 30  # lines; longer results are small and in two columns
EXPLAINED = (
    "A win, a solved task and a right guess are a point each, and a draw is half a point. "
    "Several wins by resignation of the same person are one point."
)


class Slip(NamedTuple):
    """What one person needs to take their seat."""

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
    """Return the results of a room as one page."""
    seen = overview(room)
    rows = [
        (places, one["name"] if room.names else room.people[one["number"]].alias, one)
        for places, one in zip(_places(seen["standings"]), seen["standings"], strict=True)
    ]
    table = "".join(
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
        f"<div{many}><table><thead><tr>{heads}</tr></thead><tbody>{table}</tbody></table>"
        f"<ol>{matches}</ol></div>"
    )
    return page(f"{room.playlist.title}: results", body)


def _places(standings: Sequence[Standing]) -> list[str]:
    """Return everybody's place. People with equal points share one; without points there is none."""
    points = [one["points"] for one in standings]
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
    """Return a page that stands by itself and fits paper."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def qr(link: str) -> str:
    """Return a link as a QR picture in SVG, or nothing where segno is not installed."""
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


def save(table: pd.DataFrame, path: Path, lesson: str) -> None:
    """Write a table as CSV. Spreadsheets take no name and no answer in it for a formula.

    Rows of other lessons stay in the file, even rows from before there was such a column.

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
    """Take somebody's rows out of a file that `save` wrote. Other rows then call them "somebody".

    Returns how many rows were theirs.
    """
    rows = _kept(path, ())
    if not rows:
        return 0
    called = harmless(name)
    left = [row for row in rows if row.get("name") != called]
    for row in left:
        if row.get("opponent") == called:
            row["opponent"] = "somebody"
    if len(left) < len(rows) or left != _kept(path, ()):
        _write(path, list(rows[0]), left)
    return len(rows) - len(left)


def _all_headings(table: pd.DataFrame) -> list[str]:
    """Return the headings of a file for such a table, names included."""
    known = (COLUMNS, ANSWERED, GUESSED)
    return [LESSON, *next(each for each in known if set(table.columns) <= set(each))]


def _kept(path: Path, headings: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a file; any headings fit where none are given."""
    if not path.exists():
        return []
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets put a mark before it
    except OSError as problem:
        raise gk.GameError(f"{shown_path(path)} cannot be read: {reason(problem)}.") from None
    except UnicodeDecodeError:
        raise _foreign(path) from None
    rows = _read_rows(text, path)
    if (
        rows and headings and not {"person"} <= set(rows[0]) <= set(headings)
    ):  # a list has names only
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
