"""Whole games, the choice of each move, and how a game continues after a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import (
    CHANCE_STREAM,
    SEAT_STREAM,
    draw,
    followed,
    inner_key,
    outcome,
    stream_key,
)
from gamekit.contract.fields import CHANCE, ONGOING, OVER
from gamekit.drivers.workspace import (
    BEST,
    BLANK,
    CAPPED,
    COLUMNS,
    GAME,
    GREEDY,
    KNOWN,
    NAIVE,
    SCRATCH,
    SEARCH,
    STUCK,
    THINKING,
    THOROUGH,
    UNWARY,
    Numbers,
    Seats,
    Workspace,
)

if TYPE_CHECKING:
    from gamekit.contract.fields import Parameters, State
    from gamekit.drivers.lookahead import (
        FEW_LOOKS,
        LOOKS,
        WORLDS,
        advised,
        any_move,
        hands_over,
        imagine_into,
        safe_move,
        winning_move,
    )
    from gamekit.drivers.search import decision, think
    from gamekit.drivers.workspace import (
        AT_END,
        AT_STEPS,
        COUNTS_STEPS,
        HAS_BEST_MOVE,
        HAS_PAYOFFS,
        HAS_SECRETS,
        HAS_SLIPS,
        LONG_TURNS,
        ROW,
        apply,
        best_move,
        copy_state,
        faces_of_chance,
        hide,
        legal_moves,
        outcome_drawn,
        outcomes,
        payoff,
        result,
        sensible_moves,
        setup,
        slip,
        to_act,
        why_illegal,
        zero,
    )

ADVICE = 6  # how often to ask for advice before looking at all moves
CARELESS = 10  # in 100 moves of `play_on`, so that games without dice also differ


def play_games(
    work: Workspace, seed: int, start: int, games: int, rows: Numbers, max_moves: int, seats: Seats
) -> int:
    """Play `games` games from number `start` on, and write their rows. Return how many steps they took.

    Player 1 starts odd games. `seats` holds the kind and amount of each bot, see `choose`. If it is None, both
    players choose among all legal moves. A random bot in a seat chooses among the sensible ones.
    """
    rules, state, moves, steps = work.rules[0], work.bank[GAME], work.moves, 0
    for number in range(start, start + games):
        if work.stopped[0] != 0:
            break
        dice = stream_key(seed, number, CHANCE_STREAM)
        thoughts = stream_key(seed, number, SEAT_STREAM), stream_key(seed, number, SEAT_STREAM + 1)
        drawn = decided = skips = choices = ended = trail = turn = 0
        row = blank_row(rows, number - start)
        begin(work, number % 2, 1)  # as in a match
        actor = to_act(rules, state)
        while actor != OVER and (seats is None or work.stopped[0] == 0):
            if actor == CHANCE:
                count, turn = outcomes(rules, state), state.turn
                move, drawn = outcome_at(rules, state, dice, drawn), drawn + (count != 1)
            else:
                count = legal_moves(rules, state, moves)
                if count == 0 or decided == max_moves:
                    ended = CAPPED if count else STUCK
                    break
                if seats is None:
                    move = moves[outcome(thoughts[actor], decided, count)]
                else:
                    move = seated(work, inner_key(thoughts[actor], decided), actor, seats)
                decided, choices = decided + 1, choices + count
            take_step(work, move, rows, row)
            skips += is_skip(actor == CHANCE and count == 1, turn, state.turn)
            trail, actor = followed(trail, move), to_act(rules, state)
        winner, rule = result(rules, state)
        columns = number % 2, winner, ended or rule, decided, state.turn, skips, choices, trail
        fill_row(work, rows, row, columns, actor == OVER)
        steps += drawn + decided + skips
    return steps


def is_skip(is_forced: bool, before: int, after: int) -> bool:
    """Did a step skip a turn? The rules then forced it, and it completed a turn. A mere deal completes none.

    Args:
        is_forced: was the step a chance point with one outcome?
        before, after: how many turns were complete before the step and after it.
    """
    return is_forced and after > before


def begin(work: Workspace, first: int, dmo: int) -> None:
    """Set up a game in `bank[GAME]`.

    This also empties the list of moves. Faulty rules that count a move without listing it would otherwise play
    a move of the previous game.
    """
    state = work.bank[GAME]
    zero(work.moves)
    copy_state(work.bank, GAME, BLANK)
    state.first, state.dmo = first, dmo
    setup(work.rules[0], state)


def outcome_at(rules: Parameters, state: State, key: int, k: int) -> int:
    """Return the outcome that number `k` of a stream of chance gives here."""
    return outcome_drawn(rules, state, outcome(key, k, faces_of_chance(rules, state)))


def blank_row(rows: Numbers, number: int) -> int:
    """Begin the row of a game. Return its position in `rows`."""
    row = number * ROW
    for column in range(COLUMNS, ROW):
        rows[row + column] = 0
    return row


def take_step(work: Workspace, move: int, rows: Numbers, row: int) -> None:
    """Make a move or an outcome, and add up what the measures of steps say about it."""
    rules, bank = work.rules[0], work.bank
    if COUNTS_STEPS:
        copy_state(bank, SCRATCH, GAME)
    apply(rules, bank[GAME], move)
    if COUNTS_STEPS:
        column = row + COLUMNS + len(AT_END)
        for function in AT_STEPS:
            rows[column] += function(rules, bank[SCRATCH], move, bank[GAME])
            column += 1


def fill_row(
    work: Workspace, rows: Numbers, row: int, columns: tuple[int, ...], is_over: bool
) -> None:
    """Write the columns of a game into its row, from FIRST on.

    If the game is over, its payoff and the measures of its end follow.
    """
    for column in range(COLUMNS):
        rows[row + column] = columns[column]
    if is_over:
        column = row + COLUMNS
        for function in AT_END:
            rows[column] = function(work.rules[0], work.bank[GAME])
            column += 1


def seated(work: Workspace, key: int, actor: int, seats: Numbers) -> int:
    """Return the move of the bot in the actor's seat. The bot knows what the actor may know."""
    work.random[0].key, work.random[0].k = key, 0
    copy_state(work.bank, KNOWN, GAME)
    hide(work.rules[0], work.bank[KNOWN], actor)
    return choose(work, actor, seats[2 * actor], seats[2 * actor + 1])


