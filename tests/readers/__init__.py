"""Readers: one module a game, with players who know how the kit's levels think. See `tests.exploit`."""
