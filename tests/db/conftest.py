"""A host on a file and a clock that stands, as the tests of features have them."""

from tests.features.conftest import clock, services

__all__ = ["clock", "services"]
