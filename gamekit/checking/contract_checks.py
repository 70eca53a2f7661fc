"""The contract's promises, tested at one position of a match and on the turn that starts there."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from gamekit.checking.report import ADVICE
from gamekit.contract import (
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    PUBLIC,
    SURE,
    Game,
    State,
    shown,
)
from gamekit.contract import Random as Stream
from gamekit.contract.components import DISCARDED, HELD, SEEN, SHOWN, Deck
from gamekit.contract.fields import Nested, Struct
from gamekit.contract.game import ANSWERS as DECISIONS
from gamekit.contract.game import is_player
from gamekit.errors import BadPosition, Unreadable, listed, series
from gamekit.match.match import Match
from gamekit.match.view import without_open
from gamekit.storage.record import Record
from gamekit.storage.saved_matches import read, replayed

LOOKS = 500  # positions of a turn to search for a win
ENDS = 4  # ways to end a turn that the game calls lost, to try

Promise = Callable[[Match, Random], None]
REFUSED = (
    "position does not allow the fields that dump wrote. Either position is too strict, or play leads "
    "to a state that should not exist: then look at why_illegal and apply."
)
IMPOSSIBLE = "Allow it there, or let why_illegal and apply keep play from leading there."
OUT_OF_RANGE = "Let apply keep to the values that State declares, or declare more values there."
LONGEST = 20  # moves of a turn to try at most
WHOLE = "People write whole turns: let read return all their moves, one after the other."
OPEN = (SHOWN, SHOWN + 1, DISCARDED, SEEN, SEEN + 1)  # where everybody knows a card
STEPS_MEASURED = 4  # moves or outcomes that measures are asked about
AGAIN = 5  # how often to ask for the number of outcomes
BOUNDS = {"i1": 2**7, "i2": 2**15, "i4": 2**31, "i8": 2**63}  # of numbers, by their field's type
STEPS = 40  # moves or outcomes to try at most
MOST_MOVES = 10_000
SPLIT = (
    "A game has a few thousand moves at most. Let a turn be several moves, such as one for the piece and "
    "one for its target."
)
ANSWERED = "The guide's first table says what each function returns."
NO_TRUTH = "True and False are not the numbers of players or rules: say which one, as in 1 if lead > 0 else 0."


def names(match: Match, moves: Iterable[int]) -> list[str]:
    state = match.state
    return [match.game.write(match.rules, state, move) for move in moves]


def legality(match: Match, random: Random) -> None:
    """Legal moves are those that no rule forbids, at least one exists, and every refusal has a reason."""
    game, ask = match.game, ReadOnly(match)
    forbidden = ask.each("why_illegal", [(move,) for move in range(game.moves)])
    legal = [move for move, rule in enumerate(forbidden) if rule == 0]
    if not legal:
        raise stuck(match)
    room = [0] * game.moves
    given = room[: ask("legal_moves", room)]
    require(
        sorted(given) == legal,
        "legal-moves-differ",
        "legal_moves",
        f"legal_moves gives {names(match, given)}, why_illegal allows {names(match, legal)}",
    )
    room = [0] * game.moves
    sensible = room[: ask("sensible_moves", room)]
    promise = "sensible-moves", "sensible_moves"
    require(sensible, *promise, "sensible_moves gives none of the legal moves")
    require(set(sensible) <= set(legal), *promise, "sensible_moves gives a move that is not legal")
    refused = [move for move, rule in enumerate(forbidden) if rule]
    for move in random.sample(refused, min(3, len(refused))):
        _require_explanation(match, ask, move, forbidden[move])


def _require_explanation(match: Match, ask: ReadOnly, move: int, number: int) -> None:
    """The rulebook has the rule that forbids a move, and a sentence explains it."""
    rule = known_rule(match.game, number, "why_illegal")
    ask("explain", move, number)
    refusal = match.why_not(move)
    require(
        refusal is not None,
        "legal-move-refused",
        "why_illegal",
        f"move {move} is illegal, yet the match would play it",
        rule,
    )
    assert refusal
    require(
        refusal.message.strip(), "no-explanation", "explain", f"explain says nothing about {rule}",
        rule,
    )  # fmt: skip
    board = match.game.declared_board
    if match.game.leaves_out("explain") or not (board and board.rows(match.rules)):
        return
    names = board.names(match.rules)
    if odd := [cell for cell in refusal.cells if cell not in names]:
        message = f"explain names the cell {shown(odd[0])}, which is not on the board"
        raise Broken("bad-answer", "explain", message, rule, f"The cells are {listed(names)}.")


def known_rule(game: Game, number: int, function: str) -> str:
    """Return the id of a rule that a function names by number. The rulebook must hold it."""
    try:
        rule = game.rule_id(number)
    except (IndexError, TypeError):
        rule = str(number)
    require(
        rule in game.rulebook,
        "unknown-rule",
        function,
        f"{function} names {rule}, which is not in the rulebook",
    )
    return rule


def ways(match: Match, random: Random) -> None:
    """The presses for a legal move are cells and words, and the cells lie on the board."""
    game, board = match.game, match.game.declared_board
    cells = board.cells(match.rules) if board else 0
    for move in match.legal_moves():
        way = fitting("way", game.way(match.rules, match.state, move))
        if board is None:
            continue
        numbers = [part for part in way if not isinstance(part, str)]
        message = f"way returns {way} for move {move}"
        if min(numbers, default=0) < 0:
            message += ", which leads off the board, and why_illegal allows it"
            raise Broken("off-board", "why_illegal", message)
        highest = max(numbers, default=0)
        message += f", and the board has {cells} cells, counted from 0"
        if cells and highest >= cells:
            advice = f"Let way name cells from 0 to {cells - 1}."
            raise Broken("off-board", "way", message, advice=advice)


def notation(match: Match, random: Random) -> None:
    """A legal move reads back from its notation and can be put into words. A turn is as long as declared."""
    moves = match.legal_moves()
    texts = match.legal()
    require(
        len(set(texts)) == len(texts),
        "written-alike",
        "write",
        f"two legal moves have the same notation: {sorted(texts)}",
    )
    ask = ReadOnly(match)
    for move, text in random.sample(list(zip(moves, texts, strict=True)), min(3, len(moves))):
        plain = without_open(text)
        require(
            match.game.has_long_turns
            or not match.game.goes_on_after(match.rules, match.state, move),
            "turn-goes-on",
            "goes_on",
            f"the turn goes on after {text!r}, and Game(..., join=None) says that every turn is one move",
        )
        try:
            found = ask("read", plain)
        except Unreadable as problem:
            message = f"{text!r} is written for a legal move, and read refuses it: {problem}"
            raise Broken("not-read-back", "read", message) from problem
        require(
            list(found[:1]) == [move],
            "not-read-back",
            "read",
            f"{text!r} is written for move {move} and read as {found}",
        )
        fitting("phrases", list(match.game.phrases([plain] * (plain != "stop"), None)))
        refusal = match.why_not(text)
        if refusal:
            message = f"{text!r} is a legal move, yet the match refuses it: {refusal}"
            raise Broken("legal-move-refused", "read", message, refusal.rule)


def positions(match: Match, random: Random) -> None:
    """A position can be dumped to fields and set up again, and a finished one stays finished."""
    fields, promise = ReadOnly(match)("dump"), ("position-lost", "position")
    try:
        again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    except BadPosition as problem:
        _counts_turns(match)
        raise _refused(match, problem, fields) from problem
    changed = [
        name
        for name in match.game.State.fields
        if getattr(again.state, name) != getattr(match.state, name)
    ]
    lost = [name for name in changed if name not in ("turn", "player")]
    advice = _how_to_keep(lost[0], fields) if lost else ""
    if match.result:
        if again.result != match.result:
            message = f"position(dump(...)) ends differently: {fields}"
            raise Broken(*promise, message, advice=advice)
    elif changed:
        _counts_turns(match)
        message = f"position(dump(...)) differs in {', '.join(changed)}: {fields}"
        raise Broken(*promise, message, advice=advice)


def _refused(match: Match, problem: BadPosition, fields: Mapping[str, object]) -> Broken:
    """Return the finding that a state to which play leads is no position."""
    game = match.game
    why = str(problem).removeprefix("Position: ")
    if not game.leaves_out("position"):
        message = f"position refuses what dump wrote: {problem} The fields: {fields}"
        return Broken("position-lost", "position", message, advice=REFUSED)
    if game.impossible_position(match.rules, match.state):
        message = f"impossible_position refuses a state to which play leads: {why}"
        return Broken("position-lost", "impossible_position", message, advice=IMPOSSIBLE)
    where = "apply" if match.history else "setup"
    return Broken("bad-value", where, f"State does not allow this: {why}", advice=OUT_OF_RANGE)


def _how_to_keep(name: str, fields: Mapping[str, object]) -> str:
    """Return what to do about a field of the state that a position does not keep."""
    need = "It needs a field in FIELDS, unless position can work it out."
    if fields.get(name) is not None:
        return f"dump writes {name}: let position set state.{name} from it."
    return f"dump does not write {name}, or position does not read it. {need}"


def _counts_turns(match: Match) -> None:
    """Require that the last move counted a turn exactly if the other player is to move now.

    Call this when a position is lost. The promise is broken only if the right count would keep the position.
    """
    if match.result or match.ply == 0:
        return
    before, now = match.fork().goto(match.ply - 1).state, match.state
    passed = now.player != before.player
    if (now.turn > before.turn) == passed:
        return
    now.turn = before.turn + int(passed)
    fields = match.game.dump(match.rules, now)
    try:
        again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    except BadPosition:
        return
    if again.state == now:
        what = (
            f"player is now {now.player}, and turn has not grown"
            if passed
            else f"turn has grown to {match.state.turn}, and player is still {now.player}"
        )
        raise Broken("turn-miscounted", "apply", f"apply counts turns wrongly: {what}")


def views(match: Match, random: Random) -> None:
    """Making a view changes nothing, and the mover's view allows what the match allows."""
    before = match.state
    view = match.view(match.to_act)
    if view.legal_moves() != match.legal_moves():
        raise _differing(match, view.state)
    match.view(PUBLIC).board_text()
    ReadOnly(match)("text_board")
    require(match.state == before, "state-changed", "hide", "making a view changed the state")


