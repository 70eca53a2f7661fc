"""The rules of Sliding Tic-Tac-Toe and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule
from gamekit.games.sliding_tic_tac_toe.state import (
    NO,
    OWN,
    REMEMBERED,
    THREEFOLD_DRAW,
    Parameters,
)


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences name besides the parameters."""
    stays = rules.sliding == NO or rules.slide_whose == OWN
    draws = []
    if rules.turn_cap > 0:
        draws.append(f"after {rules.turn_cap} turns each")
    if rules.repetition == THREEFOLD_DRAW:
        draws.append(
            "when the same position stands after a turn for the third time within "
            f"{REMEMBERED} slides"
        )
    return {
        "more": rules.stop_at + 1,
        "neutral_does": "lies like any other" if stays else "lies and slides like any other",
        "memory": REMEMBERED,
        "draws": " or ".join(draws),
        "is_drawn": bool(draws),
    }


RULES = (
    Rule(
        "STT-1",
        "Board",
        "The board has {size:words} rows and {size:words} columns and starts empty.",
    ),
    Rule(
        "STT-2",
        "Supply",
        "Each player has {tiles:words} tiles.",
        when={"tiles": {1: "Each player has one tile."}},
    ),
    Rule(
        "STT-3",
        "First turn",
        "On the first turn of the game the starting player places one tile and does nothing else.",
    ),
    Rule(
        "STT-4",
        "Turn",
        "On every later turn a player places one tile on an empty space, or slides, or places one "
        "and then slides.",
        when={"sliding": {"no": "On every later turn a player places one tile on an empty space."}},
    ),
    Rule(
        "STT-5",
        "One slide",
        "There is at most one slide in a turn.",
        when={"sliding": {"no": "Nobody slides tiles."}},
    ),
    Rule(
        "STT-6",
        "What is slid",
        "A single tile is slid, or several without a gap between them.",
    ),
    Rule(
        "STT-7",
        "Along the line",
        "The tiles that are slid lie in one row or one column and move along it, never sideways.",
    ),
    Rule(
        "STT-8",
        "No pushing",
        "Tiles slide over empty spaces only: a tile that was not chosen is never pushed along.",
    ),
    Rule("STT-9", "Four directions", "Slides go up, down, left or right, never diagonally."),
    Rule("STT-10", "Any distance", "A slide goes as far as its player likes within the board."),
    Rule(
        "STT-11",
        "Which tiles",
        "A player who has placed a tile may slide other tiles than that one.",
        when={"sliding": {"no": "A tile stays where it was placed."}},
    ),
    Rule(
        "STT-12", "Place first", "After sliding, a player places no tile of their own in that turn."
    ),
    Rule(
        "STT-13",
        "Neutral tile",
        "The player who did not start owns one neutral tile; it {neutral_does} and counts toward "
        "nobody's {line:words}.",
        when={
            "neutral": {
                "none": "There is no neutral tile.",
                "both": "Each player owns one neutral tile; it {neutral_does} and counts toward "
                "nobody's {line:words}.",
            }
        },
    ),
    Rule(
        "STT-14",
        "At any moment",
        "Its owner may put the neutral tile down at any moment of their own turn, in addition to the "
        "actions of that turn.",
        when={
            "neutral": {
                "none": "Nobody has a neutral tile to put down.",
                "both": "Its owner may put the neutral tile down at any moment of their own turn "
                "except the first turn of the game, in addition to the actions of that turn.",
            }
        },
    ),
    Rule(
        "STT-15",
        "The last spaces",
        "While only {stop_at:words} spaces are empty, no tile is placed and every turn is a slide.",
        when={
            "stop_at": {
                0: "Tiles are placed until no space is empty.",
                1: "While only one space is empty, no tile is placed and every turn is a slide.",
            }
        },
    ),
    Rule(
        "STT-16",
        "Goal",
        "The goal is to have {line:words} of your own tiles in a row, across, down or diagonally, at "
        "the end of your turn.",
        when={
            "five_check": {
                "both_end": "The goal is to have {line:words} of your own tiles in a row, across, "
                "down or diagonally, at the end of a turn."
            }
        },
    ),
    Rule("STT-17", "Win", "The first player with such a row wins."),
    Rule(
        "STT-Q1",
        "Whose tiles",
        "Any tiles may be slid: your own, your opponent's, neutral ones, or several kinds.",
        when={
            "slide_whose": {
                "own_and_neutral": "Players slide their own tiles and neutral ones, never the "
                "opponent's.",
                "own": "Players slide their own tiles only.",
            },
            "sliding": {"no": "No tiles may be slid, whoever owns them."},
        },
    ),
    Rule(
        "STT-Q2",
        "Part of a row",
        "The front part of a longer row of tiles may slide away from the rest.",
        when={"sliding": {"no": "Tiles that touch one another stay together."}},
    ),
    Rule("STT-Q3", "No jumping", "The whole way must be empty; no tile jumps over another."),
    Rule("STT-Q4", "Staying is not sliding", "A slide goes at least one space."),
    Rule(
        "STT-Q5",
        "Longer rows",
        "More than {line:words} in a row contain {line:words}, so they count.",
    ),
    Rule(
        "STT-Q6",
        "Whose row",
        "After a turn only the mover's tiles are checked; an option checks the opponent's too.",
        when={"five_check": {"both_end": "After a turn both players' tiles are checked."}},
    ),
    Rule(
        "STT-Q7",
        "Two rows at once",
        "If one turn leaves both players with {line:words} in a row, the mover wins.",
    ),
    Rule(
        "STT-Q8",
        "A row for the opponent",
        "A row of {line:words} made for the opponent wins if it still stands at the end of the "
        "opponent's turn.",
        when={
            "five_check": {
                "both_end": "A row of {line:words} made for the opponent wins at the end of that "
                "turn, unless the mover has one as well."
            },
        },
    ),
    Rule(
        "STT-Q9",
        "A row in passing",
        "A row of {line:words} that stands after placing and is broken by the slide does not win.",
        when={"sliding": {"no": "A row of {line:words} can no longer be broken once it stands."}},
    ),
    Rule(
        "STT-Q10",
        "Not a turn by itself",
        "Putting down the neutral tile is not an action: its owner still places or slides, so it "
        "may not be put where neither would be possible.",
        when={
            "sliding": {
                "no": "Putting down the neutral tile is not an action: its owner still places a "
                "tile, so it may not take the last empty space first."
            },
            "neutral": {"none": "Nobody puts down a neutral tile instead of an action."},
        },
    ),
    Rule(
        "STT-Q11",
        "Neutral and slide",
        "The neutral tile may come before, between or after placing and sliding, and the slide may "
        "move it in the same turn.",
        when={
            "slide_whose": {
                "own": "The neutral tile may come before, between or after placing and sliding."
            },
            "sliding": {"no": "The neutral tile may come before or after placing."},
            "neutral": {"none": "A turn consists of placing and sliding alone."},
        },
    ),
    Rule(
        "STT-Q12",
        "The last spaces for all",
        "The {stop_at:words} spaces are counted before each tile is put down, the neutral tile "
        "included: with {more:words} empty spaces one more tile can enter.",
        when={
            "stop_at": {
                0: "The neutral tile, too, can take the last empty space if its owner has placed.",
                1: "Empty spaces are counted before each tile is put down, the neutral tile "
                "included: with two of them one more tile can enter.",
            }
        },
    ),
    Rule(
        "STT-Q13",
        "Never fewer",
        "There are never fewer than {stop_at:words} empty spaces.",
        when={"stop_at": {0: "The board may fill up.", 1: "The board is never full."}},
    ),
    Rule(
        "STT-Q14",
        "No tiles left",
        "A player who has placed all their tiles slides.",
        when={"sliding": {"no": "Nobody runs out of tiles before the board is full."}},
    ),
    Rule(
        "STT-Q15",
        "Never stuck",
        "On a board that is neither empty nor full some tile can slide; where the options leave the "
        "player to move without any action, as on a full board without sliding, the game is drawn.",
        when={"sliding": {"no": "When the board is full and nobody has won, the game is drawn."}},
    ),
    Rule(
        "STT-Q16",
        "No end",
        "Players may slide forever; options draw the game after a number of turns, or when the same "
        "position stands after a turn for the third time within {memory} slides.",
        when={
            "sliding": {"no": "Every turn fills a space, so the game comes to an end."},
            "is_drawn": {True: "The game is drawn {draws}."},
        },
    ),
    Rule(
        "STT-Q17",
        "Sliding back",
        "A slide may undo the one before it.",
        when={"sliding": {"no": "No turn undoes the one before it."}},
    ),
    Rule(
        "STT-Q18",
        "One bout",
        'One game decides; the text says "bout" because other formats play several.',
        note=True,
    ),
    Rule(
        "STT-Q19",
        "Second turn",
        "Only the very first turn is restricted: the second player may place and slide in the same "
        "turn.",
        when={"sliding": {"no": "The second player's first turn is like every later one."}},
    ),
    Rule(
        "STT-Q20",
        "One neutral tile",
        "There is one neutral tile, and the starting player has none; options give it to both or to "
        "nobody.",
        when={
            "neutral": {
                "none": "There is no neutral tile: an option leaves it out.",
                "both": "There are two neutral tiles: by an option the starting player has one, too.",
            }
        },
    ),
    Rule(
        "STT-Q21",
        "Notation",
        "A turn is written like C3, slide C1-C3 right 2, with N D4 for the neutral tile.",
        when={"sliding": {"no": "A turn is written like C3, with N B2 for the neutral tile."}},
    ),
)
