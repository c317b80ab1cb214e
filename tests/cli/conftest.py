"""Services on a file and a clock that stands still, as for the tests of features."""

from tests.features.conftest import clock, services

__all__ = ["clock", "services"]
