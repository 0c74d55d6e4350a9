#!/usr/bin/python3
"""Draws the results of the benches as an SVG file, and prints their tables.

    plot.py --results build/bench/results.json --output docs/performance.svg

One bar for each line that has a floor: how many times the floor's median the program took, with a tick at the aim.
"""

import argparse
import json
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness.results import as_row, heading, number  # noqa: E402

LINE, LABELS, BARS, MARGIN = 26, 430, 360, 12


def svg(lines):
    """A horizontal bar for each line with a ratio."""
    largest = max([line["ratio"]["p50"] for line in lines] + [line["aim"] or 0 for line in lines] + [1])
    scale = BARS / largest
    height = LINE * len(lines) + 2 * MARGIN + 24
    width = LABELS + BARS + 130
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for index, line in enumerate(lines):
        top, ratio, aim = MARGIN + LINE * index, line["ratio"]["p50"], line["aim"]
        colour = "#2ec27e" if aim is None or ratio <= aim else "#e5a50a"
        parts.append(f'<text x="{LABELS - 8}" y="{top + 16}" text-anchor="end">{escape(line["name"])}</text>')
        parts.append(f'<rect x="{LABELS}" y="{top + 4}" width="{ratio * scale:.1f}" height="{LINE - 9}" fill="{colour}"/>')
        if aim is not None:
            at = LABELS + aim * scale
            parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top + 1}" y2="{top + LINE - 2}" stroke="#c01c28" '
                         'stroke-width="2"/>')
        text = f"{number(ratio)} × ({number(line['values']['p50'])} {line['unit']})"
        parts.append(f'<text x="{LABELS + max(ratio, aim or 0) * scale + 6:.1f}" y="{top + 16}">{escape(text)}</text>')
    one = LABELS + scale
    bottom = MARGIN + LINE * len(lines)
    parts.append(f'<line x1="{one:.1f}" x2="{one:.1f}" y1="{MARGIN}" y2="{bottom}" stroke="#5e5c64" '
                 'stroke-dasharray="3 3"/>')
    parts.append(f'<text x="{LABELS}" y="{bottom + 20}">times the floor (dashed: 1 ×); red: the aim</text></svg>')
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--results", required=True, type=Path)
    parser.add_argument("--output", required=True, type=Path)
    options = parser.parse_args()
    lines = json.loads(options.results.read_text())
    options.output.write_text(svg([line for line in lines if line["ratio"]]))
    print(heading("work"))
    for line in lines:
        print(as_row(line))


if __name__ == "__main__":
    main()
