"""A GNOME session with the desktop's portals, in which the app runs as if flatpak had started it."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from gi.repository import GLib

from . import gnome
from .session_bus import NAME
from .waiting import eventually

FOLDER = Path(__file__).resolve().parents[3] / "build/desktop-portals"
LIBEXEC = FOLDER / "usr/libexec"
PORTALS = "org.freedesktop.portal.Desktop"
STORE = "org.freedesktop.impl.portal.PermissionStore"

#: The programs by their names on the bus, which starts them.
PROGRAMS = {
    PORTALS: "xdg-desktop-portal", STORE: "xdg-permission-store",
    "org.freedesktop.impl.portal.desktop.gnome": "xdg-desktop-portal-gnome",
    "org.freedesktop.impl.portal.desktop.gtk": "xdg-desktop-portal-gtk"}

# By this file the portals recognise a sandbox and the app in it, and GTK that it has to ask them.
INFO = f"""[Application]
name={NAME}
runtime=runtime/org.gnome.Platform/x86_64/49

[Instance]
instance-id=1
branch=stable
arch=x86_64

[Context]
shared=network;ipc;
"""

# What flatpak does with the command line that the portal writes for the next login.
FLATPAK = """#!/bin/sh
[ "$1 $2 $3" = "run --command=optimist {name}" ] || exit 1
shift 3
exec {sandbox} "$@"
"""

SERVICE = """[D-BUS Service]
Name={}
Exec={}
"""

# Presses keys together and releases them.
KEYS = """(names => {
  const {Clutter, GLib} = imports.gi;
  globalThis.keyboard ??= Clutter.get_default_backend().get_default_seat().create_virtual_device(
    Clutter.InputDeviceType.KEYBOARD_DEVICE);
  const turn = (name, state) => globalThis.keyboard.notify_keyval(
    GLib.get_monotonic_time(), Clutter[`KEY_${name}`], state);
  for (const name of names) turn(name, 1);
  for (const name of names.reverse()) turn(name, 0);
})
"""

# The question of a portal that GNOME Shell shows: its texts, and what its buttons do.
QUESTION = """(() => {
  const find = actor => actor.constructor.name === 'AccessDialog' ? actor
    : actor.get_children().map(find).find(found => found);
  const dialog = find(Main.uiGroup);
  if (!dialog) return null;
  const [content] = dialog.contentLayout.get_children();
  const buttons = dialog.buttonLayout.get_children();
  %s
})()
"""


def portal(program, share="/usr/local/share"):
    """A command that runs one of the portals' programs, with its libraries and settings. It finds apps in `share`."""
    variables = {
        "LD_LIBRARY_PATH": next(FOLDER.glob("usr/lib/*-linux-gnu"), FOLDER),
        "XDG_DATA_DIRS": f"{share}:{FOLDER}/usr/share:/usr/share",
        "XDG_DESKTOP_PORTAL_DIR": FOLDER / "usr/share/xdg-desktop-portal/portals"}
    return ["/usr/bin/env", *(f"{name}={value}" for name, value in variables.items()), str(LIBEXEC / program)]


def missing():
    """Why there can be no such session; empty when there can."""
    if reason := gnome.missing():
        return reason
    if not (FOLDER / "complete").exists():
        return "the desktop's portals are not there (meson-helpers/desktop-portals build/desktop-portals)"
    if not shutil.which("bwrap"):
        return "bubblewrap is not installed"
    done = subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    if done.returncode:
        return f"no sandbox can be made here: {done.stderr.strip()}"
    for program in PROGRAMS.values():
        done = subprocess.run([*portal(program), "--help"], capture_output=True, text=True)
        if done.returncode:
            return f"{program} does not run here: {done.stderr.strip()}"
    return ""


def sandbox(info, *command):
    """A command in which the whole system is there, and the file that flatpak puts into its sandboxes."""
    words = ["bwrap"]
    for path in sorted(Path("/").iterdir()):
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), path]
        elif path.is_dir():
            words += ["--dev-bind", path, path]
    return shlex.join(map(str, [*words, "--ro-bind", info, "/.flatpak-info", "--", *command]))


class PortalSession(gnome.GnomeSession):
    def __init__(self, binary, home, log):
        self._pack(binary, Path(home))
        super().__init__(binary, home, log)
        try:
            eventually(self._has_portals, "the portals", 30)
            # The shell takes no notice of the first key of a keyboard that is new.
            self.key("Shift_L")
        except BaseException:
            self.stop()
            raise

    def _pack(self, binary, home):
        """Puts the app where the bus and the login find it as flatpak's, and the portals where the bus finds them."""
        info, services = home / "flatpak-info", home / "data/dbus-1/services"
        info.write_text(INFO)
        self.flatpak = home / "bin/flatpak"
        self.flatpak.parent.mkdir()
        self.flatpak.write_text(FLATPAK.format(name=NAME, sandbox=sandbox(info, binary)))
        self.flatpak.chmod(0o755)
        services.mkdir(parents=True)
        share = Path(binary).resolve().parents[1] / "share"
        app = f"{self.flatpak} run --command=optimist {NAME} --gapplication-service"
        commands = {NAME: app, **{name: shlex.join(portal(program, share)) for name, program in PROGRAMS.items()}}
        for name, command in commands.items():
            (services / f"{name}.service").write_text(SERVICE.format(name, command))

    def _has_portals(self):
        try:
            return self.call("org.freedesktop.DBus.Properties", "Get", GLib.Variant(
                "(ss)", ("org.freedesktop.portal.Background", "version")), "/org/freedesktop/portal/desktop",
                PORTALS)[0]
        except GLib.Error:
            return None

    def start(self, *arguments):
        command = [self.flatpak, "run", "--command=optimist", NAME, *arguments]
        return subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log,
                                stderr=self.log, start_new_session=True)

    def focused_window(self):
        """The title of the window that gets the keys; None where none does."""
        return self.run("global.display.focus_window?.title ?? null")

    def key(self, *names):
        """Presses keys together, by their names in GNOME Shell."""
        self.run(f"{KEYS}({json.dumps(names)})")

    # Permissions

    def permit(self, answer):
        """Keeps what the user has said about running in the background: "yes", "no" or "ask"."""
        self.call(STORE, "SetPermission", GLib.Variant("(sbssas)", ("background", True, "background", NAME, [answer])),
                  "/org/freedesktop/impl/portal/PermissionStore", STORE)

    def question(self):
        """What the desktop asks: a title, a text and the names of the buttons; None where it asks nothing."""
        return self.run(QUESTION % "return [content.title, content.description, buttons.map(b => b.label)];")

    def wait_question(self):
        return eventually(self.question, "the desktop asks")

    def answer(self, label):
        """Presses a button of the question."""
        self.run(QUESTION % f"buttons.find(b => b.label === {json.dumps(label)}).emit('clicked', 1);")
        eventually(lambda: not self.question(), "the question is gone")

    def entry(self):
        """The words of the command that the desktop runs at the next login; None where it runs none."""
        path = Path(self.home) / f"config/autostart/{NAME}.desktop"
        found = re.search("^Exec=(.*)$", path.read_text(), re.MULTILINE) if path.exists() else None
        return shlex.split(found[1]) if found else None
