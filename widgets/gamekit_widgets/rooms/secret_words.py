"""The word that each person in a room gets. With it any device takes their seat back."""

from __future__ import annotations

import re
import secrets
from hashlib import scrypt

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
    """Return the mark of a word. Nobody who reads it sees the word itself.

    There are few enough words to try them all; the mark only makes that slow.
    """
    salt = secrets.token_bytes(8)
    return f"{salt.hex()}${_ground(word, salt)}"


def is_word(typed: object, mark: str) -> bool:
    """Is this the word with this mark, however somebody typed it?"""
    if not isinstance(typed, str) or len(typed) > 100 or "$" not in mark:
        return False
    salt, ground = mark.split("$")
    said = TYPED.fullmatch(typed.strip().lower())
    word = f"{said[1]}-{said[2]}" if said else ""
    return secrets.compare_digest(_ground(word, bytes.fromhex(salt)), ground)


def _ground(word: str, salt: bytes) -> str:
    return scrypt(word.encode(), salt=salt, **COST).hex()
