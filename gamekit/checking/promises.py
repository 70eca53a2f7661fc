"""The contract's promises, tested at one position of a match and on the turn that starts there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from gamekit.checking.answers import Asked, Broken, fitting, require
from gamekit.checking.report import ADVICE
from gamekit.contract import ONGOING, PUBLIC, SURE, Game
from gamekit.contract import Random as Stream
from gamekit.errors import BadPosition, Unreadable, listed
from gamekit.match.match import Match
from gamekit.match.view import goes_on, has_long_turns, numbered_moves

LOOKS = 500  # positions of a turn to search for a win
ENDS = 4  # ways to end a turn that the game calls lost

Promise = Callable[[Match, Random], None]
REFUSED = (
    "position does not allow the fields that dump wrote. Either position is too strict, or play leads "
    "to a state that should not exist: then look at why_illegal and apply."
)
LONGEST = 20  # the most moves of a turn to try
WHOLE = "People write whole turns: let read return all their moves, one after the other."


def names(match: Match, moves: Iterable[int]) -> list[str]:
    """Return moves in notation."""
    state = match.state
    return [match.game.write(match.rules, state, move) for move in moves]


# --- every position ------------------------------------------------------------------------------


def legality(match: Match, random: Random) -> None:
    """Legal moves are those that no rule forbids, at least one exists, and every refusal has a reason."""
    game, ask = match.game, Asked(match)
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
    said = "sensible-moves", "sensible_moves"
    require(sensible, *said, "sensible_moves gives none of the legal moves")
    require(set(sensible) <= set(legal), *said, "sensible_moves gives a move that is not legal")
    refused = [move for move, rule in enumerate(forbidden) if rule]
    for move in random.sample(refused, min(3, len(refused))):
        _explained(match, ask, move, forbidden[move])


def _explained(match: Match, ask: Asked, move: int, number: int) -> None:
    """The rulebook holds the rule that forbids a move, and a sentence explains it."""
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


def known_rule(game: Game, number: int, function: str) -> str:
    """Return the id for a rule number from a function; the rulebook must hold it."""
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
    """What is pressed for a legal move lies on the board."""
    game, board = match.game, match.game.declared_board
    if board is None:
        return
    cells = board.cells(match.rules)
    for move in match.legal_moves():
        way = game.way(match.rules, match.state, move)
        numbers = [part for part in way if not isinstance(part, str)]
        said = f"way returns {way} for move {move}"
        if min(numbers, default=0) < 0:
            said += ", which leads off the board, and why_illegal allows it"
            raise Broken("off-board", "why_illegal", said)
        highest = max(numbers, default=0)
        said += f", and the board has {cells} cells, counted from 0"
        if cells and highest >= cells:
            advice = f"Let way name cells from 0 to {cells - 1}."
            raise Broken("off-board", "way", said, advice=advice)


def notation(match: Match, random: Random) -> None:
    """Written moves read back as legal moves; a turn is as long as declared."""
    moves = match.legal_moves()
    texts = match.legal()
    require(
        len(set(texts)) == len(texts),
        "written-alike",
        "write",
        f"two legal moves are written alike: {sorted(texts)}",
    )
    ask = Asked(match)
    for move, text in random.sample(list(zip(moves, texts, strict=True)), min(3, len(moves))):
        plain = text.removesuffix(" ...")
        require(
            has_long_turns(match.game) or not goes_on(match.game, match.rules, match.state, move),
            "turn-goes-on",
            "goes_on",
            f"the turn goes on after {text!r}, and Game(..., join=None) says that every turn is one move",
        )
        try:
            found = ask("read", plain)
        except Unreadable as problem:
            said = f"{text!r} is written for a legal move, and read refuses it: {problem}"
            raise Broken("not-read-back", "read", said) from problem
        require(
            list(found[:1]) == [move],
            "not-read-back",
            "read",
            f"{text!r} is written for move {move} and read as {found}",
        )
        refusal = match.why_not(text)
        if refusal:
            said = f"{text!r} is a legal move, yet the match refuses it: {refusal}"
            raise Broken("legal-move-refused", "read", said, refusal.rule)


def positions(match: Match, random: Random) -> None:
    """A position can be dumped to fields and set up again, and a finished one stays finished."""
    fields, said = Asked(match)("dump"), ("position-lost", "position")
    try:
        again = Match(match.game, first=match.first, dmo=match.dmo, position=fields, auto=False)
    except BadPosition as problem:
        _counts_turns(match)
        what = f"position refuses what dump wrote: {problem} The fields: {fields}"
        raise Broken(*said, what, advice=REFUSED) from problem
    changed = [
        name
        for name in match.game.State.fields
        if getattr(again.state, name) != getattr(match.state, name)
    ]
    lost = [name for name in changed if name not in ("turn", "player")]
    advice = _forgotten(lost[0], fields) if lost else ""
    if match.result:
        if again.result != match.result:
            what = f"position(dump(...)) ends differently: {fields}"
            raise Broken(*said, what, advice=advice)
    elif changed:
        _counts_turns(match)
        what = f"position(dump(...)) differs in {', '.join(changed)}: {fields}"
        raise Broken(*said, what, advice=advice)


def _forgotten(name: str, fields: Mapping[str, object]) -> str:
    """Return what to do about a state's field that a position does not keep."""
    need = "It needs a field in FIELDS, unless position can work it out."
    if fields.get(name) is not None:
        return f"dump writes {name}: let position set state.{name} from it."
    return f"dump does not write {name}, or position does not read it. {need}"


