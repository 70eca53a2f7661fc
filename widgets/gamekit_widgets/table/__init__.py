"""The playable table: who sits where, what a press means, what is said of a move.

Begin with `table.py`, the widget, and `play.py`, which answers what its page reports. A seat in a room
is the same table on another page.
"""
