"""The variant lab: change a game's parameters, watch a playtest, download its report.

Begin with `lab.py`, the widget.
"""
