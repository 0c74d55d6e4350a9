# The only commands of this project. Each installs what it lacks, after asking.
# SwiftPM and meson do the work; the scripts are in meson-helpers/.

PREFIX ?= /usr/local
ARGS ?=
SUITE ?=
FILTER ?=
PROGRAM ?=
TESTS ?=
PRODUCTS ?=
WRITE ?=
JOBS ?= 1
AGAIN ?=
ONCE ?=
RUNS ?= 10
SEEDS ?= 1200
FROM ?= 1
SEED ?=

END_TO_END = /usr/bin/python3 Tests/EndToEnd
BUILT = --binary build/prefix/bin/optimist

.PHONY: run build test flakes test-trixie sim mutants attack bench instructions screenshots lint format install \
  uninstall flatpak flatpak-run flatpak-test size release clean

# Build and open the window: make run, make run ARGS="--help"
run:
	@meson-helpers/run $(ARGS)

# The release program with its data files, in build/prefix
build:
	@meson-helpers/bootstrap build
	@meson-helpers/build-app

# All tests, or a part: make test SUITE=unit FILTER=OutboxTests. JOBS=2 runs two end-to-end tests at a time, AGAIN=1
# repeats failed tests once, ONCE=1 builds faster where nothing is built again, PROGRAM=debug tests the debug program and
# leaves out what needs a release build
test:
	@meson-helpers/bootstrap build run test
	@SEEDS=$(SEEDS) meson-helpers/run-tests --jobs $(JOBS) $(if $(AGAIN),--again) $(if $(ONCE),--once) $(addprefix --suite ,$(SUITE)) $(if $(FILTER),--filter '$(FILTER)') $(addprefix --program ,$(PROGRAM))

# Repeats the suites with all processors busy and lists every test that ever failed: make flakes RUNS=10, with FILTER
# and SUITE as above
flakes:
	@meson-helpers/bootstrap build run test
	@meson-helpers/find-flakes --runs $(RUNS) -- --jobs $(JOBS) $(addprefix --suite ,$(or $(SUITE),unit end-to-end)) $(if $(FILTER),--filter '$(FILTER)')

# The tests that depend on GTK, libadwaita, SQLite, libsoup, libsecret, libical or libxml2, with Debian 13's versions in a
# separate root directory; PROGRAM, TESTS=.build and PRODUCTS (a folder with release products) take what is built already
test-trixie:
	@meson-helpers/bootstrap build trixie
	@meson-helpers/trixie tree
	@SEEDS=$(SEEDS) meson-helpers/trixie run meson-helpers/run-tests --variant trixie --jobs $(JOBS) $(if $(AGAIN),--again) $(addprefix --suite ,$(SUITE)) $(if $(FILTER),--filter '$(FILTER)') $(addprefix --program ,$(PROGRAM)) $(addprefix --tests ,$(TESTS)) $(addprefix --products ,$(PRODUCTS)) $(if $(WRITE),--write-counts)

# Simulates the sync engine with faults: make sim SEEDS=500, make sim FROM=9000 SEEDS=500, or make sim FROM=drawn for
# random seeds; make sim SEED=7 prints one run step by step
sim:
	@meson-helpers/bootstrap build
	@meson-helpers/simulate $(if $(SEED),$(SEED),$(FROM) $(SEEDS))

# Shows that the simulation and the unit tests can fail: they must find each of several hundred deliberate bugs
mutants:
	@meson-helpers/bootstrap build run test
	@meson-helpers/mutate

# Hostile servers, calendars, names and pictures, and the rules: ARGS="-k deep" for a part
attack: ARGS = -k test_attack
attack:
	@meson-helpers/bootstrap build run test
	@"$$(meson-helpers/find-swift)" build --build-tests --quiet
	@meson-helpers/build-app --program .build/debug/optimist
	@status=0; \
	meson-helpers/with-display $(END_TO_END)/run.py $(BUILT) --output build/test-artefacts $(ARGS) || status=1; \
	GSETTINGS_BACKEND=memory meson-helpers/with-display --no-accessibility \
	  "$$(meson-helpers/find-swift)" test --skip-build --filter 'Rules|Hostile' || status=1; \
	exit $$status

# Measures start, typing and scrolling with many tasks; without ARGS also what understanding a keystroke costs.
# ARGS="--beside PATH" compares with another version of the program
bench:
	@meson-helpers/bootstrap build run bench
	@meson-helpers/build-app
	@mkdir -p build/bench
	@meson-helpers/with-display $(END_TO_END)/bench.py $(BUILT) --output build/bench $(ARGS)
	@[ -n "$(ARGS)" ] || { meson-helpers/build-swift --product optimist-quick-add --output build/optimist-quick-add && \
	  build/optimist-quick-add --bench; }

# Counts the instructions of a start, an add and a page of documents and compares them with those in the tree; for
# new counts that are meant: make instructions ARGS=--write, and make test-trixie SUITE=instructions WRITE=1
instructions:
	@meson-helpers/bootstrap build run bench
	@meson-helpers/build-app
	@mkdir -p build/bench
	@meson-helpers/build-swift --product optimist-page --output build/optimist-page
	@meson-helpers/with-display $(END_TO_END)/instructions.py $(BUILT) --page build/optimist-page --output build/bench $(ARGS)

# Takes the pictures of the metainfo from the running app; look at them before they are committed
screenshots:
	@meson-helpers/bootstrap build run test
	@meson-helpers/build-app
	@meson-helpers/with-display $(END_TO_END)/screenshots.py $(BUILT) --output data/screenshots

lint:
	@meson-helpers/bootstrap build
	@meson-helpers/lint

format:
	@meson-helpers/bootstrap build
	@"$$(meson-helpers/find-swift)" format --in-place --recursive --parallel Package.swift Sources Tests

# make install PREFIX=$$HOME/.local, or sudo make install after make build
install:
	@meson-helpers/install "$(PREFIX)"

# make uninstall PREFIX=... takes away what make install with the same PREFIX put there
uninstall:
	@meson-helpers/uninstall "$(PREFIX)"

# The Flatpak, by the manifest in data/: writes Optimist.flatpak
flatpak:
	@meson-helpers/bootstrap build bundle
	@meson-helpers/flatpak-bundle

# Installs it for the user and starts it: make flatpak-run ARGS="--help"
flatpak-run:
	@[ -e Optimist.flatpak ] || $(MAKE) --no-print-directory flatpak
	@meson-helpers/flatpak-run $(ARGS)

# Uses the bundle inside its sandbox, as a user who has nothing yet
flatpak-test:
	@meson-helpers/bootstrap build test bundle
	@[ -e Optimist.flatpak ] || $(MAKE) --no-print-directory flatpak
	@/usr/bin/python3 Tests/Bundle/test_bundle.py

# What the program weighs, and what is in it
size:
	@meson-helpers/size

# make release VERSION=1.2.3: changes the version everywhere and builds the bundle twice
release:
	@meson-helpers/bootstrap build bundle
	@meson-helpers/release $(VERSION) $(ARGS)

clean:
	rm -rf .build .build-* build Optimist.flatpak