def _differing(match: Match, known: Any) -> Broken:
    """Return the finding on the function that answers differently once the mover's unknowns are blank."""
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    hidden = [name for name in type(known).fields if getattr(known, name) != getattr(state, name)]
    where = f"where hide has blanked {', '.join(hidden)} for player {me}"
    actor = game.to_act(rules, known)
    if actor != me:
        message = f"to_act says player {me} in the match, and {actor} {where}"
        return Broken("view-differs", "to_act", message)
    for move in range(game.moves):
        rule = game.why_illegal(rules, state, move)
        if bool(game.why_illegal(rules, known, move)) != bool(rule):
            text = game.write(rules, state, move)
            allowed, other = ("forbidden", "allowed") if rule else ("allowed", "forbidden")
            message = f"the move {text!r} is {allowed} in the match, and {other} {where}"
            return Broken("view-differs", "why_illegal", message)
    return Broken("view-differs", "legal_moves", f"legal_moves gives other moves {where}")


def advice(match: Match, random: Random) -> None:
    """The policy is legal, sensible and blind to secrets, and `may_win`, `may_hold` and `likelihood` keep
    their promises."""
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    view, key = match.view(me).state, random.getrandbits(32)
    if not game.leaves_out("policy"):
        _policy(match, key)
    if not game.leaves_out("best_move") and game.has_best_move(rules):
        _policy(match, key, "best_move")
    _drawn(match, key, "random_move", "sensible")
    _drawn(match, key, "slip", "legal")
    game.imagine(rules, view, me, Stream.from_key(key))
    likely = game.likelihood(rules, view, me)
    message = f"likelihood gives {likely}: it must be a percentage"
    require(0 <= likely <= 100, "likelihood", "likelihood", message)
    _standing(match)
    _may_win(match, random)
    _may_hold(match, random)
    changed = "asking for a policy changed the state"
    require(match.state == state, "state-changed", "policy", changed)


