"""A small disk of its own, to fill up or to make read-only; needs the right to mount."""

import os
import subprocess


class SmallDisk:
    """A file system in memory, mounted on a folder."""

    def __init__(self, folder, megabytes):
        self.folder = folder
        self.filler = os.path.join(folder, "filler")
        os.makedirs(folder, exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "optimist-test", folder)

    def fill(self):
        """Takes all the room that is left."""
        with open(self.filler, "ab", buffering=0) as file:
            for size in (65536, 4096, 512, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def free(self):
        os.unlink(self.filler)

    def set_read_only(self, is_read_only):
        run("mount", "-o", "remount," + ("ro" if is_read_only else "rw"), self.folder)

    def unmount(self):
        run("umount", "--lazy", self.folder)


def run(*command):
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)


def refusal(folder):
    """Why nothing can be mounted here; empty if it can."""
    try:
        disk = SmallDisk(folder, 1)
        disk.unmount()
        return ""
    except (OSError, subprocess.CalledProcessError) as error:
        return (getattr(error, "stderr", "") or str(error)).strip()
