"""What decides the game within this turn and the next: wins to take, and wins not to give away.

The kit looks through the rest of a turn move by move. A game's `may_win` makes that rare. With secrets, a
win counts only if it happens in every one of several states that the mover may believe in. With chance in
between, it counts only if it happens whatever chance brings. In a match of several rounds, winning or
losing a round also decides, if it changes the game's `standing`.

Source: F. Teytaud, O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search
algorithms", 2010.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.contract.fields import CHANCE, DRAW, ONGOING, SURE
from gamekit.drivers.workspace import (
    AHEAD,
    HOLD,
    KNOWN,
    LEFT,
    LISTED,
    MINE,
    OTHER,
    REPLY,
    SCRATCH,
    SHARE,
    TRIED,
    WAY,
    WIN,
    WIN_SURELY,
    Workspace,
)

if TYPE_CHECKING:
    from gamekit.drivers.workspace import (
        DRAWS_MOVES,
        HAS_BELIEFS,
        HAS_PAYOFFS,
        HAS_POLICY,
        HAS_SECRETS,
        apply,
        copy_state,
        hide,
        imagine,
        likelihood,
        may_hold,
        may_win,
        outcomes,
        policy,
        random_move,
        result,
        sensible_moves,
        standing,
        to_act,
        why_illegal,
    )


FEW_WORLDS = 3  # imagined states, where each makes the opponent imagine more states
CERTAIN = 60  # imagined states; a sure way to play must win in all of them
LOOKED = 6  # imagined states in which the mover looks through the ways to play
FACES = 36  # outcomes to look at one by one
PATIENCE = 10_000  # ways to end the turn, in search of a win
LOOKS = 2_000  # positions, to find out whether a move, or any move, gives nothing away
FEW_LOOKS = 30  # the same for a player in a hurry
WORLDS = 12  # states that a player imagines who does not know everything
MANY_WORLDS = 60  # the same if one of thousands of ways might win in a few states by luck
REPLIES = 10_000  # ways to play the turn
GLANCE = LOOKS // 8  # positions, for a first look at one of many moves
SEARCHING = 60  # a player in a hurry takes this many times as many looks before giving the game up
PERSEVERING = 120  # any other player takes this many times as many
# How to look at a move. HOPEFUL: a win in some of the states is as good as a sure one, because the mover has
# reasons to hope for it. WARY: such a win saves nobody. SURELY: the opponent's win counts only if they can
# be sure of it. AT_LAST: they can be sure of it, and only a win in some states can save the mover.
HOPEFUL, WARY, SURELY, AT_LAST = range(4)
GIVEN_UP = -1  # replaces a move that was ruled out
SAFE, UNSAFE, HOPELESS = range(3)  # how a turn ends at best, as far as the mover knows
TRIES = 8  # how often to imagine secrets before accepting them
INSISTS = 6  # how often to ask a policy for a move that is allowed


def winning_move(work: Workspace, me: int) -> int:
    """Return a move that wins within the turn, or -1."""
    rules, moves = work.rules[0], work.moves
    work.way[0] = 0  # earlier decisions must not influence this one
    for _ in range(CERTAIN if HAS_SECRETS else 1):
        imagine_any(work, SCRATCH, me)
        if not may_win(rules, work.bank[SCRATCH]):
            return -1
    count = sensible_moves(rules, work.bank[KNOWN], moves)
    offset = draw(work.random[0], count)
    for i in range(count):
        move = moves[(offset + i) % count]
        if wins_with(work, me, move, 1 + PATIENCE // count):
            return move
    return -1


def wins_with(work: Workspace, me: int, move: int, patience: int) -> bool:
    """Does this move, or one way to continue after it in the same turn, surely win?"""
    looked = 0  # states in which there was a way to win
    for _ in range(CERTAIN if HAS_SECRETS else 1):
        chance = chance_after(work, SCRATCH, me, move)
        if chance != SURE:
            if looked == 0 and not (chance and may_win_elsewhere(work, me, move)):
                return False
            chance = chance and one_way_wins(work, me, move, patience)
            looked += 1
            if chance == SURE or not chance or looked == LOOKED:
                return chance == SURE
    return looked == 0


def chance_after(work: Workspace, index: int, me: int, move: int) -> int:
    """Turn a state of the bank into one that the mover cannot rule out after this move.

    Return whether the mover can still win there within the turn: SURE, True for perhaps, or False.
    """
    rules, bank = work.rules[0], work.bank
    imagine_any(work, index, me)
    apply(rules, bank[index], move)
    if decided_for(work, index) == me:
        return SURE
    if not is_turn(work, index, bank[KNOWN].turn, me):
        return 0
    return may_win(rules, bank[index])


def may_win_elsewhere(work: Workspace, me: int, move: int) -> bool:
    """Can the mover win after this move in all of several other states, too?

    This rules out most moves before anybody looks through the ways to play.
    """
    for _ in range(CERTAIN if HAS_SECRETS else 0):  # noqa: SIM110 (no rounds: the compiler knows the answer)
        if not chance_after(work, OTHER, me, move):
            return False
    return True


def one_way_wins(work: Workspace, me: int, move: int, patience: int) -> int:
    """Return whether the mover can win in the prepared state after this move.

    Return SURE if one way to continue wins in the other states, too.
    """
    begin_ways(work, MINE, patience, me, WIN)
    can_win = 0
    while True:
        index = next_position(work, MINE, me, WIN)
        if index < 0:
            return can_win
        if decided_for(work, index) == me:
            can_win = 1
            if not HAS_SECRETS or wins_elsewhere(work, me, move, index - SCRATCH - MINE * WAY):
                return SURE


def wins_elsewhere(work: Workspace, me: int, move: int, more: int) -> bool:
    """Does the latest way, this move and `more` others, also win in the other states?"""
    remember_way(work, MINE, more)
    for _ in range(CERTAIN):
        imagine_any(work, OTHER, me)
        apply(work.rules[0], work.bank[OTHER], move)
        if not way_wins(work, me):
            return False
    return True


def hands_over(work: Workspace, me: int, move: int, looks: int) -> bool:
    """Does this move lose at once, or surely leave the opponent a win within the next turn?"""
    work.depths[LEFT] = looks
    return ends_badly(work, me, move, HOPEFUL)


def gives_away(work: Workspace, me: int, move: int) -> bool:
    """Does this move lose the game whatever is hidden, and can the opponent be sure of that?

    In a game with payoffs no move counts as giving it away, because a small loss may be the best result.
    """
    if HAS_PAYOFFS:
        return False
    if not hands_over(work, me, move, LOOKS):
        return False
    work.depths[LEFT] = GLANCE
    return not HAS_SECRETS or ends_badly(work, me, move, SURELY)


def ends_badly(work: Workspace, me: int, move: int, care: int) -> bool:
    """Does every way to end the turn after this move end badly, in one believable state after another?

    The answer is also yes if no looks are `LEFT` before a safe way is found.
    """
    worlds = FEW_WORLDS if care == SURELY else WORLDS
    if care == AT_LAST:
        worlds = CERTAIN  # a faint hope is better than none at all
    for _ in range(worlds if HAS_SECRETS else 1):
        imagine_into(work, SCRATCH, me)
        apply(work.rules[0], work.bank[SCRATCH], move)
        if is_turn(work, SCRATCH, work.bank[KNOWN].turn, me):
            ends = rest_of_turn(work, me, max(care, WARY))  # a hope counts for this move alone
        else:
            ends = SAFE if is_safe(work, SCRATCH, me, care) else UNSAFE
        if ends == SAFE:
            return False
        if ends == HOPELESS or work.depths[LEFT] <= 0:
            return True
    return True


def safe_move(work: Workspace, me: int, looks: int) -> int:
    """Return any move that does not hand over the game, or -1.

    If there is none, return a move that leaves the opponent a win, but leaves them in doubt about it. Failing
    that, return one that wins if the mover is lucky.
    """
    if not may_hold(work.rules[0], work.bank[KNOWN]):
        return -1
    move = first_safe(work, me, looks, WARY)
    if HAS_SECRETS and move < 0:
        is_hurried = looks < LOOKS
        looks *= SEARCHING if is_hurried else PERSEVERING
        move = first_safe(work, me, looks, SURELY)
        if move < 0 and not is_hurried:  # a player in a hurry cannot know that all other moves lose
            move = first_safe(work, me, looks, AT_LAST)
    return move


def first_safe(work: Workspace, me: int, looks: int, care: int) -> int:
    """Return any move that does not end badly, or -1.

    Each move gets an equal share of the remaining looks. It takes few looks to find a safe move and many to
    prove that a move loses. When the mover hopes for the opponent's doubt, it is the other way around: a few
    looks rule out most moves, and a safe move takes many. So each move first gets a glance, and the moves
    that survive share the remaining looks. The moves with which the opponent won last come first, because a
    move that wins for one player often saves the other.
    """
    moves, sows_doubt = work.moves, care == SURELY
    count = sensible_moves(work.rules[0], work.bank[KNOWN], moves)
    wanted = bring_forward(work, count) if sows_doubt else 0
    offset, undecided = draw(work.random[0], max(1, count - wanted)), count
    for is_last in range(0 if sows_doubt else 1, 2):
        ahead = undecided
        for i in range(count):
            place = i if i < wanted else wanted + (offset + i - wanted) % (count - wanted)
            move = moves[place]
            if move == GIVEN_UP:
                continue
            share = looks // ahead
            share = share if is_last else min(share, GLANCE)
            work.depths[LEFT] = share
            if share > 0 and not ends_badly(work, me, move, care):
                return move
            looks, ahead = looks + work.depths[LEFT] - share, ahead - 1
            if work.depths[LEFT] > 0:
                moves[place], undecided = GIVEN_UP, undecided - 1
    return -1


def bring_forward(work: Workspace, count: int) -> int:
    """Put the listed moves that belong to the remembered way first. Return how many there are."""
    moves, found = work.moves, 0
    for place in range(work.way[0]):
        for i in range(found, count):
            if moves[i] == work.way[1 + place]:
                moves[i], moves[found] = moves[found], moves[i]
                found += 1
    return found


def is_safe(work: Workspace, index: int, me: int, care: int) -> bool:
    """After the turn of `me`, is the game neither lost nor surely lost in the next turn?"""
    rules, bank = work.rules[0], work.bank
    reply = SCRATCH + REPLY * WAY
    winner = decided_for(work, index)
    if winner != ONGOING:
        is_hope = care in (HOPEFUL, AT_LAST)
        return winner == DRAW or (winner == me and (is_hope or not HAS_SECRETS))
    if care == AT_LAST:
        return False
    is_chance = to_act(rules, bank[index]) == CHANCE
    count = outcomes(rules, bank[index]) if is_chance else 1
    if count > FACES:
        return True
    for face in range(count):
        copy_state(bank, reply, index)
        roll_all(work, reply, face)
        if decided_for(work, reply) == 1 - me:
            continue
        if to_act(rules, bank[reply]) != 1 - me:
            return True
        if work.depths[LEFT] <= 0:
            return False
        if not (reply_wins_surely(work, 1 - me) if care == SURELY else reply_wins(work, 1 - me)):
            return True
    return False


def roll_all(work: Workspace, index: int, face: int) -> None:
    """Let chance bring this outcome again and again in a state of the bank, until a player is to act."""
    rules, bank = work.rules[0], work.bank
    while to_act(rules, bank[index]) == CHANCE:
        apply(rules, bank[index], face % outcomes(rules, bank[index]))


def rest_of_turn(work: Workspace, me: int, care: int) -> int:
    """Return SAFE if some way to play the rest of the turn ends safely, see `is_safe`.

    Otherwise return UNSAFE, or HOPELESS if no way ends safely whatever is hidden.
    """
    chance = may_hold(work.rules[0], work.bank[SCRATCH])
    if chance == SURE or not chance:
        return SAFE if chance == SURE else HOPELESS
    ends = HOPELESS
    begin_ways(work, MINE, REPLIES, me, HOLD)
    while work.depths[LEFT] > 0:
        index = next_position(work, MINE, me, HOLD)
        if index < 0:
            return ends
        if not is_turn(work, index, work.bank[KNOWN].turn, me):
            if is_safe(work, index, me, care):
                return SAFE
            ends = UNSAFE
    return UNSAFE


def begin_ways(work: Workspace, level: int, patience: int, player: int, aim: int) -> None:
    """Prepare to look through the player's turn in the first state of this level.

    The moves at each point share about `patience` ways equally. A turn with more ways, as in games of several
    boards, still gets a look at the ones close at hand.
    """
    work.depths[level] = 0
    work.counts[SHARE][level * AHEAD] = patience
    list_moves(work, level, 0, player, aim)


def list_moves(work: Workspace, level: int, depth: int, player: int, aim: int) -> None:
    """List the moves of the position that the turn has reached.

    If the player must be sure of a win, list the moves that seem sensible to them.
    """
    here, index = level * AHEAD + depth, SCRATCH + level * WAY + depth
    if HAS_SECRETS and (aim == WIN_SURELY or (aim == WIN and level == MINE)):
        copy_state(work.bank, OTHER, index)
        hide(work.rules[0], work.bank[OTHER], player)
        index = OTHER
    work.counts[LISTED][here] = sensible_moves(work.rules[0], work.bank[index], work.ahead[here])
    work.counts[TRIED][here] = 0


def next_position(work: Workspace, level: int, player: int, aim: int) -> int:
    """Make the next untried move. Return where in the bank it led, or -1 after the last.

    If only a win counts, this tries nothing after a position that can no longer win. Otherwise it tries
    nothing after a position that is lost whatever the rest of the turn brings.
    """
    bank, listed, tried, share = (
        work.bank,
        work.counts[LISTED],
        work.counts[TRIED],
        work.counts[SHARE],
    )
    depth, turn = work.depths[level], bank[SCRATCH + level * WAY].turn
    while depth >= 0:
        here, index = level * AHEAD + depth, SCRATCH + level * WAY + depth
        if tried[here] == listed[here] or share[here] < 1:
            depth -= 1
            continue
        part = max(1, share[here] // (listed[here] - tried[here]))
        share[here] -= 1
        move = work.ahead[here][tried[here]]
        tried[here] += 1
        work.depths[LEFT] -= 1
        copy_state(bank, index + 1, index)
        apply(work.rules[0], bank[index + 1], move)
        goes_on = depth + 1 < AHEAD and is_turn(work, index + 1, turn, player)
        if goes_on and has_a_point(work, index + 1, aim):
            depth += 1
            share[here] -= part - 1
            share[here + 1] = part
            list_moves(work, level, depth, player, aim)
        work.depths[level] = depth
        return index + 1
    return -1


def has_a_point(work: Workspace, index: int, aim: int) -> bool:
    """Is it worth looking at how this turn can continue?"""
    rules, state = work.rules[0], work.bank[index]
    return may_hold(rules, state) != 0 if aim == HOLD else may_win(rules, state) != 0


def is_turn(work: Workspace, index: int, turn: int, player: int) -> bool:
    """Is a state of the bank still in this player's turn?"""
    return work.bank[index].turn == turn and to_act(work.rules[0], work.bank[index]) == player


