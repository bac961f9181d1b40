# The two commands that a fresh machine needs are `make demo` and `make test`.
PYTHON := .venv/bin/python
GAMETASKS := .venv/bin/gametasks

.PHONY: demo test lint bench soak golden games schemas docs setup clean

setup:
	@tools/setup

## A small dataset of everything, with its gallery, in out/demo.
demo: setup
	@$(GAMETASKS) build --profile demo --seed 1 --out out/demo
	@$(GAMETASKS) gallery out/demo

## All that CI runs.
test: lint
	@$(PYTHON) -m pytest -n 2 --dist worksteal

lint: setup
	@.venv/bin/ruff check -q .
	@.venv/bin/ruff format -q --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo 2>/dev/null || .venv/bin/lint-imports

## Figures of speed and memory, measured here and now.
bench: setup
	@$(PYTHON) bench/stages.py
	@$(PYTHON) bench/throughput.py
	@$(PYTHON) bench/throughput.py --memory 2000 20000

## Figures of soundness: many samples of every family, killed builds, leaks between splits, contrast of marks.
soak: setup
	@$(PYTHON) bench/soak.py
	@$(PYTHON) bench/interruptions.py
	@$(PYTHON) bench/leaks.py
	@$(PYTHON) bench/contrast.py

## Text and picture goldens, made again from what the code does now; review the difference.
golden: setup
	@$(PYTHON) -m pytest -q tests/golden --write-golden

## The sizes of the described games, measured again; their levels follow from them.
games: setup
	@$(PYTHON) -m gametasks.generators.gdl_simulation.games

## The published JSON Schemas, made again from the types.
schemas: setup
	@$(PYTHON) -m gametasks.schemas._publish

## The quotations in the docs, made again from what they quote.
docs: setup
	@$(PYTHON) tools/sync_docs.py

clean:
	rm -rf .venv out .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
