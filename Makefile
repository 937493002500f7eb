# Needs Python 3.11 or newer, make and a C compiler; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test types behaviour docs wheel install compiled clean

demo: .venv/installed
	$(BIN)/secqa demo --out demo

test: .venv/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	# mypy takes one core and pytest is not always busy on all.
	$(MAKE) --jobs=2 types behaviour

types: .venv/installed-dev
	$(BIN)/mypy

behaviour: .venv/installed-dev
	# Tests start many programs: what the first has compiled, the others need not.
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest

docs: .venv/installed-dev
	# A site without requests to others, in build/site; ends at any warning, as of a link to nowhere.
	$(BIN)/python -m secqa.cli.reference > docs/commands.md
	$(BIN)/zensical build --strict --clean

wheel: .venv/installed-dev
	$(BIN)/python -m build --wheel --outdir dist

install: .venv/installed

compiled:
	# Modules that were edited since they were compiled are taken as they are, and are slower.
	rm -f .venv/installed
	$(MAKE) .venv/installed

.venv/installed: pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: .venv/installed pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

clean:
	rm -rf .venv demo