def decided_for(work: Workspace, index: int) -> int:
    """Return who has won the game, or has gained by a round since the decision; DRAW, or ONGOING."""
    rules, bank = work.rules[0], work.bank
    winner = result(rules, bank[index])[0]
    if winner == ONGOING:
        now, before = standing(rules, bank[index]), standing(rules, bank[KNOWN])
        if now != before:
            return 0 if now > before else 1
    return winner


def remember_way(work: Workspace, level: int, more: int) -> None:
    """Remember the latest way, `more` moves long."""
    work.way[0] = more
    for i in range(more):
        here = level * AHEAD + i
        work.way[1 + i] = work.ahead[here][work.counts[TRIED][here] - 1]


def way_wins(work: Workspace, player: int) -> bool:
    """Does the remembered way win in the other, prepared state?"""
    rules, bank = work.rules[0], work.bank
    turn = bank[OTHER].turn
    for i in range(work.way[0]):
        if decided_for(work, OTHER) == player:
            return True
        move = work.way[1 + i]
        if not is_turn(work, OTHER, turn, player) or why_illegal(rules, bank[OTHER], move) != 0:
            return False
        work.depths[LEFT] -= 1
        apply(rules, bank[OTHER], move)
    return decided_for(work, OTHER) == player


def reply_wins(work: Workspace, player: int) -> bool:
    """Does some way to play the prepared reply win?

    The way that last won, in another position, comes first.
    """
    chance = may_win(work.rules[0], work.bank[SCRATCH + REPLY * WAY])
    if chance == SURE or not chance:
        return chance == SURE
    if same_way_wins(work, player):
        return True
    begin_ways(work, REPLY, REPLIES, player, WIN)
    while True:
        index = next_position(work, REPLY, player, WIN)
        if index < 0:
            return False
        if decided_for(work, index) == player:
            remember_way(work, REPLY, index - SCRATCH - REPLY * WAY)
            return True


