"""The rules of Liar's Dice and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule
from gamekit.games.liars_dice.rules import wild_face
from gamekit.games.liars_dice.state import GAIN, HIGHEST, Parameters


def terms(rules: Parameters) -> dict[str, object]:
    """Return what sentences name besides parameters: a face for the example of a claim, and bouts."""
    wild = wild_face(rules)
    example = min(4, rules.sides)
    fewest = rules.die_limit + 1 - rules.start_dice if rules.penalty == GAIN else rules.start_dice
    return {
        "wild_face": wild,
        "face": example - 1 if example == wild else example,
        "highest": HIGHEST,
        "fewest": fewest,  # bouts of a game: one player loses all of them,
        "most": 2 * fewest - 1,  # or each loses as many as they can before the last
    }


RULES = (
    Rule(
        "LD-1",
        "Dice",
        "Each player starts with {start_dice:words} dice with faces 1 to {sides}.",
        when={"start_dice": {1: "Each player starts with one die with faces 1 to {sides}."}},
    ),
    Rule(
        "LD-2",
        "Roll",
        "A bout begins with a roll of all dice; players see their own dice and no others.",
    ),
    Rule(
        "LD-3",
        "Claim or challenge",
        "A turn is a claim or a challenge; the first turn of a bout is a claim.",
    ),
    Rule(
        "LD-4",
        "Meaning of a claim",
        "The claim 3x{face} says that three or more of all dice, both players' together, show a "
        "{face}.",
        when={
            "wild": dict.fromkeys(
                ("ones", "top"),
                "The claim 3x{face} says that three or more of all dice, both players' together, "
                "show {face} or the wild face, {wild_face}.",
            )
        },
    ),
    Rule(
        "LD-5",
        "First claim",
        "The first claim of a bout may be any claim.",
        when={
            "max_claim": {
                "total_dice": "The first claim of a bout may be any claim of dice that are in play."
            }
        },
    ),
    Rule(
        "LD-6",
        "Later claims",
        "A later claim names more dice and any face, or the same number of dice and a higher face; "
        "never fewer dice.",
    ),
    Rule(
        "LD-7",
        "Claims beyond the dice",
        "A claim may name more dice than there are, up to {highest}; the kit has no moves for "
        "claims beyond that.",
        when={"max_claim": {"total_dice": "A claim may not name more dice than there are."}},
    ),
    Rule(
        "LD-8",
        "Challenge",
        "A challenge ends the bout: if the latest claim is true, its maker wins the bout; if it is "
        "false, the challenger does.",
    ),
    Rule(
        "LD-9",
        "Penalty",
        "The loser of a bout has one more die from the next bout on.",
        when={
            "penalty": {"lose": "The loser of a bout has one die fewer from the next bout on."},
            "bouts": {1: "The loser of the only bout loses the game."},
        },
    ),
    Rule(
        "LD-10",
        "Win",
        "A player with more than {die_limit:words} dice has lost; the opponent wins.",
        when={
            "die_limit": {1: "A player with more than one die has lost; the opponent wins."},
            "penalty": {"lose": "A player with no dice left has lost; the opponent wins."},
            "bouts": {1: "Nobody wins by a number of dice: the only bout decides."},
        },
    ),
    Rule("LD-11", "Who opens", "The player who starts makes the first claim of the game."),
    Rule(
        "LD-12",
        "No frills",
        "No face is wild, nobody can call a claim exact, and nobody can pass.",
        when={
            "wild": dict.fromkeys(
                ("ones", "top"),
                "The face {wild_face} is wild and counts as every face; nobody can call a claim "
                "exact, and nobody can pass.",
            )
        },
    ),
    Rule(
        "LD-Q1",
        "One die too many",
        "A player who goes beyond {die_limit:words} dice loses immediately, and the extra die is "
        "never rolled: a game has {fewest:words} to {most:words} bouts.",
        when={
            "penalty": {
                "lose": "A player who loses the last die loses the game immediately: a game has "
                "{fewest:words} to {most:words} bouts."
            },
            "fewest": {
                1: "The first bout that is lost decides the game immediately, and nothing is "
                "rolled after it."
            },
            "bouts": {1: "A game has one bout, and nothing is rolled after it."},
        },
    ),
    Rule(
        "LD-Q2",
        "Who opens the next bout",
        "Turns simply alternate across bouts: the challenge was a turn, so the challenged player "
        "opens the next bout.",
        when={
            "next_opener": {
                "loser": "The loser of a bout opens the next one.",
                "winner": "The winner of a bout opens the next one.",
                "alternate": "The players take turns at opening a bout.",
            }
        },
    ),
    Rule(
        "LD-Q3",
        "Which turn must claim",
        "In every bout, not only in the first, there is nothing to challenge before a claim.",
    ),
    Rule(
        "LD-Q4",
        "Range of claims",
        "A claim names one die or more and a face that the dice have; anything else is refused.",
    ),
    Rule(
        "LD-Q5",
        "Impossible claims",
        "A claim of more dice than there are is allowed and certainly false.",
        when={
            "max_claim": {"total_dice": "A claim of more dice than there are in play is refused."}
        },
    ),
    Rule("LD-Q6", "The same claim", "The claim that stands may not be repeated."),
    Rule(
        "LD-Q7",
        "After the highest face",
        "After a claim of the highest face the next one must name more dice.",
    ),
    Rule(
        "LD-Q8",
        "What is shown",
        "After a challenge everybody sees all dice and how many of them count.",
        when={
            "reveal": {
                "count_only": "After a challenge everybody learns how many dice count, but sees "
                "none of them.",
                "verdict_only": "After a challenge everybody learns whether the claim was true, "
                "and nothing else.",
            }
        },
    ),
    Rule("LD-Q9", "Numbers of dice", "How many dice each player has is public."),
    Rule("LD-Q10", "When to challenge", "A player may challenge only on their own turn."),
    Rule("LD-Q11", "What is rolled again", "Every bout rolls all dice anew, not only the new one."),
    Rule(
        "LD-Q12",
        "No wrapping round",
        "The same number of dice with a lower face is never a higher claim, not even after the "
        "highest face.",
    ),
    Rule(
        "LD-Q13",
        "When the next bout begins",
        "The next bout is rolled as soon as a challenge is settled and nobody has won.",
        when={"bouts": {1: "There is no next bout: the only one decides the game."}},
    ),
)
