"""What the tests of the whole window stand on; each module has one purpose."""
