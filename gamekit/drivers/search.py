"""Monte Carlo tree search with chance points and secrets.

Every simulation starts from a state that `imagine` draws for what the mover knows, and its
statistics are kept by what the player to move knows there, so nobody acts on a secret.

Source: P. Cowling et al., "Information set Monte Carlo tree search", 2012. That of the choices in
the tree stands in `tree`, that of the first look for a win in `decisive`.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.contract.status import CHANCE, ONGOING, OVER
from gamekit.drivers.workspace import (
    ACTOR,
    ADVISED,
    BREADTH,
    DEEPEST,
    EDGE,
    FULL,
    LATEST,
    LEADS,
    LOST,
    MOVE,
    NEXT,
    NODE,
    POINT,
    PROOF,
    SCRATCH,
    SEEN,
    STEP,
    TAKEN,
    TRIAL,
    VISITS,
    WON,
    Room,
    Tree,
)

if TYPE_CHECKING:
    from gamekit.drivers.advice import advised, any_move, imagine_into
    from gamekit.drivers.lookahead import LOOKS, gives_away, safe_move, winning_move
    from gamekit.drivers.rules import (
        HAS_POLICY,
        HAS_SECRETS,
        IS_OPEN,
        apply,
        copy_state,
        digest,
        hide,
        outcomes,
        result,
        sensible_moves,
        standing,
        to_act,
    )
    from gamekit.drivers.tree import (
        EDGES,
        best_edge,
        clear,
        learn,
        most_tried,
        new_edge,
        node_of,
        prove,
        proven_winner,
        stamp_edges,
        untried,
    )

LONGEST = 4000  # steps after which a simulation counts as a draw
WANDERING = 10  # of so many moves of a simulation that follows a policy, one is any sensible one
WIDTH = 1.0  # a node has about this many times the root of its visits as edges, where advice guides
STRANGER = 4  # one of so many of them is not advised


def think(room: Room, me: int, simulations: int) -> None:
    """Search from `bank[KNOWN]` for the player `me`; the tree then holds what was found.

    There are at most as many simulations as the tree has room for, and fewer once all is proven.
    """
    tree = room.tree
    clear(tree)
    move = winning_move(room, me)
    if move >= 0:
        settle(tree, move, simulations)
        return
    for _ in range(min(simulations, len(tree.keys))):
        if room.stopped[0] != 0:
            break
        imagine_into(room, TRIAL, me)
        depth, winner, is_whole = simulate(room, me)
        learn(tree, depth, winner, standing(room.rules[0], room.bank[TRIAL]))
        if IS_OPEN and is_whole and prove(tree, depth, winner):
            break


def settle(tree: Tree, move: int, simulations: int) -> None:
    """Note that this move wins, the game or a round, as if every simulation had found it."""
    edge = new_edge(tree, node_of(tree, 0), move, 0)
    tree.edges[EDGE * edge + VISITS] = simulations
    tree.edges[EDGE * edge + PROOF] = WON
    tree.values[edge] = 1.0 * simulations


def simulate(room: Room, me: int) -> tuple[int, int, bool]:
    """Play the state under trial to its end, or to the end of a round; return how many decisions
    were the tree's, who won, ONGOING after a round, and whether these decisions are all it takes.

    Those come first and are noted in the tree's path, up to the first node that is new; the others
    follow the policy or are random.
    """
    rules, state, random, tree = room.rules[0], room.bank[TRIAL], room.random[0], room.tree
    depth, edge, inside, stood = 0, -1, True, standing(rules, state)
    for step in range(LONGEST):
        actor = to_act(rules, state)
        if actor == OVER:
            return depth, result(rules, state)[0], step == depth
        if standing(rules, state) != stood:
            return depth, ONGOING, False
        if actor == CHANCE:
            move = draw(random, outcomes(rules, state))
        elif inside and depth < DEEPEST and tree.counts[EDGES] < len(tree.values):
            node = next_node(room, tree, edge, actor)
            inside = tree.nodes[POINT * node + SEEN] > 0
            # A node's moves, too, are those that the actor knows to be sensible.
            edge = edge_of(room, tree, node, SCRATCH if HAS_SECRETS else TRIAL)
            move = 0 + tree.edges[EDGE * edge + MOVE]  # as wide as numbers in rules
            if depth == 0 and tree.edges[EDGE * edge + VISITS] == 0 and gives_away(room, me, move):
                tree.edges[EDGE * edge + PROOF] = LOST
            tree.path[STEP * depth + NODE] = node
            tree.path[STEP * depth + TAKEN] = edge
            tree.path[STEP * depth + ACTOR] = actor
            depth += 1
            winner = proven_winner(tree, edge, actor)
            if winner != ONGOING:
                return depth, winner, True
        else:
            inside = False
            follows = HAS_POLICY and draw(random, WANDERING) > 0
            move = advised(room, TRIAL) if follows else any_move(room, TRIAL)
        apply(rules, state, move)
    return depth, ONGOING, False


def next_node(room: Room, tree: Tree, edge: int, actor: int) -> int:
    """Return the node of what `actor` knows after an edge, which is -1 at the beginning.

    Without chance and secrets an edge always leads to the same one, which is looked up once.
    """
    if not IS_OPEN or edge < 0:
        return node_of(tree, knowledge(room, actor))
    if tree.edges[EDGE * edge + LEADS] == 0:
        tree.edges[EDGE * edge + LEADS] = node_of(tree, knowledge(room, actor)) + 1
    return tree.edges[EDGE * edge + LEADS] - 1


def knowledge(room: Room, actor: int) -> int:
    """Return a number for what `actor` knows of the state under trial."""
    if HAS_SECRETS:
        copy_state(room.bank, SCRATCH, TRIAL)
        hide(room.rules[0], room.bank[SCRATCH], actor)
        return digest(room.words, SCRATCH, actor)
    return digest(room.words, TRIAL, actor)


def edge_of(room: Room, tree: Tree, node: int, known: int) -> int:
    """Return the edge to take from a node whose actor knows this state of the bank."""
    if HAS_POLICY:
        return advised_edge(room, tree, node, known)
    if tree.nodes[POINT * node + FULL] == 1:
        return best_edge(tree, node)
    moves, random = room.moves, room.random[0]
    count = sensible_moves(room.rules[0], room.bank[known], moves)
    stamp_edges(tree, node, -1)
    move = untried(tree, moves, count, draw(random, count))
    tree.nodes[POINT * node + FULL] = 1 if tree.nodes[POINT * node + BREADTH] + 1 >= count else 0
    return new_edge(tree, node, move, 0) if move >= 0 else best_edge(tree, node)


def advised_edge(room: Room, tree: Tree, node: int, known: int) -> int:
    """Return the best edge, or one for new advice or, now and then, for any move."""
    moves, random = room.moves, room.random[0]
    advice = advised(room, known)
    found = stamp_edges(tree, node, advice)
    if found >= 0:
        tree.edges[EDGE * found + ADVISED] += 1
    best = best_edge(tree, node)
    lacks = best < 0 or tree.edges[EDGE * best + PROOF] == LOST
    width = tree.nodes[POINT * node + BREADTH]
    wanted = 1.0 + WIDTH * sqrt(tree.nodes[POINT * node + SEEN])
    is_strangers = width % STRANGER == STRANGER - 1
    if not lacks and (width >= wanted or tree.edges[EDGE * best + PROOF] == WON):
        return best
    if found < 0 and (lacks or not is_strangers):
        return new_edge(tree, node, advice, 1)
    if tree.nodes[POINT * node + FULL] == 0 and (lacks or is_strangers or 2 * width < wanted):
        count = sensible_moves(room.rules[0], room.bank[known], moves)
        move = untried(tree, moves, count, draw(random, count))
        if move >= 0:
            return new_edge(tree, node, move, 0)
        tree.nodes[POINT * node + FULL] = 1
    return best


def decision(room: Room, tree: Tree, me: int) -> int:
    """Return the move that a search for `me` has led to: the one tried most often.

    With secrets, where a player who can be read loses, it is drawn among those tried nearly as
    often and as good, as often as they were tried.
    """
    best = most_tried(tree)
    if tree.edges[EDGE * best + PROOF] == LOST:
        move = safe_move(room, me, LOOKS)  # perhaps one that was not tried
        if move >= 0:
            return move
    if not (HAS_SECRETS and HAS_POLICY) or tree.edges[EDGE * best + PROOF] != 0:
        return tree.edges[EDGE * best + MOVE]
    total, chosen = 0, best
    most = tree.edges[EDGE * best + VISITS]
    least = tree.values[best] / most - 1.0 / sqrt(1.0 + tree.nodes[SEEN])
    edge = tree.nodes[LATEST] - 1
    while edge >= 0:
        tries = tree.edges[EDGE * edge + VISITS]
        good = tree.edges[EDGE * edge + PROOF] == 0 and 4 * tries >= most
        if good and tree.values[edge] / tries >= least:
            total += tries
            if draw(room.random[0], total) < tries:
                chosen = edge
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return tree.edges[EDGE * chosen + MOVE]
