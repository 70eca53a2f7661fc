"""People and bots at a match: who sits where, what each may see, and what each may do now.

The form before a match is here too. It asks who sits where and what the rules leave open.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import gamekit as gk
from gamekit.bots import LEVELS, Bot, bot_of, let_move
from gamekit.chance import SHORT, decision_key
from gamekit.sentences import YOU
from gamekit.storage.files import named
from gamekit.storage.saved_matches import KeptMatch
from gamekit.validation import name_of, shown
from gamekit_widgets.browser_page import Field, Player


class Sitting:
    """A match, the players who sit at it, and what may be shown to them.

    Args:
        match: the match.
        seats: who plays each side: "human", a bot's name, or a bot.
        viewer: whose view the board shows: "auto" (the person to move), 0, 1, gk.PUBLIC or gk.ALL.
        may_assist: may the table offer hints where the official clock does not forbid them?
        journal: where matches are written down, if they are, see `Keeper`.

    Attributes:
        bots: the bot in each seat, None for a person.
        keeper: writes matches to journals.
        notes: each player's private notes.
    """

    def __init__(
        self,
        match: gk.Match,
        seats: Sequence[str | Bot],
        viewer: int | str = "auto",
        may_assist: bool = True,
        journal: str | os.PathLike[str] | bool = True,
    ) -> None:
        self.keeper = Keeper(journal)
        self.sit_down(seats)
        if isinstance(viewer, str) and viewer != "auto":
            raise gk.GameError(f'viewer={shown(viewer)}: give "auto", 0, 1, gk.PUBLIC or gk.ALL.')
        self._viewer = viewer if isinstance(viewer, str) else match.view(viewer).player
        self.may_assist = may_assist
        self.begin(match)

    def sit_down(self, seats: Sequence[str | Bot]) -> None:
        """Give each seat to somebody.

        Raises:
            GameError: `seats` does not name two, or names an unknown bot.
        """
        if not isinstance(seats, list | tuple) or len(seats) != 2:
            raise gk.GameError(f"seats={shown(seats)}: give two, one for each player.")
        self.bots = [_bot(seat) for seat in seats]
        self.seats = tuple(seats)

    def begin(self, match: gk.Match) -> None:
        """Begin another match with the same people."""
        self.keeper.begin(match)
        self.match = match
        self.notes = {0: "", 1: ""}
        self._curtain = Curtain()

    @property
    def settings(self) -> dict[str, str]:
        """The settings of this match, as answers to the form before a match."""
        return settings_of(self.match, self.seats)

    def settle(self, settings: Mapping[str, str]) -> None:
        """Begin a match with these settings.

        Raises:
            GameError: they do not fit; nothing has changed.
        """
        match = new_match(self.match, self.renamed(settings, self.settings))
        self.sit_down(self._seats(settings))
        self.begin(match)

    def renamed(self, settings: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
        """Return these settings, with new names for players who were named after seats that have changed."""
        old, new = (
            default_names(self.match.game, self._seats(each)) for each in (before, settings)
        )
        return {
            **settings,
            **{
                f"name-{player}": new[player]
                for player in range(2)
                if settings[f"name-{player}"] == old[player]
            },
        }

    def _seats(self, settings: Mapping[str, str]) -> list[str | Bot]:
        """Return who takes each seat under these settings. A bot that sits here is known by its name."""
        chosen = [settings[f"seat-{player}"] for player in range(2)]
        known = {seat_name(seat): seat for seat in self.seats}
        own = [seat_name(seat) for seat in self.seats]
        return [
            self.seats[player] if seat == own[player] else known.get(seat, seat)
            for player, seat in enumerate(chosen)
        ]

    def offer(self) -> KeptMatch | None:
        """Return the unfinished match that can be resumed here, or None."""
        may_go_on = bool(self.people) and self.may_begin
        return self.keeper.offer(self.match) if may_go_on else None

    def go_on_with(self, kept: KeptMatch | None) -> None:
        """Resume an unfinished match.

        Raises:
            GameError: its journal can no longer be read, or somebody else has it open.
        """
        if kept:
            self.begin(kept.match(self.match.game))

    def play_again(self) -> None:
        """Begin a match with the same settings."""
        old = self.match
        self.begin(
            gk.Match(
                old.game,
                first=old.first,
                dmo=old.dmo,
                players=old.names,
                clock="official" if old.official else old.clock,
                open=old.open,
            )
        )

    # --- who is there --------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """The players who are people."""
        return [player for player in range(2) if not self.bots[player]]

    @property
    def is_watched(self) -> bool:
        """Do only bots play?"""
        return not self.people

    @property
    def bot_to_move(self) -> Bot | None:
        """The bot to move, or None if a person is to move."""
        return self.bots[self.match.to_act] if self.match.to_act in (0, 1) else None

    @property
    def mover(self) -> str:
        """The name of the player to move."""
        return self.match.names[self.match.to_act]

    @property
    def acts_for(self) -> list[int]:
        """The people whose view the table shows, so that they can act here."""
        return [player for player in self.people if self._viewer in ("auto", gk.ALL, player)]

    @property
    def is_for_all(self) -> bool:
        """Can all people in the match act here, or does one sit at another screen?"""
        return self.acts_for == self.people

    @property
    def may_move(self) -> bool:
        """Can the player to move do so here, with everything they know in view?"""
        return self.match.to_act in self.acts_for and self.shows_movers_view

    @property
    def may_begin(self) -> bool:
        """Can another match begin here, without cutting off somebody at another screen?"""
        return self.is_for_all or bool(self.acts_for and self.match.result)

    @property
    def resigner(self) -> int | None:
        """The person who would resign here: the one to move, or the only person."""
        people = self.acts_for
        if self.match.to_act in people:
            return self.match.to_act
        return people[0] if len(people) == 1 else None

    def players(self, mover: int | None) -> list[Player]:
        """Return both players as the page shows them during the mover's turn."""
        return [
            {
                "name": self.match.names[player],
                "who": self._who(player),
                "active": player == mover,
            }
            for player in range(2)
        ]

    def _who(self, player: int) -> str:
        """Return what stands beside a player's name.

        Where the name already says who has the seat, that is the color of the player's pieces or, for one of
        the named bots, its level as a number.
        """
        side = self.match.game.players[player]
        is_by_seat = self.match.names == default_names(self.match.game, self.seats)
        if is_by_seat and self.match.names[player] != side:
            seat = seat_name(self.seats[player])
            if seat in LEVELS:
                return f"bot, {LEVELS.index(seat) + 1} of {len(LEVELS)}"
            return side if side in COLORS else ""
        return "" if self.match.names[player] == YOU else _called(self.seats[player], self.seats)

    # --- whose view ----------------------------------------------------------------------------

    @property
    def is_shared(self) -> bool:
        """Do both players look at the same screen, each in turn?"""
        return self._viewer == "auto" and not any(self.bots)

    @property
    def viewer(self) -> int:
        """The player whose view is shown now."""
        if self.is_paused:
            return gk.PUBLIC
        if isinstance(self._viewer, int):
            return self._viewer
        people, mover = self.people, self.match.to_act
        if len(people) == 1:
            return people[0]
        return mover if mover in people and not self.is_curtain_down else gk.PUBLIC

    @property
    def sees(self) -> int:
        """Whose view is shown: the viewer's or, once the match is over, everybody's."""
        return gk.ALL if self.match.result and not self.is_paused else self.viewer

    @property
    def has_private_view(self) -> bool:
        """Does the screen show secrets that a saved notebook must not?"""
        return self.match.game.has_secrets and self._viewer == "auto"

    @property
    def notes_of(self) -> int | None:
        """The player who may read and write notes now, or None."""
        return self.viewer if self.viewer in self.acts_for else None

    @property
    def shows_movers_view(self) -> bool:
        """Does the table show everything that the player to move knows?"""
        return not self.match.game.has_secrets or self.viewer in (self.match.to_act, gk.ALL)

    @property
    def is_curtain_down(self) -> bool:
        """Must the person to move first say that nobody else is looking?"""
        has_curtain = self.is_shared and self.match.game.has_secrets
        return has_curtain and self._curtain.is_down(self.match)

    @property
    def is_covered(self) -> bool:
        """Is the board hidden from everybody?"""
        return self.is_paused or self.is_curtain_down

    def drop_curtain(self) -> None:
        """Let the curtain fall where it must."""
        self._curtain.fall(self.match)

    def lift_curtain(self) -> None:
        """Show the player to move what they know, and start their time."""
        self._curtain.lift(self.match)
        if self.match.clock:
            self.match.goto(self.match.ply)

    # --- what each may do ----------------------------------------------------------------------

    @property
    def is_assisted(self) -> bool:
        """Are hints offered?"""
        return self.may_assist and not self.match.official

    @property
    def why_no_move(self) -> str:
        """Why nobody can move here now, or ""."""
        if self.match.result:
            return "The game is over."
        if self.bot_to_move:
            return f"Wait for {self.mover} to move."
        if self.match.to_act not in (0, 1):
            return "It is not your turn."
        if self.is_paused:
            return "The match is paused."
        if self.is_curtain_down:
            return f"{self.mover} must press “I am {self.mover}” first."
        if not self.may_move:
            return f"{self.mover} is to move, and this is not {self.mover}'s table."
        return ""

    def why_not_go_to(self, ply: int) -> str:
        """Why people here may not undo or redo the moves between now and `ply`, or ""."""
        low, high = sorted((max(0, ply), self.match.ply))
        others = set(self.people) - set(self.acts_for)
        has_turn = self.match.to_act in self.acts_for
        if not others or (has_turn and others.isdisjoint(self._movers[low:high])):
            return ""
        return "Only the player to move may undo or redo moves, and only their own."

    def let_bot_move(self) -> bool:
        """Let the bot to move make one move; return whether a bot was to move."""
        bot = self.bot_to_move
        if bot is None:
            return False
        let_move(bot, self.match, self.luck)
        return True

    @property
    def luck(self) -> int:
        """A seed for bots: the same for the same match and move."""
        match = self.match
        if abs(match.seed) < SHORT:  # so that games saved by earlier versions go on unchanged
            return hash((match.seed, match.ply)) & 0x7FFFFFFF
        # From one such hash, a player could work out the next, and with it what a bot will hide.
        return decision_key(match.seed, match.number, max(0, match.to_act), match.ply)

    @property
    def reviewed_players(self) -> list[int]:
        """The players whose decisions a look back covers: those who act here, or two bots."""
        return [0, 1] if self.is_watched else self.acts_for

    @property
    def undo_target(self) -> int:
        """How many moves remain once a person's last move is undone; -1 if no person has moved."""
        ply = self.match.ply - 1
        while ply >= 0 and self._was_bots_move(ply):
            ply -= 1
        return ply

    def next_persons_turn(self, ply: int) -> int:
        """Return the first ply, from this one on, at which no move of a bot follows in the line."""
        while ply < self.match.plies and self._was_bots_move(ply):
            ply += 1
        return ply

    def _was_bots_move(self, ply: int) -> bool:
        """Did a bot make the move after `ply` moves, at a table with a person?"""
        return not self.is_watched and self._movers[ply] not in self.people

    @property
    def _movers(self) -> list[int]:
        """The player who made each move of the line."""
        return [entry.player for entry in self.match.line if entry.player in (0, 1)]

    # --- the clock -----------------------------------------------------------------------------

    @property
    def is_paused(self) -> bool:
        """Is the clock stopped?"""
        return isinstance(self.match.timer, Stopwatch) and self.match.timer.is_stopped

    def pause(self) -> None:
        """Stop the clock."""
        if not isinstance(self.match.timer, Stopwatch):
            self.match.timer = Stopwatch(self.match.timer)
        self.match.timer.stop()

    def resume(self) -> None:
        """Let the clock go on."""
        if isinstance(self.match.timer, Stopwatch):
            self.match.timer.go_on()

    def flag(self, player: int) -> None:
        """End the match if this player is to move and has no time left."""
        clock = self.match.clock
        if clock and clock.is_out(player, self.match.seconds_used()):
            self.match.flag(player)


