"""One log, in one format, for our events and those of every library."""

from __future__ import annotations

import contextlib
import io
import logging
import re
import sys
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.config import LogFormat, LogLevel

_TOKEN_IN_PATH: Final = re.compile(r"((?:webhooks|interactions)/[^/\s]+/)[^/\s?]+")


def configure_logging(level: LogLevel, form: LogFormat) -> None:
    """Send our events and those of every library to one log, in one format.

    Libraries never log below INFO, even at a lower level: at DEBUG discord.py logs whole messages,
    and aiosqlite every stored value.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_tokens,
    ]
    closing, number = _closing(form), logging.getLevelNamesMapping()[level.name]
    structlog.configure(
        processors=[*shared, *closing],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(_LossyStream(sys.stderr)),
    )
    output = logging.StreamHandler(_LossyStream(sys.stderr))
    output.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *closing],
        )
    )
    logging.basicConfig(level=max(number, logging.INFO), handlers=[output], force=True)


class _LossyStream(io.StringIO):
    """A stream that drops text it cannot write, so that a full disk does not end the bot."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, if possible."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, if possible."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def _closing(form: LogFormat) -> list[Processor]:
    """Return the last processors; neither format shows the values of local variables."""
    if form is LogFormat.JSON:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,
        )
    ]


def _without_tokens(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Remove the tokens in addresses: with one, anyone could answer in the bot's name."""
    text = event.get("event")
    if isinstance(text, str):
        event["event"] = _TOKEN_IN_PATH.sub(r"\1…", text)
    return event