def _counts_turns(match: Match) -> None:
    """The last move counted a turn exactly if the other player is to move now.

    Called when a position is lost; the promise is broken only if the right count would keep it.
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
        said = (
            f"player is now {now.player}, and turn has not grown"
            if passed
            else f"turn has grown to {match.state.turn}, and player is still {now.player}"
        )
        raise Broken("turn-miscounted", "apply", f"apply counts turns wrongly: {said}")


def views(match: Match, random: Random) -> None:
    """Making a view changes nothing, and the mover's view allows what the match allows."""
    before = match.state
    view = match.view(match.to_act)
    if view.legal_moves() != match.legal_moves():
        raise _differing(match, view.state)
    match.view(PUBLIC).board_text()
    Asked(match)("text_board")
    require(match.state == before, "state-changed", "hide", "making a view changed the state")


def _differing(match: Match, known: Any) -> Broken:
    """Return the function that answers differently when the mover's unknowns are blank."""
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    hidden = [name for name in type(known).fields if getattr(known, name) != getattr(state, name)]
    where = f"where hide has blanked {', '.join(hidden)} for player {me}"
    actor = game.to_act(rules, known)
    if actor != me:
        said = f"to_act says player {me} in the match, and {actor} {where}"
        return Broken("view-differs", "to_act", said)
    for move in range(game.moves):
        rule = game.why_illegal(rules, state, move)
        if bool(game.why_illegal(rules, known, move)) != bool(rule):
            text = game.write(rules, state, move)
            allowed, other = ("forbidden", "allowed") if rule else ("allowed", "forbidden")
            said = f"the move {text!r} is {allowed} in the match, and {other} {where}"
            return Broken("view-differs", "why_illegal", said)
    return Broken("view-differs", "legal_moves", f"legal_moves gives other moves {where}")


def advice(match: Match, random: Random) -> None:
    """The policy is legal, sensible and unaware of secrets; `may_win`, `may_hold` and `likelihood`
    keep their promises."""
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    view, key = match.view(me).state, random.getrandbits(32)
    if not game.leaves_out("policy"):
        _policy(match, key)
    if not game.leaves_out("best_move") and game.has_best_move(rules):
        _policy(match, key, "best_move")
    if not game.leaves_out("random_move"):
        room = [0] * game.moves
        drawn = game.random_move(rules, state, room, Stream.from_key(key))
        require(
            drawn in room[: game.sensible_moves(rules, state, room)],
            "random-move",
            "random_move",
            f"random_move gives {names(match, [drawn])[0]}, which is not a sensible move",
        )
    game.imagine(rules, view, me, Stream.from_key(key))
    likely = game.likelihood(rules, view, me)
    said = f"likelihood gives {likely}: it is in percent"
    require(0 <= likely <= 100, "likelihood", "likelihood", said)
    _standing(match)
    _may_win(match, random)
    _may_hold(match, random)
    changed = "asking for a policy changed the state"
    require(match.state == state, "state-changed", "policy", changed)


def _standing(match: Match) -> None:
    game, rules, me = match.game, match.rules, match.to_act
    whole, known = (game.standing(rules, s) for s in (match.state, match.view(me).state))
    said = f"standing gives {whole}: it is in percent"
    require(0 <= whole <= 100, "standing", "standing", said)
    require(
        whole == known,
        "standing",
        "standing",
        f"standing gives {whole}, and {known} where all that {match.names[me]} may not know is "
        "hidden",
    )


