"""The variant lab: change a game's parameters, watch a playtest, take its report along.

Begin with `lab.py`, the widget.
"""
