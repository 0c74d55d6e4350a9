"""What tests of accounts at CalDAV servers have in common."""

import unittest

from . import caldav, keyring
from .caldav import CalDAVServer


class CalDAVCase:
    """Goes before another class of tests: brings a keyring, and servers."""

    def setUp(self):
        super().setUp()
        if reason := caldav.missing() or keyring.missing():
            raise unittest.SkipTest(reason)
        self.keyring = keyring.Keyring()
        self.addCleanup(self.keyring.stop)

    def server(self, *arguments, **options):
        """One that ends with the test."""
        server = CalDAVServer(*arguments, **options)
        self.addCleanup(server.stop)
        return server
