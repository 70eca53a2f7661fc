"""How a worked position of `positions.json` is put to the kit: a module a game.

Each module has CHECKS, from a kind of check to a function of (given, expect, position). These
functions translate; they compute nothing. A value they do not know is an error, never skipped.
"""
