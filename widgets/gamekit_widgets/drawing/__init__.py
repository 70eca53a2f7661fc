"""Pictures that need no notebook: pieces, drawn as SVG or in space, and heat maps.

Begin with `pieces.py`. `gamekit_widgets.scene` describes the whole picture of a position, and `scenes/`
has one for each game. Modules here may import `gamekit` and each other.
"""
