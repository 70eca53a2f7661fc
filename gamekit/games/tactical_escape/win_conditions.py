"""The win conditions of Tactical Escape: one table, with everything to know about each.

The rules, the rulebook, bots and pictures read it. So a new row is enough for a win condition that asks
for something known, such as a row of seven. One that asks for something new also gets a name in the list
below and a line in `measure`, in `rules.py`. CONTRIBUTING.md lists the steps.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple

# What win conditions ask for; `measure` in `rules.py` has a line for each.
(
    EXACT_ROW,  # a straight row that is not longer than needed
    LONG_ROW,
    LARGEST_GROUP,  # pieces in it
    LARGE_GROUPS,  # how many have `LARGE` pieces
    CONNECTION,  # a group from side to opposite side
    SURROUNDED_GROUPS,
    FLOWER_COUNT,
    BORDERING_GROUPS,  # how many are beside the opponent's pieces
    TWIN_BASKETS,
    SHARED_NUMBER,
    SHORT_TURNS,  # the latest turns, all with few pieces
    ESCAPE_IN_TIME,  # before the next win condition is given
) = range(12)

# How a measure is compared with the other player's.
(
    ALONE,  # not at all
    THE_MOST,  # it must be larger, but a variant may let equal ones count
    STRICTLY,  # it must be larger in every variant
) = range(3)

LARGE = 3  # pieces that make a group count
FLOWER = 4  # pieces in one
ON_ONE = 5  # pieces on one number that make it count
SHORT = 1  # pieces at most that make a turn count
UNKNOWN = -1  # how often it is met, if nobody has measured that
ANYTHING = 0  # what a piece adds, if nobody has worked that out

When = Mapping[str, Mapping[Hashable, str]]


class WinCondition(NamedTuple):
    """A row of the table."""

    rule: str  # its id in the rulebook
    sentence: str  # what the rulebook says
    words: str  # the same in a few words
    asks: int  # what it asks for, in the list above
    needed: int  # how much of it
    hardness: int  # for somebody whose opponent knows it; bots give what is hard
    # What the rulebook says instead where an option has another value.
    when: When = MappingProxyType({})
    compared: int = ALONE
    of_giver: bool = False  # measured on the pieces of the player who gave it
    yes_no: bool = False  # a yes or no question: `measure` returns 0 or 1
    pieces: int = 1  # the fewest that can fulfill it, of the player it is measured on
    # The most that a piece placed, or one of the opponent's removed, adds. It tells bots what is out of
    # reach where `bots.py` takes no closer look.
    adds: int = ANYTHING
    at_limit: bool = True  # can a player fulfill it without an ESCAPE?
    title: str = ""  # on its card and its buttons: up to 13 letters
    plainly: str = ""  # below that on its card, for somebody who has never played: up to 49 letters
    counted: str = ""  # what the board shades for it, with a number on each
    # In how many of a hundred games bots who got it first met it; `tests/cards_met.py` measures that.
    met: int = UNKNOWN

    @property
    def name(self) -> str:
        """What people call it at a table."""
        return self.title or self.words


WIN_CONDITIONS = (
    WinCondition(
        rule="TE-15",
        sentence="You have a straight row of exactly five pieces.",
        when={
            "wc1": {
                "longest_is_5": "Your longest straight row is exactly five pieces.",
                "contains_5": "You have a straight row of five pieces or more.",
            }
        },
        words="a row of exactly five",
        title="Row of five",
        plainly="Five in a straight line, but not six.",
        counted="straight lines of three or more; the longest counts",
        met=17,
        asks=EXACT_ROW,
        needed=5,
        hardness=6,
        pieces=5,
    ),
    WinCondition(
        rule="TE-16",
        sentence="You have a straight row of six pieces or more.",
        words="a row of six or more",
        title="Row of six",
        plainly="Six in a straight line, or more.",
        counted="straight lines of three or more; the longest counts",
        met=0,
        asks=LONG_ROW,
        needed=6,
        hardness=7,
        pieces=6,
    ),
    WinCondition(
        rule="TE-17",
        sentence="You have a group of ten or more, and it is the largest group.",
        when={
            "superlative": {
                "ties_ok": "You have a group of ten or more, and your opponent has none that is larger."
            }
        },
        words="the largest group, of ten or more",
        title="Group of ten",
        plainly="The largest group, of 10 pieces or more.",
        counted="the largest group",
        met=36,
        asks=LARGEST_GROUP,
        needed=10,
        hardness=8,
        compared=THE_MOST,
        pieces=10,
    ),
    WinCondition(
        rule="TE-18",
        sentence="You have four or more groups of at least three pieces, and the most such groups.",
        when={
            "superlative": {
                "ties_ok": "You have four or more groups of at least three, and your opponent no more."
            }
        },
        words="the most groups of three or more",
        title="Four groups",
        plainly="Most groups of 3 or more pieces, at least 4.",
        counted="groups of three or more",
        met=19,
        asks=LARGE_GROUPS,
        needed=4,
        hardness=10,
        compared=THE_MOST,
        pieces=4 * LARGE,
    ),
    WinCondition(
        rule="TE-19",
        sentence="A group of yours connects two opposite sides of the board.",
        words="a group that connects opposite sides",
        title="Side to side",
        plainly="One group of yours joins two opposite sides.",
        counted="groups at a side",
        met=9,
        asks=CONNECTION,
        needed=1,
        hardness=9,
        yes_no=True,
    ),
    WinCondition(
        rule="TE-20",
        sentence="You completely surround a group of your opponent's.",
        words="a surrounded group of the opponent's",
        title="Surround",
        plainly="All around one of your opponent's groups.",
        counted="groups that touch the other color, with the empty cells around them",
        met=18,
        asks=SURROUNDED_GROUPS,
        needed=1,
        hardness=5,
        of_giver=True,
    ),
    WinCondition(
        rule="TE-21",
        sentence="You have the most flowers.",
        when={
            "superlative": {"ties_ok": "You have a flower, and your opponent has no more of them."}
        },
        words="the most flowers",
        title="Flowers",
        plainly="More flowers, as pictured, than your opponent.",
        counted="flowers",
        met=36,
        asks=FLOWER_COUNT,
        needed=1,
        hardness=3,
        compared=THE_MOST,
        pieces=FLOWER,
    ),
    WinCondition(
        rule="TE-22",
        sentence="Five or more of your groups border pieces of your opponent's, and these are more than the "
        "groups of your opponent's that touch pieces of yours.",
        words="the most groups beside the opponent's",
        title="Border groups",
        plainly="Most groups touching the other color, at least 5.",
        counted="each group, even of one piece, that touches the other color",
        met=25,
        asks=BORDERING_GROUPS,
        needed=5,
        hardness=4,
        compared=STRICTLY,
        pieces=5,
    ),
    WinCondition(
        rule="TE-23",
        sentence="Your opponent, who gave it, has two identical baskets.",
        words="two identical baskets of the opponent's",
        title="Twin baskets",
        plainly="Your opponent makes the same basket of 5 twice.",
        counted="cups that are alike, if there are two",
        met=8,
        asks=TWIN_BASKETS,
        needed=1,
        hardness=11,
        of_giver=True,
        yes_no=True,
    ),
    WinCondition(
        rule="TE-24",
        sentence="Your opponent, who gave it, has five or more pieces on cells that share a number.",
        words="five of the opponent's on one number",
        title="Same number",
        plainly="Your opponent has five pieces on one number.",
        counted="the number with the most pieces",
        met=2,
        asks=SHARED_NUMBER,
        needed=1,
        hardness=12,
        of_giver=True,
        yes_no=True,
        pieces=ON_ONE,
    ),
    WinCondition(
        rule="TE-25",
        sentence="Each of your last three turns placed fewer than two pieces.",
        words="three turns of at most one piece",
        title="Short turns",
        plainly="Three turns in a row place one piece or none.",
        met=10,
        asks=SHORT_TURNS,
        needed=1,
        hardness=-5,  # nobody can prevent it, nor the next one
        yes_no=True,
    ),
    WinCondition(
        rule="TE-26",
        sentence="You declare ESCAPE after your opponent gave this win condition and before the next one.",
        words="an escape in time",
        title="Quick escape",
        plainly="Escape before the next card is given.",
        met=100,
        asks=ESCAPE_IN_TIME,
        needed=1,
        hardness=-6,
        yes_no=True,
        at_limit=False,
    ),
)

CONDITIONS = len(WIN_CONDITIONS)
# The published game draws its offer from the first twelve. A variant may offer later ones by naming them,
# `offer=(1, 2, 13)`, so that seeds keep their meaning.
DRAWN = 12

# The columns that rule functions look up, win condition 1 first.
ASKS = tuple(each.asks for each in WIN_CONDITIONS)
NEEDED = tuple(each.needed for each in WIN_CONDITIONS)
COMPARED = tuple(each.compared for each in WIN_CONDITIONS)
HARDNESS = tuple(each.hardness for each in WIN_CONDITIONS)
PIECES = tuple(each.pieces for each in WIN_CONDITIONS)
ADDS = tuple(each.adds for each in WIN_CONDITIONS)
# And those that have a property, by number.
OF_GIVER = tuple(n for n, each in enumerate(WIN_CONDITIONS, 1) if each.of_giver)
NOT_AT_LIMIT = tuple(n for n, each in enumerate(WIN_CONDITIONS, 1) if not each.at_limit)
CHANGED_BY_WC1 = tuple(n for n, each in enumerate(WIN_CONDITIONS, 1) if "wc1" in each.when)
