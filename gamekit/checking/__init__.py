"""Checking a game that somebody wrote: `gamekit check`.

Begin with `check.py`, which tries everything in order. `game_file` looks at the text of the file, `trial_games`
plays random games, `contract_checks` tests what the contract promises of one position, and `secrecy` tests
secrets. `check.py` is also `gk.conformance`: `check` tests the same promises, up to the first that is broken.
"""
