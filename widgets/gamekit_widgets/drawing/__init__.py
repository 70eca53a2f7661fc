"""Pictures that need no notebook: pieces, scenes made of pieces, and heat maps, as SVG or in space.

Begin with `pieces.py`. `scene.py` describes the whole picture of a position, and the folder `scenes/`
draws one for each game. Modules here may import `gamekit` and each other.
"""
