"""A host on a file and a clock that stands, as the tests of features have them."""

from tests.features.conftest import clock, host

__all__ = ["clock", "host"]
