"""Build the site: one static folder that any server can serve, `dist/site`.

    make site                  the whole site
    python website/build.py    without JupyterLite, to look at texts

Sources are laid out in a folder of their own first, as they lie in the repository, so that the
links between pages and texts work in both. What is made from the games (their gallery, the gallery
of findings, the rules as pages) is added there. Warnings are errors, and every link inside the site
must lead somewhere.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import raw
from sphinx.cmd.build import main as sphinx

import gamekit as gk
import gamekit_widgets as gw

HERE = Path(__file__).parent
ROOT = HERE.parent
SITE, SOURCE = ROOT / "dist" / "site", ROOT / "dist" / "site-source"
LEARNED = "What we learned"
FINDING = re.compile(r"^\*\*\d\. (.+?)\*\* (.+?)(?:\n\n|\Z)", re.M | re.S)
SOURCES = re.compile(r"\]\((?:\.\./)?(gamekit/[\w/]+\.py)\)")  # what texts link to of the code
PLIES = 24  # played on the boards of the gallery


def main(arguments: list[str] | None = None) -> int:
    """Build it; return 0 if all is well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wheel", type=Path, help="the kit's own; without it, no JupyterLite")
    parser.add_argument("--pyodide", type=Path, help="folder of a full release of Pyodide")
    chosen = parser.parse_args(arguments)
    lay_out(SOURCE)
    shutil.rmtree(SITE, ignore_errors=True)
    status = sphinx(["-W", "-q", "-b", "html", "-c", str(HERE), "-d", f"{SOURCE}/.doctrees",
                     str(SOURCE), str(SITE)])  # fmt: skip
    if status:
        return status
    raw.copy_pictures(SOURCE, SITE)
    (SITE / "_static" / "webpack-macros.html").unlink()  # of the theme, and no page
    if chosen.wheel:
        from lite import build

        build(SITE / "live", pages(), chosen.wheel, chosen.pyodide)
    from links import broken

    faults = list(broken(SITE, ignore=None if chosen.wheel else "live"))
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


def pages() -> list[Path]:
    """Return the notebooks, in order."""
    return sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


def lay_out(source: Path) -> None:
    """Fill a folder with everything that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.py", "_static", "_templates", "__pycache__")
    shutil.copytree(HERE, source, ignore=ignored)
    shutil.copytree(ROOT / "docs", source / "docs")
    (source / "notebooks").mkdir()
    for page in pages():
        shutil.copy(page, source / "notebooks")
    shutil.copytree(ROOT / "notebooks" / "pictures", source / "notebooks" / "pictures")
    for name in ("notebooks/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    (source / "README.md").write_text(
        "---\norphan: true\n---\n" + (ROOT / "README.md").read_text("utf-8")
    )
    for text in list(source.rglob("*.md")):
        told = text.read_text("utf-8")
        for code in set(SOURCES.findall(told)):
            write_code(source, code)
        text.write_text(SOURCES.sub(r"](/code/\1.md)", told), "utf-8")
    raw.mend_links(source)
    write_contents(source)
    write_games(source)
    write_findings(source)


def write_contents(source: Path) -> None:
    """Write the lists of pages and of texts."""
    names = "\n".join(page.stem for page in pages())
    (source / "notebooks" / "index.md").write_text(
        f"# Pages\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\nREADME\n```\n", "utf-8"
    )
    texts = sorted(text.stem for text in (ROOT / "docs").glob("*.md"))
    listed = "\n".join([*texts, "/CONTRIBUTING", "/CHANGELOG"])
    (source / "docs" / "index.md").write_text(
        f"# Texts\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n", "utf-8"
    )


def write_games(source: Path) -> None:
    """Write the gallery of games."""
    pictures = source / "pictures"
    pictures.mkdir()
    cards = []
    for game, page in zip(gk.games(), pages()[1:], strict=False):
        (pictures / f"{game.name}.svg").write_text(gw.svg(played(game)), "utf-8")
        rules = f"gamekit/games/{game.name.replace('-', '_')}/rules.py"
        write_code(source, rules)
        cards.append(
            f":::{{grid-item-card}} {game.title}\n:img-top: pictures/{game.name}.svg\n"
            f":img-alt: A board of {game.title}.\n\n{capital(game.board)}"
            f"{', chance' * game.has_chance}{', secrets' * game.has_secrets}.\n\n"
            f"[Its page](notebooks/{page.name}) · [its rules](code/{rules}.md)\n:::"
        )
    grid = "\n\n".join(["::::{grid} 1 2 2 3", ":gutter: 3", *cards, "::::"]).replace(
        "3\n\n:g", "3\n:g"
    )
    about = (
        "Each has a table to play at, bots of five levels, a page of its own, and rules to read."
    )
    (source / "games.md").write_text(f"# Games\n\n{about}\n\n{grid}\n", "utf-8")


def write_code(source: Path, code: str) -> None:
    """Write a file of the kit as a page."""
    page = source / "code" / f"{code}.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / code, source / "code" / code)
    include = f"```{{literalinclude}} {Path(code).name}\n:language: python\n```"
    page.write_text(f"---\norphan: true\n---\n# {code}\n\n{include}\n", "utf-8")


def played(game: gk.Game) -> gk.Match:
    """Return a match between novices, a while after its beginning."""
    match, bot = gk.Match(game, seed=2), gk.bot("novice")
    while match.ply < PLIES and match.to_act in (0, 1):
        match.play(bot.choose(match.view(match.to_act), seed=match.ply))
    if match.result:
        match.undo()
    return match


def capital(words: str) -> str:
    """Return words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def write_findings(source: Path) -> None:
    """Write the gallery of findings, from the end of each page."""
    parts = ["# Findings\n\nWhat playtests showed, with the study that each finding rests on."]
    for page in pages():
        found = list(findings(page))
        if found:
            title = nbformat.read(page, 4).cells[0].source.partition("\n")[0].lstrip("# ")
            link = f"notebooks/{page.name}#{LEARNED.replace(' ', '-')}"
            lines = [f"- **{head}** {body}" for head, body in found]
            parts.append("\n".join([f"## [{title}]({link})\n", *lines]))
    (source / "findings.md").write_text("\n\n".join(parts) + "\n", "utf-8")


def findings(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the findings of a page: what it says in bold, and the paragraph after it."""
    texts = [cell.source for cell in nbformat.read(page, 4).cells if cell.cell_type == "markdown"]
    _, _, learned = "\n\n".join(texts).partition(f"## {LEARNED}")
    for head, body in FINDING.findall(learned):
        yield head, " ".join(body.split())


if __name__ == "__main__":
    sys.exit(main())
