# Needs Python 3.11 or newer, make and a C compiler; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test types behaviour docs wheel install compiled clean lock licences sbom audit

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
	$(BIN)/pytest

docs: .venv/installed-dev
	# A site without requests to others, in build/site; ends at any warning, as of a link to nowhere.
	$(BIN)/typer secqa.cli.main utils docs --name secqa --title Commands --output docs/commands.md
	$(BIN)/zensical build --strict --clean

wheel: .venv/installed-dev
	$(BIN)/python -m build --wheel --outdir dist

install: .venv/installed

compiled:
	# Modules that were edited since they were compiled are taken as they are, and are slower.
	rm -f .venv/installed
	$(MAKE) .venv/installed

# What we stand on: exact versions, which CI installs, their licences, a bill of materials in
# CycloneDX's form, and known vulnerabilities. The tools come into an environment of their own.
lock: .venv/supply/installed
	.venv/supply/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
		--upgrade --quiet --no-annotate --custom-compile-command "make lock" \
		--no-emit-package secqa -o requirements.lock

licences: .venv/installed-dev .venv/supply/installed
	.venv/supply/bin/pip-licenses --python $(BIN)/python --order license

sbom: .venv/supply/installed
	mkdir -p build
	.venv/supply/bin/cyclonedx-py requirements requirements.lock --output-reproducible \
		-o build/sbom.json

audit: .venv/supply/installed
	.venv/supply/bin/pip-audit --requirement requirements.lock --no-deps --disable-pip

.venv/supply/installed:
	$(PYTHON) -m venv .venv/supply
	.venv/supply/bin/pip install --quiet --disable-pip-version-check \
		uv pip-licenses cyclonedx-bom pip-audit
	@touch $@

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
