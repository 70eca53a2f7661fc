"""The people in a room, and how the room recognizes them.

Each has the name they typed, a token that only their browser has, and a word with which they can take their seat
on any device.
"""

from __future__ import annotations

import csv
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import scrypt, sha256
from io import StringIO
from pathlib import Path
from unicodedata import combining, normalize

import gamekit as gk
from gamekit.storage.files import read_whole, reason, shown_path
from gamekit.validation import name_key, name_of, shown

LONGEST_NAME = 24  # letters and signs
MOST = 200  # people in a room
BOTS = re.compile(r"bot \(.*\)", re.IGNORECASE)  # names of bots at a table


@dataclass
class Person:
    """Somebody who joined.

    Attributes:
        number: 1 for the first person who joined.
        name: the name they typed, made unique.
        mark: the hash of their token, which only their browser has.
        heard: the number of their latest message.
        is_here: is a browser of theirs connected?
        since: the time at which they began to wait, or were last connected.
        wish: "again", or the number of the person whom they would like to play; "" for none.
        past: the numbers of the people they have played.
        bot: the bot that plays for a simulated person, or "".
        is_removed: has the host removed them from the room?
        word: the mark of their word, see `word_mark`.
        listed: their name on the list with which the room was opened, or "".
        is_expected: are they on that list, with a seat that nobody has taken yet?
        is_at_the_door: do they wait to be let in?
        claims: the number of the person they say they are, or 0.
        needs_help: have they asked for help?
    """

    number: int
    name: str
    mark: str
    heard: int = 0
    is_here: bool = False
    since: float = 0.0
    wish: str | int = ""
    past: list[int] = field(default_factory=list)
    bot: str = ""
    is_removed: bool = False
    word: str = ""
    listed: str = ""
    is_expected: bool = False
    is_at_the_door: bool = False
    claims: int = 0
    needs_help: bool = False

    @property
    def alias(self) -> str:
        """Their name where names are left out."""
        return f"Person {self.number}"


class People:
    """Everybody in the room, in the order in which they joined. No number is used twice."""

    def __init__(self) -> None:
        self._all: dict[int, Person] = {}  # by number, including removed people
        self._by_mark: dict[str, Person] = {}
        self._outdated = set[str]()  # marks of keys that opened a seat until another key did

    def __len__(self) -> int:
        return sum(not person.is_removed for person in self._all.values())

    def __iter__(self) -> Iterator[Person]:
        return iter([person for person in self._all.values() if not person.is_removed])

    @property
    def everybody(self) -> list[Person]:
        """Everybody who has ever joined, in order."""
        return list(self._all.values())

    def __getitem__(self, number: int) -> Person:
        return self._all[number]

    def newcomer(self, name: object) -> tuple[Person, str]:
        """Return somebody who is about to join, and their token. `add` then puts them on the list.

        Raises:
            GameError: the room is full, or this cannot be a name.
        """
        called = self.free(name_typed(name))
        if len(self) >= MOST:
            raise gk.GameError(f"This room is full: {MOST} people are here.")
        token = new_token()
        return Person(max(self._all, default=0) + 1, called, token_mark(token)), token

    def add(self, person: Person) -> None:
        """Put somebody on the list.

        Raises:
            GameError: somebody has this number.
        """
        if person.number in self._all:
            raise gk.GameError(f"there are two people with the number {person.number}")
        self._all[person.number] = person
        self._by_mark[person.mark] = person

    def remove(self, person: Person) -> None:
        """Take somebody off the list. Their key is void."""
        person.is_removed, person.is_here = True, False
        self._by_mark.pop(person.mark, None)

    def restore(self, person: Person) -> None:
        """Put somebody back on the list, with their former key and word."""
        person.is_removed, person.is_here = False, bool(person.bot)
        person.name = self.free(person.name, person)
        self._by_mark[person.mark] = person

    def hand_over(self, seat: Person, to: Person) -> None:
        """Let one person's browser open another person's seat. Only the seat stays on the list."""
        self.remove(to)
        self.use_key(seat, to.mark)
        seat.word = to.word or seat.word
        seat.heard, seat.bot, seat.is_here = to.heard, to.bot, bool(to.bot)

    def use_key(self, person: Person, mark: str) -> None:
        """Let another key open somebody's seat. The earlier key is void."""
        if self._by_mark.get(person.mark) is person:
            del self._by_mark[person.mark]
            self._outdated.add(person.mark)
        person.mark, person.is_expected = mark, False
        self._by_mark[mark] = person

    def back(self, token: object) -> Person | None:
        """Return the person with this token, or None."""
        return self._by_mark.get(token_mark(token)) if isinstance(token, str) else None

    def is_outdated(self, token: object) -> bool:
        """Did this token open a seat that now belongs to another device?"""
        return (
            isinstance(token, str) and not self.back(token) and token_mark(token) in self._outdated
        )

    def named(self, name: str) -> Person | None:
        """Return the person with exactly this name, or None."""
        return next((person for person in self if person.name == name), None)

    def like(self, name: object) -> Person | None:
        """Return the person whose name somebody typed, in any case and perhaps without accents, or None."""
        typed = name_of(name, LONGEST_NAME)
        for key in (_key, _bare_key):
            if found := next((each for each in self if key(each.name) == key(typed)), None):
                return found
        return None

    def __contains__(self, number: object) -> bool:
        return number in self._all

    def free(self, name: str, but: Person | None = None) -> str:
        """Return this name, with a number if somebody else has it."""
        number, free = 1, name
        while self.is_taken(free, but):
            number += 1
            free = f"{name} {number}"
        return free

    def is_taken(self, name: str, but: Person | None = None) -> bool:
        """Does somebody else have this name, in upper or lower case? Bots have names of their own."""
        known = {_key(person.name) for person in self if person is not but}
        return _key(name) in known or bool(BOTS.fullmatch(name))


