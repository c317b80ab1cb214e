"""Which event loop the bot and the playground run in."""

import asyncio
import sys

import pytest

from bot.cli.event_loop import run_in_loop


async def _answer() -> str:
    return type(asyncio.get_running_loop()).__module__


def test_uvloop_is_used_where_it_is_installed() -> None:
    pytest.importorskip("uvloop")
    assert run_in_loop(_answer()) == "uvloop"


def test_the_loop_is_asyncios_without_uvloop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert run_in_loop(_answer()).startswith("asyncio.")


def test_an_exception_is_raised_and_the_loop_is_closed() -> None:
    async def fail() -> None:
        raise ValueError("no such bed")

    with pytest.raises(ValueError, match="no such bed"):
        run_in_loop(fail())
