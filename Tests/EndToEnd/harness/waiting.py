"""Waiting for conditions; the tests wait in no other way."""

import time


class NotInTime(AssertionError):
    """The condition did not become true in time."""


class Gone(Exception):
    """A widget is no longer there."""


def eventually(condition, what, limit=20.0, pause=0.03):
    """Checks a condition again and again until it is true.

    Returns the answer. After `limit` seconds raises NotInTime with `what`, a text or a function that
    gives one. A condition that looked at a widget while that went away is looked at again.
    """
    end = time.monotonic() + limit
    while True:
        try:
            answer = condition()
        except Gone:
            answer = None
        if answer:
            return answer
        if time.monotonic() > end:
            raise NotInTime(f"not within {limit:g} s: {what() if callable(what) else what}")
        time.sleep(pause)


def steady(look, what, times=2, limit=20.0):
    """Looks again and again until the same was seen so often in a row; returns it. Nothing seen does not count."""
    seen = []

    def same():
        seen.append(look())
        return len(seen) >= times and seen[-1] and seen[-times:].count(seen[-1]) == times
    eventually(same, what, limit)
    return seen[-1]


def holds(condition, what, seconds):
    """Checks that a condition stays true for a while. Raises NotInTime if it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not condition():
            raise NotInTime(f"did not stay so for {seconds:g} s: {what() if callable(what) else what}")
        time.sleep(0.05)
