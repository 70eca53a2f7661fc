"""The rules of Tic-Tac-Toe Evolved and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule

RULES = (
    Rule("TTE-1", "Board", "X, with blue dice, and O, with red ones, play on 3 x 3 squares."),
    Rule(
        "TTE-2",
        "Dice",
        "Each player has ten play dice, which are in the own pool, in the own discard or on a "
        "square, and an eleventh die; both share one green die.",
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
    ),
    Rule("TTE-5", "Dice that show a mark", "Such a die ends on the square or in a discard."),
    Rule(
        "TTE-6",
        "Ten dice",
        "Of one player there are never more than ten play dice on board, in pool and discard.",
    ),
    Rule(
        "TTE-7",
        "Eleventh die",
        "The sides 0, 1, 2, 3, 4 and R of the eleventh die are set for a bid and rolled for a "
        "recharge.",
    ),
    Rule("TTE-8", "Green die", "The green die shows 1, 1, 2, 2, 3, 3."),
    Rule(
        "TTE-9",
        "Start",
        "Both players start with six dice in the pool and four in the discard, and no mark on the "
        "board.",
    ),
    Rule("TTE-10", "A turn", "A turn is a contest, a recharge or a relinquished square."),
    Rule("TTE-11", "Contest", "The contester names the square to be fought for."),
    Rule(
        "TTE-12",
        "Bids",
        "Both players set 0 to 4 in secret and show it together: so many dice each of them rolls.",
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
        "Whoever then has more marks showing, on all dice of both, takes the square.",
    ),
    Rule(
        "TTE-17",
        "Marking",
        "The winner puts one bid die that shows the own mark on the square, an own die or one of "
        "the opponent's.",
    ),
    Rule(
        "TTE-18",
        "Locked dice",
        "The opponent cannot recharge a die that was used in this way while it holds the square.",
    ),
    Rule(
        "TTE-19",
        "After a win",
        "All other dice that were not returned to a pool go to their owner's discard.",
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
        "To recharge roll the eleventh die and move so many dice from the discard to the pool; an "
        "R is rolled again, and a second R moves none.",
    ),
    Rule(
        "TTE-25",
        "Relinquish",
        "A player may give up a square that shows the own mark: its die goes to its owner's pool.",
    ),
    Rule(
        "TTE-26",
        "Retrieve",
        "Whoever gives the opponent a die back in this way may also take one own die back to the "
        "pool that shows the opponent's mark.",
    ),
    Rule(
        "TTE-27",
        "Order",
        "First player, second player, green die, second player, first player, green die, and so "
        "on.",
    ),
    Rule(
        "TTE-28",
        "Green turn",
        "The green die is rolled for the column and again for the row, and that square is "
        "contested; both may bid nothing, and if both do nobody recharges.",
    ),
    Rule("TTE-29", "First player", "Chance may say who starts."),
    Rule("TTE-30", "Without the green die", "For less luck the green die may be left out."),
    Rule(
        "TTE-Q1",
        "When R is decided",
        "After all first rolls the contester decides all own Rs, then the opponent; after a green "
        "roll the player who moves next decides first. Then all re-rolls are made.",
    ),
    Rule("TTE-Q2", "Some and not others", "Of several Rs some may be re-rolled and others not."),
    Rule("TTE-Q3", "Returned dice", "A returned die is in the pool and can be bid again."),
    Rule("TTE-Q4", "What counts", "A mark counts for its player on whichever die it shows."),
    Rule(
        "TTE-Q5", "Bids beyond the pool", "Nobody bids more dice than are in the pool, or than 4."
    ),
    Rule(
        "TTE-Q6",
        "Empty pool",
        "A player without dice in the pool cannot contest, and as opponent bids nothing.",
    ),
    Rule("TTE-Q7", "Bid R", "A bid of R is a bid of 0."),
    Rule(
        "TTE-Q8",
        "Free, not forced",
        "The free recharge is optional and made when the bids are shown, before any roll.",
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
        "If the holder wins the square its die stays there, and all bid dice are discarded.",
    ),
    Rule(
        "TTE-Q13",
        "The challenger wins",
        "The die of a square that changes hands goes to its owner's discard.",
    ),
    Rule("TTE-Q14", "A tie's die", "The die of a square that a tie empties goes the same way."),
    Rule(
        "TTE-Q15",
        "When a locked die is free",
        "A locked die is free as soon as it leaves the square: to the discard when the square is "
        "lost or tied, to the pool when it is given up.",
    ),
    Rule("TTE-Q16", "The own square", "A player may contest a square held already."),
    Rule(
        "TTE-Q17", "Where a die was retrieved", "The square that a retrieved die marked is empty."
    ),
    Rule("TTE-Q18", "One square a turn", "A turn gives up one square, besides the retrieved die."),
    Rule(
        "TTE-Q19",
        "Giving up an own die",
        "An own die that is given up goes to the pool, not to the discard.",
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
    Rule("TTE-Q22", "No double win", "Both players never have three in a row at once."),
    Rule(
        "TTE-Q23",
        "Whose turn it is does not matter",
        "A line that is completed in the opponent's turn or in a green turn wins as well.",
    ),
    Rule(
        "TTE-Q24",
        "Full board",
        "On a full board without a line play goes on; a limit of turns, where one is set, is a "
        "draw.",
    ),
    Rule(
        "TTE-Q25",
        "Order without the green die",
        "Without the green die the players alternate.",
    ),
    Rule(
        "TTE-Q26",
        "What the green die means",
        "The first roll is a column from the left, the second a row from the top; every square is "
        "equally likely, held or not.",
    ),
    Rule(
        "TTE-Q27",
        "Who may set what",
        "The opponent may set every side of the eleventh die, the contester 1 to 4.",
    ),
    Rule(
        "TTE-Q28",
        "Choice of the die",
        "The winner chooses among all dice that show the own mark.",
    ),
    Rule(
        "TTE-Q29",
        "There is always such a die",
        "Nobody wins an empty square without a bid die that shows the own mark.",
    ),
    Rule("TTE-Q30", "Who is X", "Player 0 is X, whoever starts."),
)
