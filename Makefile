# Everything a checkout needs: `make run` starts Parley, `make test` checks it. GNU make.

.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
PARLEY := $(BIN)/parley

# A dropped connection should not end an installation of some hundred megabytes.
export PIP_RETRIES ?= 10
export PIP_DISABLE_PIP_VERSION_CHECK ?= 1

# The pyright package brings its own Node and its own copy of pyright.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
export PYRIGHT_PYTHON_USE_BUNDLED_PYRIGHT := 1

# Containers often tell Python to keep nothing; then every process of the tests would compile anew.
export PYTHONDONTWRITEBYTECODE :=

# Given to `parley` by run, bench and models, to pytest by test and stress: make run ARGS="--home x"
ARGS ?=

find_python = for python in $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3; do \
	if "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' \
		2>/dev/null; then break; fi; \
	python=; \
done

.PHONY: help
help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: install ## Install what is needed and start Parley
	@.ci/system.sh run
	@$(BIN)/python -m compileall -qq -j 0 assistant || true  # before the window is waited for
	@$(PARLEY) models get || echo "Going on without those models."
	@if [ "$$(uname -s)" = Linux ] && [ -z "$${DISPLAY-}$${WAYLAND_DISPLAY-}" ]; then \
		echo "There is no display, so this is parley chat, in the terminal."; \
		exec $(PARLEY) chat $(ARGS); \
	fi; \
	exec $(PARLEY) run $(ARGS)

# The types take one core two minutes; the models come from the network and the tests begin beside it.
.PHONY: test
test: install ## Check everything: style, types, imports, tests
	@$(MAKE) --no-print-directory lint & checks=$$!; \
	$(MAKE) --no-print-directory unit; tested=$$?; \
	wait $$checks || { echo "Style, types or imports are not clean: see above."; exit 1; }; \
	exit $$tested

# The tests are collected once before three processes do so: each would else rewrite the assertions of
# all of them, and have Hypothesis look through all of Unicode.
.PHONY: test-setup
test-setup: install
	@.ci/system.sh test
	@$(BIN)/python -m compileall -qq -j 0 assistant benchmarks
	@$(PARLEY) models get --default
	@$(PARLEY) models get whisper-tiny-en moonshine-tiny-en qwen2.5-coder-0.5b-instruct
	@$(PYTEST) --collect-only -qqq $(ARGS) >$(STAMPS)/collected || { cat $(STAMPS)/collected; exit 1; }

# More processes than cores, for many tests wait; a test file stays in one, and so do the models and
# the browser it has loaded. In the order of tests/conftest.py: slow files among quick ones.
# Threads of NumPy and Whisper would wait for each other in a loop, on cores that others want.
PYTEST = QT_QPA_PLATFORM=offscreen OPENBLAS_NUM_THREADS=1 OMP_WAIT_POLICY=passive $(BIN)/pytest
PARALLEL = -n 3 --dist loadfile --no-loadscope-reorder

.PHONY: unit
unit: test-setup
	$(PYTEST) $(PARALLEL) $(ARGS)

.PHONY: stress
stress: test-setup ## Run the tests with their full counts (slow)
	PARLEY_STRESS=1 $(PYTEST) --timeout 3600 $(ARGS)

.PHONY: mutants
mutants: install ## Make faults in the pure rooms and print those that no test notices (slow)
	QT_QPA_PLATFORM=offscreen OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.mutants $(ARGS)

# The tool stays out of the environment of the program. It has no wheel for some systems: what it would
# lead is then changed blindly.
.PHONY: fuzz
fuzz: install ## Look for what makes a parser fail; ARGS="NAME --minutes N" says which, how long
	@$(BIN)/python -m pip install --quiet --no-deps --target=$(VENV)/atheris atheris==3.0.0 || true
	@PYTHONPATH=$(VENV)/atheris:. $(BIN)/python -m tests.fuzz $(ARGS)

.PHONY: bench
bench: install ## Measure; ARGS says what (voice, stream, startup, context, answers, ...)
	@$(PARLEY) models get --default
	@$(PARLEY) bench $(ARGS)

.PHONY: mcp-server-check
mcp-server-check: install ## Hold the MCP server against the conformance suite and the Inspector
	$(BIN)/python -m tests.outside.check_mcp_server $(ARGS)

.PHONY: agents-check
agents-check: install ## Hold the MCP server against real coding agents; ARGS names some
	$(BIN)/python -m tests.outside.check_agents $(ARGS)

.PHONY: telegram-check
telegram-check: install ## Hold the fake of Telegram's service against the types of aiogram
	$(BIN)/pip install --quiet --target=$(VENV)/aiogram aiogram==3.31.0
	PYTHONPATH=$(VENV)/aiogram:. $(BIN)/python -m pytest -n 0 tests/outside/aiogram_types.py $(ARGS)

.PHONY: mcp-check
mcp-check: install ## Hold the MCP client against the reference server and the conformance suite
	$(BIN)/python -m tests.outside.check_mcp $(ARGS)

