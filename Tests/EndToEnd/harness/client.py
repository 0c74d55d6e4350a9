"""Google's own Python client of Cloud Firestore, as another program that knows nothing of this app."""

import shutil
import subprocess
import sys

CLIENT = "google-cloud-firestore==2.34.1"
#: How long an installation may take, in seconds.
LIMIT = 300


def client_python(folder):
    """The interpreter of an environment with the client; a text that says why there is none."""
    python = folder / "bin/python"
    marker = folder / CLIENT
    if marker.exists():
        return str(python), ""
    shutil.rmtree(folder, ignore_errors=True)
    for command in ([sys.executable, "-m", "venv", str(folder)],
                    [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                     "--retries", "1", CLIENT]):
        try:
            subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            said = str(getattr(error, "stderr", "") or getattr(error, "stdout", "") or error).strip()
            return None, f"{CLIENT} from PyPI cannot be installed: {said.splitlines()[-1]}"
    marker.touch()
    return str(python), ""
