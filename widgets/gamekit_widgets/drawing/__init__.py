"""Pictures of positions, without a notebook: what a scene is made of, and the same as SVG or in space.

Begin with `scene.py`, which says what a scene file must have; `scenes/` has one for each game. Modules
here may import `gamekit` and each other.
"""
