"""How bots play Tactical Escape; the rules know nothing of it.

It may import the game's state and rules, and geometry. Begin with `policy`, the careful player.
`within_reach` says whether a turn can fulfil a win condition. It asks `joining` what one or two pieces
connect.
"""