def _policy(match: Match, key: int, name: str = "policy") -> None:
    game, rules, state, me = match.game, match.rules, match.state, match.to_act
    ask = getattr(game, name)
    view, twice = match.view(me).state, "twice in this state"
    if game.has_secrets:
        twice += f", and once where all that {match.names[me]} may not know is hidden"
    found = [
        fitting(name, ask(rules, known, [0] * game.moves, Stream.from_key(key)))
        for known in ((state, state, view) if game.has_secrets else (state, state))
    ]
    legal = match.legal_moves()
    wrong = [move for move in found if move not in legal]
    if wrong:
        pairs = zip(legal, names(match, legal), strict=True)
        known = listed(f"{move} ({text})" for move, text in pairs)
        said = f"{name} returns {wrong[0]}, which is not a legal move; legal are {known}"
        raise Broken("policy", name, said)
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
    said = match.game.may_win(match.rules, match.state)
    if not said:
        denied = "may_win says no, and yet this turn can win"
        require(_wins(match, random) is not True, "may-win", "may_win", denied)
    elif said == SURE:
        promised = "may_win says SURE, and yet no way to play this turn wins"
        require(_wins(match, random) is not False, "may-win", "may_win", promised)


def _may_hold(match: Match, random: Random) -> None:
    whole, known = (
        match.game.may_hold(match.rules, s) for s in (match.state, match.view(match.to_act).state)
    )
    said = f"may_hold gives {whole}, and {known} where all that the player may not know is hidden"
    require(whole == known, "may-hold", "may_hold", said)
    if whole:
        return
    me, turn = match.to_act, match.state.turn
    for _ in range(ENDS):
        after = match.fork()
        while (after.state.turn, after.to_act) == (turn, me):
            after.play(random.choice(after.legal_moves()))
        denied = f"may_hold says no, and yet {match.names[me]} may end the turn well"
        holds = after.result.winner != 1 - me if after.result else _wins(after, random) is False
        require(not holds, "may-hold", "may_hold", denied)


def _wins(match: Match, random: Random) -> bool | None:
    """Can this turn win, or improve the mover's standing? It examines some of the resulting positions;
    None if they do not tell."""
    game, rules, me, waiting, seen = match.game, match.rules, match.to_act, [match.state], 0
    turn, stood = match.state.turn, game.standing(rules, match.state)
    while waiting and seen < LOOKS:
        state = waiting.pop(random.randrange(len(waiting)))
        moves = [0] * game.moves
        count = game.legal_moves(rules, state, moves)
        for move in moves[:count]:
            after = state.copy()
            game.apply(rules, after, move)
            seen += 1
            winner = game.result(rules, after)[0]
            better = (game.standing(rules, after) - stood) * (1 - 2 * me) > 0
            if winner == me or (winner == ONGOING and better):
                return True
            if (after.turn, game.to_act(rules, after)) == (turn, me):
                waiting.append(after)
    return None if waiting else False


def whole_turns(match: Match, random: Random) -> None:
    """A whole turn, with its moves joined as the kit joins them, reads back as these moves."""
    game, rules, state = match.game, match.rules, match.state
    if match.to_act not in (0, 1) or not has_long_turns(game) or game.namespace.get("turn_text"):
        return
    moves: list[int] = []
    words: list[str] = []
    open_, legal = True, numbered_moves(game, rules, state)
    while open_ and legal and len(words) < LONGEST:
        move = random.choice(legal)
        word = game.write(rules, state, move)
        if word != "stop":  # people leave it out
            moves.append(move)
            words.append(word)
        open_ = goes_on(game, rules, state, move)
        game.apply(rules, state, move)
        legal = numbered_moves(game, rules, state) if open_ else ()
    if open_ or len(words) < 2:
        return
    text = game.turn_text(rules, state, words)
    try:
        found = Asked(match)("read", text)
    except Unreadable as problem:
        said = f"{text!r} is a whole turn, and read refuses it: {problem}"
        raise Broken("not-read-back", "read", said, advice=WHOLE) from problem
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
        if goes_on(match.game, match.rules, before, last.move):
            advice += (
                f" Or, as the turn goes on, let why_illegal forbid the move before: {last.text}."
            )
    said = f"player {match.to_act} has no legal move"
    return Broken("no-legal-move", "why_illegal", said, advice=advice)
