"""All commands except `play`: check, games, playtest, compare, replay, room and warm."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamekit.checking.game_file import is_file
from gamekit.checking.report import ERROR, Finding, Report
from gamekit.cli.terminal import (
    Command,
    Screen,
    add_changes,
    add_game,
    chosen_game,
    game_named,
    settings,
    with_changes,
)
from gamekit.contract import ALL, CHANCE, PUBLIC
from gamekit.contract.game import Game
from gamekit.errors import GameError, listed
from gamekit.match.match import Match
from gamekit.match.view import HIDDEN
from gamekit.storage.files import reason, writable
from gamekit.validation import shown

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.studies import Comparison, Study


VIEWERS = {"public": PUBLIC, "0": 0, "1": 1, "all": ALL}


def _games_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="show this one")


def _run_games(chosen: Namespace) -> int:
    """List the games or show one."""
    screen = Screen()
    if chosen.game:
        show_game(game_named(chosen.game), screen)
        return 0
    from gamekit.games import games

    screen.table((game.name, f"{game.title}: {about(game)}") for game in games())
    return 0


def about(game: Game) -> str:
    """Describe a game in a phrase: its board, and whether it has dice and secrets."""
    features = [("dice or draws", game.has_chance), ("secrets", game.has_secrets)]
    present = " and ".join(name for name, is_present in features if is_present)
    what = f"with {present}" if present else "no chance, no secrets"
    return f"{game.board or 'two players'}; {what}"


def show_game(game: Game, screen: Screen) -> None:
    """Show everything about a game."""
    from gamekit.bots.levels import levels

    screen.say(f"{game.title} ({game.name})", "bold")
    screen.say(f"{about(game)}. Players: {' and '.join(game.players)}.")
    if game.options:
        screen.say("\nParameters, for --set NAME=VALUE", "bold")
        screen.table(
            (name, str(game.parameters[name]), f"{option.doc}; {option.range}")
            for name, option in game.options.items()
        )
    screen.say("\nLevels, for --against", "bold")
    for level in levels(game):
        screen.say(str(level), indent="  ")
    screen.say("\nPositions, for --position", "bold")
    screen.table((f.name, f"{f.meaning}, such as {f.shape}") for f in game.position_fields)
    screen.say("\nRules", "bold")
    screen.table((rule.id, f"{rule.title}. {rule.text}") for rule in game.rulebook)


GAMES = Command(
    "list the games, or show one: its rules, its parameters, its levels",
    "Without GAME, prints a line for each game. With GAME, shows everything you can set, and the rulebook.",
    "examples:\n  gamekit games\n  gamekit games liars-dice\n  gamekit games my_game.py",
    _games_arguments,
    _run_games,
)


def _playtest_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    add_bots(parser)
    parser.add_argument("--games", type=int, metavar="N", help="how many games (default: 10,000)")
    parser.add_argument(
        "--precision",
        type=float,
        metavar="WIDTH",
        help="instead of --games: play until the interval of the first-player score is this narrow",
    )
    parser.add_argument(
        "--save", metavar="FOLDER", help="keep the games there; the same command continues them"
    )
    add_results(parser, "game")


def add_results(parser: ArgumentParser, row: str) -> None:
    """Let a command take a seed, the longest game, and files for its results."""
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the seed of all chance (default: 1)"
    )
    parser.add_argument(
        "--max-moves",
        type=int,
        default=2000,
        metavar="N",
        help="stop longer games (default: 2,000)",
    )
    parser.add_argument("--csv", metavar="FILE", help=f"write a row for each {row}")
    parser.add_argument("--html", metavar="FILE", help="write a report with figures, one web page")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def add_bots(parser: ArgumentParser, usual: str = "random") -> None:
    """Let a command take two bots. If none are named, the usual one plays both sides."""
    parser.add_argument(
        "--bots",
        nargs=2,
        default=[usual, usual],
        metavar=("PLAYER0", "PLAYER1"),
        help=f"random, greedy, search:500 or a level such as club (default: {usual})",
    )


def _run_playtest(chosen: Namespace) -> int:
    """Play, and show the study."""
    game = chosen_game(chosen.game, chosen.set)
    for path in filter(None, (chosen.csv, chosen.html)):
        writable(path)
    from gamekit.studies import playtest

    study = playtest(
        game, chosen.bots, chosen.games, chosen.seed,
        precision=chosen.precision, save=chosen.save, max_moves=chosen.max_moves,
    )  # fmt: skip
    if chosen.json:
        print(json.dumps(_study_figures(study), indent=2))
    else:
        show_study(study)
    keep(study, chosen)
    return 0


def keep(found: Study | Comparison, chosen: Namespace) -> None:
    """Write the results into the files that the command names.

    The results must be on the screen by then: the disk may refuse.
    """
    if chosen.csv:
        try:
            found.games.to_csv(chosen.csv, index=False)
        except OSError as problem:
            raise GameError(
                f"{shown(chosen.csv)} cannot be written: {reason(problem)}. Name another file; the "
                "same seed gives the same games."
            ) from None
    if chosen.html:
        found.to_html(chosen.html)


def _study_figures(study: Study) -> dict[str, object]:
    """Return what a study shows as JSON data."""
    return {
        "game": study.game.name,
        "parameters": dict(study.game.changes),
        "bots": list(study.bots),
        "seed": study.seed,
        "games": len(study.games),
        "metrics": rows(study.metrics),
        "endings": rows(study.endings()),
    }


def rows(table: pd.DataFrame) -> list[dict[str, object]]:
    """Return the rows of a table as JSON data, in which unknown values are null."""
    found: list[dict[str, object]] = json.loads(
        table.to_json(orient="records", double_precision=15)
    )
    return found


def show_study(study: Study) -> None:
    screen = Screen()
    screen.say(repr(study), "bold")
    if "greedy" in study.bots and study.game.leaves_out("policy"):
        screen.say("The game has no policy, so greedy moves at random unless a win is near.", "dim")
    print()
    screen.table(
        (row["metric"], f"{row['value']:.3f} ({row['low']:.3f} to {row['high']:.3f}) {row['unit']}")
        for row in study.report().metrics.to_dict("records")
    )
    screen.say("\nHow games end", "bold")
    book = study.game.rulebook
    screen.table(
        (
            row["ending"],
            f"{row['share']:.1%}",
            book[row["ending"]].title if row["ending"] in book else "",
        )
        for row in study.endings().to_dict("records")
    )


PLAYTEST = Command(
    "let bots play many games, and show how fair, long and varied they are",
    """\
