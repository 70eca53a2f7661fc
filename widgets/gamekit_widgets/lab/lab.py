"""The variant lab: a game's parameters to change, its board, and a playtest of the result."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from html import escape
from threading import RLock
from typing import TYPE_CHECKING, Any

from ipywidgets import HTML, Box, Layout, Output, VBox

import gamekit as gk
from gamekit.contract.fields import INSIDE
from gamekit.contract.game import Measures
from gamekit.games import game_of
from gamekit.validation import shown, whole
from gamekit_widgets.browser_page import NotCopyable
from gamekit_widgets.lab.playtest import (
    AnyStudy,
    AnyTrial,
    Handout,
    Known,
    figures,
    headline,
    in_words,
    known_from,
    report,
    saved,
    trial_of,
    why_not,
)
from gamekit_widgets.notebook_widgets import (
    Panel,
    Replay,
    ShownPanel,
    Table,
    button,
    control,
    group,
    menu,
)
from gamekit_widgets.table.seats import default_names

if TYPE_CHECKING:
    from gamekit.studies import Comparison
    from gamekit.studies.comparison import Example


BOTS = ("random", "greedy", "search:50", "search:200")
GAMES = (200, 500, 1_000, 2_000, 5_000, 10_000, 50_000)
SEED = 1  # of playtests
DELAY = 0.6  # seconds without a change after which a playtest starts


class Lab(NotCopyable, Box):  # type: ignore[misc] # ipywidgets has no types
    """A lab for variants of a game.

    Args:
        game: a game, a variant to begin with, or a name.
        bots: the names of the two bots that play in playtests.
        games: how many games a playtest has.
        seed: for the chance of the board and of playtests; people who know it know the dice. With None,
            playtests have seed 1, and each new board takes 64 bits from the system.
        seats: who sits at the board.
        measures: what else playtests measure; see `gamekit.playtest`.

    Attributes:
        game: the current variant, or the last one whose settings worked together.
        problem: why the settings do not work together, or "".
        pinned: the study that later ones are compared with; None compares them with the original game.
        table: the board.

    Everything that people can do in the browser works from Python, too: `set` parameters, `reset` them, `run` a
    playtest, `stop` it, `resume` it, `wait` for it, `show` a game that the change touched, `download`
    a report, `pin` the results. Any change starts a playtest, which plays the original game and the variant
    with the same seeds. A saved notebook shows a playtest only after `wait`, so that it is the same every time.
    """

    def __init__(
        self,
        game: gk.Game | str,
        bots: Sequence[str] = ("greedy", "greedy"),
        games: int = 2_000,
        seed: int | None = None,
        seats: Sequence[str] = ("human", "greedy"),
        measures: Measures = None,
    ) -> None:
        self._first = game_of(game).measuring(measures)
        self.game, self.seats = self._first, seats
        self._board_seed = seed if seed is None else whole("seed", seed)
        self.seed = SEED if self._board_seed is None else self._board_seed
        self._settings: dict[str, Hashable] = dict(self._first.parameters)
        self._choose(bots, games)
        self.problem, self._trouble, self._news = "", "", ""
        self.pinned: AnyStudy | None = None
        self._known: Known | None = None
        self._trial: AnyTrial | None = None
        self._handout: Handout | None = None
        self._is_waited_for, self._lock = False, RLock()
        self._dials = Panel(self._turn, self._click)
        self._bench = Panel(self._turn, self._click)
        self._place, self._parted, self._figures, self._next = Box(), Box(), Output(), 0
        self._lay_out()
        self._right = VBox([self._place, self._bench, self._parted, self._figures])
        super().__init__([self._dials, self._right], tabbable=False)
        self.add_class("gk-lab")
        self._show()

    # --- for people and Python -----------------------------------------------------------------

    def set(self, **parameters: object) -> None:
        """Set parameters: set(columns=5). A playtest of the variant starts soon.

        Where the settings do not work together, `problem` says why and `game` stays as it was.
        """
        for name, value in parameters.items():
            if name not in self._settings:
                self._first.with_(**{name: value})  # raises an error that lists the parameters
            option = self._first.options[name]
            self._settings[name] = option.decode(option.encode(name, value))
        self._renew()

    def reset(self) -> None:
        """Set every parameter back to its first value."""
        self.set(**self._first.parameters)

    def run(self, bots: Sequence[str] | None = None, games: int | None = None) -> None:
        """Start a playtest in the background. The bots and the number of games stay set."""
        self._change(bots or self.bots, self.games if games is None else games, 0)

    def stop(self) -> None:
        """Stop the playtest and keep its finished games. `resume` continues it."""
        trial = self._halt()
        if trial:
            self._learn(trial)
            self._news = f"Stopped after {trial.done:,} of {trial.games:,} games."
        self._show()

    def resume(self) -> None:
        """Continue the playtest that was stopped."""
        known = self._present
        if known is None or known.is_whole:
            raise gk.GameError("No playtest of this variant was stopped.")
        self._start(0, known)
        self._show()

    def show(self, k: int | None = None) -> Example:
        """Show both matches of the k-th game that the change touched, or of the next one, where they diverge.

        Raises:
            GameError: there is no comparison yet, or it touched fewer games.
        """
        comparison = self.comparison
        if comparison is None:
            raise gk.GameError("There is nothing to show yet: change something and wait for it.")
        touched = int(comparison.games["differs"].sum())
        example = comparison.example(self._next % max(1, touched) if k is None else k)
        self._next = (self._next if k is None else k) + 1
        _fill(self._parted, Pair(example))
        return example

    def download(self) -> None:
        """Write a report of the results as one web page, which the browser downloads."""
        known = self._present
        if known is None or known.is_light:
            raise gk.GameError("There is nothing to report yet: run a playtest first.")
        self._news, self._trouble = "The report is being written …", ""
        self._handout = Handout(known, self._hand_out)
        self._handout.start()
        self._show()

    def wait(self) -> AnyStudy | None:
        """Wait for the running playtest, and return the variant's study; None without a playtest."""
        trial = self._trial
        if trial:
            trial.join()
        self._is_waited_for = True
        return self.study

    def pin(self) -> None:
        """Compare later playtests with the current one of this variant."""
        if self.study is None:
            raise gk.GameError("There is nothing to pin yet: run a playtest first.")
        self._halt()
        self.pinned = self.study
        self._draw()
        self._show()

    def unpin(self) -> None:
        """Stop comparing."""
        self.pinned = None
        self._draw()
        self._show()

    def close(self) -> None:
        """Stop the playtest, remove the lab from every page, and free its resources."""
        if not hasattr(self, "_right"):
            return  # an error cut __init__ short
        self._halt()
        self._handout = None
        for widget in (self.table, self._dials, self._bench):
            widget.close()
        for part in (self._place, self._parted, self._figures, self._right):
            part.layout.close()
            part.close()
        self.layout.close()
        super().close()

    @property
    def study(self) -> AnyStudy | None:
        """The study of the current variant's last playtest, or None before there is one."""
        return self._present.study if self._present else None

    @property
    def comparison(self) -> Comparison | None:
        """The comparison of the current variant with the original or pinned game, or None before a playtest."""
        return self._present.comparison if self._present else None

    @property
    def _present(self) -> Known | None:
        return self._known if self._known and self._known.study.game is self.game else None

    @property
    def is_running(self) -> bool:
        """Is a playtest under way?"""
        return self._trial is not None

    # --- how it works --------------------------------------------------------------------------

    def _choose(self, bots: Sequence[str], games: int) -> None:
        self.games = games = check(bots, games)
        self.bots = bots[0], bots[1]
        self._bot_names = tuple(dict.fromkeys((*BOTS, *bots)))
        self._numbers = tuple(sorted({*GAMES, games}))

    def _renew(self) -> None:
        """Rebuild the variant, its board and its playtest."""
        self._halt()
        self._trouble, self._news = "", ""
        self._is_waited_for = False
        try:
            game = self._first.with_(**self._settings)
        except gk.BadVariant as problem:
            self.problem = str(problem)
        else:
            self.problem = ""
            self.game = game
            self._lay_out()
            self._start(DELAY)
        self._show()

    def _lay_out(self) -> None:
        """Put the variant's board on the table."""
        names = default_names(self.game, self.seats)
        match = gk.Match(self.game, seed=self._board_seed, players=names)
        self.table = Table(match, seats=self.seats, open=True, journal=False)
        _fill(self._place, self.table)

    def _start(self, delay: float, before: Known | None = None) -> None:
        self._halt()
        self._trouble, self._news, self._next = "", "", 0
        self._is_waited_for = False
        _fill(self._parted)
        games, begun = (before.wanted, before.begun) if before else (self.games, None)
        reference = self.pinned.game if self.pinned else self._first
        self._trial = trial_of(
            reference, self.game, self.bots, games, self.seed, delay, self._hear, begun
        )
        self._trial.start()

    def _halt(self) -> AnyTrial | None:
        """Stop the running playtest and return it."""
        with self._lock:
            trial, self._trial = self._trial, None
        if trial:
            trial.stop()
        return trial

    def _hear(self, trial: AnyTrial) -> None:
        """Receive news from a playtest, in its own thread."""
        with self._lock:
            if trial is not self._trial:
                return
            if trial.is_over:
                self._trial, self._trouble = None, trial.problem
                if not trial.problem:
                    self._learn(trial)
                    self._news = trial.news
            self._show()

    def _hand_out(self, handout: Handout) -> None:
        """Send a finished report, in its own thread."""
        if handout is not self._handout:
            return
        if handout.html:
            self._bench.give("download", handout.name, handout.html)
        with self._lock:
            self._handout, self._trouble = None, handout.problem
            self._news = "" if handout.problem else f"The report is written: {handout.name}"
            self._show()

    def _learn(self, trial: AnyTrial) -> None:
        """Adopt the results of a playtest."""
        self._known = known_from(trial) or self._known
        self._draw()

    def _turn(self, name: str, value: int) -> None:
        """Apply the new value of a control."""
        try:
            if value < 0 and name not in self._settings:
                return  # no place in a menu
            if name in ("bot0", "bot1"):
                bots = list(self.bots)
                bots[int(name[-1])] = self._bot_names[value]
                self._change(bots, self.games)
            elif name == "games":
                self._change(self.bots, self._numbers[value])
            elif name in self._settings:
                self.set(**{name: self._first.options[name].decode(value)})
        except (gk.GameError, IndexError) as problem:
            self.problem = str(problem)
            self._show()

    def _change(self, bots: Sequence[str], games: int, delay: float = DELAY) -> None:
        """Choose these bots and this number of games, and start a playtest."""
        self._choose(bots, games)
        if not self.problem:
            self._start(delay)
        self._show()

    def _click(self, name: str) -> None:
        """React to a button."""
        if name in BUTTONS and name not in self._bench.shown["why"]:
            try:
                getattr(self, name)()
            except gk.GameError as problem:
                self._trouble = str(problem)
                self._show()

    # --- what is shown -------------------------------------------------------------------------

    def _show(self) -> None:
        has_pinned, is_writing = self.pinned is not None, self._handout is not None
        base = self._present.base if self._present else None
        why = why_not(self._present, self.is_running, has_pinned, is_writing, self.problem)
        doing = activity(self._trial, self._news)
        self._dials.put(shown_dials(self._first, self._settings, self.problem, why, doing))
        parts = {
            "headline": headline(self.comparison),
            "said": escape(self._trouble),
            "news": escape(self._news),
            "progress": progress(self._trial),
            "report": report(self.study, self.pinned, self.comparison, self.is_running, base),
        }
        menus, chosen = (self._bot_names, self._numbers), (self.bots, self.games)
        self._bench.put(shown_bench(self._first.players, menus, chosen, parts, why))

    def _draw(self) -> None:
        """Show the figures of the results."""
        bundle = figures(self.study, self.pinned, self.comparison)
        self._figures.outputs = (
            ({"output_type": "display_data", "data": bundle, "metadata": {}},) if bundle else ()
        )

    # --- in a saved notebook -------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        """Return the live lab, and a text that outlives the kernel."""
        data: dict[str, object] = super()._repr_mimebundle_(**kwargs) or {}
        found = self.comparison or self.study
        results = repr(found.report()) if self._is_waited_for and found else ""
        return {**data, **saved(self.game, self.problem, results)}


