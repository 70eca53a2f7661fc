"""How bots play Shift Tac Toe; the rules know nothing of it.

It may import the game's state and rules, and geometry. Begin with `policy`, the careful player; `winning`
says whether somebody can win in this turn, `holding` whether the opponent can be kept from it, and both
look for lines that a turn completes in `fours`.
"""