def _drawn(match: Match, key: int, name: str, kind: str) -> None:
    """The random move or slip that a game draws is one of its "sensible" or "legal" moves."""
    game, rules, state, room = match.game, match.rules, match.state, [0] * match.game.moves
    if not game.leaves_out(name):
        drawn = getattr(game, name)(rules, state, room, Stream.from_key(key))
        require(
            drawn in room[: getattr(game, f"{kind}_moves")(rules, state, room)],
            name.replace("_", "-"),
            name,
            f"{name} gives {names(match, [drawn])[0]}, which is not a {kind} move",
        )


def _standing(match: Match) -> None:
    game, rules, me = match.game, match.rules, match.to_act
    whole, known = (game.standing(rules, s) for s in (match.state, match.view(me).state))
    message = f"standing gives {whole}: it must be a percentage"
    require(0 <= whole <= 100, "standing", "standing", message)
    require(
        whole == known,
        "standing",
        "standing",
        f"standing gives {whole}, but {known} when what {match.names[me]} may not know is hidden",
    )


def _policy(match: Match, key: int, name: str = "policy") -> None:
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    ask = getattr(game, name)
    view, twice = match.view(me).state, "twice in this state"
    if game.has_secrets:
        twice += f", and once when what {match.names[me]} may not know is hidden"
    found = [
        fitting(name, ask(rules, known, [0] * game.moves, Stream.from_key(key)))
        for known in ((state, state, view) if game.has_secrets else (state, state))
    ]
    legal = match.legal_moves()
    wrong = [move for move in found if move not in legal]
    if wrong:
        pairs = zip(legal, names(match, legal), strict=True)
        known = listed(f"{move} ({text})" for move, text in pairs)
        message = (
            f"{name} returns {wrong[0]}, which is not a legal move; the legal moves are {known}"
        )
        raise Broken("policy", name, message)
    require(
        len(set(found)) == 1,
        "policy",
        name,
        f"{name} gives {names(match, found)}: {twice}",
    )
    room = [0] * game.moves
    require(
        found[0] in room[: game.sensible_moves(rules, view, room)],
        "policy",
        name,
        f"{name} gives {names(match, found[:1])[0]}, which sensible_moves leaves out",
    )


