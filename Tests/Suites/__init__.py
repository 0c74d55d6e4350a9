"""The suites that meson-helpers/run-tests runs, and their helpers, in one module each."""
