"""The geometry of boards: cells, neighbors, lines, shapes and their names, and no rule of any game.

Modules here import each other and the kit's errors. Begin with `grid` (rows and columns), `hexagon` or
`cube`; `tetrominoes` and `shapes` say what can lie on such a board.
"""