Two bots play; player 0 and player 1 start equally often. Every figure comes with its 95% interval.
The same seed gives the same games on any machine. Ctrl-C or SIGTERM ends the playtest and keeps its
finished games. Without a terminal, stderr gets a line of progress every half minute.
""",
    """\
examples:
  gamekit playtest take-back-toe
  gamekit playtest take-back-toe --set match=4 --bots greedy greedy
  gamekit playtest liars-dice --bots club expert --games 2000 --html report.html
  gamekit playtest my_game.py --json | jq .metrics
""",
    _playtest_arguments,
    _run_playtest,
)


def _compare_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--with",
        dest="other",
        metavar="GAME",
        help="another variant of the game, such as a file of your own, instead of --set",
    )
    add_bots(parser, "greedy")
    parser.add_argument(
        "--games", type=int, metavar="N", help="pairs of games, at most (default: 2,000)"
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="WIDTH",
        help="stop when the interval of the difference is this narrow",
    )
    parser.add_argument(
        "--until", choices=("clear",), help="stop when it is clear that there is a difference"
    )
    parser.add_argument(
        "--measure", metavar="NAME", default="first-player score",
        help="the measure that --precision and --until watch (default: first-player score)",
    )  # fmt: skip
    add_results(parser, "pair of games")


def _run_compare(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    if bool(chosen.set) == bool(chosen.other):
        raise GameError(
            "compare with what? Change something with --set NAME=VALUE, or name a game with --with."
        )
    if chosen.other:
        other = game_named(chosen.other)
    else:
        other = game.with_(**settings(game, chosen.set))
    for path in filter(None, (chosen.csv, chosen.html)):
        writable(path)
    from gamekit.studies import compare

    found = compare(
        game, other, chosen.bots, chosen.games, chosen.seed,
        precision=chosen.precision, until=chosen.until, measure=chosen.measure,
        max_moves=chosen.max_moves,
    )  # fmt: skip
    if chosen.json:
        print(json.dumps(_comparison_figures(found), indent=2, default=str))
    else:
        show_comparison(found)
    keep(found, chosen)
    return 0


def _comparison_figures(found: Comparison) -> dict[str, Any]:
    """Return what a comparison shows as JSON data."""
    touched = dict(zip(("value", "low", "high"), found.touched, strict=True))
    return {
        "headline": found.headline,
        "a": {"game": found.a.game.name, "parameters": dict(found.a.game.changes)},
        "b": {"game": found.b.game.name, "parameters": dict(found.b.game.changes)},
        "bots": list(found.a.bots),
        "seed": found.a.seed,
        "pairs": len(found),
        "touched": touched,
        "measures": rows(found.table),
    }


def show_comparison(found: Comparison) -> None:
    screen = Screen()
    screen.say(found.headline, "bold")
    print()
    for (name, a, b, difference, interval, p, worth), stands_out in found.report().cells():
        screen.say(f"{name}{' *' if stands_out else ''}", "bold" if stands_out else "")
        screen.say(
            f"  {a} and {b}; difference {difference} ({interval}), p {p}, worth {worth}", "", "  "
        )
    screen.say(f"\n{found.report().caption}", "dim")


COMPARE = Command(
    "play a game as it is and with a change, and show what the change does",
    """\
