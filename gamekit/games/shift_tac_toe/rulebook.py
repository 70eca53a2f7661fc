"""The rules of Shift Tac Toe and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule

RULES = (
    Rule(
        "SHT-1",
        "Two rounds",
        "The match has two rounds; whoever did not start the first one starts the second.",
    ),
    Rule(
        "SHT-2",
        "Board",
        "The board is a cube of 4 x 4 x 4 cells, each named by a letter A to D, a letter W to Z "
        "and a level 1 to 4.",
    ),
    Rule(
        "SHT-3",
        "Turn",
        "A turn places one piece on an empty cell and may then shift one line.",
    ),
    Rule("SHT-4", "Lines to shift", "Any row, column, pillar or diagonal may be shifted."),
    Rule(
        "SHT-5",
        "Shift",
        "Everything on the line moves along it, all in the one of its two directions that the "
        "mover picks, and what leaves one end enters at the other.",
    ),
    Rule("SHT-6", "Nothing else moves", "A shift changes no cell outside its line."),
    Rule(
        "SHT-7",
        "Example on a diagonal",
        "When the diagonal from AW1 to DZ4 is shifted downwards, what was on DZ4 comes to AW1.",
    ),
    Rule(
        "SHT-8",
        "Example on a pillar",
        "AW up takes what was on AW1 to AW4 and what was on AW4 to AW3.",
    ),
    Rule(
        "SHT-9",
        "Naming a shift",
        "Two of the three coordinates and a direction name a shift: AW up.",
    ),
    Rule("SHT-10", "Fours are safe", "A shift may not rearrange a four in a row."),
    Rule(
        "SHT-11",
        "Four in a row",
        "Four pieces of one player that fill a row, column, pillar or diagonal are a four; the "
        "diagonals of space are among them.",
    ),
    Rule("SHT-12", "Winning a round", "A player who has connected four twice wins the round."),
    Rule(
        "SHT-13",
        "Winning the match",
        "If only one player has won a round, that player wins the match.",
    ),
    Rule("SHT-14", "A round each", "If each has won a round, more threes in a row win the match."),
    Rule(
        "SHT-15",
        "No round won",
        "If nobody has won a round, more fours win the match, and with equal fours more threes.",
    ),
    Rule("SHT-16", "Last resort", "If all that is equal, the DMO wins the match."),
    Rule(
        "SHT-17",
        "Open and unlimited",
        "Everything is public, pieces never run out, and no clock is prescribed.",
    ),
    Rule(
        "SHT-Q1",
        "Up and down",
        "Level 1 is on top: up lowers the level, from 1 to 4 around the end, and down raises it.",
    ),
    Rule(
        "SHT-Q2",
        "The 76 lines",
        "The lines are the 48 rows, columns and pillars, 24 diagonals of a plane and 4 of space, "
        "the same for shifting and for winning.",
    ),
    Rule(
        "SHT-Q3",
        "No lines around the edge",
        "Only shifts loop; a diagonal that would go on around the edge of the cube is no line.",
    ),
    Rule("SHT-Q4", "No short diagonals", "Diagonals of two or three cells cannot be shifted."),
    Rule("SHT-Q5", "One step", "A shift moves its line by exactly one step."),
    Rule("SHT-Q6", "Empty cells move too", "Empty cells move along with the pieces."),
    Rule(
        "SHT-Q7",
        "Shifts without effect",
        "A line may be shifted even if that changes nothing, which is as good as no shift.",
    ),
    Rule(
        "SHT-Q8",
        "Placing comes first",
        "Every turn begins with a piece: nobody may pass, shift first or only shift.",
    ),
    Rule(
        "SHT-Q9",
        "What a shift may move",
        "A shift may move the piece just placed and may undo the opponent's shift; the cube fills "
        "up all the same.",
    ),
    Rule(
        "SHT-Q10",
        "What rearranging means",
        "A shift is legal if every four, the one just completed too, is still a four of the same "
        "player afterwards: it may turn along itself, and its pieces may be replaced by others of "
        "the same colour.",
    ),
    Rule(
        "SHT-Q11",
        "No exchange of fours",
        "A shift that breaks one four is illegal even if it makes another.",
    ),
    Rule(
        "SHT-Q12",
        "Two different lines",
        "Connecting twice means two different lines that stand at the end of a turn.",
    ),
    Rule(
        "SHT-Q13",
        "Two at once",
        "Two lines completed by one turn, even if they cross, count as two.",
    ),
    Rule(
        "SHT-Q14",
        "Gifts",
        "A line that the opponent's turn completes counts for its owner.",
    ),
    Rule(
        "SHT-Q15", "Both at once", "If one turn brings both players to two fours, the mover wins."
    ),
    Rule(
        "SHT-Q16",
        "When fours are counted",
        "Fours are counted at the end of the turn, not between piece and shift.",
    ),
    Rule(
        "SHT-Q17",
        "Tied round",
        "The round is tied when the cube is full, the last shift is made and nobody has two "
        "fours, even if one player has one.",
    ),
    Rule(
        "SHT-Q18",
        "Three in a row",
        "A three is a line with exactly three pieces of one player, on neighbouring cells; what "
        "is on the fourth cell does not matter.",
    ),
    Rule(
        "SHT-Q19",
        "Which boards count",
        "For ties, fours and threes of both final boards are added up.",
    ),
    Rule(
        "SHT-Q20",
        "Fours after a round each",
        "If each has won a round, fours are not compared: threes decide, then the DMO.",
    ),
    Rule("SHT-Q21", "One round won, one tied", "Winning one round and tying the other is enough."),
    Rule(
        "SHT-Q22",
        "Round two is played",
        "The second round is always played, whoever won the first.",
    ),
    Rule(
        "SHT-Q23",
        "Naming any shift",
        "The two end cells name any shift: the line moves from the first toward the second, so "
        "AW4>AW1 is AW up.",
    ),
    Rule("SHT-Q24", "Colours and time", "The colours are a matter of taste; play is untimed."),
)
