# The only commands of this project. Each installs what it lacks, after asking.
# SwiftPM and meson do the work; the scripts are in meson-helpers/.

PREFIX ?= /usr/local
ARGS ?=
SUITE ?=
FILTER ?=
PROGRAM ?=
JOBS ?= 1
SEEDS ?= 2000
SEED ?=

.PHONY: run build test test-trixie sim mutants bench lint format install clean

# Build and open the window: make run, make run ARGS="--help"
run:
	@meson-helpers/run $(ARGS)

# The release program with its data files, in build/prefix
build:
	@meson-helpers/bootstrap build
	@meson-helpers/build-app

# Every test; or some: make test SUITE=unit FILTER=OutboxTests; two of the window at a time: JOBS=2
test:
	@meson-helpers/bootstrap build run test
	@SEEDS=$(SEEDS) meson-helpers/run-tests --jobs $(JOBS) $(addprefix --suite ,$(SUITE)) $(addprefix --filter ,$(FILTER))

# The same against Debian 13's newer GTK, libadwaita and SQLite, in a tree beside the system. The
# simulation knows nothing of windows: fewer seeds are enough for another SQLite
test-trixie: SEEDS = 100
test-trixie:
	@meson-helpers/bootstrap build trixie
	@meson-helpers/trixie tree
	@SEEDS=$(SEEDS) meson-helpers/trixie run meson-helpers/run-tests --variant trixie --jobs $(JOBS) $(addprefix --suite ,$(SUITE)) $(addprefix --filter ,$(FILTER)) $(addprefix --program ,$(PROGRAM))

# The sync engine with everything that can go wrong: make sim SEEDS=500; the story of one: make sim SEED=7
sim:
	@meson-helpers/bootstrap build
	@meson-helpers/simulate $(if $(SEED),$(SEED),1 $(SEEDS))

# Shows that the simulation can fail: one deliberate mistake after another must be noticed
mutants:
	@meson-helpers/bootstrap build
	@meson-helpers/mutate

# Measures start, typing and scrolling with many tasks
bench:
	@meson-helpers/run-bench $(ARGS)

lint:
	@meson-helpers/bootstrap build
	@meson-helpers/lint

format:
	@meson-helpers/bootstrap build
	@"$$(meson-helpers/find-swift)" format --in-place --recursive --parallel Package.swift Sources Tests

# make install PREFIX=$$HOME/.local, or sudo make install after make build
install:
	@meson-helpers/install "$(PREFIX)"

clean:
	rm -rf .build .build-* build
