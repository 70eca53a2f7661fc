"""`gamekit play`: a match in the terminal."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path

from gamekit.bots import Bot, Search
from gamekit.chance import decision_key
from gamekit.checking.game_file import is_file
from gamekit.cli.terminal import Command, Screen, add_game, chosen_game, with_changes
from gamekit.contract import PUBLIC
from gamekit.errors import BadPosition, GameError, IllegalMove
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN, OPEN, Entry, without_open
from gamekit.storage.files import read_whole
from gamekit.validation import LONGEST_TEXT, shown

HUMAN, OPPONENT = "human", "club"
STOPPED = 130  # exit code after Ctrl-C
ADVISER = Search(1000)  # the bot that is asked for hints
HINTS = 3  # moves that a hint shows
LISTED = 60  # moves to list at most
COMMANDS = (
    "help", "moves", "hint", "why", "undo", "rules", "log", "board", "save", "resign", "quit",
)  # fmt: skip
OTHERS = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
REMEDY = "Only an open match, gamekit play --open, lets you take that back."
HELP = """\
Type a move as the game writes it. If it is not legal, the match says why.

  moves        the legal moves
  hint         what a bot would do
  why MOVE     why a move is not legal
  undo         take back the last turn
  rules [TEXT] the rules, or those with an id or a word
  log          what has been played
  board        the board again
  save FILE    save the match (everything, secrets included)
  resign       give up
  quit         leave; --resume continues the match

A word with a / before it is always a command: /moves."""


def _arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--against",
        metavar="WHO",
        default=OPPONENT,
        help="novice, casual, club (the default), expert or master; another bot, such as "
        "search:500; or human, for somebody at this terminal",
    )
    parser.add_argument(
        "--seat", choices=("0", "1"), default="0", help="which player you are (default: 0)"
    )
    parser.add_argument(
        "--first", choices=("0", "1", "random"), default="0", help="who starts (default: player 0)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N",
        help="the same seed gives the same dice; whoever knows it can predict them",
    )  # fmt: skip
    parser.add_argument(
        "--position", metavar="FIELDS", help="start here: JSON, or a file that holds it"
    )
    parser.add_argument(
        "--open", action="store_true", help="let moves be taken back even after a roll or a reveal"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with your latest match of this game"
    )


def _run(chosen: Namespace) -> int:
    """Play a match."""
    from gamekit.bots import bot

    you, other = int(chosen.seat), 1 - int(chosen.seat)
    opponent = None if chosen.against == HUMAN else bot(chosen.against)
    match = _resumed(chosen) if chosen.resume else _begun(chosen)
    seats = {you: None, other: opponent}
    dialogue = Dialogue(match, (seats[0], seats[1]), chosen.against, _again(chosen))
    return 0 if dialogue.play() else STOPPED


PLAY = Command(
    "play a match in the terminal",
    """\
You see the board as text. Type a move as the game writes it, or ? for help: hints, the legal moves, the
rules, why a move is not legal, taking back. You see what your player may know and nothing else.

The kit saves your match from your first move on, and --resume continues it.
""",
    """\
examples:
  gamekit play take-back-toe
  gamekit play liars-dice --against expert --seat 1
  gamekit play take-back-toe --set columns=5 --seed 7
  gamekit play sliding-tic-tac-toe --against human
