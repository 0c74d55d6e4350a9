"""The app's process: its folders, its environment and its end."""

import os
import shutil
import subprocess

from .waiting import eventually


class AppProcess:
    """One run of the app on a home folder. Several may follow one another on the same folder."""

    def __init__(self, binary, home, log, arguments=(), environment=None):
        self.home = home
        self.log = log
        self.folders = {f"XDG_{name.upper()}_HOME": os.path.join(home, name)
                        for name in ("data", "config", "state", "cache")}
        for folder in self.folders.values():
            os.makedirs(folder, exist_ok=True)
        variables = {**os.environ, **self.folders, "GSETTINGS_BACKEND": "keyfile",
                     "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "HOME": home, **(environment or {})}
        if variables["LC_ALL"] == "C.UTF-8" and variables["LANGUAGE"] != "en":
            variables.update(translatable_locale(home))
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                [binary, "--non-unique", *arguments], env=variables, stdin=subprocess.DEVNULL,
                stdout=errors, stderr=errors, cwd=home, start_new_session=True)
        self.pid = self.process.pid

    @property
    def is_running(self):
        return self.process.poll() is None

    def wait(self, limit=15):
        """Waits for the end; returns the exit code, negative for a signal."""
        eventually(lambda: not self.is_running, "the app ends", limit)
        return self.process.returncode

    def kill(self):
        """As kill -9 does, without a chance to say goodbye."""
        if self.is_running:
            self.process.kill()
        return self.process.wait()


def translatable_locale(home):
    """C.UTF-8 by another name, as variables: newer C libraries translate nothing in a locale called C."""
    folder = os.path.join(home, "locale")
    if not os.path.isdir(folder):
        shutil.copytree("/usr/lib/locale/C.utf8", os.path.join(folder, "en_US.utf8"))
    return {"LOCPATH": folder, "LC_ALL": "en_US.UTF-8"}


def data_folder(home):
    return os.path.join(home, "data", "optimist")


def database_path(home):
    return os.path.join(data_folder(home), "optimist.sqlite")
