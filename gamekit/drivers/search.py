"""Monte Carlo tree search with chance points and secrets.

Every simulation starts from a state that `imagine` draws for what the mover knows, and its
statistics are kept by what the player to move knows there, so nobody acts on a secret.

Sources: L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006; P. Cowling et al.,
"Information set Monte Carlo tree search", 2012.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.room import (
    ACTOR,
    DEEPEST,
    EDGE,
    KNOWN,
    MOVE,
    NEXT,
    NODE,
    SCRATCH,
    STEP,
    TAKEN,
    TRIAL,
    VISITS,
    Numbers,
    Room,
    Tree,
)
from gamekit.status import CHANCE, DRAW, ONGOING, OVER

if TYPE_CHECKING:
    from gamekit.drivers.advice import advised
    from gamekit.drivers.bound import (
        HAS_POLICY,
        HAS_SECRETS,
        apply,
        copy_state,
        digest,
        hide,
        imagine,
        outcomes,
        result,
        sensible_moves,
        to_act,
    )

LONGEST = 4000  # steps after which a simulation counts as a draw
EXPLORATION = 1.0
WANDERING = 10  # of so many moves of a simulation that follows a policy, one is any sensible one
NODES, EDGES, STAMP = 0, 1, 2  # what a tree counts


def think(room: Room, me: int, simulations: int) -> None:
    """Search from `bank[KNOWN]` for the player `me`; the tree then holds what was found.

    There are at most as many simulations as the tree has room for.
    """
    rules, state, tree = room.rules[0], room.bank[TRIAL], room.tree
    clear(tree)
    for _ in range(min(simulations, len(tree.keys))):
        if room.stopped[0] != 0:
            break
        copy_state(room.bank, TRIAL, KNOWN)
        imagine(rules, state, me, room.random[0])
        depth = simulate(room, tree)
        winner, _ = result(rules, state)
        learn(tree, depth, winner)


def most_tried(tree: Tree) -> int:
    """Return the move at the root that most simulations tried, the latest of equals."""
    edge = tree.first[0] - 1
    best = edge
    while edge >= 0:
        if tree.edges[EDGE * edge + VISITS] > tree.edges[EDGE * best + VISITS]:
            best = edge
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return tree.edges[EDGE * best + MOVE]


def clear(tree: Tree) -> None:
    """Forget all nodes and edges."""
    for slot in range(len(tree.slots)):
        tree.slots[slot] = 0
    tree.counts[NODES] = tree.counts[EDGES] = 0


def simulate(room: Room, tree: Tree) -> int:
    """Play the state under trial to its end; return how many decisions were the tree's.

    Those come first and are noted in the tree's path, up to the first node that is new; the others
    follow the policy or are random.
    """
    rules, state, moves, random = room.rules[0], room.bank[TRIAL], room.moves, room.random[0]
    depth, inside = 0, True
    for _ in range(LONGEST):
        actor = to_act(rules, state)
        if actor == OVER:
            break
        if actor == CHANCE:
            move = draw(random, outcomes(rules, state))
        else:
            inside = inside and depth < DEEPEST and tree.counts[EDGES] < len(tree.values)
            known, key = TRIAL, 0
            if inside:  # a node's moves, too, are those that the actor knows to be sensible
                key = knowledge(room, actor)
                known = SCRATCH if HAS_SECRETS else TRIAL
            if HAS_POLICY and not inside and draw(random, WANDERING) > 0:
                apply(rules, state, advised(room, TRIAL))
                continue
            count = sensible_moves(rules, room.bank[known], moves)
            pick = draw(random, count)
            move = moves[pick]
            if inside:
                node = node_of(tree, key)
                inside = tree.visits[node] > 0
                edge = edge_of(tree, node, moves, count, pick)
                move = tree.edges[EDGE * edge + MOVE]
                tree.path[STEP * depth + NODE] = node
                tree.path[STEP * depth + TAKEN] = edge
                tree.path[STEP * depth + ACTOR] = actor
                depth += 1
        apply(rules, state, move)
    return depth


def learn(tree: Tree, depth: int, winner: int) -> None:
    """Count how a simulation ended, along its path."""
    for i in range(depth):
        edge = tree.path[STEP * i + TAKEN]
        tree.visits[tree.path[STEP * i + NODE]] += 1
        tree.edges[EDGE * edge + VISITS] += 1
        if winner == tree.path[STEP * i + ACTOR]:
            tree.values[edge] += 1.0
        elif winner in (ONGOING, DRAW):
            tree.values[edge] += 0.5


def knowledge(room: Room, actor: int) -> int:
    """Return a number for what `actor` knows of the state under trial."""
    if HAS_SECRETS:
        copy_state(room.bank, SCRATCH, TRIAL)
        hide(room.rules[0], room.bank[SCRATCH], actor)
        return digest(room.words, SCRATCH, actor)
    return digest(room.words, TRIAL, actor)


def node_of(tree: Tree, key: int) -> int:
    """Return the node of what the actor knows, a new one if need be."""
    slot = key & (len(tree.slots) - 1)
    while tree.slots[slot] > 0 and tree.keys[tree.slots[slot] - 1] != key:
        slot = (slot + 1) & (len(tree.slots) - 1)
    if tree.slots[slot] == 0:
        node = tree.counts[NODES]
        tree.keys[node] = key
        tree.visits[node] = tree.first[node] = 0
        tree.counts[NODES] = tree.slots[slot] = node + 1
    return tree.slots[slot] - 1


def edge_of(tree: Tree, node: int, moves: Numbers, count: int, pick: int) -> int:
    """Return the edge to take: while moves are untried a new one, from the picked move on."""
    tree.counts[STAMP] += 1
    edge = best_edge(tree, node, count)
    if edge >= 0:
        return edge
    while tree.stamps[moves[pick]] == tree.counts[STAMP]:
        pick = (pick + 1) % count
    edge = tree.counts[EDGES]
    tree.counts[EDGES] += 1
    tree.values[edge] = 0.0
    tree.edges[EDGE * edge + MOVE] = moves[pick]
    tree.edges[EDGE * edge + VISITS] = 0
    tree.edges[EDGE * edge + NEXT] = tree.first[node]
    tree.first[node] = edge + 1
    return edge


def best_edge(tree: Tree, node: int, count: int) -> int:
    """Return the edge with the best upper confidence bound, or -1 while moves are untried.

    Stamps the moves that were tried.
    """
    scale = EXPLORATION * sqrt(log(tree.visits[node] + 1.0))
    best, best_bound, tried = -1, -1.0, 0
    edge = tree.first[node] - 1
    while edge >= 0:
        n = tree.edges[EDGE * edge + VISITS]
        bound = tree.values[edge] / n + scale / sqrt(n)
        if bound > best_bound:
            best, best_bound = edge, bound
        tree.stamps[tree.edges[EDGE * edge + MOVE]] = tree.counts[STAMP]
        tried += 1
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return best if tried >= count else -1
