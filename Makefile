# Everything a new machine needs is made here; `make` alone lists it.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
ARGS   ?=

.DEFAULT_GOAL := help
.PHONY: help demo test quick test-camera test-arm64 test-install test-pins check mutate faults soak bench trial screenshots pictures format clean python chromium

# A worker for each processor; one that has nothing left takes from the end of what another still has (-n0: none).
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
CORE   := engine board interpret game referee present service words test_files.py

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(READY) ## the whole table without hardware, page on http://localhost:8080 (ARGS="--fast --games 20 --headless")
	$(BIN)/niagara demo $(ARGS)

test: $(READY) chromium ## all tests, real Chromium included (ARGS="-k river" for some)
	$(PYTEST) $(ARGS)

quick: $(READY) ## the tests of rules, core, hardware and the pure parts of vision: under a minute
	$(PYTEST) -m "not slow and not pictures" $(wildcard $(CORE:%=tests/companion/%)) tests/hardware tests/vision $(ARGS)

test-camera: ## the Pi camera's driver with the real Picamera2 on a virtual camera (as root; the first time takes minutes)
	tests/machines/test-camera $(ARGS)

test-arm64: ## the wheel on an emulated Pi's processor: doctor, a reading, fast tests (as root; the first time takes long)
	tests/machines/test-arm64 $(ARGS)

test-install: ## install.sh on clean Debian 12 and 13 (as root; ARGS=bookworm for one of them)
	tests/machines/test-install $(ARGS)

test-pins: ## every signal of the panel on an emulated Raspberry Pi's pins (as root, after test-arm64; slow)
	tests/machines/test-pins $(ARGS)

check: $(READY) ## format, lint, types and the directions between the packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

mutate: $(READY) ## move each threshold by half and list what no test noticed (ARGS="vision/discs --sample 20")
	PYTHONPATH=tests $(BIN)/python -m mutate $(ARGS)

faults: $(READY) ## kills, power cuts, damage, clock jumps, hostile inputs, crowds, and what was lost (ARGS="kills=1000 --seed 7")
	PYTHONPATH=tests:tests/companion $(BIN)/python -m faults $(ARGS)

soak: $(READY) ## a demonstration with viewers and orders for hours; what it holds each minute (ARGS="--hours 8")
	PYTHONPATH=tests $(BIN)/python -m soak $(ARGS)

bench: $(READY) ## speed and accuracy, as tables
	$(BIN)/python -m companion.bench $(ARGS)

trial: $(READY) ## play games through the pictures with every kind of mistake (ARGS="--rounds 500 --jobs 2 --keep DIR")
	$(BIN)/python -m companion.rehearsal.trial $(ARGS)

screenshots: $(READY) chromium ## write a picture of every page into docs/screens
	$(BIN)/python tests/screenshots.py

pictures: $(READY) chromium ## write the pictures of the Pi's page into docs/evening
	$(BIN)/python tests/evening_pictures.py

format: $(READY) ## format the code and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove the environment and caches
	rm -rf --one-file-system $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed; '$(PYTHON)' is older or missing. Install it (sudo apt install python3) or say: make PYTHON=python3.13 …" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing. Install it: sudo apt install python3-venv" >&2; exit 2; }

# A marker file instead of the folder: an environment that was cut off half-way is finished the next time.
$(READY): pyproject.toml | python
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

chromium:
	@command -v chromium >/dev/null || test -n "$$CHROMIUM" || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	  elif sudo -n true 2>/dev/null; then sudo apt-get update -qq && sudo apt-get install -y -qq chromium >/dev/null; \
	  else echo "Chromium is needed for the browser tests: sudo apt install chromium (or set CHROMIUM to a Chromium or Chrome)" >&2; exit 2; fi; }
