# The only commands of this project. Each installs what it lacks, after asking.
# SwiftPM and meson do the work; the scripts are in meson-helpers/.

PREFIX ?= /usr/local
ARGS ?=
SUITE ?=
FILTER ?=

.PHONY: run build test bench lint format install clean

# Build and open the window: make run, make run ARGS="--help"
run:
	@meson-helpers/run $(ARGS)

# The release program with its data files, in build/prefix
build:
	@meson-helpers/bootstrap build
	@meson-helpers/build-app

# Every test; or some: make test SUITE=unit FILTER=OutboxTests
test:
	@meson-helpers/bootstrap build run test
	@meson-helpers/run-tests $(addprefix --suite ,$(SUITE)) $(addprefix --filter ,$(FILTER))

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
	rm -rf .build .build-release .build-meson .build-install build
