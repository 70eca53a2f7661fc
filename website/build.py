"""Build the site: one static folder that any server can serve, `dist/site`.

    make site                  the whole site
    python website/build.py    without JupyterLite, to check the texts

The build first copies the sources to a folder of their own, with the layout of the repository, so that links
between pages and texts work in both. It adds pages about the games: their gallery, the gallery of playtest
results, and the rules. Warnings are errors, and every link inside the site must lead somewhere.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

import links
import play
from front_page import follow_theme, write_front
from galleries import pages, write_code, write_findings, write_games
from puzzles import write_puzzles
from sphinx.cmd.build import main as sphinx

HERE = Path(__file__).parent
ROOT = HERE.parent
SITE, SOURCE = ROOT / "dist" / "site", ROOT / "dist" / "site-source"
RESULT = {"code_prompt_show": "Show the result", "code_prompt_hide": "Hide the result"}
# how pages say to run them, which people on the site cannot do
BY_KEYS = "Run the cells from the top with **Shift+Enter**"
ON_THE_SITE = (
    "The boards here are pictures. To play them, press **Open it live**; "
    "**Play** opens the full game"
)
FOLDED = "jp-MarkdownHeadingCollapsed"  # of a heading in JupyterLab
IN_LAB = re.compile(r"\(In JupyterLab, press \*cells hidden\* to open .+?\) ?")
SOURCES = re.compile(r"\]\((?:\.\./)?(gamekit/[\w/]+\.py)\)")  # links from texts to code


def main(arguments: list[str] | None = None) -> int:
    """Build the site, and return 0 if all is well."""
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
    links.copy_pictures(SOURCE, SITE)
    (SITE / "_static" / "webpack-macros.html").unlink()  # of the theme, and no page
    if chosen.wheel:
        from lite import build

        build(SITE / "live", pages(), chosen.wheel, chosen.pyodide)
        play.build(SITE)
    faults = list(links.broken(SITE, ignore=() if chosen.wheel else ("live", "play")))
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


def lay_out(source: Path) -> None:
    """Fill a folder with everything that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.py", "_static", "_templates", "__pycache__")
    shutil.copytree(HERE, source, ignore=ignored)
    shutil.copytree(ROOT / "docs", source / "docs")
    (source / "notebooks").mkdir()
    for page in pages():
        copy_page(page, source / "notebooks")
    shutil.copytree(ROOT / "notebooks" / "pictures", source / "notebooks" / "pictures")
    for name in ("notebooks/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    (source / "README.md").write_text(
        "---\norphan: true\n---\n" + (ROOT / "README.md").read_text("utf-8")
    )
    for text in list(source.rglob("*.md")):
        content = text.read_text("utf-8")
        for code in set(SOURCES.findall(content)):
            write_code(source, code)
        text.write_text(SOURCES.sub(r"](/code/\1.md)", content), "utf-8")
    links.mend_links(source)
    write_contents(source)
    write_games(source)
    write_findings(source)
    write_puzzles(source)
    write_front(source)
    follow_theme(source)


def copy_page(page: Path, folder: Path) -> None:
    """Copy a page. The button of a cell that answers a guess then reads “Show the result”, and the page says how to run it."""
    notebook = json.loads(page.read_text("utf-8"))
    for cell in notebook["cells"]:
        if "hide-cell" in cell["metadata"].get("tags", ()):
            cell["metadata"]["mystnb"] = RESULT
        if cell["cell_type"] == "markdown":
            cell["source"] = "".join(cell["source"]).replace(BY_KEYS, ON_THE_SITE)
        if cell["metadata"].get(FOLDED):
            cell["source"] = IN_LAB.sub("", cell["source"]).replace("\n", "\n\n% folded\n", 1)
    (folder / page.name).write_text(json.dumps(notebook), "utf-8")


def write_contents(source: Path) -> None:
    """Write the lists of pages and of texts."""
    names = "\n".join(page.stem for page in pages())
    (source / "notebooks" / "index.md").write_text(
        f"# Notebooks\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\nREADME\n```\n", "utf-8"
    )
    texts = sorted(text.stem for text in (ROOT / "docs").glob("*.md"))
    listed = "\n".join([*texts, "/CONTRIBUTING", "/CHANGELOG"])
    (source / "docs" / "index.md").write_text(
        f"# Texts\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n", "utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
