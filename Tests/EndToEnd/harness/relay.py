"""A connection between the app and the emulator that can be cut at a chosen moment.

It forwards bytes as they arrive, so live connections work through it; they do not through the proxy.
"""

import socket
import threading

from . import ports
from .server import shut

COMMIT = b":commit HTTP/1."


class Relay:
    """Listens on a port of its own. `target` may change while it is down; the app cannot tell."""

    def __init__(self, target):
        self.target = target
        self.port = ports.free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.commits = 0  # requests that write, as their first bytes came
        self.accepted = 0
        self.lock = threading.Lock()
        self.happened = threading.Condition(self.lock)
        self.wires = set()
        self.listener = None
        self.cut = None
        self.passing = 0
        self.rewrite = None  # changes the bytes of requests, as they come
        self.start()

    # Up and down

    @property
    def is_up(self):
        return self.listener is not None

    def start(self):
        """Accepts connections again."""
        if self.is_up:
            return
        listener = socket.create_server(("127.0.0.1", self.port), backlog=32, reuse_port=False)
        with self.lock:
            self.listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def stop(self):
        """Ends all connections; new ones are refused."""
        with self.lock:
            listener, self.listener, self.cut = self.listener, None, None
            wires, self.wires = self.wires, set()
            self.happened.notify_all()
        if listener:
            # Wakes the thread that accepts; closing alone would leave the port open under it.
            shut(listener)
            listener.close()
        for wire in wires:
            wire.cut()

    def connections(self):
        """How many there were so far."""
        with self.lock:
            return self.accepted

    # Chosen moments

    def cut_at(self, moment, passing=0):
        """Goes down at a write: at "request" (in the middle, so that the server gets only a part of it) or at "answer"
        (the server has executed it, but the app gets no answer). The first `passing` writes are let through."""
        with self.lock:
            self.cut, self.passing = moment, passing

    def wait_commit(self, after=0, limit=20):
        """Waits until more writes than `after` have begun; returns how many."""
        with self.happened:
            if not self.happened.wait_for(lambda: self.commits > after, limit):
                raise AssertionError(f"no write within {limit} s")
            return self.commits

    def wait_cut(self, limit=60):
        """Waits until it has gone down."""
        with self.happened:
            if not self.happened.wait_for(lambda: self.listener is None, limit):
                raise AssertionError(f"nothing was cut within {limit} s")

    # What the wires tell; each answers whether the bytes may pass

    def begins_commit(self):
        with self.happened:
            self.commits += 1
            self.happened.notify_all()
            return not self._is_time_to_cut("request")

    def answers_commit(self):
        with self.lock:
            return not self._is_time_to_cut("answer")

    def _is_time_to_cut(self, moment):
        if self.cut != moment:
            return False
        self.passing -= 1
        return self.passing < 0

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            host, port = self.target.split(":")
            try:
                server = socket.create_connection((host, int(port)), timeout=10)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            wire = Wire(self, client, server)
            with self.lock:
                is_open = self.listener is listener
                if is_open:
                    self.accepted += 1
                    self.wires.add(wire)
            if is_open:
                wire.start()
            else:
                wire.cut()


class Wire:
    """One connection.

    The last of the two directions to end closes both sockets. If the first one did, the other thread could go on with a
    number that already belongs to the next connection, and take a request out of that one."""

    def __init__(self, relay, client, server):
        self.relay, self.client, self.server = relay, client, server
        self.is_writing = False
        self.directions = 2
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def start(self):
        for work in (self.requests, self.answers):
            threading.Thread(target=self.follow, args=(work,), daemon=True).start()

    def follow(self, work):
        """Goes in one direction to its end."""
        try:
            work()
        finally:
            self.cut()
            with self.relay.lock:
                self.directions -= 1
                if self.directions == 0:
                    self.relay.wires.discard(self)
                    self.client.close()
                    self.server.close()

    def cut(self):
        shut(self.client)
        shut(self.server)

    def requests(self):
        tail = b""
        while data := receive(self.client):
            seen = tail + data
            if COMMIT in seen:
                self.is_writing = True
                tail = b""
                if not self.relay.begins_commit():
                    send(self.server, data[:len(data) // 2])
                    return self.relay.stop()
            else:
                tail = seen[-len(COMMIT) + 1:]
            if self.relay.rewrite:
                data = self.relay.rewrite(data)
            if not send(self.server, data):
                break
        return None

    def answers(self):
        while data := receive(self.server):
            if self.is_writing:
                self.is_writing = False
                if not self.relay.answers_commit():
                    return self.relay.stop()
            if not send(self.client, data):
                break
        return None


def receive(end):
    try:
        return end.recv(1 << 16)
    except OSError:
        return b""


def send(end, data):
    try:
        end.sendall(data)
        return True
    except OSError:
        return False
