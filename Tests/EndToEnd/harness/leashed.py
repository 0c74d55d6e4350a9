"""Programs that end with the one that has started them, even if that crashes."""

import os
import signal
import subprocess

# The shell ends when our end of the pipe is closed, and kills its process group.
SCRIPT = '"$@" </dev/null & read -r line; kill -s KILL -- -$$'


def start(command, output, environment=None):
    """Starts a program that writes to the file `output`."""
    return subprocess.Popen(["sh", "-c", SCRIPT, "sh", *command], stdin=subprocess.PIPE, stdout=output, stderr=output,
                            start_new_session=True, env=environment)


def end(process):
    """Ends it with all its processes."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdin.close()
