"""Findings, and the report that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT, VERSION = "gamekit check", 1  # described in check.schema.json, beside this file
ERROR, WARNING = "error", "warning"
FROM_CHANCE = "Get chance from CHANCE and outcomes, or in policy and imagine from draw(random, n)."
# What to do about each kind of finding.
ADVICE = {
    "syntax-error": "Fix that line: Python cannot read the file.",
    "file-fails": "The file must run by itself, from top to bottom, before it holds a game.",
    "bad-name": "Name it like my-game: files, commands and gamekit.load go by that name.",
    "bad-signature": (
        "The kit calls every function of this name with these arguments. If it is a helper of your "
        "own, give it another name."
    ),
    "no-game": (
        "Put the parts together at the end of the file: "
        'GAME = Game(globals(), name="my-game", title="My Game").'
    ),
    "bad-game": "Use the names and the form that the guide gives.",
    "bad-parameters": (
        "A default must be one of the allowed values. If two values do not work together, say why in "
        "impossible(rules)."
    ),
    "parameters-fail": (
        "Make every allowed value work, or allow fewer: lists of the state need room for the largest "
        "value, and impossible(rules) can refuse a combination."
    ),
    "bad-rulebook": "Give each rule its own id, such as ABC-1, and a sentence.",
    "exception": (
        "Every function but read and position must return a value in every position that play leads "
        "to, as in the one below."
    ),
    "bad-answer": (
        "Return that at the end of every branch: without a return, Python returns None. The guide's "
        "first table says what each function returns."
    ),
    "answers-differ": (
        f"Rule functions always give the same answer to the same question. {FROM_CHANCE}"
    ),
    "bad-chances": "Let chances(rules, state, outcome) return whole numbers, not all of them 0.",
    "no-outcomes": "Write outcomes(rules, state). If only one thing can happen, let it return 1.",
    "move-count": (
        "Let move_count return how many moves there can ever be: 13 if the largest is 12. Or let read "
        "refuse that text if it is not a move."
    ),
    "bare-winner": "The winner is a player, 0 or 1, or one of the names DRAW, BOTH_LOSE and ONGOING.",
    "list-replaced": "Change the list in place, entry by entry: compiled rules cannot replace it.",
    "state-replaced": (
        "Change the fields of the state that the kit gives, such as state.turn += 1: it never sees "
        "another one. Give a copy another name."
    ),
    "text-compared": (
        "The two are never equal. Give the number a name above the rules, such as NEVER = 1, and "
        "compare with that."
    ),
    "bad-sentence": (
        'Work out the number first, then write the name in an f-string as f"{{{player}}}". To show '
        "a brace, write it twice."
    ),
    "never-returns": "The function did not return within a few seconds: look for an endless loop.",
    "no-hide": "Write hide(rules, view, player), or remove the others.",
    "no-imagine": (
        "Write imagine(rules, view, player, random): it fills in what hide has blanked, with a state "
        "that the player may believe in."
    ),
    "no-legal-move": (
        "Somebody must always be able to move: look for a branch of why_illegal that lacks its "
        "`return 0`, add a move that passes, or end the game there in both to_act and result."
    ),
    "legal-moves-differ": (
        "legal_moves lists exactly the moves for which why_illegal returns 0. It is optional: leave "
        "it out unless you need the speed."
    ),
    "sensible-moves": "sensible_moves lists at least one move, and only legal ones.",
    "unknown-function": (
        "The kit calls it once it has that name. If it is a helper of your own, call it or remove it."
    ),
    "unknown-rule": "Return the number of a rule in RULES: 3 for ABC-3, RULING + 3 for ABC-Q3.",
    "no-explanation": "Return a sentence for every rule that why_illegal or result may name.",
    "legal-move-refused": (
        "People must be able to enter a legal move as the kit writes it: let read return the moves that "
        "write wrote."
    ),
    "state-changed": (
        "Only setup, apply, hide and imagine write to the state. Work on values of your own, such as "
        "a whole number with a bit for each cell, or let apply do it."
    ),
    "parameters-changed": "Nothing writes to the parameters: what changes in play belongs in State.",
    "bad-value": (
        "Fields are whole numbers and lists of fixed size. Do not append or remove, divide with //, "
        'and declare array(size, "i2") where numbers exceed 127.'
    ),
    "ends-differ": (
        "to_act returns OVER exactly where result returns anything but ONGOING. The simplest "
        "way: let to_act ask result."
    ),
    "payoff": (
        "payoff returns what player 0 gets: more than 0 where player 0 wins, less where player 1 does, 0 "
        "in a draw, and never more than highest_payoff(rules)."
    ),
    "turn-goes-on": (
        "Leave join=None out if a turn may take more than one move. Otherwise let apply add 1 to "
        "state.turn and set state.player."
    ),
    "off-board": (
        "Let why_illegal forbid such a move before it reads the target's cell: "
        "if target < 0, return the number of the rule that keeps moves on the board."
    ),
    "forgotten-card": (
        "Move the card to SEEN + player, a hand whose cards everybody knows. Leave it as it is if the "
        "game mixes the card with others first, so that nobody knows which one it is."
    ),
    "written-alike": "write gives every legal move of a position its own notation.",
    "not-read-back": "Given what write wrote, read must return that same move.",
    "position-lost": (
        "If the players strictly alternate turns, use turns in FIELDS, given.turns in "
        "position and Position.turns_done in dump. Otherwise write state.turn and state.player as fields "
        "of your own."
    ),
    "turn-miscounted": (
        "Let apply add 1 to state.turn when a turn is over and the other player's begins, and at no "
        "other time: several moves may be one turn. If a player really has two turns in a row, "
        "write state.turn and state.player as fields of your own instead of using given.turns and "
        "turns_done."
    ),
    "view-differs": (
        "The player to move must know everything that decides who moves and which moves are legal. "
        "Let the function read something else, or let hide blank less."
    ),
    "leak": "Let hide set every field that tells the secret to one value, copies and counts included.",
    "leak-in-history": (
        "Let sees(rules, state, move, player) return False for moves and outcomes that hide keeps "
        "from that player."
    ),
    "secret-in-history": (
        "Let reveals(rules, state, move) return True for the move that makes earlier ones known. If "
        "they are to stay hidden, let hide blank what tells them."
    ),
    "leak-in-words": "Use only what the player who moves may know.",
    "hide-twice": "hide sets fields to fixed values, whatever they were.",
    "imagine-differs": "imagine fills in only what hide has blanked.",
    "imagine-impossible": (
        "imagine fills in a whole state that could be the true one, as setup and apply would have made "
        "it: no hand holds a card that was played, and counts agree."
    ),
    "imagine-count": (
        "imagine fills in everything that hide has blanked, and no more: as many cards as the other "
        "player really holds. A wrong imagine breaks nothing, but bots play worse."
    ),
    "imagine-never-true": (
        "Exclude what this player has seen to be false, and nothing else: bots never consider what "
        "imagine leaves out."
    ),
    "policy": (
        "In every position, policy returns the number of a legal move, using only what the player to "
        "act knows."
    ),
    "random-move": "random_move returns one of the sensible moves.",
    "slip": "slip returns one of the legal moves.",
    "likelihood": "likelihood returns a percentage from 0 to 100.",
    "standing": "standing returns a percentage from 0 to 100, using only what the player to act knows.",
    "may-win": "may_win may return False only if no way to play this turn wins, and SURE only if one does. "
    "If in doubt, leave it out.",
    "may-hold": "may_hold may return False only if the opponent wins in the next turn, however this one "
    "ends. If in doubt, leave it out.",
    "record-lost": "The same moves must lead to the same state: keep nothing outside the state.",
    "starts-over": "Let the game begin: to_act returns a player or CHANCE after setup.",
    "turn-not-counted": "Let apply add 1 to state.turn and set state.player when a turn is over.",
    "read-raises": "Raise Unreadable with a sentence for any text that is not in the notation.",
    "position-raises": (
        "Take fields through FIELDS.read(fields) and its checks, and call refuse(...) for what is "
        "impossible."
    ),
    "position-breaks": "Let position refuse it with given.refuse(...).",
    "picture-fails": (
        "Draw what the view shows: view.state holds the fields of State, and view.result is None while "
        "play goes on."
    ),
    "endless": "Make sure that the game ends: add a limit of turns or a rule against repetition.",
    "recursion": (
        "Write a loop. To spread over connected cells, go over the whole board again and again until "
        "nothing changes, or note the cells still to visit in a list that State declares."
    ),
    "cannot-compile": (
        "Rule functions keep to whole numbers, fixed lists, if, for and while. Until then the game "
        "runs, but playtests and search are far slower."
    ),
    "goes-wrong": (
        "Rules need indices inside their lists, numbers that fit their fields, and results of 64 "
        "bits. Test for anything larger before you compute or store it."
    ),
    "compiled-differs": (
        "Interpreted and compiled rules must play alike: look for numbers too large for their field, "
        "indices out of range and negative remainders."
    ),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a game.

    Attributes:
        code: its kind, by a stable name: "legal-moves-differ".
        severity: "error" if the game breaks a promise, "warning" if it may be intended.
        message: what is wrong, in a sentence.
        advice: what to do about it.
        file: the file it is in, or None.
        line: the line, or None.
        function: the game's function concerned, or None.
        rule: the id of the rule concerned, or None.
        parameters: parameters that produce it, if they differ from the game's own.
        seed: the seed of the game in which it happened, or None.
        first: the player who started it, or None.
        to_act: the player who is to act there, or None.
        history: the latest moves and outcomes that lead there, as "0: B2" and "chance: 4".
        moves: how many moves lead there, or None.
        position: the position it happens in, as `Match(game, position=...)` takes it, or None.
        board: that position as text, or "".
    """

    code: str
    severity: str
    message: str
    advice: str
    file: str | None = None
    line: int | None = None
    function: str | None = None
    rule: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    first: int | None = None
    to_act: int | None = None
    history: tuple[str, ...] = ()
    moves: int | None = None
    position: Mapping[str, Any] | None = None
    board: str = ""


@dataclass(slots=True)
class Report:
    """What the check tried, and what it found.

    Attributes:
        file: the file that was checked.
        game: the game's name, or None if the file holds none.
        findings: errors first.
        checked: how much of everything the check tried.
        has_chance, has_secrets: whether the game has any.
    """

    file: str
    game: str | None = None
    findings: list[Finding] = field(default_factory=list)
    checked: dict[str, Any] = field(default_factory=dict)
    has_chance: bool = False
    has_secrets: bool = False

    @property
    def ok(self) -> bool:
        """Did the check find nothing?"""
        return not self.findings

    def data(self) -> dict[str, Any]:
        """Return the report as JSON would hold it; `check.schema.json` describes it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "file": self.file,
            "game": self.game,
            "ok": self.ok,
            "findings": [
                {**asdict(one), "history": list(one.history), "parameters": dict(one.parameters)}
                for one in self.findings
            ],
            "checked": self.checked,
        }
