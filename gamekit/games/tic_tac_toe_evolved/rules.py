"""Tic-Tac-Toe Evolved, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from gamekit.contract import CHANCE, ONGOING, OVER, Random, draw
from gamekit.games.tic_tac_toe_evolved.contest import (
    advance,
    can_mark,
    clear,
    contest,
    highest_bid,
    lowest_bid,
    restore,
)
from gamekit.games.tic_tac_toe_evolved.state import (
    BEYOND_POOL,
    BID,
    BIDDING,
    CANNOT_MARK,
    CANNOT_RETRIEVE,
    CHANCE_PHASES,
    COLUMN,
    CONTEST,
    DECIDING,
    DIE_SIDES,
    ELEVENTH_R,
    EMPTY_DISCARD,
    EMPTY_POOL,
    GREEN_DIE,
    MARK,
    MARKING,
    MOVES,
    MUST_BID,
    NO,
    NOBODY,
    NOT_A_BID,
    NOT_A_TURN,
    NOT_HELD,
    ONE_OR_NONE,
    OWN_SQUARE,
    RECHARGE,
    RECHARGING,
    RECHARGING_AGAIN,
    RELINQUISH,
    REROLL,
    ROW,
    SIZE,
    SQUARES,
    TAKE,
    TAKING,
    TO_POOL,
    TOO_MANY_RS,
    TURN,
    TURN_OVER,
    UNSET,
    Parameters,
    State,
    code_of,
    gift_of,
    index_of_gift,
    meaning_of,
)
from gamekit.games.tic_tac_toe_evolved.turns import begin_turn, end_turn


def impossible(rules: Parameters) -> str:
    """Return why these settings do not work together, or nothing."""
    if rules.start_pool > rules.dice:
        return (
            f"start_pool={rules.start_pool} with dice={rules.dice}: a pool cannot start with more "
            "dice than there are. Lower start_pool or raise dice."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """An empty board, and the dice in pool and discard (TTE-9)."""
    for square in range(SQUARES):
        state.marks[square] = NOBODY
        state.owners[square] = NOBODY
    for player in range(2):
        state.pool[player] = rules.start_pool
        state.discard[player] = rules.dice - rules.start_pool
    state.turn = 0
    state.slot = 0
    state.winner = ONGOING
    state.rule = 0
    begin_turn(rules, state)


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls all dice, one by one (TTE-15)."""
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.phase in CHANCE_PHASES else state.actor


def outcomes(rules: Parameters, state: State) -> int:
    """Every die of the game has six sides."""
    return DIE_SIDES


# --- what a player may do ----------------------------------------------------------------------


def move_count(rules: Parameters) -> int:
    """The moves are numbered in blocks, one for each kind."""
    return MOVES


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move (TTE-4, TTE-10, TTE-12, TTE-14, TTE-17, TTE-Q2)."""
    kind, index = meaning_of(move)
    if state.phase == TURN:
        return why_no_turn(rules, state, kind, index)
    if state.phase == BIDDING:
        return why_no_bid(rules, state, index) if kind == BID else NOT_A_BID
    if state.phase == TAKING:
        return 0 if kind == TAKE else ONE_OR_NONE
    if state.phase == DECIDING:
        return 0 if kind == REROLL and index <= state.undecided[state.actor] else TOO_MANY_RS
    return 0 if kind == MARK and can_mark(rules, state, index) else CANNOT_MARK


def why_no_turn(rules: Parameters, state: State, kind: int, index: int) -> int:
    """Return 0 or the rule that forbids this turn."""
    if kind == CONTEST:
        return why_no_contest(rules, state, index)
    if kind == RECHARGE:
        return EMPTY_DISCARD if state.discard[state.player] == 0 else 0
    return why_no_gift(state, index) if kind == RELINQUISH else NOT_A_TURN


def why_no_contest(rules: Parameters, state: State, square: int) -> int:
    """Return 0 or the rule that forbids this contest (TTE-Q6, TTE-Q16)."""
    if state.pool[state.player] == 0:
        return EMPTY_POOL
    if rules.contest_own == NO and state.marks[square] == state.player:
        return OWN_SQUARE
    return 0


def why_no_gift(state: State, index: int) -> int:
    """Return 0 or the rule that forbids giving up this square (TTE-25, TTE-26, TTE-Q18)."""
    square, retrieved = gift_of(index)
    if state.marks[square] != state.player:
        return NOT_HELD
    if retrieved != NOBODY and not can_retrieve(state, square, retrieved):
        return CANNOT_RETRIEVE
    return 0


def can_retrieve(state: State, square: int, retrieved: int) -> bool:
    """Does giving up the one square allow taking back one's die from the other (TTE-26)?"""
    player = state.player
    return (
        state.owners[square] == 1 - player
        and state.owners[retrieved] == player
        and state.marks[retrieved] == 1 - player
    )


