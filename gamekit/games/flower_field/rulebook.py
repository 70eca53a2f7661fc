"""The rules of Flower Field and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.boards import grid
from gamekit.contract import Rule
from gamekit.games.flower_field.state import Parameters


def terms(rules: Parameters) -> dict[str, object]:
    """Return what sentences name besides parameters."""
    return {"middle": grid.name(rules.size, rules.size * rules.size // 2)}


RULES = (
    Rule(
        "FF-1",
        "Garden",
        "The garden has {size:words} rows of {size:words} cells; a purple flower stands on the "
        "middle one, {middle}.",
    ),
    Rule(
        "FF-2",
        "Lives",
        "Each player starts with {lives:words} lives.",
        when={"lives": {1: "Each player starts with one life."}},
    ),
    Rule(
        "FF-3",
        "Colors",
        "A flower is red, blue or purple.",
        when={
            "colours": {
                1: "Every flower is purple.",
                2: "A flower is red or purple.",
                4: "A flower is red, blue, yellow or purple.",
            }
        },
    ),
    Rule("FF-4", "A turn", "A turn is either planting or challenging, never both."),
    Rule(
        "FF-5",
        "Planting",
        "Plant one or two flowers on empty cells, each in any color.",
        when={
            "max_plants": {
                1: "Plant one flower on an empty cell, in any color.",
                3: "Plant one to three flowers on empty cells, each in any color.",
            }
        },
    ),
    Rule(
        "FF-6",
        "Beside a flower",
        "Every planted cell shares a side with a cell that had a flower before the turn.",
        when={
            "adjacency": {
                "running": "Every planted cell shares a side with a cell that already has a flower."
            }
        },
    ),
    Rule(
        "FF-7",
        "Field",
        "A field is four cells, connected by their sides, all with flowers of any colors; it may "
        "be part of a larger group.",
    ),
    Rule("FF-8", "Duplicates", "Two fields are duplicates if they are equivalent and distinct."),
    Rule(
        "FF-9",
        "Equivalent",
        "Fields are equivalent if one can be turned and flipped onto the other so that the shape "
        "and every color match.",
    ),
    Rule(
        "FF-10",
        "Distinct",
        "Fields are distinct if they differ in at least one cell; they may share the others.",
        when={"overlap": {"disjoint": "Fields are distinct only if they share no cell."}},
    ),
    Rule(
        "FF-11",
        "Challenging",
        "A challenge claims that the opponent's most recent planting made duplicates, and names "
        "the two fields.",
    ),
    Rule(
        "FF-12",
        "With a recent flower",
        "At least one of the two fields contains a flower of the opponent's most recent planting.",
    ),
    Rule(
        "FF-13",
        "A challenge succeeds",
        "If the named fields are such duplicates, the opponent loses a life and plays the turn "
        "again.",
    ),
    Rule(
        "FF-14",
        "A challenge fails",
        "Otherwise the challenger loses a life and plays their own turn again.",
    ),
    Rule(
        "FF-15",
        "What fails",
        "Naming fields that are not duplicates, or have no recent flower, is a failure.",
    ),
    Rule("FF-16", "Win", "A player without lives has lost."),
    Rule(
        "FF-Q1",
        "Leaning on this turn's flowers",
        "The second flower may not lean on the first: only flowers from before the turn count.",
        when={
            "adjacency": {"running": "A later flower may lean on an earlier one of the same turn."},
            "max_plants": {1: "A turn has one flower, so none can lean on another of the turn."},
        },
    ),
    Rule(
        "FF-Q2",
        "Overlap",
        "Duplicates may overlap: five of a color in a row hold two equal fields.",
        when={
            "size": {
                3: "Duplicates may overlap: six of a color, three beside three, hold two equal "
                "squares."
            },
            "overlap": {
                "disjoint": "Duplicates may not overlap: fields that share a cell never count."
            },
        },
    ),
    Rule(
        "FF-Q3",
        "Challenged flowers",
        "After a success all flowers of the challenged turn are removed, then the opponent acts.",
    ),
    Rule(
        "FF-Q4",
        "Order after a success",
        "The challenge was the challenger's turn: the opponent plays again, then the challenger.",
    ),
    Rule(
        "FF-Q5",
        "What a repeated turn may be",
        "A turn played again may be anything a turn may be: the same flowers, others, or a "
        "challenge of the planting before.",
        when={
            "redo": {
                "plant_only": "A turn played again after the opponent's success must be a "
                "planting, of the same flowers or others."
            }
        },
    ),
    Rule(
        "FF-Q6",
        "Again immediately",
        "After a failure the challenger plays again immediately, in the same turn, and may "
        "challenge again.",
    ),
    Rule(
        "FF-Q7",
        "The most recent planting",
        "It is the latest one that still stands; a success removes it. It is always one of the "
        "opponent's, until the garden is full and somebody passes.",
        when={
            "full_board": {
                "must_challenge": "It is the latest one that still stands; a success removes it. "
                "It is always one of the opponent's."
            }
        },
    ),
    Rule(
        "FF-Q8",
        "Older duplicates",
        "Duplicates that went unnoticed can be challenged only if a recent flower is in one of them.",
    ),
    Rule("FF-Q9", "One or both", "One of the two fields needs a recent flower; both may have one."),
    Rule(
        "FF-Q10",
        "First turn",
        "The first turn cannot be a challenge: nobody planted the middle flower.",
    ),
    Rule("FF-Q11", "The same field twice", "Naming one field twice is a failure."),
    Rule(
        "FF-Q12",
        "What is not a challenge",
        "A field of more or fewer than four cells, or with a cell off the board, is refused and "
        "costs nothing; unconnected or empty cells are a failure, and so are fields that differ.",
    ),
    Rule("FF-Q13", "Giving up", "A challenger may give up the challenge; that is a failure."),
    Rule(
        "FF-Q14",
        "The last life",
        "A failure that costs the last life ends the game immediately; nothing is played again.",
    ),
    Rule(
        "FF-Q15",
        "Full garden",
        "Some cell can be planted until the garden is full. Then a player may challenge or pass, "
        "and two passes in a row draw the game.",
        when={
            "full_board": {
                "more_lives_wins": "Some cell can be planted until the garden is full. Then a "
                "player may challenge or pass, and after two passes in a row the player with more "
                "lives wins; equal lives draw the game.",
                "must_challenge": "Some cell can be planted until the garden is full. Then a "
                "player must challenge; nobody may pass.",
            }
        },
    ),
    Rule("FF-Q16", "Unnoticed", "Duplicates that are not challenged have no consequence later."),
    Rule("FF-Q17", "Supply", "There are enough flowers of every color."),
    Rule("FF-Q18", "At least one", "Planting nothing is not a turn."),
    Rule(
        "FF-Q19",
        "No warning",
        "Planting duplicates is allowed like any planting, and nothing on the board points them out.",
    ),
    Rule(
        "FF-Q20",
        "Naming fields",
        "A challenge is written as two lists of four cells; the colors are read from the board.",
    ),
)
