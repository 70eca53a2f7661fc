"""Grammar for a player named "You": "You wins" becomes "You win"."""

from __future__ import annotations

import re

YOU = "You"
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
NO_VERBS = {"always", "this", "its", "as", "less", "plus", "across", "towards"}
NO_SUBJECT = {"of", "to", "by", "for", "from", "gives", "give", "gave", "than", "against", "with"}
FOUND = re.compile(
    r"(?:(?P<before>\S+)\s+)?\bYou\b(?P<own>['’]s)?(?:(?P<gap> )(?P<verb>[a-z][\w-]*))?"
)


def addressed(sentence: str) -> str:
    """Return a sentence about a player named "You" as people would say it."""
    return FOUND.sub(_mended, sentence) if YOU in sentence else sentence


def plain(verb: str) -> str:
    """Return the form of this verb after "you": "wins" gives "win"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in NO_VERBS or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|z)es$", verb) else verb[:-1]


def _mended(found: re.Match[str]) -> str:
    before, own, verb = found["before"] or "", found["own"], found["verb"] or ""
    lead = found[0][: found[0].index(YOU)]
    is_first = not before or before[-1] in ".!?·;" or "\n" in lead
    you = ("Your" if own else YOU) if is_first else ("your" if own else "you")
    if verb and not own and before not in NO_SUBJECT:
        verb = plain(verb)
    return f"{lead}{you}{found['gap'] or ''}{verb}"
