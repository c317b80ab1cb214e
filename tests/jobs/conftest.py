"""The fixtures of the tests of features: a host on a file, and a clock that stands still."""

from tests.features.conftest import clock, path, services

__all__ = ["clock", "path", "services"]
