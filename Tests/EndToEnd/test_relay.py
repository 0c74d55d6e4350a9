"""The relay between the app and the emulator: its own mistakes would look like the app's."""

import socket
import threading
import unittest

from harness.relay import Relay, Wire

LIMIT = 20


class Late:
    """A socket whose reader is held up, as a thread is that has to wait for a processor."""

    def __init__(self, end):
        self.end = end
        self.go = threading.Event()

    def recv(self, size):
        self.go.wait(LIMIT)
        return self.end.recv(size)

    def __getattr__(self, name):
        return getattr(self.end, name)


def connection():
    """Both ends of one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname())
        return one, listener.accept()[0]


class RelayTests(unittest.TestCase):
    def test_1_no_socket_is_closed_while_a_thread_is_about_to_read_it(self):
        relay = Relay("127.0.0.1:9")
        self.addCleanup(relay.stop)
        app, client = connection()
        server, emulator = connection()
        self.addCleanup(app.close)
        client = Late(client)
        wire = Wire(relay, client, server)
        requests = threading.Thread(target=wire.follow, args=(wire.requests,), daemon=True)
        requests.start()
        emulator.close()
        wire.follow(wire.answers)
        self.assertEqual(app.recv(1), b"", "the app learns at once that the connection has ended")
        self.assertNotEqual(client.fileno(), -1, "the next connection would have its number")
        client.go.set()
        requests.join(LIMIT)
        self.assertEqual((client.fileno(), server.fileno()), (-1, -1))
