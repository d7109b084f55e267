# Feature Space. Start with `make lab`; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE := .venv-site
PIP_INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
PRESENTED = $(wildcard course/$(or $(CHAPTER),01)_*.ipynb)
# BLAS threads fight when two notebooks run side by side
TEST_ENV = OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

.DEFAULT_GOAL := help
.PHONY: help lab present test notebooks bench bench-browser lint format slides shots site clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

lab: $(VENV)/.course  ## set up and open the course in JupyterLab
	$(BIN)/jupyter lab --config=tools/lab/jupyter_lab_config.py $(ARGS)

present: $(VENV)/.instructor  ## present a chapter live, as slides with moving demos (CHAPTER=01)
	@test -n "$(PRESENTED)" || { echo "Which chapter? For instance: make present CHAPTER=02"; exit 1; }
	$(BIN)/jupyter lab --config=tools/present/jupyter_lab_config.py --LabApp.default_url=/lab/tree/$(PRESENTED) $(ARGS)

test: $(VENV)/.dev  ## set up and run every test: library, checks, demos, notebooks
	$(TEST_ENV) $(BIN)/pytest -q -n 2 --dist loadfile $(ARGS)

notebooks: $(VENV)/.dev  ## build the notebooks from their sources (CHAPTER=01 for one)
	$(BIN)/python tools/build.py $(CHAPTER)

bench: $(VENV)/.dev  ## measure speed and memory against peers in one run (a few minutes)
	$(TEST_ENV) $(BIN)/python tests/benchmarks/bench.py $(ARGS)

bench-browser: $(VENV)/.browser  ## measure the demos in a browser (needs Chromium; a few minutes)
	$(TEST_ENV) $(BIN)/python tests/benchmarks/browser.py

lint: $(VENV)/.dev  ## check code style and notebooks without running them
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/python tools/lint.py

format: $(VENV)/.dev  ## put the code into the one style
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

slides: $(VENV)/.slides  ## make decks that need no kernel: _build/slides (needs npm once)
	$(BIN)/python tools/slides.py $(CHAPTER)

shots: $(VENV)/.browser  ## photograph chapters, demos, cards and slides: _build/shots (needs Chromium)
	$(TEST_ENV) $(BIN)/python tools/shots.py

site: $(SITE)/.ready  ## build the static site into _build/site/html (needs npm once)
	$(SITE)/bin/python tools/website.py prepare
	$(SITE)/bin/sphinx-build -q -W --keep-going -j 2 -c site -d _build/site/doctrees _build/site/source _build/site/html
	$(SITE)/bin/python tools/website.py check

clean:  ## remove the environment and everything that can be made again
	rm -rf $(VENV) $(SITE) _build .pytest_cache .ruff_cache .hypothesis lib/*.egg-info

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Feature Space needs Python 3.11 or newer; no '$(PYTHON)' was found. Install it from your system's packages or python.org, or name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Feature Space needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V). Name a newer one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python could not make a virtual environment; on Debian or Ubuntu install the package python3-venv."; exit 1; }

$(VENV)/.course: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP_INSTALL) -e '.[course]'
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP_INSTALL) -e '.[course,dev]'
	@touch $@ $(VENV)/.course

$(VENV)/.instructor: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP_INSTALL) -e '.[course,instructor]'
	@touch $@ $(VENV)/.course

$(VENV)/.browser: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP_INSTALL) -e '.[course,dev,instructor,browser]'
	@touch $@ $(VENV)/.course $(VENV)/.dev $(VENV)/.instructor

$(VENV)/.slides: | $(VENV)/.dev
	@command -v npm >/dev/null || { echo "make slides needs npm (for reveal.js and MathJax); install Node.js from your system's packages or nodejs.org."; exit 1; }
	npm install --silent --no-save --no-package-lock --prefix $(VENV) reveal.js@5.2.1 mathjax@3.2.2
	@touch $@

# the site's own environment: Sphinx, the library's imports, MathJax for formulas, axe for its test
$(SITE)/.ready: site/requirements.txt
	@command -v npm >/dev/null || { echo "make site needs npm (for MathJax); install Node.js from your system's packages or nodejs.org."; exit 1; }
	$(PYTHON) -m venv $(SITE)
	$(SITE)/bin/pip install --quiet --disable-pip-version-check -r site/requirements.txt
	npm install --silent --no-save --no-package-lock --prefix $(SITE) mathjax@3.2.2 axe-core@4.14.0
	@touch $@
