"""The playable table: who sits where, what a press means, and how moves read in words.

Begin with `tabletop.py`, which says what a table shows and what it does when its page reports a press. A seat in
a room is the same table on another page.
"""