Both versions play the same games, with the same dice and the same thoughts of the bots, until something
really differs. So a difference shows in far fewer games than two playtests would need. p is adjusted for
the number of measures; below 0.05 a difference stands out, and a * marks it.
""",
    """\
examples:
  gamekit compare take-back-toe --set match=4
  gamekit compare take-back-toe --set columns=5 --until clear
  gamekit compare my_game.py --with my_game.py:GENTLE --bots club club
""",
    _compare_arguments,
    _run_compare,
)


def _replay_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the saved match or journal")
    parser.add_argument("--step", action="store_true", help="wait for Enter after each move")
    parser.add_argument(
        "--as", dest="viewer", choices=tuple(VIEWERS), default="public",
        help="whose view: an onlooker's (default), a player's, or everything",
    )  # fmt: skip
    parser.add_argument("--game", metavar="FILE.py", help="the file of the game, if it is your own")
    add_changes(parser, "with --game: a parameter as it was then")


def _run_replay(chosen: Namespace) -> int:
    from gamekit.storage.saved_matches import read

    if chosen.set and not chosen.game:
        raise GameError(
            "replay --set: a saved match has its own parameters. To change them, name the game with --game, too."
        )
    game = chosen_game(chosen.game, chosen.set) if chosen.game else None
    match, screen = read(chosen.file, game=game), Screen()
    show_match(match, VIEWERS[chosen.viewer], screen, chosen.step and sys.stdin.isatty())
    return 0


def show_match(match: Match, viewer: int, screen: Screen, waits: bool) -> None:
    """Show the board after every move, and what led to it."""
    last, shown_steps = match.ply, 0
    screen.say(f"{match.game.title}: {' and '.join(match.names)}, {last} moves", "bold")
    for ply in range(last + 1):
        match.goto(ply)
        view = match.view(viewer)
        steps = view.history[shown_steps:]
        shown_steps = len(view.history)
        print()
        for entry in steps:
            if entry.player in (0, 1):
                screen.say(f"{entry.ply}. {match.names[entry.player]}: {entry.text}", "bold", "  ")
            elif entry.text != HIDDEN:
                screen.say(f"Chance: {entry.text}" if entry.player == CHANCE else entry.text)
        screen.board(view.board_text())
        if waits and ply < last:
            input("Press Enter to go on, Ctrl-C to stop. ")
    result = match.result
    screen.say(f"\n{result.text} ({result.rule})" if result else "\nThe match is not over.", "bold")


REPLAY = Command(
    "show a saved match or a journal, board by board",
    """\
FILE is what a match, a table or gamekit play saved, or a journal from your folder of matches. Each
move goes through the rules again, so a changed file is noticed.
""",
    """\
examples:
  gamekit replay my_match.json
  gamekit replay my_match.json --step
  gamekit replay my_match.json --as 0
