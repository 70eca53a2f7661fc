"""A match as data: records, transcripts, journals, and what is read back from them.

Begin with `record.py`; `journal.py` writes a match down while it is played, and `saved_matches.py` plays
either through the rules again. Everything is written by `files.py`, which leaves no half-written file.
"""
