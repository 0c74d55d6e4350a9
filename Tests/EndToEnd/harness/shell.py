"""An interactive shell on a terminal of its own, into which a test types."""

import os
import pty
import select
import signal
import termios
import time

LIMIT = 60

#: How each shell is started without the files of whoever runs the tests, and what it has to be told first.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "set -H; PS1='$ '; bind 'set bell-style none'\n"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -u -D; PS1='$ '\n"),
    "fish": (["fish", "--no-config", "-i"], "function fish_prompt; echo '$ '; end\n"),
}


class Shell:
    """Reads what the shell prints all the time, so that it never waits for the test."""

    def __init__(self, name, variables, folder):
        self.folder = folder
        self.printed = b""
        words, setup = SHELLS[name]
        # Completion scripts of whoever runs the tests stay outside as well.
        self.process, self.handle = pty.fork()
        if self.process == 0:
            try:
                os.chdir(folder)
                os.execvpe(words[0], words, variables | {"TERM": "xterm", "LINES": "50", "COLUMNS": "200"})
            finally:
                os._exit(127)
        self.number = 0
        self.enter(setup.rstrip("\n"))

    def enter(self, keys):
        """Types a line, presses Enter, and waits until the shell has come to the next one."""
        self.number += 1
        mark = os.path.join(self.folder, f"mark-{self.number}")
        self.type(keys + "\r" + f"true >mark-{self.number}\r")
        end = time.monotonic() + LIMIT
        while not os.path.exists(mark):
            assert time.monotonic() < end, f"{keys!r} does not come to an end: {self.printed[-2000:]!r}"
            self.read(0.05)
        os.remove(mark)

    def wait_for_prompt(self):
        """Waits until the shell edits its line itself. Before that, the terminal takes Ctrl+C and throws away what was
        typed ahead."""
        end = time.monotonic() + LIMIT
        while termios.tcgetattr(self.handle)[3] & termios.ICANON:
            assert time.monotonic() < end, f"there is no prompt: {self.printed[-2000:]!r}"
            self.read(0.01)

    def type(self, keys):
        data = keys.encode()
        while data:
            ready = select.select([self.handle], [self.handle], [], LIMIT)
            if ready[0]:
                self.read(0)
            if ready[1]:
                data = data[os.write(self.handle, data[:256]):]

    def read(self, wait):
        while select.select([self.handle], [], [], wait)[0]:
            try:
                self.printed += os.read(self.handle, 65536)
            except OSError:  # the shell is gone
                return
            wait = 0

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.handle)