def _may_win(match: Match, random: Random) -> None:
    answer = match.game.may_win(match.rules, match.state)
    if not answer:
        denied = "may_win says no, but this turn can win"
        require(_wins(match, random) is not True, "may-win", "may_win", denied)
    elif answer == SURE:
        promised = "may_win says SURE, but no way to play this turn wins"
        require(_wins(match, random) is not False, "may-win", "may_win", promised)


def _may_hold(match: Match, random: Random) -> None:
    whole, known = (
        match.game.may_hold(match.rules, s) for s in (match.state, match.view(match.to_act).state)
    )
    message = f"may_hold gives {whole}, but {known} when what the player may not know is hidden"
    require(whole == known, "may-hold", "may_hold", message)
    if whole:
        return
    me, turn = match.to_act, match.state.turn
    for _ in range(ENDS):
        after = match.fork()
        while (after.state.turn, after.to_act) == (turn, me):
            after.play(random.choice(after.legal_moves()))
        denied = (
            f"may_hold says no, but {match.names[me]} can end the turn without losing in the next"
        )
        holds = after.result.winner != 1 - me if after.result else _wins(after, random) is False
        require(not holds, "may-hold", "may_hold", denied)


def _wins(match: Match, random: Random) -> bool | None:
    """Can this turn win, or improve the mover's standing?

    Return None if the positions that were examined do not tell.
    """
    game, rules, me, waiting, seen = match.game, match.rules, match.to_act, [match.state], 0
    turn, before = match.state.turn, game.standing(rules, match.state)
    while waiting and seen < LOOKS:
        state = waiting.pop(random.randrange(len(waiting)))
        for move in game.numbered_moves(rules, state):
            after = state.copy()
            game.apply(rules, after, move)
            seen += 1
            winner = game.result(rules, after)[0]
            better = (game.standing(rules, after) - before) * (1 - 2 * me) > 0
            if winner == me or (winner == ONGOING and better):
                return True
            if (after.turn, game.to_act(rules, after)) == (turn, me):
                waiting.append(after)
    return None if waiting else False