def choose(work: Workspace, me: int, kind: int, amount: int) -> int:
    """Return the move of a bot that knows `bank[KNOWN]` and nothing else.

    The amount is a number of simulations, or the percentage of careless moves. `THINKING` returns -1 and no
    move, because the workspace's tree then holds the result.
    """
    if kind in (SEARCH, THINKING):
        return searched(work, me, kind, amount)
    if kind == GREEDY:
        return greedy_choice(work, me, amount, FEW_LOOKS)
    if kind == THOROUGH:
        return greedy_choice(work, me, amount, LOOKS)
    if kind == NAIVE:
        return naive_choice(work, amount)
    if kind == BEST:
        return best_choice(work, me, amount)
    if kind == UNWARY:
        return unwary_choice(work, amount)
    count = sensible_moves(work.rules[0], work.bank[KNOWN], work.moves)
    return work.moves[draw(work.random[0], count)]


def searched(work: Workspace, me: int, kind: int, simulations: int) -> int:
    """Return the move of a search, or -1 for `THINKING`."""
    think(work, me, simulations)
    return decision(work, work.tree, me) if kind == SEARCH else -1


def trace(work: Workspace, seed: int, game: int, notes: Numbers, longest: int) -> int:
    """Play one random game, and note how many choices each step had and which it took.

    Return how many steps it noted. A player without a legal move ends the trace, as its last step.
    """
    rules, state, moves = work.rules[0], work.bank[GAME], work.moves
    key = stream_key(seed, game, CHANCE_STREAM)
    begin(work, state.first, state.dmo)
    for n in range(longest):
        actor = to_act(rules, state)
        if actor == OVER:
            return n
        count = outcomes(rules, state) if actor == CHANCE else legal_moves(rules, state, moves)
        notes[2 * n] = count
        if count == 0:
            return n + 1
        if actor == CHANCE:
            move = pick = outcome_at(rules, state, key, n)
        else:
            pick = outcome(key, n, count)
            move = moves[pick]
        notes[2 * n + 1] = move
        apply(rules, state, move)
    return longest


def naive_choice(work: Workspace, careless: int) -> int:
    """Return the policy's move, or a random one in `careless` of 100 cases."""
    if careless > 0 and draw(work.random[0], 100) < careless:
        return any_move(work, KNOWN)
    return advised(work, KNOWN)