def _fill(box: Box, *widgets: Table | Pair) -> None:
    """Show these in a box and close its former contents."""
    old, box.children = box.children, widgets
    for widget in old:
        widget.close()


BUTTONS = ("reset", "run", "stop", "resume", "show", "download", "pin", "unpin")


def check(bots: object, games: int) -> int:
    """Return the number of games as an int; raise `GameError` unless these bots can play that many."""
    if not isinstance(bots, list | tuple) or len(bots) != 2:
        raise gk.GameError(f"bots={shown(bots)}: give two names.")
    for name in bots:
        gk.bot(name)
    return whole("games", games, 1, 10_000_000)


def dials(game: gk.Game) -> str:
    """Return the controls of all parameters. Each game inside this one has a group of its own."""
    groups: dict[str, list[str]] = {}
    for name, option in game.options.items():
        inside, _, own = name.rpartition(INSIDE)
        groups.setdefault(inside, []).append(control(name, in_words(own), option))
    parts = [
        group(_title(inside) if inside else game.title, knobs, not inside)
        for inside, knobs in groups.items()
    ]
    reset = button("reset", "Reset")
    return f'{"".join(parts)}<div class="gk-buttons">{reset}</div>'


def shown_dials(
    game: gk.Game, settings: Mapping[str, Hashable], problem: str, why: dict[str, str], doing: str
) -> ShownPanel:
    """Return the state of the panel of parameters.

    Args:
        game: the original game.
        settings: the present values of its parameters.
        problem: why these do not work together, or "".
        why: why a button cannot be used now.
        doing: a line about the playtest, see `activity`.
    """
    return {
        "title": f"{game.title}: parameters",
        "parts": {"doing": doing, "dials": dials(game), "said": escape(problem)},
        "values": {
            name: option.encode(name, settings[name]) for name, option in game.options.items()
        },
        "changed": [name for name, value in settings.items() if value != game.parameters[name]],
        "why": why,
    }