def whole_turns(match: Match, random: Random) -> None:
    """A whole turn, with its moves joined as the kit joins them, reads back as these moves."""
    game, rules, state = match.game, match.rules, match.state
    if match.to_act not in (0, 1) or not game.has_long_turns or game.namespace.get("turn_text"):
        return
    moves: list[int] = []
    words: list[str] = []
    goes_on, legal = True, game.numbered_moves(rules, state)
    while goes_on and legal and len(words) < LONGEST:
        move = random.choice(legal)
        word = game.write(rules, state, move)
        if word != "stop":  # people leave it out
            moves.append(move)
            words.append(word)
        goes_on = game.goes_on_after(rules, state, move)
        game.apply(rules, state, move)
        legal = game.numbered_moves(rules, state) if goes_on else ()
    if goes_on or len(words) < 2:
        return
    text = game.turn_text(rules, state, words)
    try:
        found = ReadOnly(match)("read", text)
    except Unreadable as problem:
        message = f"{text!r} is a whole turn, and read refuses it: {problem}"
        raise Broken("not-read-back", "read", message, advice=WHOLE) from problem
    if found[: len(moves)] != moves:
        what = f"{len(moves)} moves, and read returns {len(found)}"
        if len(found) >= len(moves):
            what = f"the moves {moves}, and read returns {found}"
        raise Broken("not-read-back", "read", f"{text!r} is {what}", advice=WHOLE)


def stuck(match: Match) -> Broken:
    """Return the finding that the player to act has no legal move, and what to do about it."""
    advice, last = ADVICE["no-legal-move"], match.history[-1] if match.history else None
    if last and last.move is not None and last.player == match.to_act:
        before = match.fork().goto(last.ply - 1).state
        if match.game.goes_on_after(match.rules, before, last.move):
            advice += (
                f" Or, as the turn goes on, let why_illegal forbid the move before: {last.text}."
            )
    game, state = match.game, match.state
    forbidden = [game.why_illegal(match.rules, state, move) for move in range(game.moves)]
    rules = Counter(known_rule(game, number, "why_illegal") for number in forbidden)
    each = series(f"{rule} forbids {count}" for rule, count in rules.items())
    message = f"player {match.to_act} has no legal move: {each}"
    return Broken("no-legal-move", "why_illegal", message, advice=advice)


def ends(match: Match, random: Random) -> None:
    """The game is over exactly when it has a result, and every ending has a rule."""
    ask = ReadOnly(match)
    actor, (outcome, rule) = ask("to_act"), ask("result")
    _same_again("to_act", [actor, ask("to_act")])
    _same_again("result", [(outcome, rule), ask("result")])
    goes = "that play goes on" if outcome == ONGOING else "who has won"
    message = f"to_act says {_acts(actor)}, but result says {goes}: both must end the game at once"
    require((actor == OVER) == (outcome != ONGOING), "ends-differ", "to_act", message)
    if outcome != ONGOING:
        known_rule(match.game, rule, "result")
        require(ask("ending").strip(), "no-explanation", "ending", "ending says nothing")
        if match.game.has_payoffs:
            _pays(ask, outcome)


def _pays(ask: ReadOnly, outcome: int) -> None:
    """The winner does not pay, and nobody gets more than the highest payoff."""
    payoff = ask("payoff")
    highest = ask.game.highest_payoff(ask.rules)
    message = f"payoff returns {payoff}, but highest_payoff returns {highest}"
    require(abs(payoff) <= highest, "payoff", "payoff", message)
    fits = {0: payoff >= 0, 1: payoff <= 0, DRAW: payoff == 0}.get(outcome, True)
    who = "the game is drawn" if outcome == DRAW else f"player {outcome} has won"
    require(fits, "payoff", "payoff", f"payoff says that player 0 gets {payoff}, but {who}")


