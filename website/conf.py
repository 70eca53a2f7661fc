"""How Sphinx builds the site; `website/build.py` calls it on a folder that it has laid out.

Sphinx with MyST-NB shows the committed notebooks as they are, makes the reference from docstrings
and searches without a server. The theme is the one that NumPy, pandas and Jupyter use: light and
dark, readable on a phone, and served from the site itself.
"""

from __future__ import annotations

import os
from textwrap import shorten
from typing import Any

from docutils import nodes
from front_page import address
from sphinx.application import Sphinx

import gamekit as gk

project = "gamekit"
author = "The gamekit authors"
copyright = author
release = gk.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_design"]
templates_path = ["_templates"]
exclude_patterns = ["live", "front.md", "refused.md"]  # the front page includes the last two

# --- pages ----------------------------------------------------------------------------------

nb_execution_mode = "off"  # a page shows what is committed
nb_code_prompt_show, nb_code_prompt_hide = "Show the code", "Hide the code"
# a figure is its still picture
nb_mime_priority_overrides = [("html", "application/vnd.plotly.v1+json", None)]
nb_ipywidgets_js: dict[str, object] = {}  # and that without Jupyter's scripts
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_heading_slug_func = "galleries.anchor"

# --- reference ------------------------------------------------------------------------------

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_mock_imports = [
    "numpy",
    "pandas",
    "plotly",
    "scipy",
    "wasmtime",
]  # heavy, and not documented here
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # an attribute may be a property as well
default_role = "code"  # `so` in a docstring
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries = False  # each has a heading
suppress_warnings = ["config.cache", "mystnb.unknown_mime_type"]

# --- looks ----------------------------------------------------------------------------------

html_theme = "pydata_sphinx_theme"
html_title = "gamekit"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # it would fetch every page it finds
# these pages have no parts
html_sidebars = {name: [] for name in ("games", "puzzles", "findings", "live")}
html_theme_options = {
    "logo": {"text": "gamekit"},
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "article_header_end": ["live"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
}
# A published copy on GitHub can be opened on Binder; its workflows name the repository.
html_context = {
    "repository": os.environ.get("GITHUB_REPOSITORY", ""),
    "address": address(),
    "default_mode": "auto",
    "games": [game.name for game in gk.games()],
}

# --- descriptions for search engines and other sites ----------------------------------------

DESCRIPTION = 200  # letters


def describe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Describe a page by its first paragraph, unless it brings a description of its own."""
    if doctree is None or "og:description" in context["metatags"]:
        return
    paragraph = next(doctree.findall(nodes.paragraph), None)
    if paragraph:
        context["description"] = shorten(paragraph.astext(), DESCRIPTION, placeholder=" …")


def name_folds(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the words on each fold be its name, so that a voice can call what the eye reads."""
    if "body" in context:
        context["body"] = context["body"].replace(' aria-label="Toggle hidden content"', "")


def fold(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Fold what stands below a heading that JupyterLab folds; `website/build.py` marks it."""
    for mark in [each for each in doctree.findall(nodes.comment) if each.astext() == "folded"]:
        section, title = mark.parent, mark.parent[0].astext()
        words = f"Show {title[0].lower()}{title[1:]}"
        opening = f"<details><summary>{words}</summary>"
        section.replace(mark, nodes.raw("", opening, format="html"))
        section += nodes.raw("", "</details>", format="html")


def setup(app: Sphinx) -> None:
    """Have Sphinx describe each page, fold its sections and name its folds."""
    app.connect("doctree-resolved", fold)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", name_folds)