def _title(inside: str) -> str:
    """Return the title of the game that has these parameters inside another."""
    name = inside.replace("_", "-")
    titles = {game.name: game.title for game in gk.games()}
    return titles.get(name, inside.replace("_", " ").capitalize())


def shown_bench(
    players: Sequence[str],
    menus: tuple[Sequence[str], Sequence[int]],
    chosen: tuple[Sequence[str], int],
    parts: Mapping[str, str],
    why: dict[str, str],
) -> ShownPanel:
    """Return the state of the panel of playtests.

    Args:
        players: the sides of the game.
        menus: the bots and the numbers of games that people can choose.
        chosen: the two bots and the number of games that are set.
        parts: the HTML below the controls, from top to bottom. The controls must not move when it fills.
        why: why a button cannot be used now.
    """
    names, numbers = menus
    (one, other), games = chosen
    return {
        "title": "Playtest",
        "parts": {"choice": choices(players, names, numbers), **parts},
        "values": {
            "bot0": names.index(one), "bot1": names.index(other), "games": numbers.index(games)
        },
        "changed": [],
        "why": why,
    }  # fmt: skip


def choices(players: Sequence[str], bots: Sequence[str], games: Sequence[int]) -> str:
    """Return the controls of the playtest: a bot for each player, and a number of games."""
    first, second = players
    knobs = [
        menu("bot0", f"{first} is", bots),
        menu("bot1", f"{second} is", bots),
        menu("games", "Games", [f"{number:,}" for number in games]),
    ]
    buttons = [
        button("run", "Run", is_main=True),
        button("stop", "Stop"),
        button("resume", "Resume"),
        button("show", "Show me such a game"),
        button("download", "Download report"),
        button("pin", "Pin"),
        button("unpin", "Unpin"),
    ]
    return (
        f'<div class="gk-knobs">{"".join(knobs)}</div>'
        f'<div class="gk-buttons">{"".join(buttons)}</div>'
    )


