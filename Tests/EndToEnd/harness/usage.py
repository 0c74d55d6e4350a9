"""What a process uses, as the kernel counts it.

The threads of a display driver that draws by software (Mesa's llvmpipe, as on a screen in memory) are left
out: they are as many as there are processors, and a computer with a graphics card has none of them.
"""

import collections
import os
import threading
from pathlib import Path


def proportional_memory(pid):
    """Megabytes of memory, pages that several processes share counted in parts (PSS)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(rollup.split("\nPss:")[1].split()[0]) / 1024


#: Threads in which GLib runs short tasks, such as reading an icon: ten, and one more for every 100 ms in which a task has to
#: wait, as on a busy computer. They end by themselves.
POOL = "pool-optimist"


class Usage:
    """Looks again and again until it is stopped, and keeps the most of each."""

    def __init__(self, pid, pause=0.02):
        self.pid = pid
        self.descriptors = self.threads = self.pool = self.now = 0
        #: What the threads were called when there were most of them, those of GLib's pool left out.
        self.names = {}
        self._pause = pause
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self):
        self._end.set()
        self._thread.join()
        return self

    def __str__(self):
        names = ", ".join(f"{name} {count}" for name, count in sorted(self.names.items()))
        return f"at most {self.descriptors} descriptors and {self.threads} threads ({names}), {self.pool} of GLib's pool"

    def running(self):
        """What the threads are called that run now."""
        for path in Path(f"/proc/{self.pid}/task").iterdir():
            try:
                name = (path / "comm").read_text().strip()
            except OSError:
                continue  # the thread has ended meanwhile
            is_driver = name.startswith("llvmpipe") or "disk$" in name
            # The driver's other threads have the name of the program, as the first one has.
            if not is_driver and (name != "optimist" or path.name == str(self.pid)):
                yield name

    def _look(self):
        while not self._end.wait(self._pause):
            try:
                self.descriptors = max(self.descriptors, len(os.listdir(f"/proc/{self.pid}/fd")))
                names = collections.Counter(self.running())
                self.now = names.total()
                self.pool = max(self.pool, names.pop(POOL, 0))
                if names.total() > self.threads:
                    self.names, self.threads = names, names.total()
            except OSError:
                return  # it has ended
