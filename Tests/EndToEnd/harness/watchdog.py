"""What the app notes about its main thread when OPTIMIST_WATCHDOG names a file."""

import os


class Watchdog:
    def __init__(self, path):
        self.path = path

    def mark(self):
        """How many stalls there were so far, to look at later ones only."""
        return len(self.stalls())

    def stalls(self, since=0):
        """The waits of more than 16 ms in milliseconds."""
        return [float(line) for line in self._lines() if not line.startswith("max")][since:]

    def longest(self):
        """The longest wait; known when the app has ended."""
        found = [float(line.split()[1]) for line in self._lines() if line.startswith("max")]
        return found[-1] if found else None

    def _lines(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path) as file:
            return [line.strip() for line in file if line.strip()]
