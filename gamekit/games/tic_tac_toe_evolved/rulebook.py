"""The rules of Tic-Tac-Toe Evolved and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule
from gamekit.games.tic_tac_toe_evolved.state import Parameters


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences name besides the parameters themselves."""
    turns = "one turn" if rules.turn_cap == 1 else f"{rules.turn_cap} turns"
    return {
        "in_pool": rules.start_pool or "none",
        "in_discard": rules.dice - rules.start_pool or "none",
        "contester_bids": f"1 to {rules.max_bid}" if rules.max_bid > 1 else "1",
        "turn_limit": f"after {turns} each the game is a draw"
        if rules.turn_cap
        else "a game that reaches a limit of turns, where one is set, is drawn",
    }


RULES = (
    Rule("TTE-1", "Board", "X, with blue dice, and O, with red ones, play on 3 x 3 squares."),
    Rule(
        "TTE-2",
        "Dice",
        "Each player has {dice:words} play dice, each of them in that player's pool, in the discard "
        "or on a square, and one more called the eleventh die; both share one green die.",
        when={
            "green": {
                "off": "Each player has {dice:words} play dice, each of them in that player's pool, "
                "in the discard or on a square, and one more called the eleventh die."
            }
        },
    ),
    Rule(
        "TTE-3",
        "Play die",
        "Of the six sides of a play die four show its owner's mark, one the opponent's, one an R.",
    ),
    Rule(
        "TTE-4",
        "R",
        "The owner of a die that shows R re-rolls it or puts it back in the pool; a second R goes "
        "back by itself.",
        when={
            "r_policy": {
                "always_reroll": "A die that shows R is re-rolled; a second R goes back to the "
                "pool.",
                "always_return": "A die that shows R goes back to its owner's pool.",
            }
        },
    ),
    Rule(
        "TTE-5",
        "Dice that show a mark",
        "A die that shows a mark ends on the square or in a discard.",
    ),
    Rule(
        "TTE-6",
        "No more dice",
        "On the board, in the pool and in the discard a player never has more than {dice:words} "
        "play dice together.",
    ),
    Rule(
        "TTE-7",
        "Eleventh die",
        "The sides 0, 1, 2, 3, 4 and R of the eleventh die are set for a bid and rolled for a "
        "recharge.",
        when={
            "max_bid": dict.fromkeys(
                (5, 6),
                "The eleventh die has the sides 0, 1, 2, 3, 4 and R and is rolled for a recharge; "
                "for a bid it is not enough.",
            )
        },
    ),
    Rule(
        "TTE-8",
        "Green die",
        "The green die shows 1, 1, 2, 2, 3, 3.",
        when={"green": {"off": "The green die is not used."}},
    ),
    Rule(
        "TTE-9",
        "Start",
        "Both players start with {in_pool:words} of their dice in the pool and {in_discard:words} "
        "in the discard, and the board is empty.",
    ),
    Rule(
        "TTE-10",
        "A turn",
        "On a turn a player contests a square, recharges dice or relinquishes a square.",
    ),
    Rule("TTE-11", "Contest", "The contester names the square to be fought for."),
    Rule(
        "TTE-12",
        "Bids",
        "Both players set a number from 0 to {max_bid} in secret and show it together; each of them "
        "rolls that many dice.",
    ),
    Rule("TTE-13", "The contester's bid", "The contester bids one die or more."),
    Rule(
        "TTE-14",
        "Free recharge",
        "An opponent who bids nothing may move one die from the discard to the pool.",
    ),
    Rule("TTE-15", "Rolling", "All dice that were bid are rolled, and every R is settled."),
    Rule(
        "TTE-16",
        "Who takes the square",
        "Whoever then has more marks showing, counting the dice of both players, takes the square.",
    ),
    Rule(
        "TTE-17",
        "Marking",
        "The winner puts one of the bid dice that show the winner's mark on the square: their own "
        "or one of the opponent's.",
    ),
    Rule(
        "TTE-18",
        "Locked dice",
        "The opponent cannot recharge a die that was used in this way while it is on the square.",
    ),
    Rule(
        "TTE-19",
        "After a win",
        "All other dice that were not returned to a pool go to their owners' discards.",
    ),
    Rule("TTE-20", "Tie", "After a tie all dice that were not returned go to the discards."),
    Rule(
        "TTE-21",
        "Held square",
        "The holder of a square has one mark for free, so a challenger needs two or more.",
    ),
    Rule("TTE-22", "Tie on a held square", "A tie on a held square empties it."),
    Rule("TTE-23", "Three in a row", "Three marks in a row win at any moment."),
    Rule(
        "TTE-24",
        "Recharge",
        "To recharge, roll the eleventh die and move that many dice from the discard to the pool; "
        "an R is rolled again, and a second R moves none.",
    ),
    Rule(
        "TTE-25",
        "Relinquish",
        "A player may give up a square that shows their mark: its die goes to its owner's pool.",
    ),
    Rule(
        "TTE-26",
        "Retrieve",
        "Whoever gives the opponent a die back in this way may also take back to the pool one of "
        "their own dice that shows the opponent's mark.",
    ),
    Rule(
        "TTE-27",
        "Order",
        "First player, second player, green die, second player, first player, green die, and so "
        "on.",
        when={"green": {"off": "The order is that of the game without the green die."}},
    ),
    Rule(
        "TTE-28",
        "Green turn",
        "The green die is rolled for the column and again for the row, and that square is "
        "contested; both may bid nothing, and if both do nobody recharges.",
        when={"green": {"off": "There are no green turns."}},
    ),
    Rule("TTE-29", "First player", "Chance may say who starts."),
    Rule(
        "TTE-30",
        "Without the green die",
        "For less luck the green die may be left out.",
        when={"green": {"off": "For less luck the green die is left out."}},
    ),
    Rule(
        "TTE-Q1",
        "When R is decided",
        "After all first rolls the contester decides about all of their Rs, then the opponent does; "
        "after a green roll the player who moves next decides first. Then all re-rolls are made.",
        when={
            "r_policy": {
                "always_reroll": "Nobody decides about Rs; they are re-rolled after all first "
                "rolls.",
                "always_return": "Nobody decides about Rs; they are not re-rolled.",
            }
        },
    ),
    Rule(
        "TTE-Q2",
        "Some and not others",
        "Of several Rs some may be re-rolled and others not.",
        when={
            "r_policy": {
                "always_reroll": "Of several Rs all are re-rolled.",
                "always_return": "Of several Rs none is re-rolled.",
            }
        },
    ),
    Rule("TTE-Q3", "Returned dice", "A returned die is in the pool and can be bid again."),
    Rule("TTE-Q4", "What counts", "A mark counts for its player on whichever die it shows."),
    Rule(
        "TTE-Q5",
        "Bids beyond the pool",
        "Nobody bids more dice than are in their pool, or more than {max_bid}.",
    ),
    Rule(
        "TTE-Q6",
        "Empty pool",
        "A player with no dice in the pool cannot contest a square, and as the opponent bids "
        "nothing.",
    ),
    Rule("TTE-Q7", "Bid R", "A bid of R is a bid of 0."),
    Rule(
        "TTE-Q8",
        "Free, not forced",
        "The free recharge is optional and made when the bids are shown, before any roll.",
        when={
            "free_recharge_time": {
                "after_contest": "The free recharge is optional and made once the contest is over."
            }
        },
    ),
    Rule(
        "TTE-Q9",
        "Free recharge in a green turn",
        "In a green turn a player who bids nothing may recharge one die if the other one bids.",
    ),
    Rule(
        "TTE-Q10",
        "Backfire",
        "A player who bid nothing can win the square with the mark on an opponent's die.",
    ),
    Rule("TTE-Q11", "Nothing against nothing", "No mark at all on an empty square is a tie."),
    Rule(
        "TTE-Q12",
        "The holder wins",
        "If the holder wins the square, its die stays there and all dice that show a mark are "
        "discarded.",
        when={
            "defender_may_swap": {
                "yes": "If the holder wins the square, its die stays there or one of the bid dice "
                "takes its place, as the holder likes; the others that show a mark are discarded."
            }
        },
    ),
    Rule(
        "TTE-Q13",
        "The challenger wins",
        "The die of a square that changes hands goes to its owner's {displaced_die}.",
    ),
    Rule("TTE-Q14", "A tie's die", "The die of a square that a tie empties goes the same way."),
    Rule(
        "TTE-Q15",
        "When a locked die is free",
        "A locked die is free as soon as it leaves the square: to the discard when the square is "
        "lost or tied, to the pool when it is given up.",
        when={
            "displaced_die": {
                "pool": "A locked die is free as soon as it leaves the square: it goes to the pool."
            }
        },
    ),
    Rule(
        "TTE-Q16",
        "One's own square",
        "A player may contest a square that they hold already.",
        when={"contest_own": {"no": "A player may not contest a square that they hold already."}},
    ),
    Rule(
        "TTE-Q17", "Where a die was retrieved", "The square that a retrieved die marked is empty."
    ),
    Rule(
        "TTE-Q18",
        "One square a turn",
        "A turn gives up one square, apart from that of the retrieved die.",
    ),
    Rule(
        "TTE-Q19",
        "Giving up one's own die",
        "A player's own die that is given up goes to the pool, not to the discard.",
    ),
    Rule(
        "TTE-Q20",
        "No passing",
        "Nobody passes, and a recharge needs a die in the discard; something is always possible.",
    ),
    Rule(
        "TTE-Q21",
        "More than there are",
        "A recharge that rolls more than the discard holds moves what is there.",
    ),
    Rule(
        "TTE-Q22",
        "No double win",
        "The two players never have three in a row at the same time.",
    ),
    Rule(
        "TTE-Q23",
        "Whose turn it is does not matter",
        "A line that is completed in the opponent's turn or in a green turn wins as well.",
        when={"green": {"off": "A line that is completed in the opponent's turn wins as well."}},
    ),
    Rule(
        "TTE-Q24",
        "Full board",
        "On a full board without a line play goes on; {turn_limit}.",
    ),
    Rule(
        "TTE-Q25",
        "Order without the green die",
        "Without the green die the players alternate.",
        when={
            "order_without_green": {
                "ABBA": "Without the green die the order is first player, second player, second "
                "player, first player, and so on."
            }
        },
    ),
    Rule(
        "TTE-Q26",
        "What the green die means",
        "The first roll is a column from the left, the second a row from the top; every square is "
        "equally likely, held or not.",
        when={"green": {"off": "No square is chosen by chance."}},
    ),
    Rule(
        "TTE-Q27",
        "Who may set what",
        "The opponent may set R or 0 to {max_bid}, the contester {contester_bids}.",
    ),
    Rule(
        "TTE-Q28",
        "Choice of the die",
        "The winner chooses among all dice that show the winner's mark.",
    ),
    Rule(
        "TTE-Q29",
        "There is always such a die",
        "Nobody wins an empty square without a bid die that shows their mark.",
    ),
    Rule("TTE-Q30", "Who is X", "Player 0 is X, whoever starts."),
)
