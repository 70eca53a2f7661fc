"""Links that open a match on the site: the same position, no seed, and no secret."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from zlib import compress

import pytest

import gamekit as gk
from gamekit.storage.record import packed, unpacked

SITE = "https://example.org/games"


@pytest.fixture(autouse=True)
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_SITE", SITE)


def played(game: gk.Game, moves: int, seed: int = 5) -> gk.Match:
    match, bot = gk.Match(game, seed=seed), gk.bot("club")
    while match.to_act in (0, 1) and match.ply < moves:
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    return match


def opened(link: str, game: gk.Game) -> gk.Match:
    start, _, text = link.partition("#")
    assert start == f"{SITE}/play/{game.name}/"
    found = unpacked(text)[0].match()
    assert isinstance(found, gk.Match)
    return found


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
@pytest.mark.parametrize("moves", [0, 7, 20])
def test_a_link_opens_what_its_sharer_knows(game: gk.Game, moves: int) -> None:
    match = played(game, moves)
    me = match.to_act if match.to_act in (0, 1) else 0
    again = opened(match.link(), game)
    known = game.dump(match.rules, match.view(me).state)
    assert game.dump(again.rules, again.view(me).state) == known
    if not game.has_secrets:
        assert again.history == match.history
    assert again.to_act == match.to_act


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
def test_a_link_contains_no_seed_and_no_secret(game: gk.Game) -> None:
    seed = 1_234_567
    match = played(game, 6, seed)
    document = unpacked(match.link(0).partition("#")[2])[0].document()
    assert document["seed"] is None
    assert str(seed) not in json.dumps(document)
    if game.name == "liars-dice":
        true = [tuple(game.dump(match.rules, match.state)["dice"][1])]
        told = {
            tuple(unpacked(match.link(0).partition("#")[2])[0].document()["position"]["dice"][1])  # type: ignore[index]
            for _ in range(20)
        }
        assert len(told) > 1, "the other's dice are made up, differently each time"
        assert told != set(true)


def test_a_link_names_nobody() -> None:
    names = ("Ana Lopez", "Ben Ito")
    for game in gk.games():
        under_way = gk.Match(game, players=names, seed=1)
        over = under_way.fork().resign(0)
        under_way.play(under_way.legal_moves()[0])
        for match in (under_way, over):
            document = json.dumps(unpacked(match.link().partition("#")[2])[0].document())
            assert not [word for word in " ".join(names).split() if word in document]
            assert match.names == names


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
def test_a_game_that_is_over_is_shared_with_its_result(game: gk.Game) -> None:
    match = played(game, 3)
    match.resign(0)
    assert opened(match.link(), game).result == match.result


def test_a_game_of_secrets_that_came_to_its_end_is_shared_with_its_result() -> None:
    match = played(gk.load("liars-dice"), 1000)
    assert match.result
    assert opened(match.link(), match.game).result == match.result


def test_a_variant_travels_with_its_numbers() -> None:
    take_back_toe = gk.load("take-back-toe")
    match = played(take_back_toe.with_(columns=5), 4)
    assert opened(match.link(), take_back_toe).game.parameters["columns"] == 5


def test_a_link_holds_no_code() -> None:
    take_back_toe = gk.load("take-back-toe")
    original = take_back_toe.why_illegal

    def why_illegal(rules: object, state: object, move: int) -> int:
        return int(original(rules, state, move))

    with pytest.raises(gk.GameError, match="A link cannot hold code"):
        gk.Match(take_back_toe.variant(why_illegal=why_illegal)).link()


def test_without_a_site_the_error_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAMEKIT_SITE")
    with pytest.raises(gk.GameError, match="Set GAMEKIT_SITE to it"):
        gk.Match("take-back-toe").link()


@pytest.mark.parametrize("text", ["", "x", "????", "A" * 50, "é"])
def test_a_damaged_link_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(gk.BadRecord):
        unpacked(text)


def test_a_link_that_was_cut_off_or_blown_up_is_refused() -> None:
    text = gk.Match("take-back-toe").link().partition("#")[2]
    for end in range(0, len(text), 7):
        with pytest.raises(gk.BadRecord, match="cut off or changed"):
            unpacked(text[:end])
    bomb = urlsafe_b64encode(compress(b" " * 100_000_000, 9)).decode()
    with pytest.raises(gk.BadRecord, match="cut off or changed"):
        unpacked(bomb)


def test_a_link_is_read_back_as_it_was_packed() -> None:
    record = played(gk.load("flower-field"), 12).record
    assert unpacked(packed(record)) == (record, None)
    puzzle = {"kind": "win"}
    assert unpacked(packed(record, puzzle)) == (record, puzzle)
