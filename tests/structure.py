"""Checks the structure of the code; a part of `make lint`.

    python tests/structure.py            check it
    python tests/structure.py --write    write the table of folders in docs/architecture.md

It fails on a circle of imports (those for types alone count), an import against the layers, a
function of more than 40 lines, a rule constant that disagrees with its comment or with the
rulebook, a rule that only the rulebook mentions, rules that import bots, a file or function that one
game keeps in another place than the other games do, a folder whose docstring names something that the
folder lacks, and a module beside the folders that docs/architecture.md omits. It lists modules of more
than 900 lines.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
ROOTS = {"gamekit": REPOSITORY, "gamekit_widgets": REPOSITORY / "widgets"}
LONG_MODULE, LONGEST_FUNCTION = 900, 40
# What modules may import of the kit: the first prefix that fits decides. The list of games is no game.
LAYERS = {
    "gamekit.games.": ("gamekit.contract.", "gamekit.boards.", "gamekit.games."),
    "gamekit.boards.": ("gamekit.boards.", "gamekit.errors."),
    "gamekit.": ("gamekit.",),
}
CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = (RULING \+ )?(\d+)  # ([A-Z]+)-(Q?)(\d+)$")
LOOKS_LIKE_ONE = re.compile(r"^[A-Z][A-Z0-9_]* = .*# [A-Z]{2,}-Q?\d+$")
# The file of every game in which these functions stand.
STANDS_IN = {
    name: file
    for file, names in {
        "state": "Parameters State",
        "rules": "setup to_act outcomes move_count why_illegal legal_moves apply result hide imagine "
        "sees reveals tells_all whose_roll goes_on same_turn runs_on impossible chances payoff highest_payoff "
        "ground",
        "rulebook": "RULES terms",
        "text": "read write turn_text phrases explain ending tell came_of length_of_turn how_far turns_like "
        "text_board winning_cells cell_names played_on occupied way FIELDS position impossible_position dump",
        "bots": "policy likelihood best_move has_best_move sensible_moves random_move slip may_win may_hold standing",
    }.items()
    for name in names.split()
}
FILES = {*STANDS_IN.values(), "win_conditions"}  # the last is a table that only one game has
OF_A_GAME = re.compile(r"gamekit\.games\.(\w+)\.(\w+)")
TABLE = re.compile(r"^\| folder \|.*?\n(?=\n)", re.M | re.S)  # in docs/architecture.md
INSIDE_RULES = ("rulebook.py",)  # what states rules and does not decide them

Trees = dict[str, tuple[Path, ast.Module]]


def modules() -> Trees:
    """Return every Python module of both packages, by its dotted name."""
    found = {}
    for package, folder in ROOTS.items():
        for path in sorted((folder / package).rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = path, ast.parse(path.read_text("utf-8"))
    return found


def imports(tree: ast.Module, known: Trees) -> set[str]:
    """Return the modules of the kit that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in names}
    return found & known.keys()


