"""The fixture `table`, at which matches are played, with a patient bot."""

from tests.play.conftest import jobs_here, patient_bot, table

__all__ = ["jobs_here", "patient_bot", "table"]