""",
    _replay_arguments,
    _run_replay,
)


def _room_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game's name, or a file such as my_game.py"
    )
    add_changes(parser)
    parser.add_argument(
        "--service",
        metavar="FILE",
        help="keep the rooms of a TOML file open in one process, see docs/room-service.md; the file sets everything else",
    )
    parser.add_argument(
        "--or", dest="other", action="append", default=[], metavar="NAME=VALUE",
        help="for an experiment: play half of the matches with this change",
    )  # fmt: skip
    _add_people(parser)
    _add_access(parser)


def _add_people(parser: ArgumentParser) -> None:
    """Declare who gets a seat, and under which name."""
    parser.add_argument(
        "--people", metavar="FILE", help="a CSV file of names; each person gets a seat"
    )
    parser.add_argument(
        "--slips", metavar="FILE", help="write a page with a slip for everybody on that list"
    )
    parser.add_argument(
        "--new-words", action="store_true",
        help="give everybody on the list a new word and slip; earlier slips stop working",
    )  # fmt: skip
    parser.add_argument(
        "--approve",
        action="store_true",
        help="let nobody in until you admit them on the wall",
    )
    parser.add_argument(
        "--no-names", action="store_true", help="save Person 1, Person 2, ... instead of names"
    )


def _add_access(parser: ArgumentParser) -> None:
    """Declare where the room is, who plays whom, and what the room keeps."""
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen on"
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="the port (default: a free one)"
    )
    parser.add_argument(
        "--address", default="", metavar="URL",
        help="where people reach the room, if it is behind a proxy",
    )  # fmt: skip
    parser.add_argument(
        "--wait", action="store_true", help="let nobody play before you press Start on the wall"
    )
    parser.add_argument(
        "--pairs", choices=("random", "bots", "choice"), default="random",
        help="who plays whom: at random, everybody against a bot, or people choose",
    )  # fmt: skip
    parser.add_argument("--bot", default="club", metavar="WHO", help="the bot for empty seats")
    parser.add_argument(
        "--odd",
        choices=("bot", "wait"),
        default="bot",
        help="who plays the person left over: a bot, or nobody (wait)",
    )
    parser.add_argument(
        "--clock", choices=("official",), help="play by the official clock, if the rules have one"
    )
    parser.add_argument(
        "--journal",
        metavar="FOLDER",
        help="keep a journal there, which can open the same room again",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="the seed of pairs and dice; whoever knows it can predict the dice",
    )


def _run_room(chosen: Namespace) -> int:
    """Open a room until Ctrl-C, or the rooms of a file until somebody stops them."""
    try:  # the kit does not import the widgets
        rooms = import_module("gamekit_widgets.rooms")
        if chosen.service:
            import_module("gamekit_widgets.rooms.without_notebook").keep(Path(chosen.service), say)
            return 0
    except ModuleNotFoundError as problem:
        raise GameError(f'a room needs {problem.name}: pip install "gamekit-lab[rooms]"') from None
    if not chosen.game:
        raise GameError("name a game, such as: gamekit room take-back-toe")
    game = chosen_game(chosen.game, chosen.set)
    other = game.with_(**settings(game, chosen.other)) if chosen.other else None
    rooms.serve(
        game, host=chosen.host, port=chosen.port, pairs=chosen.pairs, clock=chosen.clock,
        bot=chosen.bot, odd=chosen.odd, names=not chosen.no_names, journal=chosen.journal,
        against=other, seed=chosen.seed, people=chosen.people, slips=chosen.slips,
        address=chosen.address, approve=chosen.approve, starts=not chosen.wait,
        new_words=chosen.new_words, say=say,
    )  # fmt: skip
    return 0


def say(line: str) -> None:
    """Write a line at once, even into a pipe."""
    print(line, flush=True)


ROOM = Command(
    "open a room in which people in other browsers play",
    """\
Prints a link and a code for players, pairs them as they arrive, and lists their scores at the end.
Without --host, only browsers on this machine get in; --host 0.0.0.0 lets in everybody on your network
who has the code. Ctrl-C closes the room, even after somebody ends it on its wall.
""",
    """\
examples:
  gamekit room take-back-toe
  gamekit room liars-dice --host 0.0.0.0 --port 8765 --journal friday
  gamekit room take-back-toe --or match=4
  gamekit room --service rooms.toml
