"""Pictures that need no notebook: pieces, as SVG or in space, and the pictures they make up.

Begin with `pieces.py`. `gamekit_widgets.scene` describes the whole picture of a position, and `scenes/`
has one for each game. Modules here may import `gamekit` and each other.
"""
