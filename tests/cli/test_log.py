"""The bot's log: what it contains, and what it never contains."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.cli.log import configure_logging
from bot.config import LogFormat, LogLevel

WEBHOOK = "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original"


@pytest.fixture(autouse=True)
def untouched_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    for output in root.handlers:
        output.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_events_of_the_bot_and_of_libraries_are_one_json_object_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logging(LogLevel.INFO, LogFormat.JSON)
    structlog.get_logger().info("bed shown", match=7)
    logging.getLogger("discord.gateway").warning("Shard ID %s is late", 3)
    ours, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["level"], ours["match"]) == ("bed shown", "info", 7)
    assert (theirs["event"], theirs["level"], theirs["logger"]) == (
        "Shard ID 3 is late",
        "warning",
        "discord.gateway",
    )
    assert ours["timestamp"].endswith("Z")


def test_events_below_the_level_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogLevel.WARNING, LogFormat.TEXT)
    structlog.get_logger().info("quiet")
    logging.getLogger("discord").info("quiet")
    structlog.get_logger().warning("loud")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "loud" in lines[0]


def test_debug_messages_of_libraries_are_never_written(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(LogLevel.DEBUG, LogFormat.TEXT)
    logging.getLogger("discord.gateway").debug("a whole message of a person")
    structlog.get_logger().debug("ours")
    assert "a whole message" not in (written := capsys.readouterr().err)
    assert "ours" in written


@pytest.mark.parametrize("form", LogFormat)
def test_tokens_in_addresses_are_masked(
    capsys: pytest.CaptureFixture[str], form: LogFormat
) -> None:
    configure_logging(LogLevel.INFO, form)
    logging.getLogger("discord.http").warning("We are being rate limited. PATCH %s", WEBHOOK)
    written = capsys.readouterr().err
    assert "aW50ZXJhY3Rpb24" not in written
    assert "webhooks/123/" in written


@pytest.mark.parametrize("form", LogFormat)
def test_a_traceback_shows_no_values_of_variables(
    capsys: pytest.CaptureFixture[str], form: LogFormat
) -> None:
    configure_logging(LogLevel.INFO, form)
    name_of_a_person = "Sam" + "antha"
    try:
        int(name_of_a_person[:0])
    except ValueError:
        structlog.get_logger().exception("a fault")
    written = capsys.readouterr().err
    assert "ValueError" in written
    assert "Samantha" not in written
