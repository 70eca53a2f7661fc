"""How a notebook shows studies and comparisons, and the report as one web page to mail or print.

The report needs no network, so it still opens years later.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from math import ceil, floor, isnan, log10
from typing import TYPE_CHECKING, Any, Protocol

from gamekit import text_tables
from gamekit.contract import Game
from gamekit.contract.game import variant_name
from gamekit.errors import GameError, series
from gamekit.intervals import ALPHA
from gamekit.match.view import picture
from gamekit.storage.files import named, write_whole
from gamekit.studies.measures import (
    FIRST_PLAYER,
    MEASURES,
    Estimate,
    measures_of,
    of_finished_games,
)
from gamekit.studies.plan import with_engine

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies.statistics import Rows


UNKNOWN = "–"
HEADS = ("measure", "{a}", "{b}", "difference", "interval", "p", "worth")
ENDINGS_NAMED = 1  # in a headline
MOST = 0.5  # the share of stopped games from which on a study shows little
SIDES = {1: "an advantage", -1: "a drawback"}
Row = Mapping[str, Any]
TEMPLATE = "report.html.jinja"
WIDTH, HEIGHT, LEFT, FLOOR, TOP = 640, 220, 0, 196, 20  # of a plot
STEPS = (1, 2, 5)  # between ticks, times a power of ten
TICKS = 8  # at most
KINDS = ("first", "second")
DIFFERENT_PLAYERS = "The players differ too, so the rules do not explain all of the difference."
TOUCHES = (
    "A rule touches a game if it ends the game or forbids a move that no earlier rule forbids."
)
Rule = Mapping[str, Any]  # a row of a study's rules


class Compared(Protocol):
    """A comparison, as far as a report requires."""

    a: Any  # studies
    b: Any
    is_paired: bool
    stopped: str

    @property
    def engine(self) -> str: ...
    def __len__(self) -> int: ...
    @property
    def headline(self) -> str: ...
    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]: ...
    @property
    def found(self) -> Mapping[str, Any]: ...
    @property
    def touched(self) -> Estimate: ...
    @property
    def receipt(self) -> str: ...
    def example(self) -> Any: ...


class ComparisonReport:
    """A comparison for reading: the headline, a table, figures."""

    def __init__(self, comparison: Compared) -> None:
        self.comparison = comparison

    @property
    def heads(self) -> list[str]:
        """The headings of the columns."""
        a, b = names(self.comparison)
        return [head.format(a=a, b=b) for head in HEADS]

    def cells(self) -> Iterator[tuple[list[str], bool]]:
        """Yield the cells of each row, and whether its difference stands out."""
        for name, row in self.comparison.rows.items():
            yield [words(name, self.comparison), *numbers(row)], row["p"] < ALPHA

    @property
    def caption(self) -> str:
        """How the games were played, and how to read the table."""
        return " ".join(caption(self.comparison))

    def table(self) -> str:
        """Return the sentence and the table as HTML."""
        head = "".join(f"<th>{escape(text)}</th>" for text in self.heads)
        body = "".join(
            f"<tr{' style=font-weight:bold' if stands_out else ''}>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for cells, stands_out in self.cells()
        )
        return (
            f"<p><strong>{escape(self.comparison.headline)}</strong></p>"
            f"<table><tr>{head}</tr>{body}</table><p>{escape(self.caption)}</p>"
        )

    def __repr__(self) -> str:
        rows = [self.heads, *(cells for cells, _ in self.cells())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(
                cell.ljust(width) if k == 0 else cell.rjust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        )
        return "\n".join([self.comparison.headline, "", *lines, "", self.caption])

    def _ipython_display_(self) -> None:
        from gamekit.studies.figures import comparison_figure

        a, b = names(self.comparison)
        show(self, comparison_figure({a: self.comparison.a, b: self.comparison.b}))


def show(report: Any, *figures: Any) -> None:
    """Show a report in a notebook: its table, as HTML or as text, and then its figures."""
    from IPython import display

    put: Any = display.display  # IPython gives it no types
    put({"text/plain": repr(report), "text/html": report.table()}, raw=True)
    for figure in figures:
        put(figure)


def in_a_line(study: Any) -> str:
    """Return one line on what was played and on the score of whoever starts."""
    one, other = study.bots
    score = f"{study.span(FIRST_PLAYER)[:-1]}, 95%)"
    text = f"{study.game.title}, {study.games_in_words}, {one} against {other}: first-player score {score}"
    return f"{text}. {more}" if (more := remarks(study)) else text


def remarks(study: Any) -> str:
    """Return sentences on the bots that stood in for levels and on stopped games, or ""."""
    return " ".join(filter(None, (study.stand_ins, caution(("", study)))))


def caution(*studies: tuple[str, Any]) -> str:
    """Return two sentences if most games of some of these studies were stopped, otherwise "".

    Args:
        studies: each study, after what says which games it has: " as published".
    """
    capped = ((whose, study.estimate("capped")[0], len(study)) for whose, study in studies)
    return too_long(capped, max(study.max_moves for _, study in studies))


def too_long(capped: Iterable[tuple[str, float, int]], moves: int) -> str:
    """Return the same from the share of stopped games, and the number of games; `moves` stopped them."""
    stopped = [
        f"{_how_many(round(share * games), games)}{whose}"
        for whose, share, games in capped
        if share >= MOST
    ]
    if not (many := series(dict.fromkeys(stopped))):
        return ""
    return (
        f"{many[0].upper()}{many[1:]} were stopped after {moves:,} move{'s' * (moves > 1)}. They give each player half a point, "
        "so scores show little: raise max_moves, or give the game a rule that ends it."
    )


def _how_many(count: int, games: int) -> str:
    return f"all {games:,} games" if count == games else f"{count:,} of {games:,} games"


def names(comparison: Compared) -> tuple[str, str]:
    """Return the names of the two variants."""
    a, b = variant_name(comparison.a.game), variant_name(comparison.b.game)
    return (a, b) if a != b else ("a", "b")


def words(name: str, comparison: Compared) -> str:
    """Return the name of a measure, or the title of an ending's rule."""
    rulebook = comparison.b.game.rulebook
    return f"{name} {rulebook[name].title}" if name in rulebook else name


