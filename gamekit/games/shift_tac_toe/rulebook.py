"""The rules of Shift Tac Toe and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.boards import cube
from gamekit.contract import Rule
from gamekit.games.shift_tac_toe.state import AXES_ONLY, NO, Parameters


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences name besides the parameters."""
    size, needed = rules.size, rules.fours_needed
    kinds = [cube.kind(size, line) for line in cube.lines(size)]
    pillar = cube.label(size, 0)[:2]
    return {
        "first": cube.label(size, 0),
        "last": cube.label(size, size**3 - 1),
        "last_row": cube.FROM_A[size - 1],
        "first_column": cube.TO_Z[-size],
        "pillar": pillar,
        "second": f"{pillar}{size - 1}",
        "bottom": f"{pillar}{size}",
        "lines": len(kinds),
        "edges": kinds.count(cube.EDGE),
        "planes": kinds.count(cube.PLANE),
        "spaces": kinds.count(cube.SPACE),
        "three": size - 1,
        "times": ("once", "twice", "three times", "four times", "five times")[needed - 1],
        "fours": "four" if needed == 1 else "fours",
        "shifted": "none" if rules.shifting == NO else "axes" * (rules.shift_lines == AXES_ONLY),
    }


RULES = (
    Rule(
        "SHT-1",
        "Two rounds",
        "The match has two rounds; the Death Match Opponent (DMO) decides who starts the first, and "
        "the other player starts the second.",
        when={
            "rounds": {
                1: "The match has only one round; the Death Match Opponent (DMO) decides who "
                "starts it."
            }
        },
    ),
    Rule(
        "SHT-2",
        "Board",
        "The board is a cube of {size} x {size} x {size} cells, each named by a letter A to "
        "{last_row}, a letter {first_column} to Z and a level 1 to {size}.",
    ),
    Rule(
        "SHT-3",
        "Turn",
        "A turn places one piece on an empty cell and may then shift one line.",
        when={"shifting": {"no": "A turn places one piece on an empty cell."}},
    ),
    Rule(
        "SHT-4",
        "Lines to shift",
        "Any row, column, pillar or diagonal may be shifted.",
        when={
            "shifted": {
                "none": "No line may be shifted.",
                "axes": "Any row, column or pillar may be shifted, but no diagonal.",
            }
        },
    ),
    Rule(
        "SHT-5",
        "Shift",
        "Everything on the line moves along it, all in whichever of its two directions the mover "
        "picks, and what leaves one end enters at the other.",
    ),
    Rule("SHT-6", "Nothing else moves", "A shift changes no cell outside its line."),
    Rule(
        "SHT-7",
        "Example on a diagonal",
        "When the diagonal from {first} to {last} is shifted downwards, what was on {last} comes "
        "to {first}.",
        when={
            "shifted": {
                "none": "The diagonal from {first} to {last} is not shifted.",
                "axes": "The diagonal from {first} to {last} is not shifted.",
            }
        },
    ),
    Rule(
        "SHT-8",
        "Example on a pillar",
        "{pillar} up takes what was on {first} to {bottom} and what was on {bottom} to {second}.",
    ),
    Rule(
        "SHT-9",
        "Naming a shift",
        "Two of the three coordinates and a direction name a shift: {pillar} up.",
    ),
    Rule(
        "SHT-10",
        "Fours are safe",
        "A shift may not rearrange a four in a row.",
        when={
            "four_lock": {
                "freeze": "A shift may not touch a four in a row, except along the four itself.",
                "none": "A shift may rearrange a four in a row: fours are not safe.",
            }
        },
    ),
    Rule(
        "SHT-11",
        "Four in a row",
        "A row, column, pillar or diagonal filled with {size:words} pieces of one player is a four; "
        "the diagonals of space are among them.",
    ),
    Rule("SHT-12", "Winning a round", "A player who has connected four {times} wins the round."),
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
    Rule("SHT-16", "Last resort", "If all that counts is equal, the DMO wins the match."),
    Rule(
        "SHT-17",
        "Open and unlimited",
        "Everything is public, pieces never run out, and no clock is prescribed.",
    ),
    Rule(
        "SHT-Q1",
        "Up and down",
        "Level 1 is on top: up lowers the level, from 1 to {size} around the end, and down raises "
        "it.",
    ),
    Rule(
        "SHT-Q2",
        "Which lines there are",
        "The {lines} lines are the {edges} rows, columns and pillars, {planes} diagonals of a "
        "plane and {spaces} of space, the same for shifting and for winning.",
        when={
            "shifted": {
                "none": "The {lines} lines are the {edges} rows, columns and pillars, {planes} "
                "diagonals of a plane and {spaces} of space.",
                "axes": "The {lines} lines are the {edges} rows, columns and pillars, {planes} "
                "diagonals of a plane and {spaces} of space; diagonals count for winning only.",
            }
        },
    ),
    Rule(
        "SHT-Q3",
        "No lines around the edge",
        "Only shifts loop; a diagonal that would go on around the edge of the cube is not a line.",
    ),
    Rule(
        "SHT-Q4",
        "No short diagonals",
        "Diagonals of fewer than {size:words} cells cannot be shifted.",
    ),
    Rule("SHT-Q5", "One step", "A shift moves its line by exactly one step."),
    Rule("SHT-Q6", "Empty cells move too", "Empty cells move along with the pieces."),
    Rule(
        "SHT-Q7",
        "Shifts without effect",
        "A line may be shifted even if that changes nothing, which is as good as no shift.",
        when={"shifting": {"no": "No line may be shifted, not even without effect."}},
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
        when={"shifting": {"no": "Nothing moves, and the cube fills up."}},
    ),
    Rule(
        "SHT-Q10",
        "What rearranging means",
        "A shift is legal if every four, the one just completed too, is still a four of the same "
        "player afterwards: it may turn along itself, and its pieces may be replaced by others of "
        "the same color.",
        when={
            "four_lock": {
                "freeze": "A shift is legal if its line crosses no four, the one just completed "
                "included; a four may still turn along itself.",
                "none": "A shift may break any four, the one just completed too.",
            }
        },
    ),
    Rule(
        "SHT-Q11",
        "No exchange of fours",
        "A shift that breaks one four is illegal even if it makes another.",
        when={"four_lock": {"none": "A shift may break one four to make another."}},
    ),
    Rule(
        "SHT-Q12",
        "Different lines",
        "Connecting {times} means {fours_needed:words} different lines that stand at the end of a "
        "turn.",
        when={
            "fours_needed": {1: "Connecting once means a line that stands at the end of a turn."}
        },
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
        "SHT-Q15",
        "Both at once",
        "If one turn brings both players to {fours_needed:words} {fours}, the mover wins.",
        when={
            "simultaneous": {
                "most_lines": "If one turn brings both players to {fours_needed:words} {fours}, "
                "whoever has more of them wins, and the mover if they have equally many.",
                "tie_round": "If one turn brings both players to {fours_needed:words} {fours}, the "
                "round is tied.",
            }
        },
    ),
    Rule(
        "SHT-Q16",
        "When fours are counted",
        "Fours are counted at the end of the turn, not between piece and shift.",
    ),
    Rule(
        "SHT-Q17",
        "Tied round",
        "The round is tied when the cube is full, the last shift is made and nobody has "
        "{fours_needed:words} fours, even if one player has one.",
        when={
            "fours_needed": {
                1: "The round is tied when the cube is full, the last shift is made and nobody has "
                "a four."
            }
        },
    ),
    Rule(
        "SHT-Q18",
        "Three in a row",
        "A three is a line with exactly {three:words} pieces of one player, on neighboring cells; "
        "what is on the other cell does not matter.",
        when={
            "threes": {
                "any3of4": "A three is a line with exactly {three:words} pieces of one player; "
                "where on it they are, and what is on the other cell, does not matter.",
                "windows": "A three is any straight run of {three:words} pieces of one player, "
                "inside a line or on a shorter diagonal; a four holds two of them.",
            }
        },
    ),
    Rule(
        "SHT-Q19",
        "Which boards count",
        "For ties, fours and threes of both final boards are added up.",
        when={"rounds": {1: "For ties, fours and threes of the final board count."}},
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
        when={"rounds": {1: "There is no second round."}},
    ),
    Rule(
        "SHT-Q23",
        "Naming any shift",
        "The two end cells name any shift: the line moves from the first toward the second, so "
        "{bottom}>{first} is {pillar} up.",
    ),
    Rule("SHT-Q24", "Colors and time", "The colors are a matter of taste; play is untimed."),
)
