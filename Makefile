# Every target does all of its own set-up: a private virtual environment in .venv,
# the packages at the versions of constraints.txt and, for the tests, a browser.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: demo serve test soak mutants lint fix bench compiled docs clean

demo: .make/code
	$(BIN)/coastal demo

serve: .make/code
	$(BIN)/coastal serve

test: .make/dev .make/browser .make/code
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not soak" \
	    --junitxml=artifacts/tests.xml $(ARGS)

soak: .make/dev .make/code
	$(BIN)/python -m pytest -m soak $(ARGS)

mutants: .make/dev
	$(BIN)/python -m tests.mutants $(ARGS)

lint: .make/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fix: .make/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .make/dev .make/peers .make/code
	$(BIN)/python -m benchmarks.bench $(ARGS)

# The same engine, its hot modules compiled by mypyc, in .compiled: half the time for
# the same bytes. Needs a C compiler; nothing else uses it. Modules of exceptions,
# records and data classes stay as they are.
COMPILED := actions asking conservation deal discards ending forced going_out hand_play \
    history holdings joker_button melds move_records numbered opening pace pile position_checks \
    position_lines replay result_check score special_hands state stock turn view \
    way_out players/chances players/computer players/danger players/discarding \
    players/forced_opening players/going_out players/melding players/opening \
    players/pairs players/pile players/plan players/special players/worth

compiled: .compiled/coastal

.compiled/coastal: Makefile $(shell find engine -name '*.py') | .make/dev
	@echo "compiling the engine (about two minutes)" >&2
	@rm -rf .compiled && mkdir .compiled && cp -r engine .compiled/engine
	@cd .compiled && MYPYC_OPT_LEVEL=3 MYPYC_DEBUG_LEVEL=0 ../$(BIN)/python -m mypyc \
	    --strict --ignore-missing-imports $(COMPILED:%=engine/%.py) > build.log 2>&1 || \
	    { tail -20 build.log; exit 1; }
	@ln -s ../benchmarks ../coastal.py ../dashboards ../docs ../ingest ../pyproject.toml \
	    ../rating ../tests .compiled/
	@cd .compiled && ../$(BIN)/python -m pytest -q -p no:cacheprovider tests/playthroughs \
	    tests/golden/test_engine_scoring.py tests/unit/test_engine_replay.py
	@printf '#!/bin/sh\nPYTHONSAFEPATH=1 PYTHONPATH="%s" exec "%s" "$$@"\n' \
	    "$(CURDIR)/.compiled" "$(CURDIR)/$(BIN)/coastal" > $@
	@chmod +x $@
	@echo "use .compiled/coastal in place of $(BIN)/coastal"

docs: .make/dev
	$(BIN)/python -m docs.generate

clean:
	rm -rf .compiled .make .venv .venv-peers artifacts .pytest_cache .mypy_cache .ruff_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "error: $(PYTHON) is older than 3.11: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@echo "setting up: a virtual environment in .venv" >&2
	@$(PYTHON) -m venv .venv

.make/app: pyproject.toml constraints.txt | .venv/bin/python
	@echo "setting up: the packages (about a minute, once)" >&2
	@$(PIP) -e .
	@mkdir -p .make && touch $@

# Machine code of the readers of hands, kept on disk; a second where nothing changed.
.make/code: $(wildcard ingest/*.py) | .make/app
	@$(BIN)/python -m ingest.machine_code
	@touch $@

.make/dev: pyproject.toml constraints.txt | .venv/bin/python
	@echo "setting up: the packages and the tools of the tests (about a minute, once)" >&2
	@$(PIP) -e '.[dev]'
	@mkdir -p .make && touch .make/app $@

# Public programs that the bench measures ours against, apart from our packages. One
# that does not install is left out: its rows then say so.
.make/peers: benchmarks/peers/packages.txt
	@echo "setting up: the peers of the bench in .venv-peers (about a minute, once)" >&2
	@$(PYTHON) -m venv .venv-peers
	@while read -r package; do \
	    .venv-peers/bin/python -m pip install --quiet --disable-pip-version-check \
	        "$$package" || echo "$$package did not install" >&2; \
	done < benchmarks/peers/packages.txt
	@mkdir -p .make && touch $@

# Debian's own Chromium where we may install it, Playwright's elsewhere.
.make/browser: | .make/dev
	@command -v chromium chromium-browser google-chrome >/dev/null 2>&1 || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	    echo "setting up: Chromium for the browser tests" >&2; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
	else \
	    $(BIN)/playwright install chromium; \
	fi
	@mkdir -p .make && touch $@
