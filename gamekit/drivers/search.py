"""Monte Carlo tree search with chance points and secrets.

Every simulation starts from a state that `imagine` draws to fit what the mover knows. The statistics
depend only on what the player to move knows, so nobody acts on a secret.

Source: P. Cowling et al., "Information set Monte Carlo tree search", 2012. `lookahead` names the
source of the look for a win that comes first.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.contract.fields import CHANCE, DRAW, ONGOING, OVER
from gamekit.drivers.workspace import (
    ACTOR,
    ADVISED,
    BOUND,
    BREADTH,
    DEEPEST,
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
    SCRATCH,
    SEEN,
    STEP,
    TAKEN,
    TRIAL,
    UNPROVEN,
    VISITS,
    WON,
    Numbers,
    Tree,
    Workspace,
)

if TYPE_CHECKING:
    from gamekit.drivers.lookahead import (
        LOOKS,
        advised,
        any_move,
        gives_away,
        imagine_into,
        safe_move,
        winning_move,
    )
    from gamekit.drivers.workspace import (
        HAS_PAYOFFS,
        HAS_POLICY,
        HAS_SECRETS,
        IS_OPEN,
        apply,
        copy_state,
        digest,
        faces_of_chance,
        hide,
        highest_payoff,
        outcome_drawn,
        payoff,
        result,
        sensible_moves,
        standing,
        to_act,
    )


LONGEST = 4000  # steps after which a simulation counts as a draw
WANDERING = 10  # in a simulation that follows a policy, one move in this many is any sensible move
WIDTH = 1.0  # under a policy, a node has about this many edges for each square root of its visits
STRANGER = 4  # one edge in this many is for a move that the policy did not advise
EXPLORATION = 1.0
TRUST = 0.8  # the share of the policy's advice in a move's weight; all moves share the rest equally
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


def think(work: Workspace, me: int, simulations: int) -> None:
    """Search from `bank[KNOWN]` for the player `me`. The tree then holds the result.

    The search makes `simulations` simulations, or fewer if the tree has no room or the game is decided first.
    """
    tree = work.tree
    clear(tree)
    move = -1 if HAS_PAYOFFS else winning_move(work, me)  # a win may be worth little
    if move >= 0:
        settle(tree, move, simulations)
        return
    for _ in range(min(simulations, len(tree.keys))):
        if work.stopped[0] != 0:
            break
        imagine_into(work, TRIAL, me)
        depth, winner, is_whole = simulate(work, me)
        rules, state = work.rules[0], work.bank[TRIAL]
        if HAS_PAYOFFS:
            highest = highest_payoff(rules)
            gained = 0 if winner == ONGOING else payoff(rules, state)
            learn(tree, depth, ONGOING, highest + gained, 2 * highest)
            continue
        learn(tree, depth, winner, standing(rules, state), 100)
        if IS_OPEN and is_whole and prove(tree, depth, winner):
            break


def settle(tree: Tree, move: int, simulations: int) -> None:
    """Record that this move wins the game or a round, as if every simulation had found it."""
    edge = new_edge(tree, node_of(tree, 0), move, 0)
    tree.edges[EDGE * edge + VISITS] = simulations
    tree.edges[EDGE * edge + PROOF] = WON
    tree.values[edge] = 1.0 * simulations


def simulate(work: Workspace, me: int) -> tuple[int, int, bool]:
    """Play the state under trial to its end, or to the end of a round.

    The tree makes the first decisions, up to the first new node, and its path records them. The later ones
    follow the policy or are random. Return how many decisions the tree made, who won (ONGOING after a
    round), and whether the game ended with the last of these decisions.
    """
    rules, state, random, tree = work.rules[0], work.bank[TRIAL], work.random[0], work.tree
    depth, edge, inside, before = 0, -1, True, standing(rules, state)
    for step in range(LONGEST):
        actor = to_act(rules, state)
        if actor == OVER:
            return depth, result(rules, state)[0], step == depth
        if not HAS_PAYOFFS and standing(rules, state) != before:
            return depth, ONGOING, False
        if actor == CHANCE:
            move = outcome_drawn(rules, state, draw(random, faces_of_chance(rules, state)))
        elif inside and depth < DEEPEST and tree.counts[EDGES] < len(tree.values):
            node = next_node(work, tree, edge, actor)
            inside = tree.nodes[POINT * node + SEEN] > 0
            # The actor of the node judges which moves are sensible, from what the actor knows.
            edge = edge_of(work, tree, node, SCRATCH if HAS_SECRETS else TRIAL)
            move = 0 + tree.edges[EDGE * edge + MOVE]  # as wide as numbers in rules
            if depth == 0 and tree.edges[EDGE * edge + VISITS] == 0 and gives_away(work, me, move):
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
            move = advised(work, TRIAL) if follows else any_move(work, TRIAL)
        apply(rules, state, move)
    return depth, ONGOING, False


def next_node(work: Workspace, tree: Tree, edge: int, actor: int) -> int:
    """Return the node of what `actor` knows after an edge; -1 stands for the beginning.

    Without chance and secrets, an edge always leads to the same node, so the tree looks it up only once.
    """
    if not IS_OPEN or edge < 0:
        return node_of(tree, knowledge(work, actor))
    if tree.edges[EDGE * edge + LEADS] == 0:
        tree.edges[EDGE * edge + LEADS] = node_of(tree, knowledge(work, actor)) + 1
    return tree.edges[EDGE * edge + LEADS] - 1


def knowledge(work: Workspace, actor: int) -> int:
    """Return a number that stands for what `actor` knows of the state under trial, see `digest`."""
    if HAS_SECRETS:
        copy_state(work.bank, SCRATCH, TRIAL)
        hide(work.rules[0], work.bank[SCRATCH], actor)
        return digest(work.words, SCRATCH, actor)
    return digest(work.words, TRIAL, actor)


def edge_of(work: Workspace, tree: Tree, node: int, known: int) -> int:
    """Return the edge to take from a node whose actor knows this state of the bank."""
    if HAS_POLICY:
        return advised_edge(work, tree, node, known)
    if tree.nodes[POINT * node + FULL] == 1:
        return best_edge(tree, node)
    moves, random = work.moves, work.random[0]
    count = sensible_moves(work.rules[0], work.bank[known], moves)
    stamp_edges(tree, node, -1)
    move = untried(tree, moves, count, draw(random, count))
    tree.nodes[POINT * node + FULL] = 1 if tree.nodes[POINT * node + BREADTH] + 1 >= count else 0
    return new_edge(tree, node, move, 0) if move >= 0 else best_edge(tree, node)


def advised_edge(work: Workspace, tree: Tree, node: int, known: int) -> int:
    """Return the best edge, or one for new advice, or occasionally one for any move."""
    moves, random = work.moves, work.random[0]
    advice = advised(work, known)
    found = stamp_edges(tree, node, advice)
    if found >= 0:
        tree.edges[EDGE * found + ADVISED] += 1
    best = best_edge(tree, node)
    has_none = best < 0 or tree.edges[EDGE * best + PROOF] == LOST
    width = tree.nodes[POINT * node + BREADTH]
    wanted = 1.0 + WIDTH * sqrt(tree.nodes[POINT * node + SEEN])
    is_strangers = width % STRANGER == STRANGER - 1
    if not has_none and (width >= wanted or tree.edges[EDGE * best + PROOF] == WON):
        return best
    if found < 0 and (has_none or not is_strangers):
        return new_edge(tree, node, advice, 1)
    if tree.nodes[POINT * node + FULL] == 0 and (has_none or is_strangers or 2 * width < wanted):
        count = sensible_moves(work.rules[0], work.bank[known], moves)
        move = untried(tree, moves, count, draw(random, count))
        if move >= 0:
            return new_edge(tree, node, move, 0)
        tree.nodes[POINT * node + FULL] = 1
    return best


def decision(work: Workspace, tree: Tree, me: int) -> int:
    """Return the move that a search for `me` chooses: usually the one that it tried most often.

    With secrets, a predictable player loses. The search then draws the move, in proportion to the visits, from
    those that are about as good and that it tried nearly as often.
    """
    best = most_tried(tree)
    if tree.edges[EDGE * best + PROOF] == LOST:
        move = safe_move(work, me, LOOKS)  # the search may not have tried it
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
            if draw(work.random[0], total) < tries:
                chosen = edge
        edge = tree.edges[EDGE * edge + NEXT] - 1
    return tree.edges[EDGE * chosen + MOVE]


def clear(tree: Tree) -> None:
    """Forget all nodes and edges."""
    for slot in range(len(tree.slots)):
        tree.slots[slot] = 0
    tree.counts[NODES] = tree.counts[EDGES] = 0


def node_of(tree: Tree, key: int) -> int:
    """Return the node of what the actor knows, making it if needed."""
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
    """Return a new edge of a node, for a move that had none."""
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
    """Stamp the moves of a node that have edges. Return the edge of this move, or -1."""
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
    """Return the most promising edge of a node, or -1 if there is none.

    An edge that is proven to win comes first. One that is proven to lose comes only if all are.
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
    """Return the most promising edge of a node if a policy guides the choice."""
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
    """Return how much doubt about an edge counts after this many visits to its node.

    The tree computes it once for each number of visits.
    """
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
    """Update the numbers that `best_edge` compares. It reads edges far more often than they change."""
    if HAS_POLICY:
        return
    mean, doubt, proof = -1.0, 0.0, tree.edges[EDGE * edge + PROOF]
    if proof == WON:
        mean = inf
    elif proof != LOST:
        n = max(1, tree.edges[EDGE * edge + VISITS])
        mean, doubt = tree.values[edge] / n, 1.0 / sqrt(n)
    tree.bounds[BOUND * edge + MEAN], tree.bounds[BOUND * edge + DOUBT] = mean, doubt