def numbers(row: Mapping[str, Any]) -> list[str]:
    """Return a row's values as text, with as many digits as its interval allows."""
    digits = min(4, digits_for(row["high"] - row["low"]) + 1)
    a, b = (UNKNOWN if isnan(row[key]) else f"{row[key]:.{digits}f}" for key in "ab")
    if isnan(row["difference"]):
        return [a, b, *[UNKNOWN] * 4]
    signed = [f"{row[key]:+.{digits}f}".replace("-", "−") for key in ("difference", "low", "high")]
    p = "< 0.0001" if row["p"] < 1e-4 else f"{row['p']:.4f}"
    return [a, b, signed[0], f"{signed[1]} to {signed[2]}", p, worth(row["worth"])]


def worth(games: float) -> str:
    """Return a number of games with two digits."""
    if games == float("inf"):
        return "any number"
    scale = 10 ** max(0, len(str(int(games))) - 2)
    return f"{round(games / scale) * scale:,}"


def caption(comparison: Compared) -> Iterator[str]:
    """Yield sentences on how the comparison was made and how to read it."""
    one, other = comparison.b.bots
    n, why = len(comparison), f" ({comparison.stopped})" if comparison.stopped else ""
    if comparison.is_paired:
        value, low, high = comparison.touched
        pairs = with_engine(f"{n:,} {'pair' if n == 1 else 'pairs'} of games", comparison.engine)
        yield f"{pairs}{why}, {one} against {other}, seed {comparison.b.seed}."
        if comparison.a.stand_ins != comparison.b.stand_ins:
            yield DIFFERENT_PLAYERS
        yield (
            f"{share(value)} of the pairs went differently ({share(low)} to {share(high, up=True)})."
            if value
            else f"No pair went differently, so at most {share(high, up=True)} of games would."
        )
    else:
        yield f"{len(comparison.a):,} and {len(comparison.b):,} games that share nothing."
        if comparison.a.bots != comparison.b.bots:
            yield DIFFERENT_PLAYERS
    yield from dict.fromkeys(filter(None, (comparison.a.stand_ins, comparison.b.stand_ins)))
    yield (
        "p and intervals are adjusted for the number of rows (Holm): where p is below 0.05, the "
        "interval leaves out 0 and the row stands out."
    )
    if comparison.is_paired:
        yield "worth: games of each variant that the interval would take without pairs."