def _bot(seat: Any) -> Bot | None:
    """Return the bot in this seat, or None for a person."""
    return None if seat == "human" else bot_of(seat)


def _called(seat: str | Bot, seats: Sequence[str | Bot]) -> str:
    """Return who has this seat, as it stands beside the player's name."""
    if seat == "human":
        return "" if seats[0] == seats[1] else "you"
    if not isinstance(seat, str):
        return ""  # a bot of the page's own has a name that says enough
    return f"{seat} bot" if seat in LEVELS else seat


class Curtain:
    """Hides the board between turns. It is down until the player to move lifts it."""

    def __init__(self) -> None:
        self._lifted_for: int | None = None

    def is_down(self, match: gk.Match) -> bool:
        """Does the curtain hide the board now?"""
        return match.to_act in (0, 1) and self._lifted_for != match.to_act and has_secret(match)

    def lift(self, match: gk.Match) -> None:
        """Lift it for the player to move, who says that nobody else is looking."""
        self._lifted_for = match.to_act

    def fall(self, match: gk.Match) -> None:
        """Let it fall again once the turn has passed or no secret is left."""
        if self._lifted_for != match.to_act or not has_secret(match):
            self._lifted_for = None


def has_secret(match: gk.Match) -> bool:
    """Does a player know something, or decide something now, that the other may not see?"""
    public = match.view(gk.PUBLIC)
    for player in range(2):
        view = match.view(player)
        own, open_ = ([(e.text, e.remark) for e in each.history] for each in (view, public))
        if own != open_ or view.state.values() != public.state.values():
            return True
    state, other = match.state, 1 - match.to_act
    return not all(match.game.sees(match.rules, state, move, other) for move in match.legal_moves())


