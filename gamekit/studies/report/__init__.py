"""How studies and comparisons are told: tables, sentences, figures, and a page of their own.

What is here reads studies and changes nothing. Begin with `tables`, which a notebook shows first;
`page` writes the report that needs no network.
"""
