"""Pictures that need no notebook: pieces and scenes made of them, drawn as SVG or in space, and heat maps.

Begin with `pieces.py`. `scene.py` describes the whole picture of a position, and the folder `scenes/`
has one for each game. Modules here may import `gamekit` and each other.
"""
