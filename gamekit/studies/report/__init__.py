"""How studies and comparisons are shown: tables, sentences, figures, and a page of their own.

This folder reads studies and changes nothing. Begin with `tables`, which a notebook shows first; `page`
writes the report that needs no network.
"""
