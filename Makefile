# Kotva: everything a person or a machine runs, by name. `make` alone lists the targets.
#
# VENV      where the Python environment lives (any existing virtual environment will do)
# PYTHON    the Python it is made with, 3.11 or newer
VENV   ?= .venv
PYTHON ?= python3

BIN    := $(VENV)/bin
PY     := $(BIN)/python
# Tests use both cores; `make check JOBS=0` runs them in one process, for debuggers.
JOBS   ?= 2
# One order for everybody, so that a change is judged by what it changes; `make check ORDER=2` shuffles the tests anew.
ORDER  ?= 1
PYTEST := $(PY) -m pytest -n $(JOBS) --randomly-seed=$(ORDER)

# A stamp carries the hash of the lock file it was installed from, so that several checkouts can share an environment.
short   = $(shell cat $(1) | sha256sum | cut -c1-12)
PLAY   := $(VENV)/.kotva-play-$(call short,requirements.lock)
DEV    := $(VENV)/.kotva-dev-$(call short,requirements-dev.lock)
LINK   := $(VENV)/.kotva-link-$(call short,pyproject.toml setup.py build_backend/*.py)

.PHONY: help play test check compile compiler lint types imports js licences catalogues protocol-check fast-tests tests \
        interpreted-tests coverage browser-tests fuzz chaos attack soak fingers other-browsers pythons bench mutants kills tournaments verify-fuzz locale protocol release docs screenshots lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# ------------------------------------------------------------------------------------------------------ environments

$(PY):
	@tools/need python $(PYTHON)
	@tools/need room 500
	$(PYTHON) -m venv $(VENV)

# The lock is whole, so pip need not ask what each package needs; and of what it installs, what is never loaded need not be
# compiled to bytecode. Both together: half the time.
$(PLAY): | $(PY)
	@tools/need room 500
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --no-compile -r requirements.lock
	@touch $@

$(DEV): | $(PY)
	@tools/need room 1500
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

# The `kotva` command of the environment runs this checkout. Compiling is left to `make compile`.
$(LINK): | $(PLAY)
	KOTVA_COMPILE=0 $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.package-lock.json: package-lock.json package.json
	@tools/need node
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# --------------------------------------------------------------------------------------------------------------- use

play: $(LINK) ## install, start the table server and open the browser; compile beside it, for the next start
	@tools/play $(BIN)

compile: | $(DEV) ## compile the rules and the translations in the checkout
	@$(PY) setup.py -q build_ext --inplace -j 2

# ------------------------------------------------------------------------------------------------------------- check

check: lint types imports licences catalogues protocol-check fast-tests ## the fast loop: lint, types, quick tests (no browser)

# What only reads the sources goes beside compiling, each of which leaves a core idle for a minute or two.
test: compiler $(DEV) $(LINK) node_modules/.package-lock.json ## everything CI runs
	@tools/stages "$(MAKE)" compile+types+lint+imports+js licences catalogues protocol-check tests interpreted-tests coverage browser-tests
	@echo "make test: all passed"

lint: | $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: | $(DEV)
	$(BIN)/mypy

imports: | $(DEV)
	$(BIN)/lint-imports

js: node_modules/.package-lock.json
	@tools/check-js

licences: | $(DEV)
	$(PY) tools/licences.py

catalogues: | $(DEV)
	$(PY) tools/catalogues.py --check

protocol-check: | $(DEV)
	$(PY) tools/protocol.py --check

fast-tests: compile
	$(PYTEST) -q -m "not browser and not slow"

tests: compile
	@tools/need postgresql
	$(PYTEST) --dist worksteal --durations 25 --durations-min 5 -m "not browser"

# The same rules as plain Python: what the compiler made of them must not matter. Only the files that have such tests are loaded.
interpreted-tests: compile
	KOTVA_INTERPRETED=1 $(PYTEST) -m conformance $$(grep -rlw --include='*.py' 'mark\.conformance' tests)

coverage: | $(DEV) ## what no test reaches, on plain Python; of rules and matches none may be added
	JOBS=$(JOBS) $(PY) tools/unreached.py $(ARGS)

# Each worker has a browser and a server of its own; who is done early takes tests from the other.
browser-tests: compile node_modules/.package-lock.json
	@tools/need headless
	$(PY) -m pytest -n $(JOBS) --dist worksteal -m browser tests/browser tests/fingers

compiler:
	@tools/need compiler $(PYTHON)

# ------------------------------------------------------------------------------------------------------------ upkeep

# A million takes an hour or two; POSITIONS and SEED say how many and which ones.
POSITIONS ?= 1000000
SEED      ?= 1
fuzz: compile $(LINK) ## a million spoiled positions, a hundred thousand options, records and requests that no page sends
	$(PY) tools/fuzz.py --count $(POSITIONS) --seed $(SEED) --jobs $(JOBS)
	$(PY) tools/fuzz.py --what options --count 100000 --seed $(SEED) --jobs $(JOBS)
	$(PY) -m tests.fuzz.records --count 100000 --seed $(SEED)
	$(PY) -m tests.fuzz.http --count 100000 --seed $(SEED) $(ARGS)
	$(PY) -m tests.fuzz.forms --count 10000 --seed $(SEED)
	KOTVA_EXAMPLES=explore $(PYTEST) -q -m hypothesis

# `make chaos KILLS=50`: a few minutes; `ARGS=--write` keeps the result in docs/chaos.md.
KILLS     ?= 1000
chaos: compile $(LINK) ## kill -9 a server a thousand times; cut its connections to PostgreSQL at every byte
	$(PY) -m tests.fuzz.chaos --kills $(KILLS) --seed $(SEED) $(ARGS)
	$(PY) -m tests.fuzz.cuts --cuts $(KILLS) --seed $(SEED) $(ARGS)

# `make fingers ARGS="settlers --only touch --decisions 20"`: less; a run that is stopped goes on; docs/fingers.md says what is looked for.
CHOICES   ?= 100000
fingers: compile $(LINK) ## choose every legal action of 100,000 positions, and play every game by what the page shows
	@tools/need node
	@tools/need headless
	$(PY) -m tests.fingers.choosing --count $(CHOICES) --seed $(SEED)
	$(PY) -m tests.fingers --seed $(SEED) $(ARGS)

# `make attack ARGS="--only previews"`: one of them; `ARGS="--minutes 10"`: those that begin in ten minutes; `ARGS=--write` keeps the result in docs/attack.md.
attack: compile $(LINK) ## some forty attacks on a real server while an honest player plays: how long that player waits
	$(PY) -m tests.fuzz.attack --seed $(SEED) $(ARGS)

# `make soak ARGS="--minutes 5 --kills 3"`: less; `ARGS=--write` keeps the result in docs/soak.md, with its plot.
soak: compile $(LINK) ## an hour of everything at once on one server, then a kill every minute: nothing lost, nothing leaked
	$(PY) -m tests.fuzz.soak --seed $(SEED) $(ARGS)

other-browsers: compile $(LINK) ## a smoke game of each kind in Firefox and WebKit, desktop and upright phone
	@tools/need firefox
	@tools/need webkit
	$(PY) -m tests.fingers.others $(ARGS)

# `make pythons ARGS="/opt/py/bin/python3 --ways wheel,uv --compiler yes"`: less; `ARGS=--write` keeps the result in docs/install.md.
pythons: | $(DEV) ## install on every Python here in every way, with and without a compiler, and see that it plays
	$(PY) -m tests.pythons $(ARGS)

bench: compile ## measure the speed of the rules and the strength of the bots
	$(PY) -m benchmarks

# `make mutants ARGS="bosman --sample 60"`: less; `ARGS="--sample 0"`: all of them, for who has a night.
mutants: | $(DEV) ## break rules one at a time and see which tests notice
	$(PY) -m tools.mutants --jobs $(JOBS) $(ARGS)

kills: compile ## kill -9 a server a hundred times while officials run a tournament: nothing lost, nothing twice
	KOTVA_KILLS=100 $(PY) -m pytest -q -n 0 --timeout 3600 tests/server/test_tournament_kills.py

tournaments: compile ## play 2,000 random tournaments with everything that can happen, and check each
	KOTVA_TOURNAMENTS=2000 $(PYTEST) -q --timeout 3600 tests/tournament/test_random_tournaments.py

verify-fuzz: ## change a real log of a tournament 12,000 times: verify finds each change, or it means the same
	KOTVA_VERIFY_FUZZ=10000 $(PYTEST) -q --timeout 3600 tests/tournament/test_verify_fuzz.py

locale: | $(DEV) ## collect the messages and bring the catalogues up to date
	$(PY) tools/catalogues.py

protocol: | $(DEV) ## write the JavaScript types and docs/protocol.md from the messages
	$(PY) tools/protocol.py

release: | $(DEV) ## check everything, then build what is published, twice (docs/releasing.md)
	$(PY) tools/release.py

docs: | $(DEV) ## build the documentation as a site, in build/docs/site
	$(PY) -m tools.docs

screenshots: compile ## take the pictures of the documentation
	@tools/need chromium
	$(PY) tools/screenshots.py

lock: | $(PY) ## choose the newest versions that fit pyproject.toml and package.json
	tools/lock $(PY)

clean: ## remove what building made (not the environment)
	rm -rf build dist kotva/native.json *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find kotva \( -name '*.so' -o -name '*.mo' -o -name '__pycache__' \) -prune -exec rm -rf {} +
