"""The bots of Shift Tac Toe.

Begin with `policy`, the careful player. `winning` finds the lines that a turn can complete and says whether
a player can win in this turn, and whether the mover can keep the opponent from it.
"""
