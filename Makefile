# `make demo` and `make test` are all the set-up there is: each makes .venv if it is missing, installs, and runs.
PYTHON ?= python3
UV := $(shell uv --version 2>/dev/null)
BIN := .venv/bin
# uv brings certificates of its own; behind a proxy that has another, the system knows it
export UV_SYSTEM_CERTS ?= 1

.PHONY: demo test lint format bench migration deck reference clean

.venv/demo: pyproject.toml
	@$(MAKE) --no-print-directory .venv/python
	$(call install,.[demo])
	@touch $@

.venv/test: pyproject.toml
	@$(MAKE) --no-print-directory .venv/python
	$(call install,.[test])
	@touch $@ .venv/demo

.venv/python:
ifdef UV
	@test -x $(BIN)/python || uv venv --quiet --python $(PYTHON) .venv
else
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
endif
	@touch $@

ifdef UV
install = uv pip install --quiet --python $(BIN)/python -e '$(1)'
else
install = $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '$(1)'
endif

demo: .venv/demo
	$(BIN)/pbem demo

test: .venv/test
	$(BIN)/python -m pytest -n auto

lint: .venv/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# A draft of the migration for what store/tables.py has and the last migration has not: make migration WHAT="letters have a colour"
migration: .venv/test
	$(BIN)/python -m tests.store.draft "$(WHAT)"

# The full deck of trivia cards, from tools/trivia/cards and the facts beside them
deck: .venv/test
	$(BIN)/python -m tools.trivia

reference: .venv/test
	$(BIN)/python -m pbem.cli.reference docs/commands.md

bench: .venv/test
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv dist build
