"""Waiting for conditions: the only way in which the tests let time pass."""

import time


class NotInTime(AssertionError):
    """What was waited for did not come about."""


def eventually(condition, what, limit=20.0, pause=0.03):
    """Asks until the answer is true.

    Returns the answer. After `limit` seconds raises NotInTime with `what`, a text or a function that
    gives one.
    """
    end = time.monotonic() + limit
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise NotInTime(f"not within {limit:g} s: {what() if callable(what) else what}")
        time.sleep(pause)


def holds(condition, what, seconds):
    """Asks again and again for a while: for what must not happen. Raises NotInTime if it does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not condition():
            raise NotInTime(f"did not stay so for {seconds:g} s: {what() if callable(what) else what}")
        time.sleep(0.05)
