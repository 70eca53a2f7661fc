"""Rules as sentences: each atomic rule of a game and each ruling has one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from gamekit.errors import BadGame, did_you_mean
from gamekit.validation import shown

# Rule number n stands for "TBT-n", and RULING + n for "TBT-Qn". In a game made of others, rule number
# k * INNER + n is rule number n of the k-th game, in the order of the rulebook.
RULING, INNER = 100, 1000


@dataclass(frozen=True, slots=True)
class Rule:
    """One atomic rule, or one ruling on a gap in the published text, in one sentence.

    Attributes:
        id: prefix and number: "TBT-12", or "TBT-Q6" for a ruling.
        title: a few words.
        text: the sentence. In a game file it may have places for parameters and for the values
            that the game's `terms` gives: "columns 1 to {columns}", or in words "{cells:words}".
        note: does it state no behavior, but history, a proof, or a hint to the host?
        when: sentences that replace `text` if a parameter has a certain value:
            {"reversal": {"none": "A move may be reversed at once."}}.
        changed_by: functions replaced by a variant that may have changed this rule.
    """

    id: str
    title: str
    text: str
    note: bool = False
    when: Mapping[str, Mapping[Hashable, str]] = field(default_factory=dict, hash=False, repr=False)
    changed_by: tuple[str, ...] = field(default=(), repr=False)

    @property
    def source(self) -> str:
        """ "text" for the published rules, "ruling" for our answer to a gap in them."""
        return "ruling" if "-Q" in self.id else "text"

    @property
    def remark(self) -> str:
        """Say what a variant may have done to this rule; "" for nothing."""
        return f"perhaps changed by {', '.join(self.changed_by)}" if self.changed_by else ""

    def under(self, values: Mapping[str, object]) -> Rule:
        """Return the rule with its sentence as it reads under these parameters and terms."""
        text = self.text
        for name, sentences in self.when.items():
            matching = (other for value, other in sentences.items() if value == values[name])
            text = next(matching, text)
        try:
            filled = text.format_map({name: Value(value) for name, value in values.items()})
        except (KeyError, IndexError, ValueError) as problem:
            raise BadGame(
                f"{self.id}: its sentence has a place for {problem}: {text!r}. Name a parameter there, "
                "or let `terms` give the value."
            ) from None
        return replace(self, text=filled, when={})


def prefixes(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Return the prefix of a game's rule ids, then those of the games it is made of."""
    return tuple(dict.fromkeys(rule.id.split("-")[0] for rule in rules))


def rule_id(prefixes: Sequence[str], number: int) -> str:
    """Return the id of a rule number: 12 is "TBT-12", RULING + 6 is "TBT-Q6"."""
    place, number = divmod(number, INNER)
    prefix = prefixes[place]
    return f"{prefix}-Q{number - RULING}" if number > RULING else f"{prefix}-{number}"


IN_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a sentence: {columns} writes "4", and {columns:words} "four". Large numbers stay digits."""

    value: object

    def __format__(self, spec: str) -> str:
        if spec != "words":
            return format(self.value, spec)
        return number_in_words(self.value) if isinstance(self.value, int) else str(self.value)


def number_in_words(number: int, zero: str = "zero") -> str:
    """Return a number as sentences write it: "four", and larger ones in digits."""
    if not 0 <= number < len(IN_WORDS):
        return str(number)
    return IN_WORDS[number] if number else zero


# Rulings that hold in every game.
COMMON = (
    Rule(
        "X-Q1",
        "Illegal or unreadable moves",
        "A move that is illegal or cannot be read is refused; nothing changes, the clock runs on "
        "and the player tries again.",
    ),
    Rule("X-Q2", "Running out of time", "A player whose time runs out loses the match."),
    Rule(
        "X-Q3",
        "Periods",
        "Where the reserve is counted in periods, a part of a period used is a whole period used; "
        "ending exactly on the last one is still in time.",
    ),
    Rule(
        "X-Q4",
        "When the clock starts",
        "The clock starts when the mover has been shown everything they may know, including the "
        "result of any roll.",
    ),
    Rule("X-Q5", "Automatic steps", "A step that happens by itself uses nobody's time."),
    Rule(
        "X-Q6",
        "Who starts",
        "The match says who starts: player 0 unless told otherwise, or drawn from its seed.",
    ),
    Rule("X-Q7", "Passing", "Nobody may pass where no rule of the game says so."),
    Rule("X-Q8", "Draws", "A game is drawn only where one of its rules says so."),
    Rule("X-Q9", "Resigning", "A player may resign; the opponent wins."),
    Rule(
        "X-Q10",
        "Help from the program",
        "Under the official clock the program gives no hints; telling whether a move is legal is "
        "no help.",
    ),
    Rule(
        "X-Q11",
        "Taking back",
        "Moves are never taken back under the official clock; in teaching play back to the latest "
        "roll or reveal, and further only at an open table.",
    ),
    Rule(
        "X-Q12",
        "Names of cells",
        "On boards with letters and numbers, letters are rows from the top and numbers count from "
        "the left.",
    ),
)


class Rulebook:
    """The rules of a game in order; `rulebook["TBT-12"]` is one of them."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __getitem__(self, rule_id: str) -> Rule:
        if rule_id not in self._rules:
            raise KeyError(f"no rule {shown(rule_id)}.{did_you_mean(rule_id, self._rules)}")
        return self._rules[rule_id]

    @property
    def notes(self) -> tuple[Rule, ...]:
        """The rules that state no behavior."""
        return tuple(rule for rule in self if rule.note)

    @property
    def rulings(self) -> Rulebook:
        """Our answers to the gaps in the published text."""
        return Rulebook(rule for rule in self if rule.source == "ruling")

    def __repr__(self) -> str:
        return "\n".join(
            f"{rule.id:<8} {rule.title}: {rule.text}" + f" [{rule.remark}]" * bool(rule.remark)
            for rule in self
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='white-space: nowrap'><b>{escape(rule.id)}</b></td><td style='text-align:left'>"
            f"<b>{escape(rule.title)}.</b> {escape(rule.text)}"
            + f" <i>({escape(rule.remark)})</i>" * bool(rule.remark)
            + f"</td><td>{rule.source}</td></tr>"
            for rule in self
        )
        return f"<table><tr><th>rule</th><th>what it says</th><th>from</th></tr>{rows}</table>"
