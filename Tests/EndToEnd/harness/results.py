"""The lines that the benches print: each figure beside its floor, and the file that keeps them.

The file is a list of
`{name, unit, values: {n, p50, p99, min, max}, floor: {name, n, p50, p99, min, max}, ratio: {p50, p99}, aim}`.
`floor` is another program at the same work in the same run; `aim` is the largest ratio that is wanted. `floor`,
`ratio` and `aim` are null where there is none. Several scripts write to one file; a line takes the place of the one
with its name.
"""

import json
import math
from pathlib import Path


def percentile(values, share):
    """The smallest value that is not below that share of the values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def summary(values):
    return {"n": len(values), "p50": percentile(values, 0.5), "p99": percentile(values, 0.99),
            "min": min(values), "max": max(values)}


def line(name, unit, values, floor=None, aim=None):
    """One line of the results.

    `values` are the measured numbers; `floor` is a pair of a name and the numbers of the other program.
    """
    own = summary(values)
    if floor is None:
        return {"name": name, "unit": unit, "values": own, "floor": None, "ratio": None, "aim": aim}
    other = summary(floor[1])
    ratio = {key: own[key] / other[key] if other[key] else None for key in ("p50", "p99")}
    return {"name": name, "unit": unit, "values": own, "floor": {"name": floor[0], **other}, "ratio": ratio,
            "aim": aim}


class Results:
    """The file of results, and the table on standard output, written line by line."""

    def __init__(self, path):
        self.path = Path(path)

    def begin(self, title):
        """Prints the head of a table."""
        print("\n" + heading(title), flush=True)

    def add(self, name, unit, values, floor=None, aim=None):
        """Prints a line and puts it into the file; returns it."""
        new = line(name, unit, values, floor, aim)
        print(as_row(new), flush=True)
        kept = [old for old in self.read() if old["name"] != name]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps([*kept, new], indent=1) + "\n")
        return new

    def read(self):
        return json.loads(self.path.read_text()) if self.path.exists() else []


def heading(title):
    """The head of a table of lines."""
    return (f"| {title} | n | p50 | p99 | spread | floor | p50 | p99 | ratio p50 | ratio p99 | aim |\n"
            "|---|---:|---:|---:|---|---|---:|---:|---:|---:|---:|")


def as_row(line):
    """A line of results as a row of such a table."""
    own, floor, ratio = line["values"], line["floor"], line["ratio"]
    cells = [f"{line['name']}, {line['unit']}", own["n"], number(own["p50"]), number(own["p99"]),
             f"{number(own['min'])}–{number(own['max'])}"]
    if floor:
        cells += [floor["name"], number(floor["p50"]), number(floor["p99"]), number(ratio["p50"]),
                  number(ratio["p99"])]
    else:
        cells += ["–"] * 5
    cells.append("–" if line["aim"] is None else f"≤ {line['aim']:g}")
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def number(value):
    """Three digits that count."""
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
