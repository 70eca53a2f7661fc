"""A hobby player of Shift Tac Toe.

It looks at every turn, a piece and a shift: takes a round within the turn, otherwise the best lines
by their pieces, among turns that the opponent cannot answer with a round. It looks no further.
"""

from __future__ import annotations

from random import Random

from gamekit.boards import cube
from gamekit.match.view import View

LINES = [cube.cells_of(4, line) for line in cube.lines(4)]
MASKS = [sum(1 << cell for cell in line) for line in LINES]
THROUGH = [[mask for mask in MASKS if mask >> cell & 1] for cell in range(64)]
WORTH = (0, 1, 4, 13, 200)  # of a line, by the pieces of one player
SHARED = 3  # how much less it is worth while the other player has pieces on it, too
SAFE = 40  # of the best turns, those that are tried for a winning reply
NO_SHIFT = -1
SHIFTS = range(NO_SHIFT, 2 * len(LINES))
Boards = tuple[int, int]  # the pieces of the mover and those of the opponent, a bit a cell


def shifted(bits: int, shift: int) -> int:
    """The pieces after a shift, of line shift // 2: forward, or backward where it is odd."""
    if shift == NO_SHIFT:
        return bits
    line = LINES[shift // 2][:: 1 - 2 * (shift % 2)]
    moved = sum(1 << line[(i + 1) % 4] for i in range(4) if bits >> line[i] & 1)
    return bits & ~MASKS[shift // 2] | moved


def fours(bits: int) -> list[int]:
    return [mask for mask in MASKS if bits & mask == mask]


def is_legal(before: Boards, after: Boards) -> bool:
    """Are the fours of both still there?"""
    return all(a & four == four for b, a in zip(before, after, strict=True) for four in fours(b))


def value(mine: int, theirs: int, lines: list[int] = MASKS) -> float:
    """What the lines are worth to the player who has just moved."""
    total = 0.0
    for mask in lines:
        m, t = (mine & mask).bit_count(), (theirs & mask).bit_count()
        total += (WORTH[m] - 1.3 * WORTH[t]) / (SHARED if m and t else 1)
    return total


def wins(mine: int, theirs: int) -> bool:
    """Can the player to move have two fours at the end of the turn?"""
    for shift in SHIFTS:
        after = shifted(mine, shift), shifted(theirs, shift)
        if shift >= 0 and (after[0] == mine or not is_legal((mine, theirs), after)):
            continue
        lacks_one = [m for m in MASKS if (after[0] & m).bit_count() == 3 and not after[1] & m]
        ends = [mask & ~after[0] for mask in lacks_one]
        if len(fours(after[0])) + max(map(ends.count, ends), default=0) >= 2:
            return True
    return False


def turns(mine: int, theirs: int) -> list[tuple[float, int, Boards]]:
    """Every turn: its worth, the cell to place on, and what it makes of the boards."""
    found = []
    for shift in SHIFTS:
        m, t = shifted(mine, shift), shifted(theirs, shift)
        if is_legal((mine, theirs), (m, t)):
            base = value(m, t)
            for end in (1 << cell for cell in range(64)):
                if not (m | t) & end:
                    lines = THROUGH[end.bit_length() - 1]
                    worth = base + value(m | end, t, lines) - value(m, t, lines)
                    found.append(
                        (worth, shifted(end, shift ^ 1 if shift >= 0 else shift), (m | end, t))
                    )
    return found


def best(found: list[tuple[float, int, Boards]], random: Random) -> int:
    """The turn to make: one that wins, else the best one that does not lose."""
    found = sorted(found, key=lambda turn: (-turn[0], random.random()))[:SAFE]
    winning = (what for _, what, (mine, _) in found if len(fours(mine)) >= 2)
    safe = (
        what
        for _, what, (mine, theirs) in found
        if len(fours(theirs)) < 2 and not wins(theirs, mine)
    )
    return next(winning, next(safe, found[0][1]))


class HobbyPlayer:
    def choose(self, view: View, seed: int = 1) -> int:
        state, random = view.state, Random(seed)
        mine, theirs = (
            sum(1 << cell for cell in range(64) if state.board[cell] == player)
            for player in (state.player, 1 - state.player)
        )
        if state.placed < 0:
            return best(turns(mine, theirs), random).bit_length() - 1
        found = []
        for move in view.legal_moves():  # 64 is to stop, the shifts follow
            m, t = shifted(mine, move - 65), shifted(theirs, move - 65)
            found.append((value(m, t), move, (m, t)))
        return best(found, random)
