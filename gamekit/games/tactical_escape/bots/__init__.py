"""The bots of Tactical Escape.

Begin with `policy`, the careful player. `within_reach` says whether a turn can fulfill a win condition, and
what one or two more pieces connect.
"""
