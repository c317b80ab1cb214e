"""Printing to every console: one that is not UTF-8, one that is full, and one that is gone."""

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

import click

READABLE: Final = "boop-readable"
"""The name of the error handler for characters that an encoding lacks."""
ASCII: Final = "boop-ascii"
"""The name of our ASCII codec. For ASCII itself click would write UTF-8."""

_INSTEAD: Final = {
    "✓": "OK",
    "✗": "WRONG",
    "·": "-",
    "…": "...",
    "→": "->",
    "–": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "×": "x",
    "∞": "infinity",
    "\N{REPLACEMENT CHARACTER}": "?",
}


def adapt_streams() -> None:
    """Replace standard streams that are missing or cannot encode everything that is printed."""
    codecs.register_error(READABLE, _replace)
    codecs.register(_find_codec)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # The stream was closed before the start. Take its number before another file gets it.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if is_ascii else stream.encoding, errors=READABLE)


def tell(text: str = "") -> None:
    """Print a result. The command succeeds even if it cannot be printed.

    What cannot be written to standard output goes to standard error.
    """
    try:
        click.echo(text)
    except OSError as error:
        _silence(sys.stdout)
        if error.errno != errno.EPIPE:
            sys.stdout = sys.stderr
            note(text)


def note(text: str) -> None:
    """Print on standard error, if possible."""
    try:
        click.echo(text, err=True)
    except OSError:
        _silence(sys.stderr)


def silence_unwritable(probe: str = "") -> bool:
    """Write a probe; silence the output streams that fail, and return whether any did.

    Otherwise Python would flush them again at exit, and set an exit status of its own.
    """
    is_any = False
    for stream in (sys.stdout, sys.stderr):
        if not _takes(stream, probe):
            _silence(stream)
            is_any, probe = True, ""
    return is_any


def _takes(stream: TextIO, text: str) -> bool:
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        return False
    return True


def _silence(stream: TextIO) -> None:
    """Redirect a stream that failed to the null device."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_shown, letters)), error.end


def _shown(letter: str) -> str:
    """Return a character in ASCII: a similar one, else its number."""
    from unicodedata import normalize

    if letter in _INSTEAD:
        return _INSTEAD[letter]
    plain = normalize("NFKD", letter)[0]
    if plain.isascii():
        return plain
    if "\udc80" <= letter <= "\udcff":
        # A byte of a file's name that is not text.
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter.encode("ascii", "backslashreplace").decode("ascii")


def _find_codec(name: str) -> codecs.CodecInfo | None:
    # Python looks up the name with underscores.
    if name.replace("_", "-") != ASCII:
        return None
    codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        codec.encode,
        codec.decode,
        codec.streamreader,
        codec.streamwriter,
        codec.incrementalencoder,
        codec.incrementaldecoder,
        ASCII,
    )
