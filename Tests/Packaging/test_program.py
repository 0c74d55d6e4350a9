#!/usr/bin/env python3
"""How the program is linked: test_program.py PROGRAM. Exit code 77: nothing that is packaged, skipped.

What the dynamic linker fills in is read-only before the first line of the program runs (full RELRO), its
place in memory is a matter of chance (PIE), and no library is looked for beside it (RUNPATH). What it loads later
(Sources/LazyLibraries) is there, and not loaded at the start.
"""

import ctypes
import re
import subprocess
import sys


def readelf(option, program):
    done = subprocess.run(["readelf", "--wide", option, program], check=True, capture_output=True, text=True,
                          errors="replace")
    return done.stdout


def complaints(program):
    dynamic, segments = readelf("--dynamic", program), readelf("--segments", program)
    flags = " ".join(re.findall(r"\((?:FLAGS|FLAGS_1|BIND_NOW)\)(.*)", dynamic))
    if "GNU_RELRO" not in segments or not re.search(r"BIND_NOW|\bNOW\b", flags):
        yield "what the dynamic linker fills in can be written at any time: no full RELRO"
    if "DYN (" not in readelf("--file-header", program) or not re.search(r"\bPIE\b", flags):
        yield "it is always at the same place in memory: no PIE"
    for path in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", dynamic):
        yield f"libraries are looked for in {path}"
    if re.search(r"GNU_STACK.* RWE ", segments):
        yield "its stack can be executed"
    if re.search(r"^\s*LOAD.* RWE ", segments, re.MULTILINE):
        yield "some of its memory can be written and executed"
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    for library in loaded_later(program):
        # Without the toolchain's static libraries there may be no linker that leaves libraries out.
        if library in needed and not any(name.startswith("libswift") for name in needed):
            yield f"{library} is loaded at the start"
        try:
            ctypes.CDLL(library)
        except OSError as error:
            yield f"a library that is loaded later is missing: {error}"


def loaded_later(program):
    """The names that the functions in Sources/LazyLibraries load."""
    # Not in the table of the dynamic linker, which has those that are loaded at the start.
    texts = readelf("--string-dump=.rodata", program)
    return sorted(set(re.findall(r"\]  (lib(?:soup|secret|ical|xml2)[-.0-9]*\.so\.[0-9]+)$", texts, re.MULTILINE)))


def main(program):
    if ".debug_info" in readelf("--sections", program):
        print("This is a program for developing: it is not packaged.")
        return 77
    found = list(complaints(program))
    for complaint in found:
        print(f"{program}: {complaint}")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
