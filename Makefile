# Feature Space. Start with `make lab`; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE := .venv-site
COURSE := featurespace-course
NPM := tools/npm/node_modules
PYTEST = $(BIN)/pytest -q -n 2 --dist loadfile
# without running notebooks, drawing demos and decks, oracles and junk, and with fewer random examples
QUICK = lib tests -k "not (junk or pasted or apart or edge or precision)" \
	$(addprefix --ignore=tests/,browser classroom site test_demos.py test_demo_moves.py test_relations.py test_umap_oracle.py \
	notebooks/test_build.py notebooks/test_gate.py notebooks/test_slides.py)

.DEFAULT_GOAL := help
.PHONY: help lab update present assignment test quick everywhere notebooks bench bench-browser bench-grading lint format lock slides shots site clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

lab: $(VENV)/.course  ## set up and open the course in JupyterLab, in a folder of your own
	@$(BIN)/featurespace start $(COURSE) $(ARGS)

update: $(VENV)/.course  ## bring what git pull has fetched into that folder; your answers stay
	@$(BIN)/featurespace update $(COURSE)

present: $(VENV)/.dev $(NPM)/.ready  ## present a chapter: slides with live demos, and a presenter's view (CHAPTER=01)
	$(BIN)/python tools/slides.py --open $(or $(CHAPTER),01)

assignment: $(VENV)/.course  ## make an assignment of a chapter, with nbgrader or without: _build/class (CHAPTER=02)
	$(BIN)/featurespace assign $(or $(CHAPTER),01) -o _build/class

test: $(VENV)/.dev  ## set up and run every test: library, checks, demos, notebooks
	$(PYTEST) $(ARGS)

quick: $(VENV)/.dev  ## the tests to run while working: under a minute
	HYPOTHESIS_PROFILE=quick $(PYTEST) $(QUICK) $(ARGS)

everywhere: $(VENV)/.everything  ## the tests in every lane: other processors, lowest and newest versions, a busy machine
	$(BIN)/python tools/lanes.py $(LANES)

notebooks: $(VENV)/.dev  ## build the notebooks from their sources (CHAPTER=01 for one)
	$(BIN)/python tools/build.py $(CHAPTER)

bench: $(VENV)/.dev  ## measure speed and memory against peers in one run (a few minutes)
	$(BIN)/python tests/benchmarks/bench.py $(ARGS)

bench-browser: $(VENV)/.everything  ## measure the demos in a browser (needs Chromium; a few minutes)
	$(BIN)/python tests/benchmarks/browser.py

bench-grading: $(VENV)/.dev  ## grade 300 submissions of one chapter on one core and on two (a few minutes)
	$(BIN)/python tests/benchmarks/grading.py $(ARGS)

lint: $(VENV)/.dev  ## check code style, types, notebooks and pages without running them
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/python tools/lint.py

format: $(VENV)/.dev  ## put the code into the one style
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

lock: $(VENV)/.dev  ## pin every version again: constraints.txt, tools/npm/package-lock.json, .pre-commit-config.yaml
	$(BIN)/python tools/lock.py $(ARGS)

slides: $(VENV)/.dev $(NPM)/.ready  ## make the decks of all chapters, demos alive: _build/slides (needs npm once)
	$(BIN)/python tools/slides.py $(CHAPTER)

shots: $(VENV)/.everything  ## photograph chapters, demos, cards, slides and the site: _build/shots (needs Chromium)
	$(BIN)/python tools/shots.py

site: $(SITE)/.site $(NPM)/.ready  ## build the static site into _build/site/html (needs npm once)
	$(SITE)/bin/python tools/website.py prepare
	$(SITE)/bin/sphinx-build -q -W --keep-going -j 2 -c site -d _build/site/doctrees _build/site/source _build/site/html
	$(SITE)/bin/python tools/website.py check

clean:  ## remove the environment and everything that can be made again
	rm -rf $(VENV) $(SITE) $(NPM) deploy/hub/node_modules _build .mypy_cache .pytest_cache .ruff_cache .hypothesis lib/*.egg-info

$(VENV)/bin/python $(SITE)/bin/python: %/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Feature Space needs Python 3.11 or newer; no '$(PYTHON)' was found. Install it from your system's packages or python.org, or name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Feature Space needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V). Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Making an environment in $* ..."
	@$(PYTHON) -m venv $* || { rm -rf $*; echo "Python could not make a virtual environment; on Debian or Ubuntu install the package python3-venv."; exit 1; }

# what each job needs; with everything there, the others have it too
$(VENV)/.course: EXTRAS = course
$(VENV)/.dev: EXTRAS = course,dev
$(VENV)/.everything: EXTRAS = course,dev,browser,oracles
$(SITE)/.site: EXTRAS = course,site
$(VENV)/.course $(VENV)/.dev $(VENV)/.everything: pyproject.toml constraints.txt | $(VENV)/bin/python
	@tools/install.sh $(VENV) $(EXTRAS)
	@touch $@

# the site's own environment: Sphinx, and the library's imports
$(SITE)/.site: pyproject.toml constraints.txt | $(SITE)/bin/python
	@tools/install.sh $(SITE) $(EXTRAS)
	@touch $@

# formulas and slides in pages (MathJax, reveal.js), and what looks at them (axe)
$(NPM)/.ready: tools/npm/package-lock.json
	@command -v npm >/dev/null || { echo "Decks and site need npm (for reveal.js and MathJax); install Node.js from your system's packages or nodejs.org."; exit 1; }
	npm ci --silent --prefix tools/npm
	@touch $@
