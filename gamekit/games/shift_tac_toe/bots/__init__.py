"""How bots play Shift Tac Toe; the rules know nothing of it.

It may import the game's state and rules, and geometry. Begin with `policy`, the careful player. `winning`
says whether a player can win in this turn, and `holding` whether the mover can keep the opponent from it.
Both use `fours` to find lines that a turn completes.
"""
