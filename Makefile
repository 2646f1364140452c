# `make play` starts the table, `make test` runs the checks; both set up what they need in .venv.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: play web test test-long test-web screenshots lint bench words clean

play: web
	$(BIN)/cuberails play

test: lint
	$(BIN)/pytest -q -n auto

test-long: .venv/ready
	$(BIN)/pytest -q -n auto -m long

test-web: web
	cd web && npx svelte-check --tsconfig ./tsconfig.json --fail-on-warnings && npx vitest run

screenshots: web
	$(BIN)/python tools/screenshots.py

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/pip install --quiet -e '.[bench]'
	$(BIN)/cuberails bench

words: .venv/ready
	$(BIN)/python tools/catalogues.py update

web: .venv/ready
	$(BIN)/python tools/client.py

clean:
	rm -rf .venv

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "cuberails needs Python 3.11 or newer; this is $$($(PYTHON) --version)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet -e '.[dev]'
	@touch $@
