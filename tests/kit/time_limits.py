"""The time limits of the bot's waits while a user waits, which tests set.

A module that imports a limit by its name has its own copy of the value, which is set too.
"""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType

import pytest

PATIENT = {
    "bot.app.STORED_WITHIN": 30.0,
    "cogs.core.access.BEFORE_AN_ANSWER": 10.0,
    "cogs.delivery.posting.ANSWER_WITHIN": 30.0,
    "cogs.wording.records.NAMES_WITHIN": 10.0,
}
"""Limits so long that a busy machine does not exceed them."""


def set_time_limit(monkeypatch: pytest.MonkeyPatch, path: str, seconds: float) -> None:
    """Set a limit, given as module and name, in each module that imports it."""
    import_module(path.rpartition(".")[0])
    name, modules = _modules_that_know(path, len(sys.modules))
    for each in modules:
        monkeypatch.setattr(each, name, seconds)


@cache
def _modules_that_know(path: str, _loaded: int) -> tuple[str, list[ModuleType]]:
    """Return the name of a limit and its modules, searched again after a further import.

    Each test at a table sets four limits; searching a thousand modules for each of them took a
    seventh of the test's setup.
    """
    module, _, name = path.rpartition(".")
    before = getattr(sys.modules[module], name)
    return name, [
        each
        for loaded, each in list(sys.modules.items())
        if loaded.startswith(("bot.", "cogs.")) and vars(each).get(name) is before
    ]


def be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot answer as late as the playground allows, so that no answer depends on speed."""
    for path, seconds in PATIENT.items():
        set_time_limit(monkeypatch, path, seconds)
