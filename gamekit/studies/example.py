"""Where the two games of a pair part: the same dice and thoughts until something differs."""

from __future__ import annotations

from html import escape
from typing import Any

from gamekit.chance import decision_key
from gamekit.contract import CHANCE
from gamekit.match.match import Match
from gamekit.match.picture import pair_shown
from gamekit.match.view import OPEN, Entry
from gamekit.naming import under
from gamekit.studies.replay_games import seated
from gamekit.studies.study import Study


def played_again(study: Study, number: int) -> Match:
    """Return a game of a study as a match, played as far as it went there."""
    players = seated(study.game, study.players)
    match = Match(study.game, seed=study.seed, number=number)
    while match.to_act in (0, 1) and match.ply < study.max_moves:
        mover = match.to_act
        key = decision_key(study.seed, number, mover, match.ply)
        match.play(players[mover].choose(match.view(mover), seed=key))
    return match


class Example:
    """One game under two variants, up to where it differs, and what differs there.

    Args:
        number: of the game.
        a: the game under one variant, played to the end.
        b: the game under the other.

    Attributes:
        a, b: matches at the point where both games were last alike; `redo` continues them.
        ply: how many moves led there.
        names: what the variants are called in a sentence: "as published", "with match=4".
        text: what differs, in a few sentences.
    """

    def __init__(self, number: int, a: Match, b: Match) -> None:
        self.number = number
        self.names = _names(a, b)
        place = _alike(a.history, b.history)
        self.ply = a.history[place - 1].ply if place else 0
        entries = [each.history[place] if place < len(each.history) else None for each in (a, b)]
        self.a, self.b = a.goto(self.ply), b.goto(self.ply)
        self.text = f"{self._opening()} {self._parting(*entries)}"

    def _opening(self) -> str:
        if self.ply == 0:
            return f"Game {self.number} differs from the start."
        moves = "1 move" if self.ply == 1 else f"{self.ply} moves"
        return f"Game {self.number} is the same for {moves}."

    def _parting(self, one: Entry | None, other: Entry | None) -> str:
        """Return the next step in each game, None if it is over."""
        first, second = self.names
        if one is None and other is None:
            return f"Then {first}: {_end(self.a)} {_capital(second)}: {_end(self.b)}"
        if one is None or other is None:
            over, (ended, goes_on) = (
                (self.a, self.names) if one is None else (self.b, (second, first))
            )
            return f"Then it is over {ended}: {_end(over)} {_capital(goes_on)} it goes on."
        if one.player == other.player in (0, 1):
            told = f"Then {self._deed(one)} {first} and {other.text} {second}."
            return " ".join([told, *self._why(one.text, other.text)])
        return f"Then {self._deed(one)} {first}, and {self._deed(other)} {second}."

    def _deed(self, entry: Entry) -> str:
        if entry.player == CHANCE:
            return f"chance gives {entry.text}"
        if entry.player is None:
            return f"{entry.text} happens by itself"
        return f"{self.a.names[entry.player]} plays {entry.text}"

    def _why(self, one: str, other: str) -> list[str]:
        """Say why two moves differ: one is possible in only one game, or would end only one."""
        refused = [_refused(other, self.a, self.names[0]), _refused(one, self.b, self.names[1])]
        if any(refused):
            return list(filter(None, refused))
        ends = list(filter(None, (self._decides(move) for move in (one, other))))
        if ends:
            return ends
        legal = self.a.legal(), self.b.legal()
        for k, match in enumerate((self.a, self.b)):
            for move in legal[1 - k]:
                if move not in legal[k]:
                    elsewhere = _refused(move, match, self.names[k])
                    return ["Both moves are possible in both games.", elsewhere]
        return ["The same moves are possible in both; the bots expect something else of them."]

    def _decides(self, move: str) -> str:
        """Say how this move would end only one game, or both in different ways."""
        ends = []
        for match in (self.a, self.b):
            after = match.fork().play(f"{move.removesuffix(OPEN).strip()} {OPEN}")
            ends.append(_end(after) if after.result else "")
        (first, second), (one, other) = self.names, ends
        if one == other:
            return ""
        if one and other:
            return f"{move} would end the game {first}: {one} {_capital(second)}: {other}"
        ended, goes_on = (first, second) if one else (second, first)
        return (
            f"{move} would end the game {ended}: {one or other} {_capital(goes_on)} it would not."
        )

    def __repr__(self) -> str:
        first, second = (_capital(name) for name in self.names)
        boards = f"{first}\n{self.a.board_text()}\n\n{second}\n{self.b.board_text()}"
        return f"{self.text}\n\n{boards}"

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, Any]:
        """Both boards: as replays if `gamekit_widgets` is imported, otherwise as pictures."""
        live = pair_shown(self)
        html = "".join(
            f'<div style="flex: 1 1 18em"><p>{escape(_capital(name))}</p>'
            f"{match._repr_mimebundle_().get('text/html', '')}</div>"
            for name, match in zip(self.names, (self.a, self.b), strict=True)
        )
        return {
            **live,
            "text/plain": repr(self),
            "text/html": f"<p>{escape(self.text)}</p>"
            f'<div style="display: flex; flex-wrap: wrap; gap: 1em">{html}</div>',
        }


def _names(a: Match, b: Match) -> tuple[str, str]:
    """Return what two variants are called in a sentence."""
    first, second = under(a.game), under(b.game)
    return (first, second) if first != second else ("in the first game", "in the second game")


def _alike(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> int:
    """Return how many steps the two share."""
    pairs = zip(one, other, strict=False)
    same = min(len(one), len(other))
    return next(
        (k for k, (a, b) in enumerate(pairs) if (a.player, a.text) != (b.player, b.text)), same
    )


def _end(match: Match) -> str:
    """Say how a game ended."""
    result = match.result
    if result is None:
        return f"it is stopped after {match.ply} moves."
    rule = f"({result.rule}, {match.game.rulebook[result.rule].title})."
    return f"{result.text.removesuffix('.')} {rule}"


def _refused(move: str, match: Match, name: str) -> str:
    """Say why a move is impossible in a game, or nothing."""
    bare = move.removesuffix(OPEN).strip()
    refusal = match.why_not(f"{bare} {OPEN}")
    if refusal is None:
        return ""
    return f"{bare} is not possible {name}: {refusal.message.removesuffix('.')} ({refusal.rule})."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