def _key(name: str) -> str:
    return name_key(name).casefold()


def _bare_key(name: str) -> str:
    """Return the key of a name without its accents, because some people leave them out."""
    return "".join(letter for letter in normalize("NFD", _key(name)) if not combining(letter))


def name_typed(typed: object) -> str:
    """Return the name that somebody typed.

    Raises:
        GameError: it is not a name.
    """
    name = name_of(typed, LONGEST_NAME)
    if not name:
        raise gk.GameError(f"Type a name of 1 to {LONGEST_NAME} letters and signs.")
    return name


def new_token() -> str:
    """Return a key that nobody can guess."""
    return secrets.token_urlsafe(24)


def roster(people: object) -> list[str]:
    """Return the names on a list of people or in a CSV file; an empty list for None.

    In a file with several columns, the column "name" has the names, or else the first column.

    Raises:
        GameError: it is not such a list, a name is not valid, or two names are the same.
    """
    people = [] if people is None else people
    if isinstance(people, str | os.PathLike):
        people = _names_in(Path(people))
    if not isinstance(people, list | tuple):
        raise gk.GameError(
            f"people={shown(people)}: give a list of names, or the path of a CSV file."
        )
    names, known = [name_typed(name) for name in people], set[str]()
    for name in names:
        if (key := _key(name)) in known or BOTS.fullmatch(name):
            raise gk.GameError(f"people=: {shown(name)} is on the list twice, or is a bot's name.")
        known.add(key)
    if len(names) > MOST:
        raise gk.GameError(f"people=: a room holds {MOST} people, and the list has {len(names)}.")
    return names


def _names_in(path: Path) -> list[str]:
    try:
        text = read_whole(path).decode("utf-8-sig")  # spreadsheets may write a byte order mark
        rows = [row for row in csv.reader(StringIO(text, newline="")) if any(map(str.strip, row))]
    except OSError as problem:
        raise gk.GameError(
            f"people=: {shown_path(path)} cannot be read: {reason(problem)}."
        ) from None
    except (UnicodeDecodeError, csv.Error):
        raise gk.GameError(
            f"people=: {shown_path(path)} is not a CSV file; save the list as CSV in UTF-8."
        ) from None
    headings = [heading.strip().casefold() for heading in rows[0]] if rows else []
    column = headings.index("name") if "name" in headings else 0
    return [row[column].strip() for row in rows["name" in headings :] if len(row) > column]


def token_mark(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()[:32]


TEXT = """
acorn almond anchor apple apricot arrow aspen autumn badger balloon bamboo banana barley basil basket
beaver beetle berry bicycle birch bison blossom bottle breeze bridge bronze brook bucket button cactus
camel candle canyon caramel carrot castle cedar cello cherry chestnut cinnamon circle citrus clover
cloud cobalt cocoa comet compass copper coral cotton cricket crystal cuckoo curtain cypress daisy dolphin
donkey dragon eagle echo elm ember falcon feather fennel fern fiddle finch flame flute forest fossil fox
garden garlic ginger giraffe glacier glove goose granite grape guitar hammer harbor harp hazel hedgehog
heron hickory honey horizon iceberg indigo iris island ivory jacket jasmine jigsaw juniper kayak kettle
kite kiwi koala ladder lagoon lantern lark laurel lavender lemon lentil lilac lime linen lizard lobster
lotus magnet magpie mango maple marble meadow melon mint mirror mitten moose mosaic mountain muffin
mustard nectar needle nettle noodle nutmeg oak oasis ocean olive onion orange orbit orchid otter owl
oyster paddle panda papaya paper parrot parsley peach peanut pebble pelican pencil penguin pepper
piano pigeon pillow pine planet plum pocket pond poplar potato prairie pretzel puffin pumpkin puzzle
quartz quilt rabbit radish rainbow raven reef ribbon river robin rocket rosemary ruby saddle saffron
sailor salmon sandal sapphire saturn scarf seagull shadow shell shovel silver sparrow spinach spruce
squirrel star stone summer sunset swallow swan teapot thimble thunder thyme tiger toast tomato topaz
tractor tulip tunnel turnip turtle valley vanilla velvet violet violin walnut walrus warbler water willow
window winter wombat yogurt zebra zinnia
"""
WORDS = TEXT.split()
NUMBERS = range(10, 100)
TYPED = re.compile(r"([a-z]+)[\s\-_.]*([0-9]+)")
COST = {"n": 1 << 12, "r": 8, "p": 1, "dklen": 16}  # about a hundredth of a second


def new_word() -> str:
    """Return a word such as "plum-42"."""
    return f"{secrets.choice(WORDS)}-{secrets.choice(NUMBERS)}"


def word_mark(word: str) -> str:
    """Return the mark of a word: a salted hash, which does not show the word.

    There are so few words that somebody could try them all. The hash only makes that slow.
    """
    salt = secrets.token_bytes(8)
    return f"{salt.hex()}${_hashed(word, salt)}"


def is_word(typed: object, mark: str) -> bool:
    """Is this the word with this mark, in any spelling that `word_typed` accepts?"""
    if not isinstance(typed, str) or len(typed) > 100 or "$" not in mark:
        return False
    salt, hashed = mark.split("$")
    return secrets.compare_digest(_hashed(word_typed(typed), bytes.fromhex(salt)), hashed)


def word_typed(typed: str) -> str:
    """Return a typed word in its usual spelling, or "" if it is not a word."""
    found = TYPED.fullmatch(typed.strip().lower())
    return f"{found[1]}-{found[2]}" if found else ""


def _hashed(word: str, salt: bytes) -> str:
    return scrypt(word.encode(), salt=salt, **COST).hex()