def same_way_wins(work: Workspace, player: int) -> bool:
    """Does the remembered way win the reply, too?"""
    copy_state(work.bank, OTHER, SCRATCH + REPLY * WAY)
    return way_wins(work, player)


def reply_wins_surely(work: Workspace, player: int) -> bool:
    """Does one way to play the prepared reply win in every one of several states that the player believes in?

    The way that last won, in another position, comes first.
    """
    rules, bank = work.rules[0], work.bank
    if work.way[0] > 0 and way_wins_elsewhere(work, player, WORLDS):
        return True
    unsure = 0
    for _ in range(WORLDS):
        imagine_reply(work, player)
        chance = may_win(rules, bank[OTHER])
        if not chance:
            return False
        unsure += 0 if chance == SURE else 1
    if unsure == 0:
        return True
    begin_ways(work, REPLY, REPLIES, player, WIN_SURELY)
    while True:
        index = next_position(work, REPLY, player, WIN_SURELY)
        if index < 0:
            return False
        if work.depths[LEFT] < 0:  # unknown, and other moves need the looks
            return True
        if decided_for(work, index) == player:
            remember_way(work, REPLY, index - SCRATCH - REPLY * WAY)
            if way_wins_elsewhere(work, player, MANY_WORLDS):
                return True


def way_wins_elsewhere(work: Workspace, player: int, worlds: int) -> bool:
    """Does the remembered way win the reply in this many states that the player may believe in?"""
    for _ in range(worlds):
        imagine_reply(work, player)
        if not way_wins(work, player):
            return False
    return True


