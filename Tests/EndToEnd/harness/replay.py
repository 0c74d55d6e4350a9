"""The requests of a program, recorded on their way to a server and sent again by a client that does nothing else: what the
server and the network need for them."""

import dataclasses
import http.client
import queue
import threading
import time

from .server import LocalServer

HOP = ("host", "connection", "keep-alive", "content-length", "transfer-encoding")


@dataclasses.dataclass(frozen=True)
class Sent:
    """A request, with the moments when it began and when it was answered."""

    method: str
    path: str
    headers: dict
    body: bytes
    status: int
    began: float
    ended: float
    documents: int = 0  # of Firestore, in the answer


class Recorder(LocalServer):
    """Passes everything on to the server at a port of this computer and writes down what was asked."""

    def __init__(self, port):
        self.target = port
        self.sent = []
        super().__init__()

    @property
    def url(self):
        return f"http://{self.host}/"

    def take(self):
        """What was sent since this was called last, in the order in which it began."""
        with self.lock:
            sent, self.sent = self.sent, []
        return sorted(sent, key=lambda one: one.began)

    def answer(self, request):
        began = time.monotonic()
        headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP}
        server = http.client.HTTPConnection("127.0.0.1", self.target, timeout=600)
        try:
            server.request(request.command, request.path, request.body, headers)
            answer = server.getresponse()
            body = answer.read()
        finally:
            server.close()
        kept = [(name, value) for name, value in answer.getheaders()
                if name.lower() not in (*HOP, "date", "server")]
        with self.lock:
            self.sent.append(Sent(request.command, request.path, headers, request.body, answer.status, began,
                                  time.monotonic(), body.count(b'"createTime"')))
        request.reply(answer.status, kept, body)


def at_once(sent):
    """The most requests that were on their way at the same time."""
    moments = sorted([(one.began, 1) for one in sent] + [(one.ended, -1) for one in sent])
    now = most = 0
    for _, change in moments:
        now += change
        most = max(most, now)
    return most


def replay(sent, port, connections):
    """Sends the requests again, in their order, and reads the answers; returns the seconds.

    Each has to be answered as it was then."""
    waiting = queue.SimpleQueue()
    for one in sent:
        waiting.put(one)
    others = []

    def work():
        server = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        try:
            while True:
                try:
                    one = waiting.get_nowait()
                except queue.Empty:
                    return
                server.request(one.method, one.path, one.body or None, one.headers)
                answer = server.getresponse()
                answer.read()
                if answer.status != one.status:
                    others.append((one.method, one.path, one.status, answer.status))
        except (OSError, http.client.HTTPException) as error:
            others.append(error)
        finally:
            server.close()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(connections)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - started
    assert not others, others[:3]
    return seconds