class Stopwatch:
    """A timer that leaves out the seconds during which it was stopped."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._lost = 0.0
        self._stopped_at: float | None = None

    def __call__(self) -> float:
        return (self._timer() if self._stopped_at is None else self._stopped_at) - self._lost

    @property
    def is_stopped(self) -> bool:
        return self._stopped_at is not None

    def stop(self) -> None:
        """Stop it, unless it is stopped."""
        if self._stopped_at is None:
            self._stopped_at = self._timer()

    def go_on(self) -> None:
        """Start it again, if it is stopped."""
        if self._stopped_at is not None:
            self._lost += self._timer() - self._stopped_at
            self._stopped_at = None


class Keeper:
    """Writes down the matches of a table, each to a journal of its own.

    Args:
        journal: True for the folder of matches, False for none, or a file for the first match. Files
            of later matches get numbers.
    """

    def __init__(self, journal: str | os.PathLike[str] | bool | None) -> None:
        is_choice = journal is None or isinstance(journal, bool)
        self._journal = bool(journal) if is_choice else named(journal)
        self._is_first = True

    def begin(self, match: gk.Match) -> None:
        """Take a new match. If its journal has a name, the file exists from the beginning."""
        if isinstance(self._journal, bool) or match.journal or match.result:
            return
        path, number = self._journal, 1
        while path.exists() and not self._is_first:
            number += 1
            path = path.with_name(f"{self._journal.stem}-{number}{path.suffix}")
        match.start_journal(path)
        self._is_first = False

    def keep(self, match: gk.Match) -> None:
        """Start writing this match down, from its first move on, because a person has acted."""
        if self._journal and not match.journal and not match.result:
            match.start_journal()

    def offer(self, match: gk.Match) -> KeptMatch | None:
        """Return the unfinished match of the same game that can be resumed instead of this new one, or None."""
        if not self._journal or match.plies or match.position is not None:
            return None
        game = match.game
        for kept in gk.matches(game.name):
            is_same = dict(kept.parameters) == dict(game.changes)
            if is_same and kept.replaced == tuple(game.replaced) and kept.moves:
                return kept
        return None


def label(kept: KeptMatch, now: Callable[[], datetime] = datetime.now) -> str:
    """Return the label of the button that resumes a match."""
    is_today = kept.changed.date() == now().date()
    when = kept.changed.strftime("%H:%M" if is_today else "%Y-%m-%d, %H:%M")
    return f"Go on with the match of {when}"


Settings: TypeAlias = Mapping[str, str]  # an answer for each question

WHO = {
    "human": "a person",
    **{level: f"a bot: {level} ({n} of {len(LEVELS)})" for n, level in enumerate(LEVELS, 1)},
}
COLORS = {"Red", "Green", "Blue", "Yellow", "Black", "White"}  # sides named after their pieces
LONGEST_NAME = 40  # characters in the form; from Python a name may be longer
TEACHING = {"teaching": "for teaching"}
OFFICIAL = {"official": "officially: with the clock, no hints, no take-backs"}


def settings_of(match: gk.Match, seats: Sequence[str | Bot]) -> dict[str, str]:
    """Return the settings with which this match began."""
    first = str(match.first)
    if match.game.has_dmo:
        first = "dmo" if match.first == match.dmo else "other"
    return {
        "name-0": match.names[0],
        "seat-0": seat_name(seats[0]),
        "name-1": match.names[1],
        "seat-1": seat_name(seats[1]),
        "dmo": str(match.dmo),
        "first": first,
        "clock": "same" if match.clock else "none",
        "play": "official" if match.official else "teaching",
    }


def seat_name(seat: str | Bot) -> str:
    """Return the form's name for the person or bot in this seat."""
    return seat if isinstance(seat, str) else type(seat).__name__


