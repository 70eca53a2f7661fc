"""The rules of Sliding Tic-Tac-Toe and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.contract import Rule

RULES = (
    Rule("STT-1", "Board", "The board has six rows and six columns and starts empty."),
    Rule("STT-2", "Supply", "Each player has eighteen tiles."),
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
    ),
    Rule("STT-5", "One slide", "There is one slide in a turn at most."),
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
    ),
    Rule(
        "STT-12", "Place first", "After sliding, a player places no tile of the own in that turn."
    ),
    Rule(
        "STT-13",
        "Neutral tile",
        "The player who did not start owns one neutral tile; it lies and slides like any other and "
        "counts for nobody's five.",
    ),
    Rule(
        "STT-14",
        "At any moment",
        "Its owner may put the neutral tile down at any moment of the own turn, beside the actions "
        "of that turn.",
    ),
    Rule(
        "STT-15",
        "Four spaces",
        "While only four spaces are empty, no tile is placed and every turn is a slide.",
    ),
    Rule(
        "STT-16",
        "Five in a row",
        "The goal is five own tiles in a row, across, down or diagonally, at the end of the own "
        "turn.",
    ),
    Rule("STT-17", "Win", "The first player to reach it wins."),
    Rule(
        "STT-Q1", "Whose tiles", "Any tiles may be slid: own, hostile, neutral, or several kinds."
    ),
    Rule(
        "STT-Q2",
        "Part of a row",
        "The front part of a longer row of tiles may slide away from the rest.",
    ),
    Rule("STT-Q3", "No jumping", "The whole way must be empty; no tile jumps over another."),
    Rule("STT-Q4", "Staying is no slide", "A slide goes at least one space."),
    Rule("STT-Q5", "Six in a row", "Six in a row contain five, so they count."),
    Rule(
        "STT-Q6",
        "Whose five",
        "After a turn only the mover's tiles are checked; an option checks the opponent's too.",
    ),
    Rule(
        "STT-Q7",
        "Two fives",
        "If one turn leaves both players with five in a row, the mover wins.",
    ),
    Rule(
        "STT-Q8",
        "Five for the opponent",
        "A five made for the opponent wins if it still stands at the end of the opponent's turn.",
    ),
    Rule(
        "STT-Q9",
        "Five in passing",
        "A five that stands after placing and is broken by the slide does not win.",
    ),
    Rule(
        "STT-Q10",
        "Not a turn by itself",
        "The neutral tile is no action: its owner still places or slides, so it may not be put where "
        "neither would be possible.",
    ),
    Rule(
        "STT-Q11",
        "Neutral and slide",
        "The neutral tile may come before, between or after placing and sliding, and the slide may "
        "move it at once.",
    ),
    Rule(
        "STT-Q12",
        "Four spaces for all",
        "The four spaces are counted before each tile is put down, the neutral tile included: with "
        "five empty spaces one tile more can enter.",
    ),
    Rule("STT-Q13", "Never fewer", "Fewer than four empty spaces never come about."),
    Rule("STT-Q14", "No tiles left", "A player who has placed all own tiles slides."),
    Rule(
        "STT-Q15",
        "Never stuck",
        "On a board that is neither empty nor full some tile can slide; where the options leave the "
        "player to move without any action, as on a full board without sliding, the game is drawn.",
    ),
    Rule(
        "STT-Q16",
        "No end",
        "Players may slide forever; options draw the game after so many turns, or when the same "
        "position stands after a turn for the third time within 64 slides.",
    ),
    Rule("STT-Q17", "Sliding back", "A slide may undo the one before it."),
    Rule(
        "STT-Q18",
        "One bout",
        'One game decides; the text says "bout" because other formats play several.',
        note=True,
    ),
    Rule(
        "STT-Q19",
        "Second turn",
        "Only the very first turn is restricted: the second player may place and slide at once.",
    ),
    Rule(
        "STT-Q20",
        "One neutral tile",
        "There is one neutral tile, and the starting player has none; options give it to both or to "
        "nobody.",
    ),
    Rule(
        "STT-Q21",
        "Notation",
        "A turn is written like C3, slide C1-C3 right 2, with N D4 for the neutral tile.",
    ),
)
