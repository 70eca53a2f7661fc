"""Hobby players, one a game: what somebody who plays well would do, in plain Python.

They are opponents of known kind for the kit's own bots, and see their views only.
"""
