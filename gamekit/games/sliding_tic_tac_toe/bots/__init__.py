"""The bots of Sliding Tic-Tac-Toe.

Begin with `policy`, the careful player. It looks for a line in `winning` and then weighs its other moves.
`holding` finds moves that leave the opponent no line in the next turn.
"""
