"""Free ports on the loopback address."""

import random
import socket
from pathlib import Path

FIRST = 10_000
#: The kernel gives ports from here on to whoever connects (ip(7), ip_local_port_range): a server that is about to start
#: could find its port taken by a connection.
GIVEN_OUT = max(int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0]), FIRST + 1_000)


def free_port():
    """A port that nobody listens at. Who asks at the same moment hardly gets the same one."""
    while True:
        port = random.randrange(FIRST, GIVEN_OUT)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