""",
    _arguments,
    _run,
)


def _again(chosen: Namespace) -> str:
    """Return the command that resumes this match."""
    words = ["gamekit", "play", chosen.game]
    if is_file(chosen.game):
        words += with_changes(chosen.set)
    if chosen.against != OPPONENT:
        words += ["--against", chosen.against]
    if chosen.seat == "1":
        words += ["--seat", "1"]
    return shlex.join([*words, "--resume"])


def _begun(chosen: Namespace) -> Match:
    game = chosen_game(chosen.game, chosen.set)
    return Match(
        game,
        seed=chosen.seed,
        first=chosen.first if chosen.first == "random" else int(chosen.first),
        position=_position(chosen.position) if chosen.position else None,
        open=chosen.open,
        journal=True,
    )


def _resumed(chosen: Namespace) -> Match:
    from gamekit.storage.saved_matches import matches

    game = chosen_game(chosen.game, chosen.set)
    found = matches(game.name)
    if not found:
        raise GameError(f"there is no match of {game.name} to resume.")
    return found[0].match(game if is_file(chosen.game) else None)


def _position(given: str) -> dict[str, object]:
    """Return position fields, given as JSON or in a file."""
    text = given
    try:
        if not given.lstrip().startswith("{"):
            text = read_whole(Path(given)).decode("utf-8-sig")
        fields = json.loads(text)
    except (OSError, ValueError, RecursionError) as problem:
        raise BadPosition(f"--position {shown(given)} cannot be read: {problem}.") from None
    if not isinstance(fields, dict):
        raise BadPosition(f"--position {shown(given)}: write a JSON object, {{...}}.")
    return fields


class Left(Exception):
    """Somebody has left the match."""


class Dialogue:
    """One match, one or two people at this terminal, and perhaps a bot.

    Args:
        match: the match.
        bots: the bot in each seat, None for a person.
        name: the bot's name.
        again: the shell command that resumes the match.
    """

    def __init__(
        self, match: Match, bots: tuple[Bot | None, Bot | None], name: str, again: str
    ) -> None:
        self.match, self.bots, self.again, self.screen = match, bots, again, Screen()
        self.people = [player for player in range(2) if bots[player] is None]
        self.labels = [
            match.names[player] if bot is None else f"{match.names[player]} ({name})"
            for player, bot in enumerate(bots)
        ]
        self.viewer = self.people[0] if len(self.people) == 1 else PUBLIC
        self.steps_shown = 0  # how many steps of the history have been shown
        self._histories: dict[int, tuple[Entry, ...]] = {}  # as shown last to each viewer
        # The ply of the board that was shown, and the viewer.
        self._shown: tuple[int, int] | None = None
        if len(self.people) == 2 and match.game.has_secrets and not self._can_be_covered:
            raise GameError(
                f"{match.game.title} has secrets: two people can only share a terminal that can be "
                "cleared between their turns."
            )

    @property
    def _can_be_covered(self) -> bool:
        return self.screen.is_terminal and sys.stdin.isatty()

    # --- the course of the match -----------------------------------------------------------------

    def play(self) -> bool:
        """Play until the match is over or the person leaves; return False after Ctrl-C."""
        with suppress(ImportError):
            import readline  # noqa: F401  # lines can then be edited and recalled
        self._introduce()
        try:
            while not self.match.result:
                if self.bots[self.match.to_act]:
                    self._let_bot_move()
                else:
                    self._uncover()
                    self._ask()
        except (Left, KeyboardInterrupt) as ending:
            self._leave()
            return isinstance(ending, Left)
        self._show()
        result = self.match.result
        assert result is not None
        self.screen.say(f"{result.text} ({result.rule})", "bold")
        return True

    def _introduce(self) -> None:
        match, people = self.match, [self.match.names[player] for player in self.people]
        if any(self.bots):
            other = self.labels[1 - self.people[0]]
            self.screen.say(f"{match.game.title}: you are {people[0]}, against {other}.", "bold")
        else:
            self.screen.say(f"{match.game.title}: {' and '.join(people)} at one terminal.", "bold")
        self.screen.say("Type a move, or ? for help.")

    def _let_bot_move(self) -> None:
        match, mover, turn = self.match, self.match.to_act, self.match.state.turn
        bot = self.bots[mover]
        assert bot
        if self.screen.is_terminal:
            print(f"{self.labels[mover]} is thinking ...", end="\r", flush=True)
        while match.to_act == mover and match.state.turn == turn:
            key = decision_key(match.seed, match.number, mover, match.ply)
            match.play(int(bot.choose(match.view(mover), seed=key)))
        if self.screen.is_terminal:
            print("\x1b[2K", end="\r", flush=True)

    def _uncover(self) -> None:
        """Hand the terminal to the mover. If there are secrets, wait until nobody else is looking."""
        mover = self.match.to_act
        if len(self.people) == 1 or self.viewer == mover:
            return
        if self.match.game.has_secrets:
            self.screen.clear()
            self._line(f"{self.match.names[mover]}, press Enter when nobody else is looking. ")
        self.viewer = mover

    def _ask(self) -> None:
        """Show the board if it has changed, then read a line and carry it out."""
        if self._shown != (self.match.ply, self.viewer):
            self._show()
        self._answer(self._line(f"{self.match.names[self.match.to_act]}> "))

    def _answer(self, text: str) -> None:
        """Carry out a line: a command, or a move."""
        word, _, rest = text.strip().partition(" ")
        command = word.lower().removeprefix("/")
        command = OTHERS.get(command, command)
        is_short = len(text) <= LONGEST_TEXT and not word.startswith("/")
        is_move = is_short and self.match.why_not(text) is None
        try:
            if not text.strip():
                self.board("")
            elif command in COMMANDS and not is_move:
                getattr(self, command)(rest.strip())
            else:
                self.match.play(text)
        except IllegalMove as refusal:
            self._refuse(refusal)
        except GameError as problem:
            self.screen.say(str(problem), "bad")

    def _line(self, prompt: str) -> str:
        """Return the next line, and show it if it comes from a pipe."""
        try:
            text = input(prompt)
        except (EOFError, KeyboardInterrupt) as ending:
            print()
            if isinstance(ending, KeyboardInterrupt):
                raise
            raise Left from None
        if not sys.stdin.isatty():
            print(text)
        return text

    def _leave(self) -> None:
        made, journal = self.match.ply, self.match.journal
        self.screen.say(f"You left after {made} {'move' if made == 1 else 'moves'}.")
        is_kept = journal and not journal.trouble
        if is_kept and made and not self.match.result:
            print(f"To continue: {self.again}")  # in one line, so that a shell takes it

    # --- what is shown ---------------------------------------------------------------------------

    def _show(self) -> None:
        """Show what has been played since the last time, and the board."""
        history = self.match.view(self.viewer).history
        new = history[min(self.steps_shown, len(history)) :]
        for line in [*self._revealed(history), *self._in_lines(new)]:
            self.screen.say(line, indent="  ")
        self.steps_shown, self._histories[self.viewer] = len(history), history
        self._shown = self.match.ply, self.viewer
        self.board("")

    def _revealed(self, history: tuple[Entry, ...]) -> list[str]:
        """Return lines about moves that were hidden when they were shown, and are not any more."""
        before = zip(self._histories.get(self.viewer, ()), history, strict=False)
        known = [new for old, new in before if old.text == HIDDEN != new.text]
        lines = []
        for player in (0, 1):
            texts = [entry.text for entry in known if entry.player == player]
            if texts:
                lines.append(f"{self.labels[player]}, revealed: {'; '.join(texts)}")
        return lines

    def _in_lines(self, entries: tuple[Entry, ...]) -> list[str]:
        """Return steps of the match as lines, with all moves of a turn in one line."""
        lines: list[str] = []
        last: int | None = PUBLIC
        for entry in entries:
            if entry.text == HIDDEN and entry.player not in (0, 1):
                continue
            if entry.player in (0, 1):
                text = f"{self.labels[entry.player]}: {entry.text}"
            else:
                text = f"Chance: {entry.text}"  # even if chance had a single outcome
            if entry.player != last:
                lines.append(text)
            elif entry.text != "stop":  # a whole turn leaves it out
                lines[-1] += self.match.game.join + entry.text
            last = entry.player
            if entry.remark and entry is not entries[-1]:  # the board shows the last one
                lines.append(entry.remark)
                last = PUBLIC
        return lines

    def _refuse(self, refusal: IllegalMove) -> None:
        """Say why a move is not legal: the sentence, the rule, and legal moves nearby."""
        self.screen.say(str(refusal), "bad", "  ")
        book = self.match.game.rulebook
        if refusal.rule in book and not refusal.rule.startswith("X-"):
            rule = book[refusal.rule]
            self.screen.say(f"  {rule.id} {rule.title}. {rule.text}", "rule", "  ")
        if refusal.legal:
            self.screen.say(f"  {self._legal(refusal.legal)}", indent="  ")

    def _legal(self, near: tuple[str, ...]) -> str:
        """Return the legal moves that a refusal suggests, nearest first; in the game's order if they are all."""
        if len(near) == len(self.match.legal_moves()):
            every = self.match.legal()
            if set(near) == set(every):
                return f"Legal: {'; '.join(every)}"
        return f"Legal, nearest first: {'; '.join(near)}"

    # --- commands --------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """Show the commands, and what a move looks like."""
        self.screen.say(HELP)
        example = without_open(self.match.legal()[0])
        self.screen.say(f"\nA move that is legal now: {example}")

    def board(self, rest: str) -> None:
        """Show the board as the viewer may see it."""
        print()
        self.screen.board(self.match.board_text(self.viewer))
        print()

    def moves(self, rest: str) -> None:
        """List the legal moves."""
        legal = self.match.legal()
        self.screen.say("; ".join(legal[:LISTED]))
        if len(legal) > LISTED:
            self.screen.say(f"and {len(legal) - LISTED} more.")
        if any(move.endswith(OPEN) for move in legal):
            self.screen.say(f'After a move that ends with "{OPEN}", your turn goes on.', "dim")

    def hint(self, rest: str) -> None:
        """Show the moves that a bot likes best."""
        thoughts = ADVISER.think(self.match.view(self.match.to_act), seed=self.match.ply)
        for thought in thoughts[:HINTS]:
            chances = f"{thought.value:.0%} ({thought.low:.0%} to {thought.high:.0%})"
            self.screen.say(f"  {thought.text}: expected score {chances}", indent="    ")

    def why(self, rest: str) -> None:
        """Say why a move is not legal."""
        refusal = self.match.why_not(rest)
        if refusal is None:
            self.screen.say("That is legal.", "good")
        else:
            self._refuse(refusal)

    def undo(self, rest: str) -> None:
        """Go back to where a person began the latest turn."""
        target = self._target()
        reason = self.match.why_no_undo(target, REMEDY)
        if reason:
            raise GameError(reason)
        self.match.goto(target)
        self.steps_shown = len(self.match.history)
        self._histories.clear()

    def _target(self) -> int:
        """Return how many moves had been made when a person last began a turn, or -1 if none has."""
        trial = self.match.fork()
        while trial.ply:
            trial.undo(turns=1)
            if trial.to_act in self.people:
                return trial.ply
        return -1

    def rules(self, rest: str) -> None:
        """Show the rules, or only those that contain a text."""
        wanted = rest.lower()
        found = [
            (rule.id, f"{rule.title}. {rule.text}")
            for rule in self.match.game.rulebook
            if wanted == rule.id.lower() or wanted in f"{rule.title} {rule.text}".lower()
        ]
        if not found:
            raise GameError(f"No rule has that id or contains {rest!r}.")
        self.screen.table(found)

    def log(self, rest: str) -> None:
        """Show what has been played."""
        for line in self._in_lines(self.match.view(self.viewer).history):
            self.screen.say(line, indent="  ")

    def save(self, rest: str) -> None:
        """Save the match."""
        if not rest:
            raise GameError("Name a file: save my_match.json")
        self.match.save(rest)
        self.screen.say(f"Saved: gamekit replay {rest}", "good")

    def resign(self, rest: str) -> None:
        """Give up."""
        self.match.resign(self.match.to_act)

    def quit(self, rest: str) -> None:
        """Leave the match."""
        raise Left