def measures(match: Match, random: Random) -> None:
    """The game's own measures only read, and count in whole numbers."""
    game, rules, before = match.game, match.rules, match.state
    for name, own in game.measures.items():
        if own.is_of_steps:
            steps = after(game, rules, before, STEPS_MEASURED)
            given: list[tuple[Any, ...]] = [(before, move, state) for move, state in steps]
        else:
            given = [(before,)] if match.to_act == OVER else []
        for row in given:
            copies = [each.copy() if isinstance(each, State) else each for each in row]
            value = own.function(rules, *copies)
            where = own.function.__name__
            message = f"the measure {name} returns {shown(value)}; it must return a whole number"
            require(isinstance(value, int), "bad-answer", where, message)
            message = f"the measure {name} changed the state: it may only read"
            require(copies == list(row), "state-changed", where, message)


def chances(match: Match, random: Random) -> None:
    """`outcomes` always gives the same answer, and at least one outcome can happen."""
    ask = ReadOnly(match)
    _same_again("outcomes", ask.each("outcomes", [()] * AGAIN))
    if not match.game.leaves_out("chances"):
        total = sum(ask("chances", outcome) for outcome in range(ask("outcomes")))
        message = (
            f"the chances of all outcomes add up to {total}: the sum must be from 1 to {2**32 - 1}"
        )
        require(0 < total < 2**32, "bad-chances", "chances", message)


def rolls(match: Match, random: Random) -> None:
    """A game in which chance acts says how many outcomes there are."""
    if match.game.leaves_out("outcomes"):
        forced = any(step.who == "forced" for step in match.record.steps)
        message = "to_act returns CHANCE, but the file has no outcomes(rules, state)"
        acted = forced or match.to_act == CHANCE
        require(not acted, "no-outcomes", "to_act", message)


def cards_stay_known(match: Match, random: Random) -> None:
    """No card that everybody has seen becomes a secret in a hand."""
    record = type(match.state)
    # Tiles, and the cards of one player, are alike, so nobody needs to know which one it was.
    decks = {name: field for name, field in record.fields.items() if type(field) is Deck}
    for _, state in after(match.game, match.rules, match.state, STEPS) if decks else ():
        for name, deck in decks.items():
            old, new = getattr(match.state, name), getattr(state, name)
            for card in range(deck.cards):
                if old[card] in OPEN and new[card] in (HELD, HELD + 1):
                    where, called = str(deck.where(card, old[card])), deck.name(card)
                    message = (
                        f"apply moves the card {called} from {where!r} to HELD, so the kit hides a "
                        "card that everybody has seen"
                    )
                    raise Broken("forgotten-card", "apply", message)


def _same_again(name: str, answers: list[object]) -> None:
    """Require that a rule function gave the same answer every time."""
    for answer in answers[1:]:
        message = f"{name} returns {answers[0]}, then {answer}, for the same state"
        require(answer == answers[0], "answers-differ", name, message)


def _acts(actor: int) -> str:
    return {OVER: "that the game is over", CHANCE: "that chance acts"}.get(actor, f"player {actor}")


def whole_numbers(match: Match, random: Random) -> None:
    """Every field of the state holds as many whole numbers as declared, and each fits."""
    _require_whole(match.state, "apply" if match.history else "setup")


def _require_whole(state: State, where: str) -> None:
    """Require that the fields hold what they declare, after this function has written to them."""
    for name, field in type(state).fields.items():
        value = getattr(state, name)
        if isinstance(field, Nested):
            continue
        is_list = isinstance(value, list)
        size = f"a list of {field.size} numbers" if field.size else "one number"
        fits = is_list and len(value) == field.size if field.size else not is_list
        require(fits, "bad-value", where, f"{name} is {size}, and now it is {value!r}")
        for one in value if is_list else [value]:
            bound = BOUNDS[field.kind]
            declared = f"array({field.size}, {field.kind!r})" if field.size else "whole()"
            message = (
                f"{name} holds {one!r}; {declared} holds whole numbers from {-bound} to {bound - 1}"
            )
            require(isinstance(one, int) and -bound <= one < bound, "bad-value", where, message)
    if not is_player(state.player, (0, 1)):
        message = f"player is {state.player!r}; games here are for two, player 0 and player 1"
        advice = "The other player is 1 - state.player. After a comparison, write 1 if ... else 0."
        raise Broken("bad-value", where, message, advice=advice)