.PHONY: lint
lint: install ## Check style, types, dependencies and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/deptry assistant
	$(BIN)/deptry --exclude '^$$' --ignore DEP002,DEP004 benchmarks scripts tests
	$(BIN)/pyright --warnings
	$(BIN)/lint-imports --no-cache

.PHONY: format
format: install ## Put the code into its standard form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: models
models: install ## Fetch the model files of the default set-up; ARGS names others
	@$(PARLEY) models get $(ARGS)

.PHONY: lock
lock: install ## Choose the newest versions that pyproject.toml allows
	$(BIN)/python -m pip install --quiet uv==0.13.9
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev \
		--generate-hashes --no-emit-index-url pyproject.toml --output-file requirements.lock

# The tool and what it needs stay out of the environment that is looked at. Needs the network.
.PHONY: audit
audit: install ## Look for known vulnerabilities in the locked dependencies (asks pypi.org)
	@test -x $(VENV)/audit/bin/pip-audit || $(BIN)/python -m venv $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip install --quiet pip-audit==2.10.1
	@$(VENV)/audit/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements.lock \
		$(ARGS) 2>$(VENV)/audit/errors; status=$$?; cat $(VENV)/audit/errors >&2; \
	if grep -q '^ERROR:pip_audit' $(VENV)/audit/errors; then \
		echo 'Nothing was audited: the vulnerabilities are asked of https://pypi.org/pypi, which did not' >&2; \
		echo 'answer. A mirror of packages alone says that they are not found.' >&2; exit 2; fi; exit $$status

.PHONY: locale
locale: install ## Compile the translations
	$(BIN)/pybabel --quiet compile --use-fuzzy --domain parley --directory assistant/locale

.PHONY: screenshots
screenshots: install ## Take the pictures of the window anew
	@.ci/system.sh run
	$(BIN)/python scripts/take_screenshots.py --out docs/screenshots
	$(BIN)/python scripts/question_screenshots.py --out docs/screenshots/questions
	$(BIN)/python scripts/agent_screenshots.py --out docs/screenshots/agents

.PHONY: wheel
wheel: install ## Build the wheel into dist/
	$(BIN)/python scripts/packaging/build_packages.py --wheel-only

.PHONY: packages
packages: install ## Build the wheel, the Debian package, its SBOM and licences into dist/
	$(BIN)/python scripts/packaging/build_packages.py

.PHONY: package-check
package-check: packages ## Install them in clean systems and answer a question there (root, debootstrap)
	$(BIN)/python -m tests.outside.check_packages $(ARGS)

# The tool stays out of the environment of the program.
.PHONY: docs
docs: install ## Make a site of docs/ in build/site, and check its links
	@test -x $(VENV)/docs/bin/mkdocs || $(BIN)/python -m venv $(VENV)/docs
	@$(VENV)/docs/bin/python -m pip install --quiet mkdocs==1.6.1
	@$(BIN)/python scripts/packaging/site_pages.py build/docs
	@$(VENV)/docs/bin/mkdocs build --quiet --strict --config-file scripts/packaging/mkdocs.yml
	@echo "Open build/site/index.html"

.PHONY: clean
clean: ## Remove what was built; the environment and the models stay
	rm -rf dist build .coverage .hypothesis .import_linter_cache .pytest_cache .ruff_cache
	find assistant benchmarks tests -type d -name __pycache__ -prune -exec rm -rf {} +

# --- The environment: two steps, each done again when what it came from changes.

.PHONY: install
install: $(STAMPS)/project

$(STAMPS)/python:
	@if $(BIN)/python -m pip --version >/dev/null 2>&1; then exit 0; fi; \
	$(find_python); \
	if [ -z "$$python" ]; then \
		echo "Parley needs Python 3.11, 3.12, 3.13 or 3.14. Install one, or name it: make PYTHON=..." >&2; \
		exit 1; \
	fi; \
	"$$python" -c 'import ensurepip' 2>/dev/null || .ci/system.sh python; \
	if ! "$$python" -c 'import ensurepip' 2>/dev/null; then \
		echo "$$python lacks ensurepip, so it cannot make the environment in $(VENV)." >&2; \
		echo "On Debian and Ubuntu, run: sudo apt-get install python3-venv" >&2; \
		exit 1; \
	fi; \
	echo "Creating $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv --clear $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

# The locked pip comes first: newer ones take up a broken download where it stopped. It would compile
# with one core, file by file.
$(STAMPS)/locked: requirements.lock | $(STAMPS)/python
	@echo "Installing the locked dependencies"
	@awk '/^[^ ]/ { pip = /^pip==/ } pip' requirements.lock >$(STAMPS)/pip.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement $(STAMPS)/pip.lock
	@$(BIN)/python -m pip install --quiet --progress-bar off --require-hashes --no-compile \
		--only-binary :all: --requirement requirements.lock
	@$(BIN)/python -m compileall -qq -j 0 -x /tests/ $(VENV)/lib || true  # templates are no Python
	@touch $@

$(STAMPS)/project: pyproject.toml $(STAMPS)/locked
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
