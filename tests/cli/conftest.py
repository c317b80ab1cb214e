"""Services with a database file and a stopped clock, as in the tests of features."""

from tests.features.conftest import clock, services

__all__ = ["clock", "services"]