def records(match: Match, random: Random) -> None:
    """A match survives saving, reading, replaying, undoing and redoing."""
    code, function = "record-lost", "read"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        again = read(path, game=match.game)
    message = "a saved match is read back as a different one"
    require(again.state == match.state, code, function, message)
    parsed = replayed(Record.parse(str(match.record)), match.game)
    message = "a transcript is read back as a different match"
    require(parsed.state == match.state, code, function, message)
    end, ply = match.state, match.ply
    match.goto(0)
    match.goto(ply)
    require(match.state == end, code, "apply", "undoing and redoing leads to a different state")


def countable(game: Game) -> None:
    """The kit can ask about every move at every position."""
    message = f"move_count returns {game.moves:,}: the kit asks why_illegal about each number at every turn"
    if game.moves > MOST_MOVES:
        raise Broken("move-count", "move_count", message, advice=SPLIT)


def starts(game: Game) -> None:
    """The starting position is not over."""
    rules = game.rules()
    message = "the starting position is already over"
    actor = fitting("to_act", game.to_act(rules, game.start(rules)))
    require(actor != OVER, "starts-over", "setup", message)


class Broken(AssertionError):
    """A promise is broken.

    Attributes:
        code: the kind of finding, such as "legal-moves-differ".
        function: the function of the game that most likely breaks the promise.
        rule: the id of the rule concerned, or "".
        advice: what to do about it if that depends on more than the code; otherwise "".
    """

    def __init__(
        self, code: str, function: str, message: str, rule: str = "", advice: str = ""
    ) -> None:
        self.code, self.function, self.rule, self.advice = code, function, rule, advice
        super().__init__(message)


def require(kept: object, code: str, function: str, message: str, rule: str = "") -> None:
    """Raise `Broken` unless a promise is kept."""
    if not kept:
        raise Broken(code, function, message, rule)


def _is_number(value: Any) -> bool:
    return isinstance(value, int)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool | int)


def _is_explanation(value: Any) -> bool:
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    return is_pair and isinstance(value[0], str) and _are_labels(value[1])


def _are_labels(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str)


def _are_phrases(value: Any) -> bool:
    pairs = [each for each in value if isinstance(each, tuple) and len(each) == 2]
    return len(pairs) == len(value) and all(_is_text(text) for pair in pairs for text in pair)


def _is_way(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(part, int | str) for part in value)


def _are_moves(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_dictionary(value: Any) -> bool:
    return isinstance(value, Mapping)


# For each function: a test of its answer, and what it must return.
ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **DECISIONS,
    "outcomes": (lambda value: _is_number(value) and value > 0, "a whole number, 1 or more"),
    "chances": (
        lambda value: _is_number(value) and value >= 0,
        "a whole number, 0 or more: how likely this outcome is compared with the others",
    ),
    "legal_moves": (_is_number, "how many moves it has filled in"),
    "sensible_moves": (_is_number, "how many moves it has filled in"),
    "payoff": (_is_number, "what player 0 gets, a whole number"),
    "policy": (_is_number, "the number of a move"),
    "best_move": (_is_number, "the number of a move"),
    "way": (_is_way, "a tuple of cells and words, such as (5,) or (5, 'red')"),
    "read": (_are_moves, "a list of moves, such as [0]"),
    "write": (_is_text, "a text"),
    "explain": (_is_explanation, "(sentence, labels), such as ('You cannot do that.', ())"),
    "phrases": (_are_phrases, "pairs of texts, such as [('plays', 'B3')]"),
    "ending": (_is_text, "a text"),
    "text_board": (_is_text, "a text"),
    "dump": (_is_dictionary, "what FIELDS.write(...) gives"),
    "winning_cells": (_are_labels, "the labels of cells, such as ('A1', 'A2') or ()"),
    "sees": (_is_switch, "True or False"),
    "reveals": (_is_switch, "True or False"),
    "tells_all": (_is_switch, "True or False"),
    "terms": (_is_dictionary, "a dictionary, such as {'total': 14} for {total} in a sentence"),
}