""",
    _room_arguments,
    _run_room,
)


def _warm_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("games", metavar="GAME", nargs="*", help="ignored")


def _run_warm(chosen: Namespace) -> int:
    """Do nothing, as `gamekit.warm` does."""
    from gamekit.compiling import warm

    warm(*chosen.games)
    return 0


WARM = Command(
    "do nothing: rules now compile when they are first used",
    "Rules are compiled in a fraction of a second when they are first used.",
    "examples:\n  gamekit warm",
    _warm_arguments,
    _run_warm,
)


UNSEEN = 6  # how many things that never came up the report names
STARTER = "Unless that is meant, let setup write state.player = state.first."
FOR_TWO = "Games here are for two: bots, playtests and tables seat player 0 and player 1."


def _check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE.py", help="the file, or FILE.py:NAME if it holds several games"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the report as JSON (docs/check.schema.json)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the seed of the games it plays"
    )
    parser.add_argument(
        "--no-compile", action="store_true", help="skip the compiler, which takes longest"
    )


def _run_check(chosen: Namespace) -> int:
    """Check a file, and show what is wrong."""
    if not is_file(chosen.file):
        raise GameError(f"{shown(chosen.file)} is not a Python file: name one, such as my_game.py.")
    from gamekit.checking.check import check_file

    report = check_file(
        chosen.file,
        seed=chosen.seed,
        compiles=not chosen.no_compile,
        tell=lambda words: print(f"gamekit: {words}", file=sys.stderr, flush=True),
    )
    if chosen.json:
        print(json.dumps(report.data(), indent=2, ensure_ascii=False, default=str))
    else:
        show_report(report, chosen.file, Screen())
    return 0 if report.ok else 1


CHECK = Command(
    "check a game that you are writing, and say what to do",
    """\
The check runs the file and plays its game at random. At every position it tests what a game must promise:
legal moves are those that no rule forbids, every refusal has a rule, written moves can be read, positions
can be set up again, secrets stay secret. Then it tries odd texts, positions and parameters, a short
playtest for games that do not end, and the compiler.

Every finding says where it is in the file, how to get there, and what to do. Meanwhile, stderr names
each part of the check as it begins. Exit code: 0 if nothing
was found, 1 if something was, 2 if the file could not be checked at all.
""",
    """\
examples:
  gamekit check my_game.py
  gamekit check my_game.py:GENTLE --no-compile
  gamekit check my_game.py --json
