"""Where everything lies on the table of Tic-Tac-Toe Evolved."""

from gamekit.games.tic_tac_toe_evolved.state import SIZE
from gamekit_widgets.scene import CELL

WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # of the board, around its parts, and around what is in them
ORDER, STOCK = 40.0, 78.0  # heights: the order of turns, what a player has
BOARD = SIZE * CELL
CENTRE = WIDTH / 2
LEFT = CENTRE - BOARD / 2
TOP = PAD + ORDER + STOCK + 24  # of the squares, below the names of their columns
TUG = TOP + BOARD + 32  # of the dice that pull, middle
ROPE = TUG + 34  # middle
WAITING = ROPE + 36  # of the dice that count for nobody, middle
STOCKS = (PAD + ORDER, WAITING + 32)  # tops
HEIGHT = STOCKS[1] + STOCK + PAD


def centre(square: int) -> tuple[float, float]:
    """Return the middle of a square."""
    row, column = divmod(square, SIZE)
    return LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL
