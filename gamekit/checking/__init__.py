"""Checking a game that somebody wrote: `gamekit check`.

Begin with `check.py`, which tries everything in order. `trial_games` plays random games, `promises` tests
what the contract promises of one position, `secrecy` tests secrets, and `reading` looks at the text of the file.
"""
