"""The fixture `table`, at which matches are played, with a patient bot."""

from tests.play.conftest import patient_bot, table

__all__ = ["patient_bot", "table"]
