# One command for each habit: `make help` lists them. Every target sets up what it needs by itself,
# in .venv and node_modules, from the locks in requirements/ and package-lock.json.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV := .venv
BIN := $(VENV)/bin
LAB := $(VENV)/.lab-ready
TEST := $(VENV)/.test-ready
SITE := $(VENV)/site/.ready
SITE_PYTHON := PYTHONPATH=.:widgets $(VENV)/site/bin/python
NODE := node_modules/.ready
# The browser side. Installing builds its bundles, and make rebuilds them when a source has changed.
# One run builds all of them, so the one written last stands for all.
JS := widgets/gamekit_widgets/js
BUNDLE := $(JS)/table.bundle.js
SCRIPTS := $(filter-out %.bundle.js,$(wildcard $(JS)/*.js $(JS)/*/*.js))

UV := $(shell command -v uv 2>/dev/null)
# A Python of your choice: make setup PYTHON=python3.12
PYTHON ?=
PYTHONS := python3 python3.13 python3.12 python3.14 python3.11

# pytest workers: one for each core, and one more where tests wait for browsers (tests/conftest.py).
# make test JOBS=4 sets another number.
WORKERS := logical
test unit pages: WORKERS := auto

# package.json does not say "type": "module": it would also apply to the scripts inside .venv,
# and JupyterLab's own would fail. Node sees by itself that our files are modules.
NODE_FLAGS := --disable-warning=MODULE_TYPELESS_PACKAGE_JSON

# The environment's own tools come first: node for what npm starts, jupyter for what lab starts.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
unexport PYTHONPATH PYTHONHOME
# Modules are compiled once, not by every process of the tests.
unexport PYTHONDONTWRITEBYTECODE

# Tests that share a kernel or a browser stay together. pytest-xdist 3.8 hangs if it replaces a worker that died.
PYTEST = $(BIN)/pytest -n $(or $(JOBS),$(WORKERS)) --dist loadgroup --no-loadscope-reorder \
  --max-worker-restart 0 --durations 10

.PHONY: help setup ready lab test check lint unit js pages format site notebooks findings puzzles cards transcripts bench fuzz lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ready ## the whole development environment, in .venv and node_modules

ready: $(TEST) $(NODE) $(BUNDLE)

lab: $(LAB) $(BUNDLE) ## JupyterLab on the welcome notebook, on this machine only
	@exec $(BIN)/jupyter lab --ip=127.0.0.1 $$([ "$$(id -u)" != 0 ] || echo --allow-root) \
	  --LabApp.default_url=/lab/tree/notebooks/00_welcome.ipynb

test: ready ## everything CI runs: style, types, structure, Python, JavaScript, pages, browsers
	@$(MAKE) --no-print-directory -j 2 lint js
	$(PYTEST) --nbval --nbval-current-env tests notebooks

check: ready ## a quick answer: no browsers, pages, wheel or Binder, and nothing that takes long
	@$(MAKE) --no-print-directory -j 2 lint js
	$(PYTEST) -p no:nbval -m "not browser and not page and not package and not long"

lint: $(TEST) ## ruff, mypy, and the structure of the code
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python tests/structure.py
	$(BIN)/mypy

js: $(TEST) $(NODE) ## types, structure and unit tests of the browser side
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.json
	$(BIN)/node --test $(NODE_FLAGS) 'tests/js/**/*.test.js'

unit: ready ## the Python tests, browser tests included
	$(PYTEST)

pages: ready ## the notebooks: run, compared with what is committed, touched in a browser
	$(PYTEST) --nbval --nbval-current-env -m page tests notebooks

format: $(TEST) ## format the code and fix what ruff can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