def default_names(game: gk.Game, seats: Sequence[str | Bot]) -> tuple[str, str]:
    """Return the players' default names.

    A person who plays a bot is "You", and a bot is named for its level. Two people, or two bots of
    one level, have the names of the game's sides.
    """
    if not isinstance(seats, list | tuple) or len(seats) != 2:
        return game.players  # `Sitting` rejects such seats
    one, two = map(_called_by_seat, seats)
    is_people = all(seat == "human" for seat in seats)
    return game.players if is_people or one == two else (one, two)


def _called_by_seat(seat: str | Bot) -> str:
    name = seat_name(seat).replace(":", " ")
    return YOU if seat == "human" else f"{name[:1].upper()}{name[1:]}"


def questions(match: gk.Match, settings: Settings) -> list[Field]:
    """Return the questions before a match of this game, answered as in these settings."""
    names = {str(player): settings[f"name-{player}"] for player in range(2)}
    found: dict[str, tuple[str, dict[str, str]]] = {}  # the label and the options of each
    for player in names:
        seat = settings[f"seat-{player}"]
        side = match.game.players[int(player)]
        found[f"name-{player}"] = f"Name of {side}", {}
        found[f"seat-{player}"] = f"Who plays {side}", {**WHO, seat: WHO.get(seat, seat)}
    first = names
    if match.game.has_dmo:
        found["dmo"] = "Death Match Opponent (DMO)", names
        first = {"dmo": "the DMO", "other": "not the DMO"}
    found["first"] = "Who starts", {**first, "random": "at random"}
    found["clock"] = "Clock", _clocks(match)
    found["play"] = "Played", {**TEACHING, **(OFFICIAL if match.game.official_clock else {})}
    return [
        {"name": name, "label": label, "value": settings[name], "options": [*options.items()]}
        for name, (label, options) in found.items()
    ]