def why_no_bid(rules: Parameters, state: State, dice: int) -> int:
    """Return 0 or the rule that forbids this bid of the actor (TTE-12, TTE-13, TTE-Q5, TTE-Q27)."""
    if dice > rules.max_bid:
        return NOT_A_BID
    if dice < lowest_bid(rules, state, state.actor):
        return MUST_BID
    return BEYOND_POOL if dice > state.pool[state.actor] else 0


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`, looking only at those of this phase."""
    if state.phase == TURN:
        return possible_turns(rules, state, moves)
    first, beyond = code_of(MARK, 0), MOVES
    if state.phase == BIDDING:
        first = code_of(BID, lowest_bid(rules, state, state.actor))
        beyond = code_of(BID, highest_bid(rules, state, state.actor)) + 1
    elif state.phase == TAKING:
        first, beyond = code_of(TAKE, 0), code_of(TAKE, 1) + 1
    elif state.phase == DECIDING:
        first, beyond = code_of(REROLL, 0), code_of(REROLL, state.undecided[state.actor]) + 1
    count = 0
    for move in range(first, beyond):
        if state.phase != MARKING or can_mark(rules, state, meaning_of(move)[1]):
            moves[count] = move
            count += 1
    return count


def possible_turns(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with what the player may do in this turn."""
    player = state.player
    count = 0
    for square in range(SQUARES):
        if why_no_contest(rules, state, square) == 0:
            moves[count] = code_of(CONTEST, square)
            count += 1
    if state.discard[player] > 0:
        moves[count] = code_of(RECHARGE, 0)
        count += 1
    for square in range(SQUARES):
        if state.marks[square] == player:
            moves[count] = code_of(RELINQUISH, index_of_gift(square, NOBODY))
            count += 1
            for retrieved in range(SQUARES):
                if can_retrieve(state, square, retrieved):
                    moves[count] = code_of(RELINQUISH, index_of_gift(square, retrieved))
                    count += 1
    return count


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Leave out what helps only the opponent, unless there is nothing else."""
    count = legal_moves(rules, state, moves)
    kept = 0
    for k in range(count):
        if is_worthwhile(state, moves[k]):
            moves[kept] = moves[k]
            kept += 1
    return kept if kept > 0 else count


def is_worthwhile(state: State, move: int) -> bool:
    """No contest of one's own square, no gift refused, and while there are two dice to bid no
    square for nothing."""
    kind, index = meaning_of(move)
    if kind == CONTEST:
        return state.marks[index] != state.player
    if kind == RELINQUISH:
        return gift_of(index)[1] != NOBODY or state.pool[state.player] < 2
    return kind != TAKE or index > 0


# --- what happens ------------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take one decision of a player or the roll of one die.

    The green die says the column, then the row of a contest (TTE-28, TTE-Q26).
    """
    phase = state.phase
    if phase == TURN:
        act(state, move)
    elif phase == COLUMN:
        state.square = GREEN_DIE[move] - 1
        state.phase = ROW
    elif phase == ROW:
        contest(state, (GREEN_DIE[move] - 1) * SIZE + state.square)
    elif phase in (RECHARGING, RECHARGING_AGAIN):
        recharge(state, move)
    else:
        advance(rules, state, move)
    if state.phase == TURN_OVER:
        end_turn(rules, state)


def act(state: State, move: int) -> None:
    """Begin what the player chose to do in this turn (TTE-10)."""
    kind, index = meaning_of(move)
    if kind == CONTEST:
        contest(state, index)
    elif kind == RECHARGE:
        state.phase = RECHARGING
    else:
        relinquish(state, index)


def relinquish(state: State, index: int) -> None:
    """Empty a square, and that of the retrieved die (TTE-25, TTE-26, TTE-Q17, TTE-Q19)."""
    square, retrieved = gift_of(index)
    clear(state, square, TO_POOL)
    if retrieved != NOBODY:
        clear(state, retrieved, TO_POOL)
    state.phase = TURN_OVER


def recharge(state: State, side: int) -> None:
    """Move as many dice as the eleventh die shows; a first R is rolled again (TTE-24, TTE-Q21)."""
    if side == ELEVENTH_R and state.phase == RECHARGING:
        state.phase = RECHARGING_AGAIN
        return
    if side != ELEVENTH_R:
        restore(state, state.player, min(side, state.discard[state.player]))
    state.phase = TURN_OVER


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- secrets -----------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Cover the first bid until the second is made (TTE-12)."""
    if view.phase == BIDDING and player != 0:
        view.bids[0] = UNSET


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """A covered bid may be any that was allowed."""
    if view.phase == BIDDING and view.actor == 1 and view.bids[0] == UNSET:
        lowest = lowest_bid(rules, view, 0)
        view.bids[0] = lowest + draw(random, highest_bid(rules, view, 0) - lowest + 1)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """The first bid is covered, for everybody but the player who made it."""
    return state.phase != BIDDING or state.actor == 1 or player == 0


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """The second bid uncovers the first."""
    return state.phase == BIDDING and state.actor == 1


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """Every decision stands alone: between two of one player's the other acts, or a die is rolled."""
    return False
