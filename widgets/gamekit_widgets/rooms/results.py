"""What came of the games in a room: a row a person and game, studies, comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamekit as gk
from gamekit.intervals import score_interval
from gamekit_widgets.rooms.gathering import Gathering
from gamekit_widgets.rooms.meeting import Meeting, score
from gamekit_widgets.sheet import harmless

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies.study import Played

COLUMNS = (
    "match", "round", "game", "person", "name", "opponent", "player", "started", "score", "ending",
    "moves", "turns",
)  # fmt: skip


def table(room: Gathering) -> pd.DataFrame:
    """Return a row for each person and each game that is over."""
    import pandas as pd

    with room.lock:
        over = [meeting for meeting in room.meetings if meeting.result]
    rows = [row for meeting in over for row in _rows(room, meeting)]
    found = pd.DataFrame(rows, columns=list(COLUMNS))
    return found if room.names else found.drop(columns="name")


ANSWERED = (
    "task", "text", "person", "name", "tries", "hints", "seconds", "solved", "answer",
)  # fmt: skip


def answers(room: Gathering) -> pd.DataFrame:
    """Return a row for each task and each person, with the latest answer; seconds since it was given."""
    import pandas as pd

    with room.lock:
        rows = [
            (
                each.number, each.text, person.number, room.called(person), reply.tries, reply.hints,
                reply.seconds, reply.is_solved, reply.answer,
            )
            for each in room.assignments
            for person in room.people
            for reply in [each.reply_of(person)]
        ]  # fmt: skip
    found = pd.DataFrame(rows, columns=list(ANSWERED)).astype({"seconds": "Int64"})
    return found if room.names else found.drop(columns="name")


def save(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV in which no name and no answer is taken for a formula."""
    safe = table.map(lambda cell: harmless(cell) if isinstance(cell, str) else cell)
    safe.to_csv(path, index=False)


def _rows(room: Gathering, meeting: Meeting) -> list[tuple[Any, ...]]:
    match, result = meeting.match, meeting.result
    assert result is not None
    return [
        (
            meeting.number,
            meeting.round + 1,
            room.program.items[meeting.item].label,
            person.number,
            room.called(person),
            room.called(meeting.opponent_of(person)),
            player,
            meeting.first == player,
            score(result, player),
            result.rule,
            match.ply,
            match.state.turn,
        )
        for person in meeting.people
        for player in [meeting.player_of(person)]
    ]


def of_people(room: Gathering, item: int) -> list[Meeting]:
    """Return the matches of an item that two people finished."""
    with room.lock:
        return [each for each in room.meetings if each.counts and each.item == item]


def study(room: Gathering, item: int = 0) -> Played:
    """Return the finished games between people as a study."""
    from gamekit.studies.study import Played

    return Played([meeting.match for meeting in of_people(room, item)])


def first_player_score(played: Sequence[Meeting]) -> tuple[float, float, float] | None:
    """Return the score of whoever starts, with its 95 % interval, once a game is over."""
    if not played:
        return None
    mean = sum(score(meeting.result, meeting.first) for meeting in played) / len(played)
    return mean, *score_interval(mean, len(played))


def compared(room: Gathering) -> pd.DataFrame:
    """Return what differs between the two halves of an experiment, with 95 % intervals.

    A difference is that of the variant from the first game, as in `gk.compare`. The games are not
    paired: other people played them, with other dice.
    """
    import pandas as pd

    from gamekit.intervals import difference

    if not room.program.is_experiment:
        raise gk.GameError("This room compares nothing: open it with against=, the other game.")
    one, other = study(room, 0).metrics, study(room, 1).metrics
    rows = []
    for name in one.index:
        if name not in other.index or "player 0" in name:
            continue
        a, b = (tuple(m.loc[name, ["value", "low", "high"]].astype(float)) for m in (one, other))
        rows.append((name, a[0], b[0], *difference(b, a), one.loc[name, "unit"]))
    names = [item.label for item in room.program.items]
    return pd.DataFrame(rows, columns=["metric", *names, "difference", "low", "high", "unit"])