def activity(trial: AnyTrial | None, news: str) -> str:
    """Return one line about the running playtest, or the news if none is running."""
    if trial is None:
        return escape(news)
    if trial.done:
        return f"Playtest: {trial.done:,} of {trial.games:,} games."
    return "Playtest: starting …"


def progress(trial: AnyTrial | None) -> str:
    """Return the progress of a playtest, or "" if none is running."""
    if trial is None:
        return ""
    value = f' value="{trial.done}"' if trial.done else ""
    count = f"{trial.done:,} of {trial.games:,} games"
    text = count if trial.done else "Starting …"
    return (
        f'<div class="gk-under-way"><progress max="{trial.games}"{value} '
        'aria-label="Games played"></progress>'
        f"<span>{text}</span></div>"
    )


class Pair(NotCopyable, VBox):  # type: ignore[misc] # ipywidgets has no types
    """Both games of a pair as replays, at the last move that they share.

    Args:
        example: an example of a comparison, as `comparison.example()` returns it.
    """

    def __init__(self, example: Example) -> None:
        self.example = example
        self.replays = tuple(_replay(match, example.ply) for match in (example.a, example.b))
        sides = [
            VBox([HTML(f"<b>{escape(name)}</b>"), replay], layout=Layout(flex="1 1 300px"))
            for name, replay in zip(example.names, self.replays, strict=True)
        ]
        both = Box(sides, layout=Layout(display="flex", flex_flow="row wrap"))
        super().__init__([HTML(f"<p>{escape(example.text)}</p>"), both])
        self.add_class("gk-lab-pair")


def _replay(match: gk.Match, ply: int) -> Replay:
    """Return a replay of the whole game that shows it after `ply` moves."""
    here = match.ply
    replay = Replay(match.goto(match.plies).fork(), viewer=gk.ALL)
    match.goto(here)
    replay.look(ply)
    return replay


def live(example: Any) -> dict[str, Any]:
    """Return the widget part of an example's mime bundle."""
    bundle: dict[str, Any] = Pair(example)._repr_mimebundle_() or {}
    return {key: value for key, value in bundle.items() if "widget" in key}