def best_choice(work: Workspace, me: int, careless: int) -> int:
    """Return the game's best move, or in `careless` of 100 cases a slip.

    A game without a `slip` of its own makes a merely careful move instead.
    """
    rules, state, random = work.rules[0], work.bank[KNOWN], work.random[0]
    if HAS_BEST_MOVE and draw(random, 100) >= careless:
        move = best_move(rules, state, work.moves, random)
        if why_illegal(rules, state, move) == 0:
            return move
    elif HAS_BEST_MOVE and HAS_SLIPS:
        return slip(rules, state, work.moves, random)
    return greedy_choice(work, me, 0, LOOKS)


def unwary_choice(work: Workspace, careless: int) -> int:
    """Return the policy's move, or a slip in `careless` of 100 cases.

    A game without a `slip` of its own slips with any legal move.
    """
    if draw(work.random[0], 100) >= careless:
        return advised(work, KNOWN)
    rules, state, moves, random = work.rules[0], work.bank[KNOWN], work.moves, work.random[0]
    if HAS_SLIPS:
        return slip(rules, state, moves, random)
    return moves[draw(random, legal_moves(rules, state, moves))]


def greedy_choice(work: Workspace, me: int, careless: int, looks: int) -> int:
    """Return a move that wins within the turn, if there is one.

    Otherwise return the policy's move, or a random one in `careless` of 100 cases. Avoid moves that hand over
    the game, as far as a few looks ahead can tell.
    """
    if HAS_PAYOFFS:
        return gainful_choice(work, me, careless)
    first = winning_move(work, me)
    if first >= 0:
        return first
    for _ in range(ADVICE):
        move = naive_choice(work, careless)
        if move == first:
            continue
        if first < 0:
            first = move
        if not hands_over(work, me, move, looks):
            return move
    move = safe_move(work, me, looks)
    return move if move >= 0 else first


def gainful_choice(work: Workspace, me: int, careless: int) -> int:
    """Return the move that pays most at once.

    Among equals prefer the policy's move, or a random one in `careless` of 100 cases. A move that does not end
    the game pays nothing.
    """
    rules, moves = work.rules[0], work.moves
    best = naive_choice(work, careless)
    most = gain(work, me, best)
    count = sensible_moves(rules, work.bank[KNOWN], moves)
    offset = draw(work.random[0], count)
    for i in range(count):
        move = moves[(offset + i) % count]
        gained = gain(work, me, move)
        if gained > most:
            best, most = move, gained
    return best


def gain(work: Workspace, me: int, move: int) -> int:
    """Return what this move pays at once, added up over several states that `me` may believe in."""
    rules, state, total = work.rules[0], work.bank[SCRATCH], 0
    for _ in range(WORLDS if HAS_SECRETS else 1):
        imagine_into(work, SCRATCH, me)
        apply(rules, state, move)
        if result(rules, state)[0] != ONGOING:
            total += payoff(rules, state)
    return total if me == 0 else -total


def play_on(work: Workspace, me: int, move: int, most: int) -> int:
    """Let greedy bots play on from what `me` knows, starting with this move (-1 for none).

    The kit imagines what `me` does not know. These secrets, all dice and all later decisions come from the
    key of this decision, so a caller can compare two moves in the same world.

    Args:
        work: its `bank[KNOWN]` changes.
        me: the player whose knowledge counts.
        move: legal here for the player to act.
        most: the number of decisions after which nobody has won.

    Returns:
        Who wins or, in a game with payoffs, what player 0 gets.
    """
    rules, state, key = work.rules[0], work.bank[GAME], work.random[0].key
    imagine_into(work, GAME, me)
    if move >= 0:
        apply(rules, state, move)
    dice, drawn, decided = stream_key(key, 0, CHANCE_STREAM), 0, 0
    thoughts = stream_key(key, 0, SEAT_STREAM), stream_key(key, 0, SEAT_STREAM + 1)
    actor = to_act(rules, state)
    while actor != OVER and decided < most and work.stopped[0] == 0:
        if actor == CHANCE:
            count = outcomes(rules, state)
            chosen = outcome_at(rules, state, dice, drawn)
            drawn += count != 1
        else:
            work.random[0].key, work.random[0].k = inner_key(thoughts[actor], decided), 0
            copy_state(work.bank, KNOWN, GAME)
            hide(rules, work.bank[KNOWN], actor)
            chosen = greedy_choice(work, actor, CARELESS, FEW_LOOKS if LONG_TURNS else LOOKS)
            decided += 1
        apply(rules, state, chosen)
        actor = to_act(rules, state)
    winner = result(rules, state)[0]
    if HAS_PAYOFFS:
        return 0 if winner == ONGOING else payoff(rules, state)
    return winner