site: $(SITE) $(TEST) $(NODE) $(BUNDLE) ## the site, with a Python for the browser, in dist/site
	@rm -rf dist/browser
	@$(BIN)/python -m hatchling build -t wheel -d dist/browser >/dev/null
	$(SITE_PYTHON) website/build.py --wheel dist/browser/*.whl $(if $(PYODIDE),--pyodide "$(PYODIDE)")

notebooks: $(TEST) ## run the notebooks and write their outputs back, ready to commit
	$(BIN)/python notebooks/refresh.py

puzzles: $(TEST) ## find new puzzles for the site, ready to read and commit
	nice $(BIN)/python website/puzzles.py

cards: $(TEST) ## redraw the pictures beside links to ours, and those of a room
	PYTHONPATH=.:website $(BIN)/python website/cards.py

transcripts: $(TEST) ## rewrite the golden games, ready to read and commit
	$(BIN)/python tests/golden.py

fuzz: $(TEST) ## a million inputs, right and wrong: no foreign exception, no long message, no long wait
	$(BIN)/python tests/fuzz.py $(or $(INPUTS),1000000) $(or $(SEED),1)
	$(BIN)/python -m tests.mutants 300 $(or $(SEED),1)

findings: $(TEST) ## play the findings of the pages again with a new seed, and say which no longer hold (SEED=7 PAGES=06_death_match)
	PYTHONPATH=. $(BIN)/python notebooks/findings.py $(if $(SEED),--seed $(SEED)) $(PAGES)

bench: $(TEST) ## how fast the games run here, and how often intervals hold the truth: ten minutes
	$(BIN)/python -m tests.bench.compiling
	$(BIN)/python -m tests.bench.intervals 100 take-back-toe --bots greedy,random
	$(BIN)/python -m tests.bench.false_alarms --repeats 100
	$(BIN)/python -m tests.bench.threads
	$(BIN)/python -m tests.bench.rooms --seconds 15 --kills 1
	$(BIN)/python -m tests.bench.search 50
	$(BIN)/python -m tests.bench.redraw
	[ ! -d dist/site/live ] || $(BIN)/python -m tests.bench.browser

clean: ## remove the environment and everything generated
	rm -rf $(VENV) node_modules dist $(JS)/*.bundle.js .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment ------------------------------------------------------------------------

$(BIN)/python:
	@python=""; \
	for candidate in $(or $(PYTHON),$(PYTHONS)); do \
	  if "$$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then \
	    python="$$candidate"; break; \
	  fi; \
	done; \
	if [ -z "$$python" ] && [ -n "$(UV)" ] && [ -z "$(PYTHON)" ]; then python='>=3.11,<3.15'; fi; \
	if [ -z "$$python" ]; then \
	  echo "gamekit needs Python 3.11 to 3.14; found: $$($(or $(PYTHON),python3) --version 2>/dev/null || echo none)." >&2; \
	  echo "Install one, or name the one you have: make setup PYTHON=/path/to/python3.12" >&2; \
	  exit 1; \
	fi; \
	if [ -n "$(UV)" ]; then "$(UV)" venv --quiet --allow-existing --python "$$python" $(VENV); \
	elif ! "$$python" -m venv --clear $(VENV); then \
	  rm -rf $(VENV); \
	  echo "$$python has no working venv module (on Debian and Ubuntu: apt install python3-venv)." >&2; \
	  exit 1; \
	else \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
	    -r requirements/installer.txt 2>/dev/null || true; \
	fi

# First comes the pinned set, with every file checked against its hash, then the project itself, editable.
# uv takes a quarter of pip's time. pip steps in where there is no uv, or where only pip knows the way to an
# index. An environment that uv made has no pip.
define install-into
"$(or $(UV),$(BIN)/uv)" pip install --quiet --python $(1) $(2) 2>/dev/null || { \
  $(1) -m pip --version >/dev/null 2>&1 || $(1) -m ensurepip >/dev/null; \
  $(1) -m pip install --quiet --no-compile --disable-pip-version-check $(2); \
}
endef

define install-locked
@echo "Installing $(1) ..."
@$(call install-into,$(BIN)/python,--require-hashes -r $(1))
@$(call install-into,$(BIN)/python,--no-deps --no-build-isolation --editable .)
endef

$(LAB): requirements/lab.txt pyproject.toml | $(BIN)/python
	$(call install-locked,requirements/lab.txt)
	@touch $@

# requirements/test.txt holds all of requirements/lab.txt.
$(TEST): requirements/test.txt requirements/lab.txt pyproject.toml | $(BIN)/python
	$(call install-locked,requirements/test.txt)
	@touch $(LAB) $@

# The site has an environment of its own, with its own pip.
$(SITE): requirements/site.txt | $(TEST)
	@echo "Installing $< ..."
	@$(BIN)/python -m venv $(VENV)/site
	@$(call install-into,$(VENV)/site/bin/python,--require-hashes -r $<)
	@touch $@

$(NODE): package.json package-lock.json .npmrc | $(TEST)
	@echo "Installing package-lock.json ..."
	@$(BIN)/npm ci --no-progress --loglevel=error
	@touch $@

$(BUNDLE): $(SCRIPTS) package-lock.json hatch_build.py | $(LAB)
	@$(BIN)/python hatch_build.py

# --- the locks ------------------------------------------------------------------------------

lock = uv pip compile --generate-hashes --no-emit-index-url --no-config --custom-compile-command "make lock" --quiet --upgrade
compile = $(lock) pyproject.toml --universal --python-version 3.11 --fork-strategy fewest --group build

lock: ## choose new versions and write the locks (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv on the PATH." >&2; exit 1; }
	$(compile) --extra test --output-file requirements/test.txt
	$(compile) --extra lab --constraint requirements/test.txt --output-file requirements/lab.txt
	$(lock) --python-version 3.11 --universal --fork-strategy fewest --group site --output-file requirements/site.txt
	$(lock) --python-version 3.11 --universal --group installer --output-file requirements/installer.txt
	$(lock) --python-version 3.14 --python-platform wasm32-pyodide2024 --group browser \
	  --no-emit-package jupyterlab-widgets --no-emit-package widgetsnbextension --output-file requirements/browser.txt
	$(MAKE) $(TEST)
	rm -rf package-lock.json node_modules  # npm would copy what is installed, without hashes
	$(BIN)/npm install --package-lock-only