def digits_for(width: float) -> int:
    """Return how many decimals a value needs when its interval is this wide."""
    return min(5, max(0, -floor(log10(width / 2)))) if 0 < width < float("inf") else 3


def headline(
    rows: Mapping[str, Row],
    starts: tuple[Estimate, Estimate] | None,
    game: Game,
    touched: Estimate | None,
    games: int,
    caution: str = "",
) -> str:
    """Return in one sentence what changed, and how sure that is.

    Args:
        rows: the rows of a comparison's table, by measure.
        starts: the first-player score of both variants, if it has a row.
        game: the variant that the sentence is about.
        touched: the share of differing pairs, with its interval; None without pairs.
        games: the number of pairs, or of games in the smaller study.
        caution: what to say if most games were stopped; lengths and scores are then left out.
    """
    stands_out = any(row["p"] < ALPHA for row in rows.values())
    if caution and not stands_out:
        return caution
    if touched and touched[0] == 0 and not stands_out:
        return (
            f"It makes no difference: all {games:,} games went the same way, so it changes at most "
            f"{share(touched[2], up=True)} of games."
        )
    parts: list[str] = []
    if not caution:
        parts.append(_length(rows["length"]))
        parts += [_start(rows[FIRST_PLAYER], *starts)] if starts else []
        parts += _payoffs(rows, game)
    parts += [*_endings(rows, game), *_others(rows, game)]
    if touched:
        parts.append(f"{share(touched[0])} of games went differently")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}. {caution}".strip(". ") + "."


def share(value: float, up: bool = False) -> str:
    """Return a share of games: "98%", and "0.15%" or "99.8%" if it is near 0 or 1."""
    percent = 100 * value
    rest = min(percent, 100 - percent)
    digits = 0 if rest >= 10 or rest <= 0 else 1 if rest >= 1 else 2
    rounded = ceil(percent * 10**digits - 1e-9) / 10**digits if up else percent
    return f"{rounded:.{digits}f}%".replace("100.00", "100")


def _length(row: Row) -> str:
    value, low, high = row["difference"], row["low"], row["high"]
    digits = digits_for(high - low)
    if row["p"] < ALPHA:
        word = "longer" if value > 0 else "shorter"
        near, far = sorted((abs(low), abs(high)))
        moves = f"{abs(value):.{digits}f}"
        return f"Games are {moves} moves {word} ({near:.{digits}f} to {far:.{digits}f})"
    return f"Games are as long as before, within {_bound(low, high)} moves"


def _bound(low: float, high: float) -> str:
    """Return the larger of two limits, rounded up."""
    most = max(abs(low), abs(high))
    if most == 0 or most == float("inf"):
        return "0" if most == 0 else "any number of"
    step = 10.0 ** floor(log10(most))
    digits = max(0, -floor(log10(most)))
    return f"{ceil(most / step - 1e-9) * step:.{digits}f}"


def _start(row: Row, before: Estimate, after: Estimate) -> str:
    if not row["p"] < ALPHA:
        return f"who starts matters as much as before, within {_bound(row['low'], row['high'])}"
    scores = f"the starter scores {after[0]:.2f} instead of {before[0]:.2f}"
    was, is_now = _side(before), _side(after)
    if is_now == 0:
        what = f", no longer clearly {SIDES[was]}" if was else ""
        return f"{scores}{what}"
    if was != is_now:
        return f"starting is now {SIDES[is_now]} ({scores})"
    word = "more" if abs(after[0] - 0.5) > abs(before[0] - 0.5) else "less"
    return f"who starts matters {word} ({scores})"


def _side(score: Estimate) -> int:
    """Return on which side of one half the whole interval lies: 1, -1, or 0 for neither."""
    _, low, high = score
    return (low > 0.5) - (high < 0.5)


