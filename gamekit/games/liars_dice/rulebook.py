"""The rules of Liar's Dice and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule

RULES = (
    Rule("LD-1", "Dice", "Each player starts with four dice with faces 1 to 6."),
    Rule(
        "LD-2",
        "Roll",
        "A bout begins with a roll of all dice; a player sees the own dice and no others.",
    ),
    Rule(
        "LD-3",
        "Claim or challenge",
        "A turn is a claim or a challenge; the first turn of a bout is a claim.",
    ),
    Rule(
        "LD-4",
        "Meaning of a claim",
        "The claim 3x4 says that three or more of all dice, both players' together, show a 4.",
    ),
    Rule("LD-5", "First claim", "The first claim of a bout may be any claim."),
    Rule(
        "LD-6",
        "Later claims",
        "A later claim names more dice and any face, or as many dice and a higher face; never "
        "fewer dice.",
    ),
    Rule(
        "LD-7",
        "Claims beyond the dice",
        "A claim may name more dice than there are; only from 128 dice on the kit has no move for "
        "it.",
    ),
    Rule(
        "LD-8",
        "Challenge",
        "A challenge ends the bout: if the latest claim is true its maker wins the bout, if it is "
        "false the challenger does.",
    ),
    Rule("LD-9", "Penalty", "The loser of a bout has one die more from the next bout on."),
    Rule("LD-10", "Win", "A player with more than eight dice has lost; the opponent wins."),
    Rule("LD-11", "Who opens", "The player who starts makes the first claim of the game."),
    Rule(
        "LD-12",
        "No frills",
        "No face is wild, nobody can call a claim exact, and nobody can pass.",
    ),
    Rule(
        "LD-Q1",
        "The ninth die",
        "The ninth die loses at once and is never rolled: a game has five to nine bouts.",
    ),
    Rule(
        "LD-Q2",
        "Who opens the next bout",
        "Turns simply alternate across bouts: the challenge was a turn, so the challenged player "
        "opens the next bout.",
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
    ),
    Rule("LD-Q9", "Numbers of dice", "How many dice each player has is public."),
    Rule("LD-Q10", "When to challenge", "A player challenges on the own turn only."),
    Rule("LD-Q11", "What is rolled again", "Every bout rolls all dice anew, not only the new one."),
    Rule(
        "LD-Q12",
        "No wrapping round",
        "As many dice of a lower face are never a higher claim, not even after the highest face.",
    ),
    Rule(
        "LD-Q13",
        "When the next bout begins",
        "The next bout is rolled as soon as a challenge is settled and nobody has won.",
    ),
)
