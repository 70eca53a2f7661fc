"""How bots play Sliding Tic-Tac-Toe; the rules know nothing of it.

It may import the game's state and rules, and geometry. Begin with `policy`, the careful player. It
looks for a line in `winning` and weighs its other moves by `worth`. `holding` finds moves that leave the
opponent none of the `threats`, and `random_moves` draws a move without listing them all.
"""