def _payoffs(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Return whether the starter or, if that is unclear, player 0 gets more or less.

    Also say so if the score alone would suggest the opposite.
    """
    for who, whose in (("the starter", "first-player {}"), ("player 0", "{} of player 0")):
        row, score = rows.get(whose.format("payoff")), rows.get(whose.format("score"))
        if row is None or not row["p"] < ALPHA:
            continue
        word = "more" if row["difference"] > 0 else "less"
        gets = f"{who} gets {row['b']:+.2f} instead of {row['a']:+.2f} {game.points}"
        opposed = score and score["p"] < ALPHA and score["difference"] * row["difference"] < 0
        wins = "less" if word == "more" else "more"
        return [f"{gets}: they win {wins} often and gain {word}" if opposed else gets]
    return []


def _endings(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Return the ending whose share changed most, if that is clear."""
    others = {"capped": "are never decided", "both lose": "are lost by both"}
    clear = [
        name
        for name, row in rows.items()
        if (name in game.rulebook or name in others) and row["p"] < ALPHA
    ]
    sentences = []
    for name in sorted(clear, key=lambda name: -abs(rows[name]["difference"]))[:ENDINGS_NAMED]:
        a, b = share(rows[name]["a"]), share(rows[name]["b"])
        words = others.get(name) or f"end by {name}, {game.rulebook[name].title}"
        sentences.append(f"{b} {words}, instead of {a}")
    return sentences


def _others(rows: Mapping[str, Row], game: Game) -> list[str]:
    """Name the measures that stand out and that no other part of the sentence is about."""
    about = {"length", "turns", FIRST_PLAYER, "first-player payoff", "payoff of player 0"}
    about |= {"capped", "both lose"}
    clear = [name for name, row in rows.items() if row["p"] < ALPHA and name not in about]
    names = [name for name in clear if name not in game.rulebook]
    return [f"also different: {series(names)}"] if names else []


def as_text(head: str, lines: Iterable[tuple[str, str, str, str]]) -> str:
    """Return a table of measures: each with its value, its interval and its unit."""
    return "\n".join([head, "", *(f"{a:<32} {b:>9}  {c:<20} {d}" for a, b, c, d in lines)])


def as_html(head: str, lines: Iterable[tuple[str, str, str, str]]) -> str:
    """Return the same table as HTML."""
    table = text_tables.as_html(("metric", "value", "95% interval", "unit"), lines)
    return f"<p>{escape(head)}</p>{table}"


@dataclass
class Table:
    """A table: its cells are text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()  # columns that are numbers
    strong: Sequence[int] = ()  # rows that stand out
    shares: Sequence[tuple[float, float, float]] = ()  # a bar for each row, with an interval
    caption: str = ""


@dataclass
class Picture:
    """A picture as HTML: an image with its data inside and a text for those who cannot see it."""

    html: str
    caption: str = ""


@dataclass
class Group:
    """Pictures under one heading."""

    title: str
    text: str
    pictures: Sequence[Picture]


@dataclass
class Plot:
    """Bars over an axis, with all coordinates."""

    title: str
    description: str
    names: Sequence[str] = ()
    bars: list[tuple[float, float, float, float, str, str]] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)
    top: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = FLOOR


@dataclass
class Page:
    """Everything on a page, from top to bottom."""

    title: str
    about: str
    sentences: Sequence[str]
    tables: Sequence[Table]
    plots: Sequence[Plot]
    pictures: Sequence[Group]
    receipts: Sequence[str]

    def html(self) -> str:
        try:
            from jinja2 import Environment
        except ImportError:
            raise GameError(
                "A report is written with jinja2, which is not installed: pip install jinja2."
            ) from None
        text = files(__package__).joinpath(TEMPLATE).read_text("utf-8")
        return Environment(autoescape=True).from_string(text).render(vars(self))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page, completely or not at all."""
        write_whole(named(path), self.html())


def lengths(moves: Sequence[Rows], names: Sequence[str] = ()) -> Plot:
    """Return how long games last, for one study or two side by side."""
    from gamekit.studies.statistics import histogram

    centers, counts, width = histogram(*moves)
    shares = [
        [n / max(1, len(each)) for n in of_one] for of_one, each in zip(counts, moves, strict=True)
    ]
    highest = max(max(of_one) for of_one in shares)
    slot = (WIDTH - LEFT) / len(centers)
    thick = 0.9 * slot / len(moves)
    spreads = map(_spread, moves)
    description = " ".join(
        f"{name}: {spread}" if name else spread
        for name, spread in zip(names or ("",), spreads, strict=True)
    )
    plot = Plot("How long games last", description, names)
    for k, (of_one, each) in enumerate(zip(shares, counts, strict=True)):
        for n, (part, count) in enumerate(zip(of_one, each, strict=True)):
            height = (FLOOR - TOP) * part / highest
            x = LEFT + slot * n + thick * k
            bar = f"{_moves(centers[n], width)}: {count:,} games"
            plot.bars.append((x, FLOOR - height, thick, height, KINDS[k], bar))
    first = centers[0] - (width - 1) / 2
    step = _step(len(centers) * width)
    begin = -(-int(first) // step) * step
    for tick in range(begin, int(first) + len(centers) * width, step):
        plot.ticks.append((LEFT + slot * ((tick - first) // width + 0.5), f"{tick}"))
    bars = "" if width == 1 else f", bars of {width} moves"
    plot.top = f"share of games{bars}; the highest bar: {100 * highest:.0f}%"
    return plot


def _spread(moves: Rows) -> str:
    """Return how long games last, in words."""
    ordered = sorted(moves.tolist())
    n = len(ordered)
    low, high = ordered[n // 4], ordered[(3 * n) // 4 - (n % 4 == 0)]
    return f"{n:,} games from {ordered[0]} to {ordered[-1]} moves; the middle half takes {low} to {high}."


def _moves(center: float, width: int) -> str:
    low = int(center - (width - 1) / 2)
    return f"{low} moves" if width == 1 else f"{low} to {low + width - 1} moves"


def _step(extent: int) -> int:
    """Return a round distance of ticks."""
    power = 1
    while True:
        for step in STEPS:
            if extent / (step * power) <= TICKS:
                return step * power
        power *= 10


def study_page(study: Any) -> Page:
    from gamekit.studies.statistics import lasting

    one, other = study.bots
    tables = [_measures(study), _endings_table(study)]
    return Page(
        title=study.game.title,
        about=f"{variant_name(study.game)}; {study.games_in_words}, {one} against {other}, seed {study.seed}",
        sentences=[*sentences(study)],
        tables=[*tables, *_rules(study)],
        plots=[lengths([lasting(study)])],
        pictures=[*_board(study)],
        receipts=[study.receipt],
    )


def sentences(study: Any) -> Iterator[str]:
    _, low, high = study.metrics.loc[FIRST_PLAYER, ["value", "low", "high"]]
    score = study.span(FIRST_PLAYER)
    if text := caution(("", study)):
        yield text
    elif low > 0.5:
        yield f"Starting is an advantage: the starter scores {score} of 1."
    elif high < 0.5:
        yield f"Starting is a drawback: the starter scores {score} of 1."
    else:
        yield f"Starting makes no clear difference: the starter scores {score} of 1."
    if study.bots[0] != study.bots[1]:
        score = study.metrics.loc[MEASURES["score of player 0"].name_for(study.bots)]
        limits = f"({score['low']:.3f} to {score['high']:.3f})"
        yield f"As player 0, {study.bots[0]} scores {score['value']:.3f} {limits} against {study.bots[1]}."
    if study.game.has_payoffs:
        yield from _payoff_sentences(study)
    capped = study.metrics.loc["capped"]
    if capped["value"] < 1:
        which = "A finished game" if capped["value"] else "A game"
        yield f"{which} takes {study.span('length', 1)} moves, {study.span('turns', 1)} turns."
        endings = study.endings()
        ending = endings[endings["ending"] != "capped"].iloc[0]
        name = _ending(study, ending["ending"])
        yield f"Most often a game ends by {name}: {_share_of_games(ending, 'share')}."
    for metric, verb in (("draws", "are drawn"), ("both lose", "are lost by both")):
        row = study.metrics.loc[metric]
        if row["value"]:
            yield f"{_share_of_games(row, 'value')} {verb}."
    if capped["value"] and not caution(("", study)):
        yield f"{_share_of_games(capped, 'value')} were stopped after {study.max_moves:,} moves."
    if study.stand_ins:
        yield study.stand_ins


def _payoff_sentences(study: Any) -> Iterator[str]:
    """Yield what player 0 gets, and whether that disagrees with who wins more often."""
    table, bots, unit = measures_of(study.game), study.bots, study.game.points
    payoff, score = (
        study.metrics.loc[table[name].name_for(bots)]
        for name in ("payoff of player 0", "score of player 0")
    )
    yield (
        f"As player 0, {bots[0]} gets {payoff['value']:.2f} {unit} a game ({payoff['low']:.2f} to "
        f"{payoff['high']:.2f}), with a spread of {study.metrics.loc['payoff spread', 'value']:.2f}."
    )
    if payoff["high"] < 0 and score["low"] > 0.5:
        yield "They win more often, and lose more when they lose."
    if payoff["low"] > 0 and score["high"] < 0.5:
        yield "They win less often, and gain more when they win."


def _share_of_games(row: Any, key: str) -> str:
    return f"{share(row[key])} of games ({_limits(row)})"


def _limits(row: Any) -> str:
    return f"{share(row['low'])} to {share(row['high'], up=True)}"


def _ending(study: Any, name: str) -> str:
    """Return the name of an ending and the title of its rule."""
    rulebook = study.game.rulebook
    return f"{name}, {rulebook[name].title}" if name in rulebook else name


def _measures(study: Any) -> Table:
    rows = study.report().rows()
    heads = ["measure", "value", "95% interval", "unit"]
    caption = "The game is the unit of every interval."
    finished, games = int(study.is_finished.sum()), len(study)
    if finished < games:
        measures = of_finished_games(study.game).capitalize()
        caption += f" {measures} are those of {finished:,} finished games."
    return Table("Measures", heads, rows, numbers=(1, 2), caption=caption)


def _endings_table(study: Any) -> Table:
    found = study.endings().to_dict("records")
    rows = [[_ending(study, row["ending"]), share(row["share"]), _limits(row)] for row in found]
    shares = [(r["share"], r["low"], r["high"]) for r in found]
    heads = ["ending", "share", "95% interval"]
    return Table("How games end", heads, rows, numbers=(1, 2), shares=shares)


def _rules(study: Any) -> Iterator[Table]:
    """Yield what each rule did, if the games can be replayed."""
    try:
        table: pd.DataFrame = study.rules
    except GameError:
        return
    counted = table[table["countable"].astype(bool)]
    rows = [
        [
            f"{r['rule']} {r['title']}",
            f"{r['removed']:,}",
            f"{r['ended']:,}",
            f"{r['games']:,} of {r['n']:,}" if r["games"] else f"none of {r['n']:,}",
            share(r["high"], up=True),
        ]
        for r in counted.to_dict("records")
    ]
    idle = len(table) - len(counted)
    yield Table(
        "What the rules did",
        ["rule", "moves forbidden", "games ended", "games it touched", "at most"],
        rows,
        numbers=(1, 2, 3, 4),
        caption=f"{TOUCHES} “At most” is the upper limit of the share of such games, with 95% confidence."
        + (f" {idle} other rules do neither and cannot be counted." if idle else ""),
    )


def _board(study: Any) -> Iterator[Group]:
    """Yield the heat map, if the game has a board."""
    try:
        heat = study.heatmap()
        picture = Picture(heat._repr_html_())
    except GameError:
        return
    yield Group("Use of the board", f"{heat.title}.", [picture])


def comparison_page(comparison: Compared) -> Page:
    from gamekit.studies.statistics import lasting

    a, b = comparison.a, comparison.b
    paired = comparison.is_paired
    return Page(
        title=a.game.title,
        about=f"{variant_name(b.game)}, against {variant_name(a.game)}; {b.bots[0]} against {b.bots[1]}",
        sentences=[comparison.headline],
        tables=[_differences(comparison), _each_by_itself(comparison), *_rules_of_both(comparison)],
        plots=[lengths([lasting(study) for study in (a, b)], names(comparison))],
        pictures=[*_boards(comparison), *_example(comparison)],
        receipts=[comparison.receipt] if paired else [a.receipt, b.receipt],
    )


def _differences(comparison: Compared) -> Table:
    report = ComparisonReport(comparison)
    rows = [cells for cells, _ in report.cells()]
    strong = [n for n, (_, stands_out) in enumerate(report.cells()) if stands_out]
    columns = range(1, len(report.heads))
    return Table("What changed", report.heads, rows, columns, strong, caption=report.caption)


def _each_by_itself(comparison: Compared) -> Table:
    """Return each measure of both, with its own interval."""
    rows = [
        [words(name, comparison), *_interval(one.a.estimate()), *_interval(one.b.estimate()), one.a.unit]
        for name, one in comparison.found.items()
    ]  # fmt: skip
    a, b = names(comparison)
    heads = ["measure", a, "95% interval", b, "95% interval", "unit"]
    caption = "These intervals may overlap even where pairs of games tell the two apart."
    return Table("Each by itself", heads, rows, range(1, 5), caption=caption)


def _interval(estimate: Estimate) -> tuple[str, str]:
    """Return a value and its interval, with as many digits as the interval allows."""
    value, low, high = estimate
    if isnan(value):
        return UNKNOWN, UNKNOWN
    digits = min(4, digits_for(high - low) + 1)
    return f"{value:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"


def _rules_of_both(comparison: Compared) -> Iterator[Table]:
    """Yield what each rule did in both, if the games can be replayed."""
    try:
        one, other = (_counted(study) for study in (comparison.a, comparison.b))
    except GameError:
        return
    if not (one and other):  # no rule of these games ever forbade a move or ended one
        return
    pairs = {rule: (one.get(rule), other.get(rule)) for rule in {**other, **one}}
    looked_at = " and ".join(f"{min(row['n'] for row in each.values()):,}" for each in (one, other))
    a, b = names(comparison)
    heads = ["rule", f"games it touched, {a}", f"games it touched, {b}", "moves it forbade a game",
             "games it ended"]  # fmt: skip
    yield Table(
        "What the rules did",
        heads,
        [_row(rule, *pair) for rule, pair in pairs.items()],
        range(1, len(heads)),
        [n for n, pair in enumerate(pairs.values()) if _are_apart(*pair)],
        caption=f"{TOUCHES} Forbidden moves come from the first {looked_at} games. Arrows lead from “{a}” to "
        f"“{b}”. A row stands out if the 95% intervals of the games touched do not overlap.",
    )


def _counted(study: Any) -> dict[str, Rule]:
    """Return the rules that can be counted, by id."""
    table = study.rules
    return {row["rule"]: row for row in table[table["countable"].astype(bool)].to_dict("records")}


def _row(rule: str, a: Rule | None, b: Rule | None) -> list[str]:
    both = [row or {"removed": 0, "ended": 0, "n": 1} for row in (a, b)]
    forbade = [row["removed"] / row["n"] for row in both]
    digits = 0 if max(forbade) >= 100 else 1 if max(forbade) >= 10 else 2
    return [
        f"{rule} {(b or a or {})['title']}",
        _touched(a),
        _touched(b),
        _from_to(*(f"{each:,.{digits}f}" for each in forbade)) if any(forbade) else "",
        _from_to(*(f"{row['ended']:,}" for row in both)) if both[0]["ended"] or both[1]["ended"] else "",
    ]  # fmt: skip


def _from_to(a: str, b: str) -> str:
    return f"{a} → {b}"


def _touched(row: Rule | None) -> str:
    """Return the share of games that a rule touched, with its limits."""
    if row is None:
        return UNKNOWN
    high = share(row["high"], up=True)
    if not row["games"]:
        return f"none of {row['n']:,} (to {high})"
    low = share(row["low"]).removesuffix("%")
    return f"{share(row['games'] / row['n'])} ({low} to {high.removesuffix('%')})"


def _are_apart(a: Rule | None, b: Rule | None) -> bool:
    """Did a rule clearly touch more games of one than of the other?"""
    return bool(a and b and (a["high"] < b["low"] or b["high"] < a["low"]))


def _boards(comparison: Compared) -> Iterator[Group]:
    """Yield the heat maps of both on one scale, if the game has a board."""
    from gamekit.studies.replay_games import on_one_scale

    try:
        maps = [study.heatmap() for study in (comparison.a, comparison.b)]
        on_one_scale(*maps)
        boards = [
            Picture(each._repr_html_(), name)
            for each, name in zip(maps, names(comparison), strict=True)
        ]
    except GameError:
        return
    yield Group("Use of the board", "Moves a game on each cell, in the same colors.", boards)


def _example(comparison: Compared) -> Iterator[Group]:
    """Yield a game in which the variants differ, if there is one."""
    if not comparison.is_paired or not comparison.touched[0]:
        return
    found = comparison.example()
    boards = [
        Picture(picture(match.view()), name)
        for match, name in zip((found.a, found.b), found.names, strict=True)
    ]
    yield Group("A game that went differently", found.text, boards)
