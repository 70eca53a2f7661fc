"""Sentences about the players: their names, and verbs that fit a player named "You".

"You wins" becomes "You win".
"""

from __future__ import annotations

import re

from gamekit.errors import BadSentence

YOU = "You"
IRREGULAR = {"is": "are", "was": "were", "has": "have"}
NO_VERBS = {"always", "this", "its", "as", "less", "plus", "across", "towards"}
NO_SUBJECT = {"of", "to", "by", "for", "from", "gives", "give", "gave", "than", "against", "with"}
FOUND = re.compile(
    r"(?:(?P<before>\S+)\s+)?\bYou\b(?P<own>['’]s)?(?:(?P<gap> )(?P<verb>[a-z][\w-]*))?"
)


def with_names(sentence: str, names: tuple[str, str], function: str) -> str:
    """Return a sentence from a game's function with the players' names filled in.

    Raises:
        BadSentence: it has other braces than {0} and {1}.
    """
    try:
        filled = sentence.format(*names)
        return addressed(filled) if YOU in names else filled
    except (LookupError, ValueError, AttributeError):
        raise BadSentence(function, sentence) from None


def addressed(sentence: str) -> str:
    """Return a sentence about a player named "You" with verbs that agree: "You win"."""
    return FOUND.sub(_mended, sentence) if YOU in sentence else sentence


def after_you(verb: str) -> str:
    """Return the form of this verb after "you": "wins" gives "win"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in NO_VERBS or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|zz|o)es$", verb) else verb[:-1]


def _mended(found: re.Match[str]) -> str:
    before, own, verb = found["before"] or "", found["own"], found["verb"] or ""
    lead = found[0][: found[0].index(YOU)]
    is_first = not before or before[-1] in ".!?·;" or "\n" in lead
    you = ("Your" if own else YOU) if is_first else ("your" if own else "you")
    if verb and not own and before not in NO_SUBJECT:
        verb = after_you(verb)
    return f"{lead}{you}{found['gap'] or ''}{verb}"
