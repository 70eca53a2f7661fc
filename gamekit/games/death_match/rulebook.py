"""The rules of Death Match and our rulings, one sentence each, then those of its three games."""

from __future__ import annotations

from dataclasses import replace

from gamekit.contract import Rule
from gamekit.games.death_match.state import Parameters
from gamekit.games.flower_field.rulebook import RULES as FLOWER_FIELD
from gamekit.games.flower_field.rulebook import terms as garden_terms
from gamekit.games.liars_dice.rulebook import RULES as LIARS_DICE
from gamekit.games.liars_dice.rulebook import terms as dice_terms
from gamekit.games.sliding_tic_tac_toe.rulebook import RULES as SLIDING_TIC_TAC_TOE
from gamekit.games.sliding_tic_tac_toe.rulebook import terms as tiles_terms


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences of each game name besides the parameters, by game."""
    return {
        "liars_dice": dice_terms(rules.liars_dice),
        "flower_field": garden_terms(rules.flower_field),
        "sliding_tic_tac_toe": tiles_terms(rules.sliding_tic_tac_toe),
    }


OWN = (
    Rule(
        "DM-1",
        "Three games at once",
        "Liar's Dice, Flower Field and Sliding Tic-Tac-Toe run at the same time, and each turn has "
        "a part for each of them.",
    ),
    Rule(
        "DM-2",
        "Choice of order",
        "The Death Match Opponent chooses once who starts, and the choice holds for all three games.",
    ),
    Rule(
        "DM-3",
        "No automation",
        "Calculators, programs and formulas are not allowed; notes of your own are.",
        note=True,
    ),
    Rule(
        "DM-4",
        "Submission",
        "A turn is concluded only when its parts for all games are valid; you have two minutes for "
        "them.",
    ),
    Rule(
        "DM-5",
        "Reserve",
        "Each player has ten minutes of reserve, used in periods of ten seconds; a player who has "
        "used it up loses the match.",
    ),
    Rule(
        "DM-6",
        "Win",
        "The first player to win one of the games wins the match, however the other two stand.",
    ),
    Rule(
        "DM-7",
        "Where they come from",
        "The published text lists where the three games were played before.",
        note=True,
    ),
    Rule(
        "DM-8",
        "What is hidden",
        "Once a submission stands everybody knows all of it; only the dice stay secret.",
    ),
    Rule(
        "DM-Q1",
        "Losing one game",
        "A game that you lose is one that your opponent wins: it ends the match, and nobody plays "
        "for two out of three.",
    ),
    Rule(
        "DM-Q2",
        "Both at once",
        "If a submission wins games for both players, the one who won more of them wins the match, "
        "or, if both won equally many, the player who submitted.",
        when={
            "simultaneous": {
                "listed_order": "If a submission wins games for both players, Liar's Dice decides the "
                "match if it is won, and otherwise Flower Field.",
                "mover_first": "If a submission wins games for both players, the player who submitted "
                "wins the match.",
                "opponent": "If a submission wins games for both players, the player who did not "
                "submit wins the match.",
                "draw": "If a submission wins games for both players, the match is drawn.",
            }
        },
    ),
    Rule(
        "DM-Q3",
        "Order within a submission",
        "All parts take effect before any game is judged: the order in which they are given does not "
        "matter.",
    ),
    Rule("DM-Q4", "All or nothing", "If one part is not valid, no part takes effect."),
    Rule(
        "DM-Q5",
        "A challenge of flowers fails",
        "The other two parts stand, with what they revealed; the player makes a new part for Flower "
        "Field in the same turn, or by an option on their next turn, with no such part from the "
        "opponent in between.",
        when={
            "ff_redo": {
                "next_turn": "The other two parts stand, with what they revealed; the player makes a "
                "new part for Flower Field on their next turn, with no such part from the opponent "
                "in between."
            }
        },
    ),
    Rule(
        "DM-Q6",
        "A challenge of flowers succeeds",
        "The opponent plays the removed turn again as the Flower Field part of the next submission.",
    ),
    Rule(
        "DM-Q7",
        "Failing again",
        "The part that is made again may fail again, until it costs the last life and with it the "
        "match.",
    ),
    Rule(
        "DM-Q8",
        "The next bout",
        "After a challenge in Liar's Dice the next bout is rolled when the turn has passed, and the "
        "player whose turn it is then opens it.",
    ),
    Rule(
        "DM-Q9",
        "Full garden",
        "In a full garden a pass is a part like any other; once Flower Field is drawn, its garden "
        "stays as it is and takes no more parts. The same goes for tiles that an option draws.",
        when={
            "flower_field__full_board": {
                "must_challenge": "In a full garden a challenge is the only part. Tiles that an "
                "option draws take no more parts."
            }
        },
    ),
    Rule(
        "DM-Q10",
        "A line for the opponent only",
        "A line of tiles made for the opponent wins nothing yet, and the match goes on, unless an "
        "option of Sliding Tic-Tac-Toe lets it win immediately.",
        when={
            "sliding_tic_tac_toe__five_check": {
                "both_end": "A line of tiles made for the opponent wins Sliding Tic-Tac-Toe for the "
                "opponent, unless the mover has one as well."
            }
        },
    ),
    Rule(
        "DM-Q11",
        "Time runs out while writing",
        "Only what was submitted counts: a player whose time has run out has lost, whatever the move "
        "would have been.",
    ),
    Rule(
        "DM-Q12",
        "What is no automation",
        "Telling whether a part is legal is allowed; pointing out duplicates, odds or threats is "
        "not.",
    ),
    Rule(
        "DM-Q13",
        "Revising",
        "A player may change any part until the submission stands, and none afterwards.",
    ),
)

GAMES = (
    ("Liar's Dice", LIARS_DICE),
    ("Flower Field", FLOWER_FIELD),
    ("Sliding Tic-Tac-Toe", SLIDING_TIC_TAC_TOE),
)
RULES = OWN + tuple(
    replace(rule, title=f"{title}: {rule.title}") for title, rules in GAMES for rule in rules
)
