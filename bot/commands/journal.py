"""What the bot writes about itself, on standard error: no name and no message of a person."""

import contextlib
import io
import logging
import re
import sys
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.config import LogFormat, LogLevel

_LEVELS: Final = {
    LogLevel.DEBUG: logging.DEBUG,
    LogLevel.INFO: logging.INFO,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.ERROR: logging.ERROR,
}
_TOKEN_IN_PATH: Final = re.compile(r"((?:webhooks|interactions)/[^/\s]+/)[^/\s?]+")


def keep_journal(level: LogLevel, form: LogFormat) -> None:
    """Send our events and those of every library the same way, in one form.

    Libraries never write below INFO, whatever the level: at DEBUG discord.py writes down whole
    messages, and aiosqlite every value that is stored.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_tokens,
    ]
    closing = _closing(form)
    structlog.configure(
        processors=[*shared, *closing],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(_Lossy(sys.stderr)),
    )
    output = logging.StreamHandler(_Lossy(sys.stderr))
    output.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *closing],
        )
    )
    logging.basicConfig(level=max(_LEVELS[level], logging.INFO), handlers=[output], force=True)


class _Lossy(io.StringIO):
    """A stream that loses what cannot be written: a full disk must not end the bot by its log."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, if that can be done."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """See that it is written, if that can be done."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def _closing(form: LogFormat) -> list[Processor]:
    """Give the last steps; neither of the forms shows the values of local variables."""
    if form is LogFormat.JSON:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,
        )
    ]


def _without_tokens(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Blot out the tokens in addresses: whoever has one answers in the bot's name."""
    text = event.get("event")
    if isinstance(text, str):
        event["event"] = _TOKEN_IN_PATH.sub(r"\1…", text)
    return event
