#!/usr/bin/python3
"""Runs a server of the harness for tests in another language: served.py identity, served.py relay HOST:PORT,
served.py emulator LOG

The first line on standard output is {"port": N}, or {"missing": REASON} where the server cannot be run. Each line of standard input is a call, {"call": NAME, "arguments":
[...]}, or sets an attribute, {"set": NAME, "value": ...}; each is answered by a line {"result": ...}. The server ends with
its standard input.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import emulator  # noqa: E402
from harness.identity import IdentityServer  # noqa: E402
from harness.relay import Relay  # noqa: E402

SERVERS = {"emulator": emulator.Emulator, "identity": IdentityServer, "relay": Relay}


def main():
    reason = emulator.missing() if sys.argv[1] == "emulator" else ""
    if reason:
        return tell({"missing": reason})
    server = SERVERS[sys.argv[1]](*sys.argv[2:])
    tell({"port": server.port})
    for line in sys.stdin:
        order = json.loads(line)
        result = None
        if "set" in order:
            setattr(server, order["set"], order["value"])
        else:
            result = getattr(server, order["call"])(*order["arguments"])
        tell({"result": result})
    return server.stop()


def tell(value):
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    main()
