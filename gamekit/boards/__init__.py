"""The geometry of boards: cells, neighbors, lines, shapes and their names.

Some of it serves a single game of the kit, such as twin baskets and numbered slides; the rules of the game
decide what they are worth.

Modules here import each other and the kit's errors. Begin with `grid` (rows and columns), `hexagon` or
`cube`; `tetrominoes` and `shapes` say what can lie on such a board.
"""
