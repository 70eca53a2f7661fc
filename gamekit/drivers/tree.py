"""The search tree: what was tried where, how it went, and what is to be tried next.

Without a policy every move is tried before one is tried again, and then the one with the highest
upper confidence bound. With a policy its advice comes first, other moves one by one the more often
a node is visited, and the share of the advice guides the choice.

Sources: L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006; M. Winands et al.,
"Monte-Carlo tree search solver", 2008; R. Coulom, "Computing Elo ratings of move patterns in the
game of Go", 2007 (widening); C. Rosin, "Multi-armed bandits with episode context", 2011.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from gamekit.contract.status import DRAW, ONGOING
from gamekit.drivers.workspace import (
    ACTOR,
    ADVISED,
    BOUND,
    BREADTH,
    DOUBT,
    DRAWN,
    EDGE,
    FULL,
    LATEST,
    LEADS,
    LOST,
    MEAN,
    MOVE,
    NEXT,
    NODE,
    POINT,
    PROOF,
    SEEN,
    STEP,
    TAKEN,
    UNPROVEN,
    VISITS,
    WON,
    Numbers,
    Tree,
)

if TYPE_CHECKING:
    from gamekit.drivers.rules import HAS_POLICY

EXPLORATION = 1.0
TRUST = 0.8  # in the policy; the rest is shared equally by the moves that are tried
NODES, EDGES, STAMP = 0, 1, 2  # what a tree counts
ROOT_OF_TWO = 1.4142135623730951
LOG_2, LOG_2_REST = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # together log(2)
TERMS = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)


def clear(tree: Tree) -> None:
    """Forget all nodes and edges."""
    for slot in range(len(tree.slots)):
        tree.slots[slot] = 0
    tree.counts[NODES] = tree.counts[EDGES] = 0


def node_of(tree: Tree, key: int) -> int:
    """Return the node of what the actor knows, a new one if need be."""
    slot = key & (len(tree.slots) - 1)
    while tree.slots[slot] > 0 and tree.keys[tree.slots[slot] - 1] != key:
        slot = (slot + 1) & (len(tree.slots) - 1)
    if tree.slots[slot] == 0:
        node = tree.counts[NODES]
        tree.keys[node] = key
        for field in range(POINT):
            tree.nodes[POINT * node + field] = 0
        tree.counts[NODES] = tree.slots[slot] = node + 1
    return tree.slots[slot] - 1


def new_edge(tree: Tree, node: int, move: int, advised: int) -> int:
    """Return a new edge of a node for a move that has none."""
    edge = tree.counts[EDGES]
    tree.counts[EDGES] += 1
    tree.values[edge] = 0.0
    tree.edges[EDGE * edge + MOVE] = move
    tree.edges[EDGE * edge + VISITS] = 0
    tree.edges[EDGE * edge + NEXT] = tree.nodes[POINT * node + LATEST]
    tree.edges[EDGE * edge + ADVISED] = advised
    tree.edges[EDGE * edge + PROOF] = UNPROVEN
    tree.edges[EDGE * edge + LEADS] = 0
    weigh(tree, edge)
    tree.nodes[POINT * node + LATEST] = edge + 1
    tree.nodes[POINT * node + BREADTH] += 1
    return edge


def stamp_edges(tree: Tree, node: int, move: int) -> int:
    """Stamp the moves of a node that have edges; return the edge of this one, or -1."""
    tree.counts[STAMP] += 1
    edge, found = tree.nodes[POINT * node + LATEST] - 1, -1
    while edge >= 0:
        if tree.edges[EDGE * edge + MOVE] == move:
            found = edge
        tree.stamps[tree.edges[EDGE * edge + MOVE]] = tree.counts[STAMP]
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return found


def untried(tree: Tree, moves: Numbers, count: int, pick: int) -> int:
    """Return the first move without a stamp, from the picked one on, or -1."""
    for i in range(count):
        move = moves[(pick + i) % count]
        if tree.stamps[move] != tree.counts[STAMP]:
            return move
    return -1


def best_edge(tree: Tree, node: int) -> int:
    """Return the most promising edge of a node, -1 where there is none.

    One that is proven to lose is taken where all are, one that is proven to win at once.
    """
    if HAS_POLICY:
        return best_advised(tree, node)
    scale = weight_of_doubt(tree, tree.nodes[POINT * node + SEEN])
    best, best_bound = -1, -2.0
    edge = tree.nodes[POINT * node + LATEST] - 1
    while edge >= 0:
        bound = tree.bounds[BOUND * edge + MEAN] + scale * tree.bounds[BOUND * edge + DOUBT]
        if bound > best_bound:
            best, best_bound = edge, bound
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return best


def best_advised(tree: Tree, node: int) -> int:
    """Return the most promising edge of a node where a policy guides the choice."""
    visits = tree.nodes[POINT * node + SEEN]
    scale = EXPLORATION * sqrt(visits + 1.0)
    fair = (1.0 - TRUST) / max(1, tree.nodes[POINT * node + BREADTH])
    best, best_bound = -1, -2.0
    edge = tree.nodes[POINT * node + LATEST] - 1
    while edge >= 0:
        n = tree.edges[EDGE * edge + VISITS]
        proof = tree.edges[EDGE * edge + PROOF]
        if proof == WON:
            return edge
        if proof == LOST:
            bound = -1.0
        else:
            share = fair + TRUST * tree.edges[EDGE * edge + ADVISED] / (visits + 1.0)
            bound = tree.values[edge] / max(1, n) + scale * share / (1.0 + n)
        if bound > best_bound:
            best, best_bound = edge, bound
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return best


def weight_of_doubt(tree: Tree, visits: int) -> float:
    """Return how much doubt about an edge counts after so many visits to its node: worked out once."""
    if tree.weights[visits] == 0.0:
        tree.weights[visits] = EXPLORATION * sqrt(logarithm(visits + 1.0))
    return tree.weights[visits]


def logarithm(x: float) -> float:
    """Return the natural logarithm of a number of 1 or more, the same on every machine.

    Source: the series of `log` in fdlibm, Sun Microsystems, 1993.
    """
    halvings = 0.0
    while x > ROOT_OF_TWO:
        x *= 0.5
        halvings += 1.0
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = z * (TERMS[0] + w * (TERMS[2] + w * (TERMS[4] + w * TERMS[6])))
    even = w * (TERMS[1] + w * (TERMS[3] + w * TERMS[5]))
    half = 0.5 * f * f
    return halvings * LOG_2 - ((half - (s * (half + odd + even) + halvings * LOG_2_REST)) - f)


def weigh(tree: Tree, edge: int) -> None:
    """Work out what `best_edge` goes by, after a change: it looks at edges far more often."""
    if HAS_POLICY:
        return
    mean, doubt, proof = -1.0, 0.0, tree.edges[EDGE * edge + PROOF]
    if proof == WON:
        mean = inf
    elif proof != LOST:
        n = max(1, tree.edges[EDGE * edge + VISITS])
        mean, doubt = tree.values[edge] / n, 1.0 / sqrt(n)
    tree.bounds[BOUND * edge + MEAN], tree.bounds[BOUND * edge + DOUBT] = mean, doubt


def learn(tree: Tree, depth: int, winner: int, standing: int) -> None:
    """Count how a simulation ended, along its path: with a winner, or as the match stands."""
    for i in range(depth):
        edge = tree.path[STEP * i + TAKEN]
        tree.nodes[POINT * tree.path[STEP * i + NODE] + SEEN] += 1
        tree.edges[EDGE * edge + VISITS] += 1
        if winner == tree.path[STEP * i + ACTOR]:
            tree.values[edge] += 1.0
        elif winner == DRAW:
            tree.values[edge] += 0.5
        elif winner == ONGOING:
            share = standing if tree.path[STEP * i + ACTOR] == 0 else 100 - standing
            tree.values[edge] += share / 100.0
        weigh(tree, edge)


def prove(tree: Tree, depth: int, winner: int) -> bool:
    """Note that the last edge of the path decides the game, and what follows for those before.

    Returns whether the whole game is decided.
    """
    for i in range(depth - 1, -1, -1):
        edge, actor = tree.path[STEP * i + TAKEN], tree.path[STEP * i + ACTOR]
        visits = tree.edges[EDGE * edge + VISITS]
        if winner == actor:
            tree.edges[EDGE * edge + PROOF] = WON
            tree.values[edge] = 1.0 * visits
            weigh(tree, edge)
            continue
        if winner == DRAW:
            tree.edges[EDGE * edge + PROOF] = DRAWN
            tree.values[edge] = 0.5 * visits
        elif winner == 1 - actor:
            tree.edges[EDGE * edge + PROOF] = LOST
            tree.values[edge] = 0.0
        else:
            return False
        weigh(tree, edge)
        winner = best_outcome(tree, tree.path[STEP * i + NODE], actor)
    return winner != ONGOING


def best_outcome(tree: Tree, node: int, actor: int) -> int:
    """Return how the game ends at best from a node without a won edge, ONGOING if that is open."""
    outcome = 1 - actor if tree.nodes[POINT * node + FULL] == 1 else ONGOING
    edge = tree.nodes[POINT * node + LATEST] - 1
    while edge >= 0 and outcome != ONGOING:
        proof = tree.edges[EDGE * edge + PROOF]
        if proof == UNPROVEN:
            outcome = ONGOING
        elif proof == DRAWN:
            outcome = DRAW
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return outcome


def proven_winner(tree: Tree, edge: int, actor: int) -> int:
    """Return who wins after an edge, DRAW, or ONGOING where nothing is proven."""
    proof = tree.edges[EDGE * edge + PROOF]
    if proof == WON:
        return actor
    if proof == LOST:
        return 1 - actor
    return DRAW if proof == DRAWN else ONGOING


def most_tried(tree: Tree) -> int:
    """Return the edge of the root that most simulations took, the latest of equals.

    One that is proven to win comes before all others, and those that lose after them. Of these, the
    one that took most simulations was the hardest to refute.
    """
    edge = tree.nodes[LATEST] - 1
    best, most = edge, -tree.nodes[SEEN] - 2
    while edge >= 0:
        proof = tree.edges[EDGE * edge + PROOF]
        if proof == WON:
            return edge
        tries = tree.edges[EDGE * edge + VISITS]
        if proof == LOST:
            tries -= tree.nodes[SEEN] + 1
        if tries > most:
            best, most = edge, tries
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return best
