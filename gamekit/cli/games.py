"""`gamekit games`: the list of games, or one game's rules and parameters."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gamekit.cli.terminal import Screen, game_named
from gamekit.contract.game import Game

SUMMARY = "list the games, or show one: its rules, its parameters, its levels"
DESCRIPTION = "Without GAME, one line for each. With GAME, all that can be set, and the rulebook."
EXAMPLES = "examples:\n  gamekit games\n  gamekit games liars-dice\n  gamekit games my_game.py"


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="show this one")


def run(chosen: Namespace) -> int:
    """List the games or show one."""
    screen = Screen()
    if chosen.game:
        show(game_named(chosen.game), screen)
        return 0
    from gamekit.games import games

    screen.table((game.name, f"{game.title}: {about(game)}") for game in games())
    return 0


def about(game: Game) -> str:
    """Return a phrase on a game: its board, and whether there are dice and secrets."""
    with_ = [
        word
        for word, there in (("dice or draws", game.has_chance), ("secrets", game.has_secrets))
        if there
    ]
    return f"{game.board or 'two players'}; " + (
        f"with {' and '.join(with_)}" if with_ else "no chance, no secrets"
    )


def show(game: Game, screen: Screen) -> None:
    """Write all there is to know of a game."""
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
