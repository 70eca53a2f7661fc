"""Checking a game that somebody writes: `gamekit check`.

Begin with `check.py`, which tries everything in order; `promises` has what the contract promises of one
position, `secrecy` and `imagining` what secrets need, `reading` what the text of the file shows.
"""
