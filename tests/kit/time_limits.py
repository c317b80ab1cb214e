"""The seconds that the bot waits while a user waits, which tests set.

A module that imports a limit by its name has a value of its own, so it is set there too.
"""

import sys
from importlib import import_module

import pytest

PATIENT = {
    "bot.app.STORED_WITHIN": 30.0,
    "cogs.core.access.BEFORE_AN_ANSWER": 10.0,
    "cogs.delivery.answering.ANSWER_WITHIN": 30.0,
    "cogs.wording.records.NAMES_WITHIN": 10.0,
}
"""Limits that a busy machine does not exceed."""


def set_time_limit(monkeypatch: pytest.MonkeyPatch, path: str, seconds: float) -> None:
    """Set a limit, named by its module and its name, in each module that knows it."""
    module, _, name = path.rpartition(".")
    before = getattr(import_module(module), name)
    knowing = [
        each
        for loaded, each in list(sys.modules.items())
        if loaded.startswith(("bot.", "cogs.")) and vars(each).get(name) is before
    ]
    for each in knowing:
        monkeypatch.setattr(each, name, seconds)


def be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot answer as late as the playground takes it, so that no answer depends on speed."""
    for path, seconds in PATIENT.items():
        set_time_limit(monkeypatch, path, seconds)