def _clocks(match: gk.Match) -> dict[str, str]:
    clocks = {"none": "none"}
    if match.clock:
        clocks["same"] = "as in the last match"
    if match.game.official_clock:
        main, reserve, _ = match.game.official_clock
        clocks["official"] = f"{main:g} s a turn, {reserve / 60:g} min in reserve"
    return clocks


def why_not_offered(form: Sequence[Field], answers: Mapping[str, object]) -> str:
    """Return why the form does not take these answers, or ""."""
    fields = {question["name"]: question for question in form}
    for name, chosen in answers.items():
        if name not in fields:
            return "That is not asked here."
        question, known = fields[name], [option for option, _ in fields[name]["options"]]
        if known and chosen not in known:
            return f"{question['label']}: choose one of those offered."
        if not known and chosen != question["value"] and not name_of(chosen, LONGEST_NAME):
            return f"{question['label']}: 1 to {LONGEST_NAME} letters and signs, please."
    return ""


def require_text(name: str, chosen: object) -> str:
    """Return a setting, or raise if it is not text."""
    if not isinstance(chosen, str):
        raise gk.GameError(f"{name}: give a text, as the form at the table has it.")
    return chosen


def new_match(match: gk.Match, settings: Settings) -> gk.Match:
    """Return a match of the same game with these settings."""
    for question in questions(match, settings):
        chosen, known = settings[question["name"]], dict(question["options"])
        if known and chosen not in known:
            raise gk.GameError(f"{question['label']}: {chosen!r} is not one of {', '.join(known)}.")
    if settings["dmo"] not in ("0", "1"):
        raise gk.GameError("dmo: give '0' or '1', the player who is the DMO.")
    dmo, first = int(settings["dmo"]), settings["first"]
    starts = {"dmo": dmo, "other": 1 - dmo, "0": 0, "1": 1}
    return gk.Match(
        match.game,
        first=starts.get(first, first),
        dmo=dmo,
        players=(settings["name-0"], settings["name-1"]),
        clock=_clock(match, settings),
        open=match.open and settings["play"] == "teaching",
    )


def _clock(match: gk.Match, settings: Settings) -> gk.Clock | str | None:
    times = match.game.official_clock
    if settings["play"] == "official" and times:
        return "official"
    if settings["clock"] == "official" and times:
        main, reserve, period = times
        return gk.Clock(main, reserve, period or None)  # the same times, but it can be paused
    return match.clock if settings["clock"] == "same" else None
