"""One match between two players: played, judged, explained, rewound.

Begin with `match.py`. It holds a `history` of steps, which says how far Undo goes. It asks the `referee`
about every move, and shows people nothing but a `view`. Modules here may import the contract and the
games; `match.py` also writes through `gamekit.storage` and asks `gamekit.drivers` what a skip is.
"""
