"""What the drivers work on: places for states, lists to fill, a stream of random numbers, and the names of a
game's rules."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gamekit.chance import Random
from gamekit.contract.fields import Parameters, State

if TYPE_CHECKING:
    from collections.abc import Callable

Numbers: TypeAlias = MutableSequence[int]
Seats: TypeAlias = "Numbers | None"  # the kind and simulations of each bot; None for random play
Bank: TypeAlias = Sequence[State]

AHEAD = 8  # how many moves of a turn bots look ahead, and how many states they keep on the way
WAY = AHEAD + 1
MINE, REPLY, LEVELS = 0, 1, 2  # the turns they look through: the rest of this one and the next one
LEFT, DEPTHS = 2, 3  # how many more positions they may look at
# The states of a bank: the game itself, what the mover knows of it, places to try things, and one
# that is all zeros.
GAME, KNOWN, TRIAL, OTHER, SCRATCH = 0, 1, 2, 3, 4
BLANK, BANK = 5 + LEVELS * WAY, 6 + LEVELS * WAY
# The columns of a row, which describes a game of a playtest.
COLUMN_NAMES = "first", "winner", "rule", "moves", "turns", "skips", "choices", "trail"
COLUMNS = len(COLUMN_NAMES)
FIRST, WINNER, RULE, MOVES, TURNS, SKIPS, CHOICES, TRAIL = range(COLUMNS)
CAPPED, STUCK = -2, -3  # instead of a rule: stopped at max_moves; a player without a legal move
# Kinds of bot; a seat is (kind, simulations).
RANDOM, GREEDY, SEARCH, NAIVE, UNWARY, THOROUGH = 0, 1, 2, 3, 4, 5
BEST = 7
THINKING = 6  # a search that makes no choice, because the caller wants its tree
# The fields of a node, which stands for what a player knows: see `Tree`.
SEEN, LATEST, BREADTH, FULL, POINT = 0, 1, 2, 3, 4
# The fields of an edge, a move that the search tried.
MOVE, VISITS, NEXT, ADVISED, PROOF, LEADS, EDGE = 0, 1, 2, 3, 4, 5, 6
MEAN, DOUBT, BOUND = 0, 1, 2  # what a search without a policy compares
UNPROVEN, WON, LOST, DRAWN = 0, 1, 2, 3  # for the player who makes the move
HOLD, WIN, WIN_SURELY = 0, 1, 2  # what bots look for among the ways to play a turn
# What bots count in each position while they look through a turn.
LISTED, TRIED, SHARE, COUNTS = 0, 1, 2, 3
# The fields of a step through the tree.
NODE, TAKEN, ACTOR, STEP = 0, 1, 2, 3
DEEPEST = 512  # most steps of a simulation through the tree


class Tree(NamedTuple):
    """A search tree. Nodes and edges have numbers. If 0 means none, the tree stores the number + 1."""

    slots: Numbers  # number of the node + 1, by key: open addressing, a power of two of them
    keys: Numbers  # of each node
    # Of each node: visits, its latest edge + 1, how many edges it has, and 1 once every move has one.
    nodes: Numbers
    # Of each edge: move, visits, the edge before it at its node + 1, how often the policy advised
    # it, what the search has proven, and the node that it leads to + 1 if that is always the same.
    edges: Numbers
    values: MutableSequence[float]  # of each edge: summed scores of the player who moved
    # Of each edge: its mean score and one over the root of its visits, or numbers that put it first or last.
    bounds: MutableSequence[float]
    weights: MutableSequence[float]  # of doubt, by a node's visits; 0 until a search needs one
    stamps: Numbers  # of each move: when the search last saw it among the edges of a node
    path: Numbers  # the way of this simulation: node, edge and actor of each step
    counts: Numbers  # nodes, edges and stamps so far


class Workspace(NamedTuple):
    """All the memory that the drivers of one game use. They allocate nothing.

    The types are those of interpreted rules. Compiled rules keep all of this in one memory.
    """

    rules: Sequence[Parameters]  # a bank of one
    bank: Bank  # `BANK` of them
    words: object  # the same states, as `digest` reads them
    random: Sequence[Random]  # one: what the mover's decision draws from
    moves: Numbers  # as many as there are moves
    ahead: Sequence[Numbers]  # as many for each move of the turns that bots look through
    counts: Sequence[Numbers]  # of each of these lists: moves, moves tried, ways left to look at
    depths: Numbers  # how far bots have looked in each of these turns; how many looks are `LEFT`
    way: Numbers  # one winning way to play a turn: how many moves, and which
    tree: Tree
    stopped: Numbers  # one: not 0 once somebody wants the drivers to stop


def stop(work: Workspace) -> None:
    """Ask the driver that works here to stop. Its result then means nothing."""
    work.stopped[0] = 1


if TYPE_CHECKING:
    # Names that the drivers use. Each engine binds them to the rules of one game, and to what depends on how
    # they run.

    # what the game has, so that drivers skip what it leaves out

    HAS_SECRETS: bool
    HAS_POLICY: bool
    HAS_BEST_MOVE: bool
    HAS_BELIEFS: bool
    DRAWS_MOVES: bool
    HAS_SLIPS: bool
    IS_OPEN: bool  # neither chance nor secrets
    HAS_PAYOFFS: bool
    LONG_TURNS: bool

    # what rows hold besides `COLUMNS`, see `drivers.note_functions`

    AT_END: tuple[Callable[[Parameters, State], int], ...]
    AT_STEPS: tuple[Callable[[Parameters, State, int, State], int], ...]
    COUNTS_STEPS: bool
    ROW: int  # of a row: the columns, then these notes

    # rule functions

    def setup(rules: Parameters, state: State) -> None: ...
    def to_act(rules: Parameters, state: State) -> int: ...
    def outcomes(rules: Parameters, state: State) -> int: ...
    def faces_of_chance(rules: Parameters, state: State) -> int: ...
    def outcome_drawn(rules: Parameters, state: State, drawn: int) -> int: ...
    def why_illegal(rules: Parameters, state: State, move: int) -> int: ...
    def legal_moves(rules: Parameters, state: State, moves: Numbers) -> int: ...
    def sensible_moves(rules: Parameters, state: State, moves: Numbers) -> int: ...
    def apply(rules: Parameters, state: State, move: int) -> None: ...
    def result(rules: Parameters, state: State) -> tuple[int, int]: ...
    def payoff(rules: Parameters, state: State) -> int: ...
    def highest_payoff(rules: Parameters) -> int: ...
    def hide(rules: Parameters, view: State, player: int) -> None: ...
    def imagine(rules: Parameters, view: State, player: int, random: Random) -> None: ...
    def policy(rules: Parameters, state: State, moves: Numbers, random: Random) -> int: ...
    def best_move(rules: Parameters, state: State, moves: Numbers, random: Random) -> int: ...
    def likelihood(rules: Parameters, state: State, player: int) -> int: ...
    def random_move(rules: Parameters, state: State, moves: Numbers, random: Random) -> int: ...
    def slip(rules: Parameters, state: State, moves: Numbers, random: Random) -> int: ...
    def may_win(rules: Parameters, state: State) -> int: ...
    def may_hold(rules: Parameters, state: State) -> int: ...
    def standing(rules: Parameters, state: State) -> int: ...

    # records and lists

    def zero(numbers: Numbers) -> None:
        """Set every number of a list to 0."""

    def copy_state(bank: Bank, to: int, source: int) -> None:
        """Make one state of a bank equal to another."""

    def digest(words: object, index: int, actor: int) -> int:
        """Return a whole number of 0 or more that is the same for equal states with the same actor."""
