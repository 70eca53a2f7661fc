"""The loops around a game's rules: games between bots, and tree search.

This text is run twice. Interpreted (`gamekit.interpreted`) it drives the rules in any Python, a
browser's too. Compiled (`gamekit.compiled`) the same text runs through Numba. Both bind its free
names to the functions of one game, so that they agree move for move.

`rules` comes as a bank of one and states as a bank of `BANK`: indexable rows. Free names besides
the rule functions: `copy_state(bank, to, source)`; `digest(words, index, actor)`, a whole number
that equal knowledge shares; `whole_numbers(n)` and `numbers(n)`, lists of so many zeros.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any

from gamekit.chance import draw, outcome, stream_key
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER

if TYPE_CHECKING:  # bound to one game
    from gamekit.defaults import hide, imagine, legal_moves, sensible_moves

    HAS_SECRETS = False

    def setup(rules: Any, state: Any) -> None: ...
    def to_act(rules: Any, state: Any) -> int: ...
    def outcomes(rules: Any, state: Any) -> int: ...
    def apply(rules: Any, state: Any, move: int) -> None: ...
    def result(rules: Any, state: Any) -> tuple[int, int]: ...
    def copy_state(bank: Any, to: int, source: int) -> None: ...
    def digest(words: Any, index: int, actor: int) -> int: ...
    def whole_numbers(n: int) -> Any: ...
    def numbers(n: int) -> Any: ...


ENTRIES = ("play_games", "trace", "choose", "think")  # what is called from outside
AHEAD = 8  # moves of one turn that greedy looks ahead
PATIENCE = 10_000  # ways to end the turn that greedy looks at behind each choice
# The states of a bank: the game itself, what the mover knows of it, and room to try things.
GAME, KNOWN, TRIAL, SCRATCH, BANK = 0, 1, 2, 3, 4 + AHEAD
# What a playtest notes of a game.
FIRST, WINNER, RULE, MOVES, TURNS, SKIPS, CHOICES, COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7
CAPPED, STUCK = -2, -3  # instead of a rule: stopped at max_moves; a player without a legal move
# Kinds of bot; a seat is (kind, simulations).
RANDOM, GREEDY, SEARCH = 0, 1, 2
# What is noted of a move that the search tried.
MOVE, VISITS, NEXT, EDGE = 0, 1, 2, 3
DEEPEST = 512  # moves of a simulation that are remembered
LONGEST = 4000  # steps after which a simulation counts as a draw
EXPLORATION = 1.0


def play_games(
    rules_bank: Any,
    bank: Any,
    words: Any,
    moves: Any,
    randoms: Any,
    seed: Any,
    start: int,
    games: int,
    rows: Any,
    max_moves: int,
    seats: Any,
) -> int:
    """Play games number `start` and following into `rows`; return the steps made.

    Odd games are started by player 1. `seats` is None for random play, or four whole numbers: the
    kind and the simulations of each player's bot. Everything depends on (seed, number of the game)
    alone.
    """
    rules, state = rules_bank[0], bank[GAME]
    steps = 0
    for i in range(games):
        game = start + i
        chance = stream_key(seed, game, 0)
        for player in range(2):
            randoms[player].key = stream_key(seed, game, 1 + player)
            randoms[player].k = 0
        state.first = game % 2
        setup(rules, state)
        drawn, decided, skips, choices, ended = 0, 0, 0, 0, 0
        while ended == 0:
            actor = to_act(rules, state)
            if actor == OVER:
                break
            if actor == CHANCE:
                count = outcomes(rules, state)
                move = 0
                if count == 1:
                    skips += 1
                else:
                    move = outcome(chance, drawn, count)
                    drawn += 1
            else:
                count = legal_moves(rules, state, moves)
                if count == 0:
                    ended = STUCK
                    break
                if decided == max_moves:
                    ended = CAPPED
                    break
                choices += count
                decided += 1
                if seats is None:
                    move = moves[draw(randoms[actor], count)]
                else:
                    copy_state(bank, KNOWN, GAME)
                    hide(rules, bank[KNOWN], actor)
                    kind, simulations = seats[2 * actor], seats[2 * actor + 1]
                    move = choose(rules_bank, bank, words, moves, randoms, actor, kind, simulations)
            steps += 1
            apply(rules, state, move)
        winner, rule = result(rules, state)
        row = i * COLUMNS
        rows[row + FIRST] = state.first
        rows[row + WINNER] = winner
        rows[row + RULE] = ended if ended < 0 else rule
        rows[row + MOVES] = decided
        rows[row + TURNS] = state.turn
        rows[row + SKIPS] = skips
        rows[row + CHOICES] = choices
    return steps


def trace(
    rules_bank: Any, bank: Any, moves: Any, seed: Any, game: int, notes: Any, longest: int
) -> int:
    """Play one random game and note (choices there were, choice made) of each step; return steps.

    A step without a choice, where there should be one, ends the trace and is noted too.
    """
    rules, state = rules_bank[0], bank[GAME]
    key = stream_key(seed, game, 0)
    setup(rules, state)
    for n in range(longest):
        actor = to_act(rules, state)
        if actor == OVER:
            return n
        count = outcomes(rules, state) if actor == CHANCE else legal_moves(rules, state, moves)
        notes[2 * n] = count
        if count == 0:
            return n + 1
        pick = outcome(key, n, count)
        move = pick if actor == CHANCE else moves[pick]
        notes[2 * n + 1] = move
        apply(rules, state, move)
    return longest


def choose(
    rules_bank: Any,
    bank: Any,
    words: Any,
    moves: Any,
    randoms: Any,
    me: int,
    kind: int,
    simulations: int,
) -> int:
    """Return the move of a bot that knows `bank[KNOWN]` and nothing else."""
    rules, random = rules_bank[0], randoms[me]
    if kind == SEARCH:
        edges, values = whole_numbers(EDGE * (simulations + 1)), numbers(simulations + 1)
        tried = think(rules_bank, bank, words, moves, randoms, me, simulations, edges, values)
        best = 0
        for edge in range(tried):
            if edges[EDGE * edge + VISITS] > edges[EDGE * best + VISITS]:
                best = edge
        return int(edges[EDGE * best + MOVE])
    count = sensible_moves(rules, bank[KNOWN], moves)
    if kind == GREEDY:
        return greedy_choice(rules, bank, moves, random, me, count)
    return int(moves[draw(random, count)])


def greedy_choice(rules: Any, bank: Any, moves: Any, random: Any, me: int, count: int) -> int:
    """Win at once where one move does, or begin a turn that wins; otherwise a random move that does
    not lose at once."""
    copy_state(bank, TRIAL, KNOWN)
    imagine(rules, bank[TRIAL], me, random)
    offset = draw(random, count)
    begin, safe = -1, -1
    for i in range(count):
        move = moves[(offset + i) % count]
        copy_state(bank, SCRATCH, TRIAL)
        apply(rules, bank[SCRATCH], move)
        winner, _ = result(rules, bank[SCRATCH])
        if winner == me:
            return int(move)
        if safe < 0 and (winner in (ONGOING, DRAW)):
            safe = move
        begins = begin < 0 and turn_goes_on(rules, bank, SCRATCH, me)
        if begins and rest_of_turn_wins(rules, bank, me, len(moves), 1 + PATIENCE // count):
            begin = move
    if begin >= 0:
        return int(begin)
    return int(safe if safe >= 0 else moves[offset])


def turn_goes_on(rules: Any, bank: Any, index: int, me: int) -> bool:
    """Is the turn under trial still that of `me`?"""
    return bank[index].turn == bank[TRIAL].turn and to_act(rules, bank[index]) == me


def rest_of_turn_wins(rules: Any, bank: Any, me: int, room: int, patience: int) -> bool:
    """Does some way to end the turn, from the move that was just tried on, win?

    Looks at about `patience` ways, shared equally among the moves at each point, so that where
    there are more, as in turns of several games, those close at hand are looked at all the same.
    """
    moves = (
        whole_numbers(room), whole_numbers(room), whole_numbers(room), whole_numbers(room),
        whole_numbers(room), whole_numbers(room), whole_numbers(room), whole_numbers(room),
    )  # fmt: skip
    counts, tried, shares = whole_numbers(AHEAD), whole_numbers(AHEAD), whole_numbers(AHEAD)
    depth, entered = 0, True
    shares[0] = patience
    while depth >= 0:
        if entered:
            counts[depth] = sensible_moves(rules, bank[SCRATCH + depth], moves[depth])
            tried[depth] = 0
            entered = False
        if tried[depth] == counts[depth] or shares[depth] < 1:
            depth -= 1
            continue
        share = max(1, shares[depth] // (counts[depth] - tried[depth]))
        shares[depth] -= share
        move = moves[depth][tried[depth]]
        tried[depth] += 1
        copy_state(bank, SCRATCH + depth + 1, SCRATCH + depth)
        apply(rules, bank[SCRATCH + depth + 1], move)
        if result(rules, bank[SCRATCH + depth + 1])[0] == me:
            return True
        if depth + 1 < AHEAD and turn_goes_on(rules, bank, SCRATCH + depth + 1, me):
            depth += 1
            shares[depth] = share
            entered = True
    return False


def think(
    rules_bank: Any,
    bank: Any,
    words: Any,
    moves: Any,
    randoms: Any,
    me: int,
    simulations: int,
    root_edges: Any,
    root_values: Any,
) -> int:
    """Monte Carlo tree search with chance points and secrets, from `bank[KNOWN]`.

    Every simulation starts from a state that `imagine` draws for what the mover knows, and its
    statistics are kept by what the player to move knows there, so nobody acts on a secret. The
    moves tried at the root, their visits and summed scores go to `root_edges` and `root_values`;
    the number of moves tried is returned.

    Sources: L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006; P. Cowling et al.,
    "Information set Monte Carlo tree search", 2012.
    """
    rules, random, state = rules_bank[0], randoms[me], bank[TRIAL]
    size = 1
    while size < 2 * (simulations + 1):
        size *= 2
    slots = whole_numbers(size)  # open addressing: number of the node + 1
    keys, visits = whole_numbers(simulations + 1), whole_numbers(simulations + 1)
    first = whole_numbers(simulations + 1)  # number of the node's latest edge + 1
    edges = whole_numbers(EDGE * (DEEPEST + simulations * 2))
    values = numbers(DEEPEST + simulations * 2)
    stamps, stamp = whole_numbers(len(moves) + 1), 0
    path_node, path_edge = whole_numbers(DEEPEST), whole_numbers(DEEPEST)
    path_actor = whole_numbers(DEEPEST)
    nodes, used, room = 0, 0, len(values)
    for _ in range(simulations):
        copy_state(bank, TRIAL, KNOWN)
        imagine(rules, state, me, random)
        depth, inside, steps = 0, True, 0
        while steps < LONGEST:
            actor = to_act(rules, state)
            if actor == OVER:
                break
            steps += 1
            if actor == CHANCE:
                apply(rules, state, draw(random, outcomes(rules, state)))
                continue
            inside = inside and depth < DEEPEST and used < room
            key, known = 0, TRIAL
            if inside:  # a node's moves, too, are those that the actor knows to be sensible
                key = knowledge(rules, bank, words, actor)
                known = SCRATCH if HAS_SECRETS else TRIAL
            count = sensible_moves(rules, bank[known], moves)
            pick = draw(random, count)
            move = moves[pick]
            if inside:
                slot = key & (size - 1)
                while slots[slot] > 0 and keys[slots[slot] - 1] != key:
                    slot = (slot + 1) & (size - 1)
                node, edge = slots[slot] - 1, -1
                if node < 0:
                    inside = False
                    node = nodes
                    nodes += 1
                    slots[slot], keys[node] = nodes, key
                else:
                    stamp += 1
                    edge = best_edge(edges, values, first[node], visits[node], stamps, stamp, count)
                    if edge >= 0:
                        move = edges[EDGE * edge + MOVE]
                    else:
                        while stamps[move] == stamp:
                            pick = (pick + 1) % count
                            move = moves[pick]
                if edge < 0:
                    edge = used
                    used += 1
                    edges[EDGE * edge + MOVE] = move
                    edges[EDGE * edge + NEXT] = first[node]
                    first[node] = used
                path_node[depth], path_edge[depth], path_actor[depth] = node, edge, actor
                depth += 1
            apply(rules, state, move)
        winner, _ = result(rules, state)
        for i in range(depth):
            edge = path_edge[i]
            visits[path_node[i]] += 1
            edges[EDGE * edge + VISITS] += 1
            if winner == path_actor[i]:
                values[edge] += 1.0
            elif winner in (ONGOING, DRAW):
                values[edge] += 0.5
    tried, edge = 0, first[0] - 1
    while edge >= 0:
        root_edges[EDGE * tried + MOVE] = edges[EDGE * edge + MOVE]
        root_edges[EDGE * tried + VISITS] = edges[EDGE * edge + VISITS]
        root_values[tried] = values[edge]
        tried += 1
        edge = edges[EDGE * edge + NEXT] - 1
    return tried


def knowledge(rules: Any, bank: Any, words: Any, actor: int) -> int:
    """Return a number for what `actor` knows of the state under trial."""
    if HAS_SECRETS:
        copy_state(bank, SCRATCH, TRIAL)
        hide(rules, bank[SCRATCH], actor)
        return digest(words, SCRATCH, actor)
    return digest(words, TRIAL, actor)


def best_edge(
    edges: Any, values: Any, last: int, visits: int, stamps: Any, stamp: int, count: int
) -> int:
    """Return the edge with the best upper confidence bound, or -1 while moves are untried.

    Stamps the moves that were tried.
    """
    scale = EXPLORATION * sqrt(log(visits + 1.0))
    best, best_bound, tried = -1, -1.0, 0
    edge = last - 1
    while edge >= 0:
        n = edges[EDGE * edge + VISITS]
        bound = values[edge] / n + scale / sqrt(n)
        if bound > best_bound:
            best, best_bound = edge, bound
        stamps[edges[EDGE * edge + MOVE]] = stamp
        tried += 1
        edge = edges[EDGE * edge + NEXT] - 1
    return best if tried >= count else -1