""",
    _check_arguments,
    _run_check,
)


def show_report(report: Report, named: str, screen: Screen) -> None:
    """Write a report for people."""
    for finding in report.findings:
        _show_finding(finding, named, screen, report.has_secrets)
    if report.checked:
        screen.say(_tried(report), "dim")
    for remark in (_unseen(report), _uncited(report)):
        if remark:
            screen.say(remark)
    if report.checked.get("one_player"):
        screen.say("For you to judge: none of these games had moves by both players. " + FOR_TWO)
    first = report.checked.get("always_first")
    if first is not None and not report.checked["one_player"]:
        screen.say(
            f"For you to judge: player {first} moved first in every game, whoever was to start. {STARTER}"
        )
    if lines := report.checked.get("printed"):
        screen.say(f"Left out above: {_count(lines, 'line')} printed by the game.")
    if alike := report.checked.get("outcome_like_move"):
        screen.say(f"For you to judge: chance gives {alike!r}, which read mistakes for a move.")
    errors = sum(one.severity == ERROR for one in report.findings)
    warnings = len(report.findings) - errors
    if report.ok:
        screen.say(f"{report.game}: nothing found.", "good")
    else:
        counts = f"{_count(errors, 'error')}, {_count(warnings, 'warning')}"
        screen.say(f"{report.game or report.file}: {counts}.", "bad")


def _show_finding(one: Finding, named: str, screen: Screen, has_secrets: bool) -> None:
    place = f"{one.file}:{one.line}" if one.file and one.line else one.file or ""
    where = f" in {one.function}" if one.function else ""
    screen.say(f"{place}{where}: {one.severity} {one.code}".lstrip(": "), "bold")
    screen.say(f"  {one.message}{'' if one.message.endswith('.') else '.'}", "bad", "  ")
    if one.rule:
        screen.say(f"  Rule: {one.rule}", "rule")
    screen.say(f"  To do: {one.advice}", "good", "  ")
    if one.parameters:
        screen.say(f"  With {', '.join(f'{k}={v}' for k, v in one.parameters.items())}.", "", "  ")
    if one.moves is not None:
        screen.say(_way(one), indent="  ")
    if one.board.strip():
        screen.board("\n".join(f"  | {line}" for line in one.board.splitlines()))
    if one.position is not None:
        print(f"  {_command(one, named, has_secrets)}")
    elif not has_secrets and (typed := _typed(one)) is not None:
        print(f"  {_command(one, named, has_secrets)}")
        if typed:
            screen.say(f"  and then type: {', then '.join(typed)}", "", "  ")
    screen.say()


def _command(one: Finding, named: str, has_secrets: bool) -> str:
    """Return the command that opens the position of a finding, or the game that leads there.

    People play both sides there. In a game with secrets, whoever is to move plays against a bot, so that
    moves can be piped in.
    """
    changes = with_changes(f"{name}={value}" for name, value in one.parameters.items())
    words = ["gamekit", "play", named, *changes]
    if not has_secrets:
        words += ["--against", "human"]
    elif one.to_act == 1:
        words += ["--seat", "1"]
    if one.first:
        words += ["--first", str(one.first)]
    if one.position is not None:
        words += ["--position", json.dumps(one.position, ensure_ascii=False)]
    else:
        words += ["--seed", str(one.seed)]
    return shlex.join(words)


def _typed(one: Finding) -> list[str] | None:
    """Return the moves that lead there from the start, or None if the finding lacks some."""
    steps = [step.partition(": ") for step in one.history]
    moves = [text for who, _, text in steps if who in ("0", "1")]
    is_whole = one.moves == len(moves) and all(who != "dictated" for who, _, _ in steps)
    return moves if is_whole else None


def _way(one: Finding) -> str:
    """Return a line on how play gets to a finding."""
    if not one.history:
        return "  At the start."
    steps = ", ".join(one.history)
    more = f"{one.moves} moves, the latest: " if (one.moves or 0) > len(one.history) else ""
    return f"  After {more}{steps} (player {one.first} started)."


def _tried(report: Report) -> str:
    """Return in a sentence what was tried."""
    checked = report.checked
    tried = _count(checked.get("games", 0), "game")
    tried += f" with {_count(checked.get('positions', 0), 'position')}"
    tried += (
        f", {checked.get('texts', 0)} texts, {checked.get('position_changes', 0)} changed positions"
    )
    tried += f", {_count(checked.get('variants', 0), 'variant')}"
    if played := checked.get("playtest"):
        steps = "moves and rolls" if report.has_chance else "moves"
        tried += f", a playtest of {played['games']} games ({played['shortest']} to {played['longest']} {steps}"
        score = played["first_player_score"]
        tried += f", first-player score {score})" if score is not None else ")"
    compiled = {True: "; the compiled rules agree", False: "", None: "; not compiled"}
    return f"Tried: {tried}{compiled[checked.get('compiled')]}."


def _unseen(report: Report) -> str:
    """Return in a sentence what never came up, or ""."""
    unseen = report.checked.get("unseen") or {"moves": [], "rules": []}
    things = [
        f"a move such as {text!r}" if any(sign.isdigit() for sign in text) else f"the move {text!r}"
        for text in unseen["moves"]
    ]
    things += [f"a refusal by {rule}" for rule in unseen["rules"]]
    if not things:
        return ""
    more = f", and {len(things) - UNSEEN} more" if len(things) > UNSEEN else ""
    return (
        f"Not tested, because play never reached it: {', '.join(things[:UNSEEN])}{more}. Set up "
        "positions to test it, or look at move_count: a move that it leaves out is never legal."
    )


def _uncited(report: Report) -> str:
    """Return in a sentence which rules play never cited, or ""."""
    named = (report.checked.get("unseen") or {"rules": []})["rules"]
    rules = [rule for rule in report.checked.get("uncited", ()) if rule not in named]
    if not rules:
        return ""
    were = "was" if len(rules) == 1 else "were"
    return (
        f"{listed(rules)} {were} never cited: no refusal or ending named a rule of that number. "
        "If a rule only describes the game, leave it as it is; otherwise the code lacks it, "
        "or play never reached it."
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
