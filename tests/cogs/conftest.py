"""The fixture `table`, at which matches are played."""

from tests.play.conftest import table

__all__ = ["table"]
