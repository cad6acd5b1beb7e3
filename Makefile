# Every target does all of its own set-up: a private virtual environment in .venv,
# the packages at the versions of constraints.txt and, for the tests, a browser.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: demo serve test soak lint fix bench docs clean

demo: .make/app
	$(BIN)/coastal demo

serve: .make/app
	$(BIN)/coastal serve

test: .make/dev .make/browser
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not soak" \
	    --junitxml=artifacts/tests.xml $(ARGS)

soak: .make/dev
	$(BIN)/python -m pytest -m soak $(ARGS)

lint: .make/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fix: .make/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .make/dev .make/peers
	$(BIN)/python -m benchmarks.bench $(ARGS)

docs: .make/dev
	$(BIN)/python -m docs.generate

clean:
	rm -rf .make .venv .venv-peers artifacts .pytest_cache .mypy_cache .ruff_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "error: $(PYTHON) is older than 3.11: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@echo "setting up: a virtual environment in .venv" >&2
	@$(PYTHON) -m venv .venv

.make/app: pyproject.toml constraints.txt | .venv/bin/python
	@echo "setting up: the packages (about a minute, once)" >&2
	@$(PIP) -e .
	@mkdir -p .make && touch $@

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
