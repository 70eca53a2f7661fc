"""Pictures, without a notebook: pieces, the same as SVG or in space, and what is put together of them.

Begin with `pieces.py`. `gamekit_widgets.scene` describes the whole picture of a position, and `scenes/`
has one for each game. Modules here may import `gamekit` and each other.
"""
