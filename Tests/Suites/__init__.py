"""What meson-helpers/run-tests runs; each module has one suite or one purpose."""
