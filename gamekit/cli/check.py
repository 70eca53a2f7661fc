"""`gamekit check`: does a game that you are writing keep its promises?"""

from __future__ import annotations

import json
import shlex
from argparse import ArgumentParser, Namespace

from gamekit.checking.game_file import is_file
from gamekit.checking.report import ERROR, Finding, Report
from gamekit.cli.terminal import Command, Screen
from gamekit.errors import GameError, listed
from gamekit.validation import shown

UNSEEN = 6  # how many things that never came up the report names
FOR_TWO = "Games here are for two: bots, playtests and tables seat player 0 and player 1."


def _arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
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


def _run(chosen: Namespace) -> int:
    """Check a file, and show what is wrong."""
    if not is_file(chosen.file):
        raise GameError(f"{shown(chosen.file)} is not a Python file: name one, such as my_game.py.")
    from gamekit.checking.check import check_file

    report = check_file(chosen.file, seed=chosen.seed, compiles=not chosen.no_compile)
    if chosen.json:
        print(json.dumps(report.data(), indent=2, ensure_ascii=False, default=str))
    else:
        show(report, chosen.file, Screen())
    return 0 if report.ok else 1


CHECK = Command(
    "check a game that you are writing, and say what to do",
    """\
The check runs the file and plays its game at random. At every position it tests what a game must promise:
legal moves are those that no rule forbids, every refusal has a rule, written moves can be read, positions
can be set up again, secrets stay secret. Then it tries odd texts, positions and parameters, a short
playtest for games that do not end, and the compiler.

Every finding says where it is in the file, how to get there, and what to do. Exit code: 0 if nothing
was found, 1 if something was, 2 if the file could not be checked at all.
""",
    """\
examples:
  gamekit check my_game.py
  gamekit check my_game.py:GENTLE --no-compile
  gamekit check my_game.py --json
""",
    _arguments,
    _run,
)


def show(report: Report, named: str, screen: Screen) -> None:
    """Write a report for people."""
    for finding in report.findings:
        _show_finding(finding, named, screen, report.has_secrets)
    if report.checked:
        screen.say(_tried(report), "dim")
    for remark in (_unseen(report), _uncited(report)):
        if remark:
            screen.say(remark)
    if report.checked.get("one_player"):
        screen.say("For you to judge: in none of these games did both players move. " + FOR_TWO)
    if alike := report.checked.get("outcome_like_move"):
        screen.say(f"For you to judge: chance gives {alike!r}, which read takes for a move.")
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
    changes = "".join(f" --set {k}={v}" for k, v in one.parameters.items())
    against = "" if has_secrets else " --against human"
    seat = " --seat 1" if has_secrets and one.to_act == 1 else ""
    first = f" --first {one.first}" if one.first else ""
    place = f"--seed {one.seed}"
    if one.position is not None:
        place = f"--position {shlex.quote(json.dumps(one.position, ensure_ascii=False))}"
    return f"gamekit play {named}{changes}{against}{seat}{first} {place}"


def _typed(one: Finding) -> list[str] | None:
    """Return the moves that lead there from the start, or None if nobody knows them."""
    steps = [step.partition(": ") for step in one.history]
    moves = [text for who, _, text in steps if who in ("0", "1")]
    is_whole = one.moves == len(moves) and all(who != "dictated" for who, _, _ in steps)
    return moves if is_whole else None


def _way(one: Finding) -> str:
    """Say how to get there."""
    if not one.history:
        return "  At the start."
    told = ", ".join(one.history)
    more = f"{one.moves} moves, the latest: " if (one.moves or 0) > len(one.history) else ""
    return f"  After {more}{told} (player {one.first} started)."


def _tried(report: Report) -> str:
    """Return in a sentence what was tried."""
    checked = report.checked
    said = f"{checked.get('games', 0)} games with {checked.get('positions', 0)} positions"
    said += (
        f", {checked.get('texts', 0)} texts, {checked.get('position_changes', 0)} changed positions"
    )
    said += f", {_count(checked.get('variants', 0), 'variant')}"
    if played := checked.get("playtest"):
        steps = "moves and rolls" if report.has_chance else "moves"
        said += f", a playtest of {played['games']} games ({played['shortest']} to {played['longest']} {steps}"
        score = played["first_player_score"]
        said += f", first-player score {score})" if score is not None else ")"
    compiled = {True: "; the compiled rules agree", False: "", None: "; not compiled"}
    return f"Tried: {said}{compiled[checked.get('compiled')]}."


def _unseen(report: Report) -> str:
    """Return in a sentence what never came up, or ""."""
    unseen = report.checked.get("unseen") or {"moves": [], "rules": []}
    said = [
        f"a move such as {text!r}" if any(sign.isdigit() for sign in text) else f"the move {text!r}"
        for text in unseen["moves"]
    ]
    said += [f"a refusal by {rule}" for rule in unseen["rules"]]
    more = f", and {len(said) - UNSEEN} more" if len(said) > UNSEEN else ""
    listed = f"{', '.join(said[:UNSEEN])}{more}"
    return (
        f"Not tested, because play never reached it: {listed}. Set up positions for that"
        ", or look at move_count: a move it leaves out is never legal."
        if said
        else ""
    )


def _uncited(report: Report) -> str:
    """Return in a sentence which rules play never cited, or ""."""
    named = (report.checked.get("unseen") or {"rules": []})["rules"]
    rules = [rule for rule in report.checked.get("uncited", ()) if rule not in named]
    were = "was" if len(rules) == 1 else "were"
    return (
        f"{listed(rules)} {were} never cited: no refusal and no ending named a rule of that number. "
        "If one of them only describes the game, leave it as it is; otherwise the code lacks it, "
        "or play never reached it."
        if rules
        else ""
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
