#!/usr/bin/python3
"""Runs a server of the harness for tests in another language: served.py identity, served.py relay HOST:PORT,
served.py emulator LOG, served.py caldav KIND http|https, served.py keyring

The first line on standard output is {"port": N}, or {"missing": REASON} where the server cannot be run; the keyring has
no port. Each line of standard input is a call, {"call": NAME, "arguments": [...]}, or sets an attribute, {"set": NAME,
"value": ...}; each is answered by a line {"result": ...}. The server ends with its standard input.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from harness import caldav, emulator  # noqa: E402
from harness.identity import IdentityServer  # noqa: E402
from harness.relay import Relay  # noqa: E402

#: So many users beside the harness' own, user0 and so on: each test has one.
USERS = 400


def caldav_server(kind, scheme):
    others = [*(f"user{number}" for number in range(USERS)), caldav.ADMINISTRATOR]
    return caldav.CalDAVServer(kind, scheme == "https", others)


def own_keyring():
    from harness import keyring  # the others need no GObject
    return keyring.KeyringOnOwnBus()


def keyring_missing():
    try:
        from harness import keyring
    except ImportError:
        return "python3-gi is not installed"
    return keyring.missing()


SERVERS = {"caldav": caldav_server, "emulator": emulator.Emulator, "identity": IdentityServer, "keyring": own_keyring,
           "relay": Relay}
MISSING = {"caldav": lambda kind, _: caldav.missing(kind), "emulator": lambda _: emulator.missing(),
           "keyring": keyring_missing}


def main():
    name, *arguments = sys.argv[1:]
    if name in MISSING and (reason := MISSING[name](*arguments)):
        return send({"missing": reason})
    server = SERVERS[name](*arguments)
    send({"port": getattr(server, "port", None)})
    for line in sys.stdin:
        order = json.loads(line)
        result = None
        if "set" in order:
            setattr(server, order["set"], order["value"])
        else:
            result = getattr(server, order["call"])(*order["arguments"])
        send({"result": result})
    return server.stop()


def send(value):
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    main()