def fitting(name: str, value: Any) -> Any:
    """Return the answer of a game's function.

    Raises:
        Broken: the function must not return such an answer.
    """
    fits, wanted = ANSWERS.get(name, (None, ""))
    if fits is not None and not fits(value):
        message = f"{name} returns {shown(value)}; it must return {wanted}"
        raise Broken("bad-answer", name, message, advice=_instead_of(name, value))
    return value


def _instead_of(name: str, value: Any) -> str:
    """Return what to do about an answer that does not fit, or "" where a `return` may be missing."""
    parts = value if isinstance(value, tuple) else (value,)
    if None in parts:
        return ""
    if isinstance(value, str) and ANSWERS[name][0]((value,)):
        return f"Parentheses alone make no tuple, but a comma does: ({value!r},)."
    if name in ("to_act", "why_illegal", "result") and bool in map(type, parts):
        return NO_TRUTH
    return f"Look for the `return` of {name} that gives it. {ANSWERED}"


class ReadOnly:
    """Calls a game's functions with the position of a match, and checks that they only read it."""

    def __init__(self, match: Match) -> None:
        self.game, self.rules, self.state = match.game, match.rules.copy(), match.state
        self._before = self.state.values(), self.rules.values()

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Return the function's answer."""
        return self.each(name, [arguments])[0]

    def each(self, name: str, rows: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Return the function's answer for each row of arguments."""
        function = getattr(self.game, name)
        found = [fitting(name, function(self.rules, self.state, *row)) for row in rows]
        for what, before in zip(("state", "parameters"), self._before, strict=True):
            now = self.state if what == "state" else self.rules
            require(
                now.values() == before,
                f"{what}-changed",
                name,
                f"{name} changed the {what} ({_changed_fields(now, before)}): it may only read",
            )
        return found


def _changed_fields(now: Struct, before: tuple[Any, ...]) -> str:
    """Return the names of the fields whose values were different before."""
    rows = zip(type(now).fields, now.values(), before, strict=True)
    return ", ".join(name for name, value, earlier in rows if value != earlier)


def wrong_answer(game: Game, match: Match | None) -> Broken | None:
    """Return the first unfit answer at a match's position or one step later, or None.

    Call this after an exception, because the function that raised the exception is often not at fault.
    """
    rules = game.rules()
    try:
        before = match.state if match else game.start(rules)
        _require_whole(before, "apply" if match and match.history else "setup")
        _ask_all(game, rules, before)
        for _, state in after(game, rules, before, STEPS):
            _require_whole(state, "apply")
            _ask_all(game, rules, state)
    except Broken as found:
        return found
    except Exception:  # the report then shows the original exception
        return None
    return None


def after(game: Game, rules: Any, before: Any, most: int) -> Iterable[tuple[int, Any]]:
    """Yield some moves or outcomes, up to a limit, and the states they lead to."""
    actor = game.to_act(rules, before)
    if actor == CHANCE:
        steps = list(range(game.outcomes(rules, before)))
    else:
        every = range(game.moves if actor != OVER else 0)
        steps = [move for move in every if game.why_illegal(rules, before, move) == 0]
    for step in steps[:most]:
        state = before.copy()
        game.apply(rules, state, step)
        yield step, state


def _ask_all(game: Game, rules: Any, state: Any) -> None:
    """Ask every function that may answer in this state. Raise `Broken` if an answer does not fit."""

    def ask(name: str, *arguments: Any) -> Any:
        try:
            answer = getattr(game, name)(rules, state.copy(), *arguments)
        except Exception:  # another test reports that
            return None
        return fitting(name, answer)

    ask("result")
    actor = ask("to_act")
    if actor == OVER:
        ask("ending")
        ask("winning_cells")
    elif actor == CHANCE:
        for outcome in range(min(STEPS, ask("outcomes") or 0)):
            ask("write", outcome)
    elif actor is not None:
        for move in range(game.moves):
            ask("way", move)
        for move in range(min(STEPS, game.moves)):
            rule = ask("why_illegal", move)
            if rule:
                ask("explain", move, rule)
            elif text := ask("write", move):
                ask("read", text)
    ask("text_board")
    ask("dump")
