"""A proxy between the app and the emulator that injects faults."""

import http.client
import itertools
import threading
import time

from .server import LocalServer


class Fault:
    """What happens to a request. Without arguments it is passed on unchanged."""

    def __init__(self, delay=0.0, holds=False, lose_answer=False, status=None, body=None, headers=(), endless=None,
                 applies=lambda method, path, body: True, times=None):
        """
        delay: seconds before the answer is passed on
        holds: the server's answer is passed on when the proxy gets another fault
        lose_answer: the server processes the request, then the connection is cut
        status, body, headers: the answer of the proxy itself; the server does not get the request
        endless: bytes that are repeated without end as the body of the answer
        applies: selects the requests; times: how many of them (None: all)
        """
        self.delay, self.holds, self.lose_answer, self.status, self.body = delay, holds, lose_answer, status, body
        self.headers, self.endless, self.applies, self.times = headers, endless, applies, times
        self.struck = 0
        self.is_over = threading.Event()


def is_write(method, path, body):
    return path.endswith(":commit")


def is_read(method, path, body):
    return path.endswith(":runQuery")


class FaultProxy(LocalServer):
    """Passes requests on to `target`; `fault` may be changed at any time."""

    def __init__(self, target):
        self.target = target
        self._fault = Fault()
        self.requests = []  # (method, path) as they came
        super().__init__()

    @property
    def fault(self):
        return self._fault

    @fault.setter
    def fault(self, fault):
        earlier, self._fault = self._fault, fault
        earlier.is_over.set()

    def strike(self, method, path, body):
        """The fault for this request."""
        with self.lock:
            self.requests.append((method, path))
            fault = self.fault
            if not fault.applies(method, path, body):
                return Fault()
            if fault.times is not None and fault.struck >= fault.times:
                return Fault()
            fault.struck += 1
            return fault

    def answer(self, request):
        fault = self.strike(request.command, request.path, request.body)
        if fault.endless is not None:
            return request.pour("application/json", itertools.repeat(fault.endless * 1000))
        if fault.status is not None:
            time.sleep(fault.delay)
            return request.reply(fault.status, fault.headers, fault.body or b"")
        answer = self.forward(request)
        time.sleep(fault.delay)
        if fault.holds:
            fault.is_over.wait(60)
        return request.cut() if fault.lose_answer else request.reply(*answer)

    def forward(self, request):
        """The server's status, headers and body."""
        host, port = self.target.split(":")
        server = http.client.HTTPConnection(host, int(port), timeout=60)
        hop = ("host", "connection", "accept-encoding", "content-length")
        headers = {name: value for name, value in request.headers.items() if name.lower() not in hop}
        try:
            server.request(request.command, request.path, request.body or None, headers)
            answer = server.getresponse()
            kept = [(name, value) for name, value in answer.getheaders()
                    if name.lower() in ("content-type", "retry-after")]
            return answer.status, kept, answer.read()
        except OSError:
            return 502, [], b""
        finally:
            server.close()
