"""Findings, and the report that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT, VERSION = "gamekit check", 1  # described in check.schema.json, beside this file
ERROR, WARNING = "error", "warning"
# What to do about each kind of finding.
ADVICE = {
    "syntax-error": "Mend that line: Python cannot read the file.",
    "file-fails": "The file must run by itself, from top to bottom, before it holds a game.",
    "bad-name": "Name it like my-game: files, commands and gamekit.load go by that name.",
    "bad-signature": (
        "The kit calls every function of this name, and gives it that. If it is a helper of your own, "
        "give it another name."
    ),
    "no-game": (
        "Put the parts together at the end of the file: "
        'GAME = Game(globals(), name="my-game", title="My Game").'
    ),
    "bad-game": "Write it under the names, and in the way, that the guide gives.",
    "bad-parameters": (
        "A default must be one of the allowed values. Where two values do not work together, say why "
        "in impossible(rules)."
    ),
    "parameters-fail": (
        "Make every allowed value work, or allow fewer: lists of the state need room for the largest "
        "value, and impossible(rules) can refuse a combination."
    ),
    "bad-rulebook": "Give each rule an id of its own, such as ABC-1, and a sentence.",
    "exception": (
        "Every function but read and position must return a value in every position that play leads "
        "to, as in the one below."
    ),
    "bad-answer": (
        "Return that at the end of every branch: without a return, a function gives None. The guide's "
        "first table says what each function returns."
    ),
    "answers-differ": (
        "Rule functions answer the same whenever they are asked again. Draw chance through CHANCE and "
        "outcomes; policy and imagine through draw(random, n)."
    ),
    "bad-chances": "Let chances(rules, state, outcome) return whole numbers that do not all come to 0.",
    "no-outcomes": "Write outcomes(rules, state). Where only one thing can happen, let it return 1.",
    "move-count": (
        "Let move_count return how many moves there can ever be: where 12 is the largest, 13. Or let "
        "read refuse that text, if it is no move."
    ),
    "bare-winner": "The winner is a player, 0 or 1, or one of the names DRAW, BOTH_LOSE and ONGOING.",
    "list-replaced": "Change the list in place, entry by entry: compiled, it cannot be replaced.",
    "text-compared": (
        "The two are never equal. Give the number a name above the rules, as NEVER = 1, and compare "
        "with that."
    ),
    "bad-sentence": (
        'Work out the number first, then write the name in an f-string as f"{{{player}}}". For a brace '
        "that is to be seen, write two."
    ),
    "never-returns": "The function did not return within some seconds: look for a loop without an end.",
    "no-hide": "Write hide(rules, view, player), or remove the others.",
    "no-imagine": (
        "Write imagine(rules, view, player, random): it fills in what hide has blanked, with a state "
        "that the player may believe in."
    ),
    "no-legal-move": (
        "Somebody must always be able to move: add a move that passes, or end the game there in both "
        "to_act and result."
    ),
    "legal-moves-differ": (
        "legal_moves lists exactly the moves for which why_illegal returns 0. It is optional: leave "
        "it out unless you need the speed."
    ),
    "sensible-moves": "sensible_moves lists at least one move, and only legal ones.",
    "unknown-function": (
        "Give it that name, and the kit calls it. If it is a helper of your own, call it or remove it."
    ),
    "unknown-rule": "Return the number of a rule in RULES: 3 for ABC-3, RULING + 3 for ABC-Q3.",
    "no-explanation": "Return a sentence for every rule that may be concerned.",
    "legal-move-refused": (
        "A legal move must be accepted as it is written: let read return the moves that write wrote."
    ),
    "state-changed": (
        "Only setup, apply, hide and imagine write to the state. Work on values of your own, or let "
        "apply do it."
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
    "turn-goes-on": "Leave join=None out where a turn may be more than one move.",
    "off-board": (
        "Let why_illegal forbid such a move before it reads the target's cell: "
        "if target < 0, return the number of the rule that keeps moves on the board."
    ),
    "forgotten-card": (
        "Put the card to SEEN + player, a hand whose cards everybody knows. Leave it as it is if the "
        "card is mixed with others first, so that nobody knows which one it is."
    ),
    "written-alike": "write gives every legal move of a position a notation of its own.",
    "not-read-back": "read must return, for what write wrote, the very move.",
    "position-lost": (
        "Where the players take turns strictly one after the other: turns in FIELDS, given.turns in "
        "position, Position.turns_done in dump. Otherwise write state.turn and state.player as fields "
        "of your own."
    ),
    "turn-miscounted": (
        "Let apply add 1 to state.turn where a turn is over and the other player's begins, and nowhere "
        "else: several moves may be one turn. If a player really has two turns one after the other, "
        "leave given.turns and turns_done and write state.turn and state.player as fields of your own."
    ),
    "view-differs": (
        "What decides who is to move and which moves are legal must be known to the player who moves. "
        "Let the function read something else, or let hide blank less."
    ),
    "leak": "hide blanks, with one value, every field that tells them: copies and counts of it, too.",
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
        "it: cards that were played are in no hand, and counts agree."
    ),
    "imagine-count": (
        "imagine fills in everything that hide has blanked, and no more: as many cards as the other "
        "player really holds. A wrong imagine breaks nothing, but bots play worse."
    ),
    "imagine-never-true": (
        "Exclude what this player has seen to be false, and nothing else: bots never reckon with what "
        "imagine leaves out."
    ),
    "policy": (
        "policy returns the number of a legal move, in every position, from what the player to act "
        "knows."
    ),
    "random-move": "random_move returns one of the sensible moves.",
    "likelihood": "likelihood returns a percentage from 0 to 100.",
    "standing": "standing returns a percentage from 0 to 100, from what the player to act knows.",
    "may-win": "may_win may only say False where no way to play this turn wins, and SURE only where one does; "
    "leave it out if in doubt.",
    "may-hold": "may_hold may only say False where the opponent wins in the next turn, however this one "
    "ends; leave it out if in doubt.",
    "record-lost": "The same moves must lead to the same state: keep nothing outside the state.",
    "starts-over": "Let the game begin: to_act returns a player or CHANCE after setup.",
    "turn-not-counted": "Let apply add 1 to state.turn where a turn is over, and set state.player.",
    "read-raises": "Raise Unreadable with a sentence for whatever is not in the notation.",
    "position-raises": (
        "Take fields through FIELDS.read(fields) and its checks, and call refuse(...) for what is "
        "impossible."
    ),
    "position-breaks": "Refuse such a position: given.refuse(...) in position.",
    "picture-fails": (
        "Draw what the view shows: view.state holds the fields of State, and view.result is None while "
        "play goes on."
    ),
    "endless": "Make sure that the game ends: with a limit of turns, or a rule against repetition.",
    "recursion": (
        "Write a loop. To spread over connected cells, go over the whole board again and again until "
        "nothing changes, or note the cells still to visit in a list that State declares."
    ),
    "cannot-compile": (
        "Rule functions keep to whole numbers, fixed lists, if, for and while. Until then the game "
        "runs, but playtests and search are far slower."
    ),
    "goes-wrong": (
        "Rules work with indices inside their lists, numbers that fit their fields, and results of 64 "
        "bits. Test for what goes beyond before it does."
    ),
    "compiled-differs": (
        "Both must play alike: look for numbers too large for their field, indices out of range and "
        "negative remainders."
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
        seed: of the game in which it happened, or None.
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
    """What was checked, and what was found.

    Attributes:
        file: what was asked for.
        game: the game's name, or None where none was found.
        findings: errors first.
        checked: how much of everything was tried.
        has_chance, has_secrets: of the game.
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
        """Return the report as JSON would hold it, see `check.schema.json`."""
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
