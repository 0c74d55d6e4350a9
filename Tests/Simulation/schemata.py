"""Puts every mutation of a file into one text, each of them behind a switch (mutant schemata), so that one build
serves all.

A function with mutations gets one body for each of them beside its own:

  func f() { if Mutation.active == 3 { body with mutation 3 } else { its own body } }
"""

import re

# Declares which mutation is active: the one whose number stands in the environment.
SWITCH = """import Foundation

public enum Mutation {
  public static let active = Int(ProcessInfo.processInfo.environment["OPTIMIST_MUTATION"] ?? "") ?? -1
}
"""

DECLARATION = re.compile(
    r"^( *)(?:@\w+(?:\([^)]*\))? )*"
    r"(?:(?:public|package|private|fileprivate|static|mutating|override|final|nonisolated) )*(?:func|init|var)\b")


class Misplaced(Exception):
    """A mutation cannot be made where it is said to be."""


def function(lines, first, last):
    """The function that a range of lines is in: its first line, the last one of its signature, and that of its end.

    The code is formatted, so a function begins and ends at the same indentation."""
    for start in range(first, -1, -1):
        found = DECLARATION.match(lines[start])
        if not found:
            continue
        indent = found.group(1)
        outer = re.compile(re.escape(indent) + r"\S")
        opening = next(
            (number for number in range(start, min(start + 20, len(lines)))
             if outer.match(lines[number]) and lines[number].endswith("{")), None)
        if opening is None:
            continue
        end = next((number for number in range(opening + 1, len(lines)) if lines[number] == indent + "}"), None)
        # A declaration inside of a body may be that of a closure.
        if end is not None and start <= first and last < end and len(indent) <= 2:
            return start, opening, end
    return None


def constant(lines, first):
    """The text of several lines that a line is in, if it is that of a constant: its first line and its last one."""
    start = next((number for number in range(first, -1, -1) if lines[number].endswith('"""')), None)
    if start is None or not re.match(r' *(?:private |public )?static let \w+ = """$', lines[start]):
        return None
    return start, next(number for number in range(first, len(lines)) if lines[number].strip() == '"""')


def returning(signature, body):
    """The body with what its only expression leaves out: between the branches of a switch it has to return."""
    if "->" not in signature and not re.search(r"\bvar\b", signature):
        return body
    indent = re.match(r" *", body.split("\n")[0]).group()
    statements = re.findall(rf"^{indent}\w+", body, re.MULTILINE)
    if len(statements) != 1 or statements[0].strip() in ("return", "if", "switch", "throw", "do"):
        return body
    return indent + "return " + body[len(indent):]


def weave(text, mutations):
    """The text with all mutations in it. Each is a number, what it replaces and what it puts there."""
    lines = text.split("\n")
    bodies = {}
    constants = []
    for number, old, new in mutations:
        if text.count(old) != 1:
            raise Misplaced(f"the text to replace stands there {text.count(old)} times")
        first = text[:text.index(old)].count("\n")
        place = function(lines, first, first + old.rstrip("\n").count("\n"))
        if place is None:
            place = constant(lines, first)
            if place is None:
                raise Misplaced("the text to replace is in no function, and in no constant text")
            constants.append((place, number, old, new))
            continue
        start, opening, end = place
        mutated = "\n".join(lines[start:end + 1]).replace(old, new)
        signature = "\n".join(lines[start:opening + 1]) + "\n"
        if not mutated.startswith(signature):
            raise Misplaced("the mutation changes the signature of a function")
        bodies.setdefault(place, []).append(
            (number, returning(signature, mutated[len(signature):mutated.rindex("\n")])))
    # From below, so that what is above stays where it is.
    replaced = []
    for (start, opening, end), mutants in bodies.items():
        woven = []
        for number, body in mutants:
            woven += [("} else " if woven else "") + f"if Mutation.active == {number} {{", body]
        own = returning("\n".join(lines[start:opening + 1]), "\n".join(lines[opening + 1:end]))
        replaced.append((opening + 1, end, woven + ["} else {", own, "}"]))
    for (start, end), number, old, new in constants:
        own = "\n".join(lines[start + 1:end + 1])
        if own.replace(old, new) == own:
            raise Misplaced("the mutation changes more than a constant text")
        begin = lines[start].removesuffix('"""') + f'Mutation.active == {number} ? """'
        replaced.append((start, end + 1, [begin, own.replace(old, new) + ' : """', own]))
    for start, end, woven in sorted(replaced, reverse=True):
        lines[start:end] = woven
    woven = "\n".join(lines)
    return woven if re.search(r"^import Basics$", text, re.MULTILINE) else "import Basics\n" + woven