def circles(graph: dict[str, set[str]]) -> Iterator[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        yield f"a circle of imports: {' -> '.join(reversed(problem.args[1]))}"


def layers(graph: dict[str, set[str]]) -> Iterator[str]:
    for name, imported in graph.items():
        if name == "gamekit.games":
            continue
        allowed = next((LAYERS[p] for p in LAYERS if f"{name}.".startswith(p)), ("",))
        for other in sorted(imported):
            if not f"{other}.".startswith(allowed):
                yield f"{name} imports {other}, which its layer may not"


def misplaced(known: Trees) -> Iterator[str]:
    """Yield each file or function of a game that stands elsewhere than in the other games."""
    for name, (path, tree) in known.items():
        if of_a_game := OF_A_GAME.match(name):
            if of_a_game[2] not in FILES:
                yield f"{shown(path)} belongs in one of {', '.join(sorted(FILES))}"
            for node in tree.body:
                defined = [getattr(node, "name", "")]
                if isinstance(node, ast.Assign):
                    defined = [ast.unparse(target) for target in node.targets]
                for each in defined:
                    if STANDS_IN.get(each, of_a_game[2]) != of_a_game[2]:
                        yield f"{shown(path)}:{node.lineno} {each} belongs in {STANDS_IN[each]}"


def bots_in_rules(graph: dict[str, set[str]]) -> Iterator[str]:
    """Yield the imports of bots in modules that a reader of the rules reads."""
    for name, imported in graph.items():
        of_a_game = OF_A_GAME.match(name)
        if of_a_game and of_a_game[2] != "bots":
            for other in sorted(imported):
                found = OF_A_GAME.match(other)
                if found and found[2] == "bots":
                    yield f"{name} imports {other}, and only bots may"


def scripts() -> list[Path]:
    """Return the source files of the browser side."""
    found = (ROOTS["gamekit_widgets"] / "gamekit_widgets" / "js").rglob("*.js")
    return [path for path in found if not path.name.endswith(".bundle.js")]


def long_modules(paths: list[Path]) -> Iterator[str]:
    """Advice, not a fault: nothing is cut to fit."""
    for path in paths:
        lines = len(path.read_text("utf-8").splitlines())
        if lines > LONG_MODULE:
            yield f"{shown(path)} has {lines} lines"


def long_functions(known: Trees) -> Iterator[str]:
    for path, tree in known.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    where = f"{shown(path)}:{node.lineno} {node.name}"
                    yield f"{where} has {lines} lines; {LONGEST_FUNCTION} are the limit"


def shown(path: Path) -> str:
    is_ours = path.is_relative_to(REPOSITORY)
    return (path.relative_to(REPOSITORY) if is_ours else path).as_posix()


def constants(folder: Path, ids: set[str]) -> Iterator[str]:
    """Yield each rule constant of a game whose number differs from its comment or belongs to no rule."""
    for path in sorted(folder.glob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            match = CONSTANT.match(line)
            if match is None:
                if LOOKS_LIKE_ONE.match(line):
                    yield f"{shown(path)}:{number} write NAME = 12  # ABC-12, not {line!r}"
                continue
            _, ruling, value, prefix, is_ruling, rule_number = match.groups()
            rule = f"{prefix}-{is_ruling}{rule_number}"
            if bool(ruling) != bool(is_ruling) or value != rule_number:
                yield f"{shown(path)}:{number} is not the number of {rule}: {line}"
            elif rule not in ids:
                yield f"{shown(path)}:{number} names {rule}, which is not in the rulebook"


def unmentioned(folder: Path, ids: list[str]) -> Iterator[str]:
    """Yield each rule that no module of the game mentions where it is decided."""
    texts = [p.read_text("utf-8") for p in folder.rglob("*.py") if p.name not in INSIDE_RULES]
    mentioned = {found for text in texts for found in re.findall(r"\b[A-Z]+-Q?\d+\b", text)}
    for rule in ids:
        if rule not in mentioned:
            yield f"{shown(folder)}: nothing outside the rulebook mentions {rule}"


def rules() -> Iterator[str]:
    import gamekit as gk

    for game in gk.games():
        folder = REPOSITORY / "gamekit" / "games" / game.name.replace("-", "_")
        yield from constants(folder, {rule.id for rule in game.rulebook})
        own = [rule for rule in game.rulebook if rule.id.startswith(f"{game.prefix}-")]
        yield from unmentioned(folder, [rule.id for rule in own if not rule.note])


def folders(known: Trees, graph: dict[str, set[str]]) -> str:
    """Return the table of folders: what each says of itself, and which others it imports."""
    found = {name: path for name, (path, _) in known.items() if path.name == "__init__.py"}
    listed = [name for name in found if name.count(".") == 1]
    lines = ["| folder | what is in it | what it imports |", "|---|---|---|"]
    for name in listed:
        inside = [each for each in graph if f"{each}.".startswith(f"{name}.")]
        others = {folder_of(other, listed) for each in inside for other in graph[each]}
        imported = [other.rpartition(".")[2] for other in sorted(others - {name, ""})]
        summary = " ".join(paragraph(known[name][1]).split())
        lines.append(
            f"| `{shown(found[name].parent)}/` | {summary} | {', '.join(imported) or '–'} |"
        )
    return "\n".join(lines)


def paragraph(tree: ast.Module) -> str:
    """Return the first paragraph of a module's docstring."""
    return (ast.get_docstring(tree) or "").partition("\n\n")[0]


def folder_of(name: str, listed: list[str]) -> str:
    """Return the folder of a module, "" for one that lies beside the folders."""
    return next((each for each in listed if f"{name}.".startswith(f"{each}.")), "")


def misnamed(known: Trees) -> Iterator[str]:
    """Yield each name that a folder's docstring gives to begin reading with and that nothing in it has."""
    for name, (path, tree) in known.items():
        if path.name == "__init__.py" and name.count(".") == 1:
            inside = [
                tree for each, (_, tree) in known.items() if f"{each}.".startswith(f"{name}.")
            ]
            has = {getattr(node, "name", "") for tree in inside for node in tree.body}
            has |= {each.rpartition(".")[2] for each in known if each.startswith(f"{name}.")}
            begin = (ast.get_docstring(tree) or "").split("\n\n")[1:2]
            for name in re.findall(r"`([a-z_]+)(?:\.py)?`", "".join(begin)):
                if name not in has | FILES | ROOTS.keys():
                    yield f"{shown(path)} names {name}, which is not in its folder"


def architecture(table: str, known: Trees, write: bool) -> Iterator[str]:
    """Check that the table of folders is what the folders say, or write it. Check that the page names each
    module beside the folders."""
    path = REPOSITORY / "docs" / "architecture.md"
    text = path.read_text("utf-8")
    for name, (file, _) in known.items():
        is_beside = name.count(".") == 1 and file.stem not in ("__init__", "__main__")
        if is_beside and f"`{file.stem}`" not in text:
            yield f"docs/architecture.md does not name {shown(file)}"
    now = TABLE.sub(lambda _: f"{table}\n", text, count=1)
    if write:
        path.write_text(now, "utf-8")
    elif now != text:
        yield "docs/architecture.md: the table of folders is old: run python tests/structure.py --write"


def main() -> int:
    known = modules()
    graph = {name: imports(tree, known) - {name} for name, (_, tree) in known.items()}
    table = architecture(folders(known, graph), known, "--write" in sys.argv)
    faults = [*circles(graph), *layers(graph), *long_functions(known), *rules(), *table]
    faults += [*misplaced(known), *misnamed(known), *bots_in_rules(graph)]
    advice = long_modules([*(path for path, _ in known.values()), *scripts()])
    for line in [*advice, *faults]:
        print(line)
    print(f"{len(known)} modules; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "widgets")]
    sys.exit(main())