def imagine_reply(work: Workspace, player: int) -> None:
    """Turn the `OTHER` state into one that the player who replies may believe in."""
    rules, other = work.rules[0], work.bank[OTHER]
    copy_state(work.bank, OTHER, SCRATCH + REPLY * WAY)
    hide(rules, other, player)
    imagine(rules, other, player, work.random[0])


def advised(work: Workspace, index: int) -> int:
    """Return the move that the policy advises in a state of the bank.

    A variant may forbid that move. The policy then gets more tries, because it draws some of its moves. If
    they fail, or if the game has no policy, return any sensible move.
    """
    if HAS_POLICY:
        rules, state = work.rules[0], work.bank[index]
        for _ in range(INSISTS):
            move = policy(rules, state, work.moves, work.random[0])
            if why_illegal(rules, state, move) == 0:
                return move
    return any_move(work, index)


def any_move(work: Workspace, index: int) -> int:
    """Return a sensible move in a state of the bank. All of them are equally likely."""
    rules, state, moves, random = work.rules[0], work.bank[index], work.moves, work.random[0]
    if DRAWS_MOVES:
        return random_move(rules, state, moves, random)
    return moves[draw(random, sensible_moves(rules, state, moves))]


def imagine_any(work: Workspace, index: int, me: int) -> None:
    """Turn a state of the bank into one that `me` cannot rule out."""
    copy_state(work.bank, index, KNOWN)
    imagine(work.rules[0], work.bank[index], me, work.random[0])


def imagine_into(work: Workspace, index: int, me: int) -> None:
    """Turn a state of the bank into one that `me` may believe in. Likely states come up more often."""
    bank, random = work.bank, work.random[0]
    for _ in range(TRIES):
        imagine_any(work, index, me)
        if not HAS_BELIEFS or draw(random, 100) < likelihood(work.rules[0], bank[index], me):
            break
