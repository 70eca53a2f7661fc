"""The playable table: who sits where, what a press means, what is said of a move.

Begin with `table.py`, the widget, and `actions.py`, which does what its page reports. A seat in a room
is the same table on another page.
"""