def learn(tree: Tree, depth: int, winner: int, part: int, whole: int) -> None:
    """Record how a simulation ended, in every edge and node on its path.

    Args:
        tree: the tree.
        depth: how many decisions the tree made.
        winner: who won, or DRAW. If it is ONGOING, the players share a score of 1.
        part, whole: player 0 then gets part / whole of it, and player 1 the rest.
    """
    for i in range(depth):
        edge = tree.path[STEP * i + TAKEN]
        tree.nodes[POINT * tree.path[STEP * i + NODE] + SEEN] += 1
        tree.edges[EDGE * edge + VISITS] += 1
        if winner == tree.path[STEP * i + ACTOR]:
            tree.values[edge] += 1.0
        elif winner == DRAW:
            tree.values[edge] += 0.5
        elif winner == ONGOING:
            share = part if tree.path[STEP * i + ACTOR] == 0 else whole - part
            tree.values[edge] += share / whole
        weigh(tree, edge)


def prove(tree: Tree, depth: int, winner: int) -> bool:
    """Record that the last edge of the path decides the game, and what that proves about earlier edges.

    Return whether the whole game is decided.
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
    """Return the best end of the game after a node without a won edge, or ONGOING if that is open."""
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
    """Return who wins after an edge, DRAW, or ONGOING if nothing is proven."""
    proof = tree.edges[EDGE * edge + PROOF]
    if proof == WON:
        return actor
    if proof == LOST:
        return 1 - actor
    return DRAW if proof == DRAWN else ONGOING


def most_tried(tree: Tree) -> int:
    """Return the edge of the root that most simulations took. Among equals, the latest counts.

    An edge that is proven to win comes before all others, and edges that lose come last. If all lose, the most
    tried one was the hardest to refute.
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
