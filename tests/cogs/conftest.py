"""The table is the one that matches are played at."""

from tests.play.conftest import table

__all__ = ["table"]
