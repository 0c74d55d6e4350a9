"""Stands for the running instance on the session bus, where the tests' windows have no name."""

import threading

from gi.repository import Gio, GLib

NAME = "io.github.optimist_todo.Optimist"
PATH = "/" + NAME.replace(".", "/")
INTERFACE = """
<node><interface name="org.freedesktop.Application"><method name="ActivateAction">
  <arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/>
</method></interface></node>
"""


class StandIn:
    """Notes what it is asked for, and does nothing."""

    def __init__(self):
        self.asked = []
        self.context = GLib.MainContext()
        self.loop = GLib.MainLoop(self.context)
        self.is_there = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        if not self.is_there.wait(20):
            raise AssertionError("the name on the bus was not given out")

    def stop(self):
        self.loop.quit()
        self.thread.join(20)

    def _run(self):
        self.context.push_thread_default()
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
        flags = Gio.DBusConnectionFlags
        bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object(PATH, interface, self._called, None, None)
        owner = Gio.bus_own_name_on_connection(
            bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: self.is_there.set(), None)
        self.loop.run()
        Gio.bus_unown_name(owner)
        bus.close_sync(None)
        self.context.pop_thread_default()

    def _called(self, bus, sender, path, interface, method, parameters, invocation):
        name, values, _ = parameters.unpack()
        self.asked.append((name, values))
        invocation.return_value(None)
