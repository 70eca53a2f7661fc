"""The playable table: who sits where, what a press means, what is said of a move.

Begin with `tabletop.py`: what a table shows, and what it does when its page reports a press. A seat in a room
is the same table on another page.
"""
