"""Games that are broken on purpose, each in one way: the guide's own games with a line changed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

GUIDE = Path(__file__).parents[1] / "docs" / "writing-a-game.md"


def guides_games() -> dict[str, str]:
    """Return the source of the whole games in the guide, by name."""
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    games = [block for block in blocks if "GAME = Game(" in block]
    return {re.findall(r'name="([a-z-]+)"', game)[0]: game for game in games}


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of a game, and the finding that a designer would want.

    Attributes:
        name: of the test.
        game: of the guide.
        old, new: what is changed.
        code: of the finding.
        function: that it names.
        at: a piece of the line that it names.
        says: a part of its message.
    """

    name: str
    game: str
    old: str
    new: str
    code: str
    function: str | None
    at: str
    says: str

    @property
    def source(self) -> str:
        """The broken file."""
        whole = guides_games()[self.game]
        assert whole.count(self.old) == 1, self.old
        return whole.replace(self.old, self.new)


EARLY_MOVES = """

def legal_moves(rules, state, moves):
    for move in range(rules.most):
        moves[move] = move
    return rules.most


# --- for people"""
POLICY = """

def policy(rules, state, moves, random):
    return -1


# --- for people"""
UNROLLED = "def outcomes(rules, state):\n    return 6\n"
ENDLESS_CUPS = re.findall("(def outcomes.*turn [+]= 1\n)", guides_games()["cups"], re.S)[0]
FAULTS = (
    Fault(
        "a legal move refused", "heap", "\n\n# --- for people", EARLY_MOVES,
        "legal-moves-differ", "legal_moves", "def legal_moves", "why_illegal allows ['1'",
    ),
    Fault(
        "a legal move written unreadably", "heap", "return str(move + 1)\n\n\ndef read", 'return f"{move + 1} stones"\n\n\ndef read',
        "not-read-back", "read", "raise Unreadable", "read refuses it",
    ),
    Fault(
        "a turn that is longer than declared", "heap", 'GAME = Game(globals(), name="heap"',
        'def goes_on(rules, before, after):\n    return before.heap > 4\n\n\nGAME = Game(globals(), join=None, name="heap"',
        "turn-goes-on", "goes_on", "def goes_on", "every turn is one move",
    ),
    Fault(
        "a state changed by a question", "heap", "return TOO_MANY if move + 1 > state.heap else 0",
        "state.heap -= 0 if move else 1\n    return TOO_MANY if move + 1 > state.heap else 0",
        "state-changed", "why_illegal", "def why_illegal", "(heap)",
    ),
    Fault(
        "an endless game", "heap", "state.heap -= move + 1\n", "state.heap = rules.stones - move\n",
        "endless", "result", "def result", "random games were not over",
    ),
    Fault(
        "a third player", "heap", "state.player = 1 - state.player", "state.player = (state.player + 1) % 3",
        "bad-value", "apply", "def apply", "player is 2; games here are for two",
    ),
    Fault(
        "a state without a base", "heap", "class State(contract.State):", "class State:",
        "bad-game", None, "GAME = Game(", "write class State(contract.State)",
    ),
    Fault(
        "a parameter that there is not", "heap", "return rules.most  #", "return rules.mots  #",
        "file-fails", "move_count", "rules.mots", "move_count raises AttributeError",
    ),
    Fault(
        "three names", "heap", 'players=("Ann", "Bo")', 'players=("Ann", "Bo", "Cy")',
        "bad-game", None, "GAME = Game(", "give two names; games here are for two",
    ),
    Fault(
        "a rule that calls itself", "heap", "def apply(rules, state, move):\n    state.heap -= move + 1",
        "def take(state, count):\n    if count > 0:\n        state.heap -= 1\n        take(state, count - 1)\n\n\n"
        "def apply(rules, state, move):\n    take(state, move + 1)",
        "recursion", "take", "take(state, count - 1)", "take calls itself",
    ),
    Fault(
        "two rules that call each other", "heap", "def apply(rules, state, move):\n    state.heap -= move + 1",
        "def take(state, count):\n    if count > 0:\n        again(state, count - 1)\n\n\n"
        "def again(state, count):\n    state.heap -= 1\n    take(state, count)\n\n\n"
        "def apply(rules, state, move):\n    take(state, move + 1)",
        "recursion", "take", "again(state, count - 1)", "take calls again, which calls take",
    ),
    Fault(
        "a stuck game", "heap", "return TOO_MANY if move + 1 > state.heap else 0",
        "return TOO_MANY if move + 2 > state.heap else 0",
        "no-legal-move", "why_illegal", "def why_illegal", "has no legal move: HP-3 forbids 3",
    ),
    Fault(
        "a leak through hide", "cups", "        if other != player:\n            view.dice[other] = 0",
        "        if other == 1 and player == 0:\n            view.dice[other] = 0",
        "leak", "hide", "def hide", "sees it in dice",
    ),
    Fault(
        "a secret in the history", "cups",
        "return state.rolling == 0 or state.rolling == player + 1", "return True",
        "leak-in-history", "sees", "def sees", "history",
    ),
    Fault(
        "a default out of range", "heap", "number(15, range(1, 61)", "number(70, range(1, 61)",
        "bad-parameters", None, "stones = number(70", "the default must be a whole number from 1 to 60",
    ),
    Fault(
        "a default that a board follows", "rows", "side = number(4,", "side = number(12,",
        "bad-parameters", None, "side = number(12", "the default must be a whole number from 3 to 8",
    ),
    Fault(
        "a board too large", "rows", "range(3, 9)", "range(3, 40)",
        "parameters-fail", None, "class Parameters", "at most 26 rows, not 39",
    ),
    Fault(
        "a parameter that is set", "heap", "state.heap -= move + 1\n", "state.heap -= move + 1\n    rules.most = 2\n",
        "parameters-changed", "apply", "rules.most = 2", "rules may only be read",
    ),
    Fault(
        "a parameter too large", "heap", 'return "o " * state.heap + f"({state.heap})"', 'return ("none", "few", "many")[state.heap // 8]',
        "exception", "text_board", "[state.heap // 8]", "IndexError",
    ),
    Fault(
        "a syntax error", "heap", "def apply(rules, state, move):", "def apply(rules, state, move)",
        "syntax-error", None, "def apply", "expected ':'",
    ),
    Fault(
        "a missing function", "heap", "def why_illegal(", "def why_not(",
        "bad-game", None, "GAME = Game(", "lacks why_illegal",
    ),
    Fault(
        "a misspelled function", "heap", "def explain(", "def explane(",
        "unknown-function", "explane", "def explane(", "the kit calls explain",
    ),
    Fault(
        "no game at all", "heap", "GAME = Game(", "dict(",
        "no-game", None, "", "holds no game",
    ),
    Fault(
        "an import that is not there", "heap", "from gamekit import contract", "import gamekit_nowhere\nfrom gamekit import contract",
        "file-fails", None, "import gamekit_nowhere", "ModuleNotFoundError",
    ),
    Fault(
        "a list that grows", "cups", "state.dice[state.rolling - 1] = move + 1", "state.dice.append(move + 1)",
        "bad-value", "apply", "def apply", "dice is a list of 2 numbers",
    ),
    Fault(
        "an exception", "heap", "    if state.heap > 0:\n        return ONGOING, 0", "    if 12 // (state.heap - 4) < 99 and state.heap > 0:\n        return ONGOING, 0",
        "exception", "result", "if 12 //", "ZeroDivisionError",
    ),
    Fault(
        "a loop without an end", "heap", "    state.heap -= move + 1\n", "    while state.heap != 1:\n        state.heap -= move + 1\n",
        "never-returns", "apply", "", "does not return",
    ),
    Fault(
        "a question without an end", "heap", "    return TOO_MANY if move + 1 > state.heap else 0",
        "    while state.heap < 20:\n        state.turn += 0\n    return TOO_MANY",
        "never-returns", "why_illegal", "", "does not return",
    ),
    Fault(
        "an unknown rule", "heap", "TAKING, TOO_MANY, LAST_STONE = 2, 3, 4", "TAKING, TOO_MANY, LAST_STONE = 2, 33, 4",
        "unknown-rule", "why_illegal", "def why_illegal", "HP-33",
    ),
    Fault(
        "an ending by an unknown rule", "heap", "return 1 - state.player, LAST_STONE", "return 1 - state.player, 33",
        "unknown-rule", "result", "def result", "HP-33",
    ),
    Fault(
        "a rule that is a tuple", "heap", 'Rule("HP-1", "Heap"', '("HP-1", "Heap"',
        "bad-game", None, "GAME = Game(", "RULES holds ('HP-1', 'Heap'",
    ),
    Fault(
        "a single rule", "heap", "RULES = (", 'RULES = Rule("HP-1", "A", "B.")\nOTHERS = (',
        "bad-game", None, "GAME = Game(", "RULES holds Rule(id='HP-1'",
    ),
    Fault(
        "a rule twice", "heap", '"HP-3", "What', '"HP-2", "What',
        "bad-rulebook", None, "Rule(\"HP-2\", \"Taking\"", "two rules have the id HP-2",
    ),
    Fault(
        "a sentence with a place for nothing", "heap", "take 1 to {most} stones", "take 1 to {mots} stones",
        "bad-rulebook", None, "{mots}", "mots",
    ),
    Fault(
        "a position that forgets", "heap", "return FIELDS.write(heap=state.heap, turns=Position.turns_done(state.first, state.turn))", "return FIELDS.write(heap=state.heap)",
        "position-lost", "position", "def position", "differs in turn",
    ),
    Fault(
        "a field that is not checked", "heap", 'given.whole("heap", 0, rules.stones, rules.stones)', 'int(given.raw("heap") or 5)',
        "position-raises", "position", "int(given", "",
    ),
    Fault(
        "a text that is not expected", "heap", "    for move in range(rules.most):\n        if text.strip() == str(move + 1):\n            return [move]\n", "    if 0 < int(text) <= rules.most:\n        return [int(text) - 1]\n",
        "read-raises", "read", "int(text)", "ValueError",
    ),
    Fault(
        "a turn that is not counted", "heap", "    state.turn += 1\n", "",
        "turn-not-counted", "apply", "def apply", "state.turn stays 0",
    ),
    Fault(
        "a turn counted in the middle", "heap", "    state.player = 1 - state.player\n",
        "    if move or state.heap == 0:\n        state.player = 1 - state.player\n",
        "turn-miscounted", "apply", "def apply", "turn has grown to",
    ),
    Fault(
        "a turn that is counted now and then", "heap", "    state.turn += 1\n",
        "    state.turn += 0 if move else 1\n",
        "turn-miscounted", "apply", "def apply", "and turn has not grown",
    ),
    Fault(
        "an end on one side only", "heap", "return OVER if state.heap == 0 else state.player", "return state.player",
        "ends-differ", "to_act", "def to_act", "both must end the game",
    ),
    Fault(
        "a brace too few", "heap", 'f"{{{1 - state.player}}} took', 'f"{{1 - state.player}} took',
        "bad-sentence", "ending", "def ending", "ending gives '{1 - state.player} took the last stone.'",
    ),
    Fault(
        "a position that refuses too much", "heap", 'given.whole("heap", 0,', 'given.whole("heap", 2,',
        "position-lost", "position", 'given.whole("heap", 2,', "position refuses what dump wrote",
    ),
    Fault(
        "a rule that reads a secret", "cups", "def why_illegal(rules, state, move):\n    return 0",
        "def why_illegal(rules, state, move):\n    return TURN if move and state.dice[1 - state.player] > 2 else 0",
        "view-differs", "why_illegal", "def why_illegal", "the move 'roll' is forbidden in the match, and allowed where hide has blanked dice",
    ),
    Fault(
        "a truth for a rule", "heap", "return TOO_MANY if move + 1 > state.heap else 0", "return move + 1 > state.heap",
        "bad-answer", "why_illegal", "def why_illegal", "why_illegal returns True; it must return 0, or the number",
    ),
    Fault(
        "an end for a truth", "heap", "return 1 - state.player, LAST_STONE", "return 1 - state.player, state.heap == 0",
        "bad-answer", "result", "def result", "result returns (1, True); it must return (winner, rule)",
    ),
    Fault(
        "a winner that is a truth", "heap", "return 1 - state.player, LAST_STONE", "return state.player == 0, LAST_STONE",
        "bad-answer", "result", "def result", "True, 4); it must return (winner, rule)",
    ),
    Fault(
        "a winner that is nobody", "heap", "return 1 - state.player, LAST_STONE", "return 7, LAST_STONE",
        "bad-answer", "result", "def result", "result returns (7, 4); it must return (winner, rule)",
    ),
    Fault(
        "a winner that may be a draw", "heap", "return 1 - state.player, LAST_STONE", "return state.player + 1, LAST_STONE",
        "bare-winner", "result", "return state.player + 1", "is 1 or 2, and 2 is DRAW",
    ),
    Fault(
        "a result without a rule", "heap", "return ONGOING, 0", "return ONGOING",
        "bad-answer", "result", "def result", "result returns -1; it must return (winner, rule)",
    ),
    Fault(
        "a refusal without a sentence", "heap", "    return f\"You cannot take {move + 1}: only {state.heap} are left.\", ()",
        "    if move > 99:\n        return \"No.\", ()",
        "bad-answer", "explain", "def explain", "explain returns None; it must return (sentence, labels)",
    ),
    Fault(
        "a refusal on no cell", "rows", "\n\ndef apply(rules, state, move):",
        '\n\ndef explain(rules, state, move, rule):\n    return "It is taken.", ("Q77",)\n\n\ndef apply(rules, state, move):',
        "bad-answer", "explain", "def explain", "explain names the cell 'Q77', which is not on the board",
    ),
    Fault(
        "a move that is not in a list", "heap", "return [move]", "return move",
        "bad-answer", "read", "def read", "it must return a list of moves",
    ),
    Fault(
        "a board that is not returned", "heap", 'return "o " * state.heap', '"o " * state.heap',
        "bad-answer", "text_board", "def text_board", "text_board returns None; it must return a text",
    ),
    Fault(
        "terms that are a number", "heap", "def setup(rules, state):", "def terms(rules):\n    return 14\n\n\ndef setup(rules, state):",
        "bad-answer", "terms", "def terms", "terms returns 14; it must return a dictionary",
    ),
    Fault(
        "a die without outcomes", "cups", "def outcomes(rules, state):\n    return 6\n", "",
        "no-outcomes", "to_act", "def to_act", "the file has no outcomes",
    ),
    Fault(
        "a die without outcomes in an endless game", "cups", ENDLESS_CUPS,
        ENDLESS_CUPS.replace(UNROLLED, "").replace("turn += 1", "turn += 0"),
        "no-outcomes", "to_act", "def to_act", "the file has no outcomes",
    ),
    Fault(
        "millions of moves", "heap", "return rules.most  #", "return 1000 ** rules.most  #",
        "move-count", "move_count", "def move_count", "move_count returns 1,000,000,000",
    ),
    Fault(
        "a die of one's own", "cups", "def outcomes(rules, state):\n    return 6\n",
        "def outcomes(rules, state):\n    import random\n\n    return random.randint(5, 6)\n",
        "answers-differ", "outcomes", "random.randint", "random.randint is chance",
    ),
    Fault(
        "a function that takes too little", "cups", "def outcomes(rules, state):", "def outcomes(state):",
        "bad-signature", None, "def outcomes(state)", "outcomes takes (state), but is given (rules, state)",
    ),
    Fault(
        "a name with spaces", "heap", 'name="heap"', 'name="A Heap"',
        "bad-name", None, 'name="A Heap"', "lowercase letters and hyphens",
    ),
    Fault(
        "an option that is none", "heap", 'between the players."),', 'between the players.", when={"stones": {0: "No stones."}}),',
        "bad-rulebook", None, '"HP-1"', "HP-1: when names 0, but stones is a whole number from 1 to 60",
    ),
    Fault(
        "an option compared with a word", "heap", "return TOO_MANY if move + 1 > state.heap else 0",
        "return TOO_MANY if move + 1 > state.heap or rules.most == 'all' else 0",
        "text-compared", "why_illegal", "'all'", "rules.most is compared with 'all'",
    ),
    Fault(
        "a list that is replaced", "cups", "    state.dice[0] = state.dice[1] = 0\n", "    state.dice = [0, 0]\n",
        "list-replaced", "setup", "state.dice = [0, 0]", "state.dice is replaced; write state.dice[0] = ...",
    ),
    Fault(
        "too few moves", "cups", "def move_count(rules):\n    return 2", "def move_count(rules):\n    return 1",
        "move-count", "move_count", "def move_count", "read returns [1] for 'roll', but move_count is 1",
    ),
    Fault(
        "a policy that plays nothing", "heap", "\n\n# --- for people", POLICY,
        "policy", "policy", "def policy", "policy returns -1, which is not a legal move; the legal moves are 0 (1)",
    ),
    Fault(
        "no hide", "cups", "def hide(rules, view, player):\n    for other in range(2):\n        if other != player:\n            view.dice[other] = 0\n\n\n", "",
        "no-hide", "imagine", "def imagine", "nothing is hidden from anybody; but the file has imagine, sees, tells_all",
    ),
    Fault(
        "a function that nobody calls", "cups", "def tells_all(rules)", "def tells_al(rules)",
        "unknown-function", "tells_al", "def tells_al", "nobody calls tells_al; the kit calls tells_all",
    ),
    Fault(
        "no imagine", "cups", "def imagine(rules, view, player, random):\n    view.dice[1 - player] = 1 + draw(random, 6)\n\n\n", "",
        "no-imagine", "hide", "def hide", "hide blanks dice for player",
    ),
    Fault(
        "no sees", "cups", "def sees(rules, state, move, player):\n    return state.rolling == 0 or state.rolling == player + 1\n\n\n", "",
        "leak-in-history", "sees", "def hide", "the file has no sees",
    ),
    Fault(
        "an imagined die that is never high", "cups", "view.dice[1 - player] = 1 + draw(random, 6)", "view.dice[1 - player] = 1 + draw(random, 2)",
        "imagine-never-true", "imagine", "def imagine", "but in 2,000 draws imagine never fills that in for player",
    ),
    Fault(
        "an imagined die that was never rolled", "cups", "view.dice[1 - player] = 1 + draw(random, 6)", "return",
        "imagine-impossible", "imagine", "def imagine", "imagine fills in, for player",
    ),
    Fault(
        "a move off the board", "leap", "if landing < 0 or state.board[landing]", "if state.board[landing]",
        "off-board", "why_illegal", "def why_illegal", "leads off the board, and why_illegal allows it",
    ),
    Fault(
        "a way to no cell", "leap", "(move // 4, reach(rules, move, 2))", "(move // 4 + 80, reach(rules, move, 2))",
        "off-board", "way", "def way", "the board has 36 cells, counted from 0",
    ),
    Fault(
        "a way that is no tuple", "leap", "(move // 4, reach(rules, move, 2))", "move // 4",
        "bad-answer", "way", "def way", "it must return a tuple of cells and words",
    ),
    Fault(
        "a way in parentheses alone", "rows", "\n\ndef apply(", "\n\ndef way(rules, state, move):\n    return (\"here\") if move == 5 else (move,)\n\n\ndef apply(",
        "bad-answer", "way", "def way", "way returns 'here'; it must return a tuple",
    ),
    Fault(
        "one way for several moves", "leap", "(move // 4, reach(rules, move, 2))", "(move // 4, move // 4)",
        "written-alike", "way", "def way", "two legal moves have the same notation",
    ),
    Fault(
        "a card that everybody forgets", "high-card", "    put(state.cards, move, SHOWN + state.player)\n",
        "    put(state.cards, move, SHOWN + state.player)\n    if state.turn == 1:\n"
        "        put(state.cards, nth(state.cards, SHOWN + 1 - state.player, 0), HELD + state.player)\n",
        "forgotten-card", "apply", "def apply", "from 'face up",
    ),
)  # fmt: skip
UNCOMPILED = (
    Fault(
        "a list that is sliced", "cups", "    state.dice[0] = state.dice[1] = 0\n", "    state.dice[:] = [0, 0]\n",
        "cannot-compile", "setup", "state.dice[:]", "a list made here is not in the language",
    ),
    Fault(
        "a generator", "heap", "return TOO_MANY if move + 1 > state.heap else 0",
        "return 0 if move < max(n for n in range(state.heap + 1)) else TOO_MANY",
        "cannot-compile", "why_illegal", "max(", "a generator outside any(...), all(...) and sum(...)",
    ),
    Fault(
        "a list that is read", "heap", "return TOO_MANY if move + 1 > state.heap else 0",
        "return TOO_MANY if move + 1 > state.heap else LIMITS[0]\n\n\nLIMITS = [0]",
        "cannot-compile", "why_illegal", "else LIMITS[0]", "reads LIMITS, a list",
    ),
)  # fmt: skip
