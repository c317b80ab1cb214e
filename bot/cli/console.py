"""Print to every console: one that is not UTF-8, one that is full, and one that is gone."""

import codecs
import errno
import io
import os
import sys
from contextlib import suppress
from typing import Final, TextIO

import click

READABLE: Final = "boop-readable"
"""The name of what shows characters that an encoding lacks."""
ASCII: Final = "boop-ascii"
"""The name of ASCII here. Under its own name click would write UTF-8 instead."""

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
    """Replace standard streams that are missing or can't encode everything that is printed."""
    codecs.register_error(READABLE, _replace)
    codecs.register(_find_codec)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # It was closed before the start. Nothing else may get its number now.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if is_ascii else stream.encoding, errors=READABLE)


def tell(text: str = "") -> None:
    """Print what was found or done. It stays so though it cannot be printed.

    What standard output has no room for goes to standard error.
    """
    try:
        click.echo(text)
    except OSError as error:
        _silence(sys.stdout)
        if error.errno != errno.EPIPE:
            sys.stdout = sys.stderr
            note(text)


def note(text: str) -> None:
    """Print on standard error, if that can be done."""
    try:
        click.echo(text, err=True)
    except OSError:
        _silence(sys.stderr)


def silence_unwritable(probe: str = "") -> bool:
    """Drop what streams cannot write, with a probe behind it; return whether there was any.

    Python would try again at the end, and exit with a status of its own.
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
    """Let a stream that failed write to nothing from now on."""
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
    """Return a character in ASCII: what looks alike, else its number."""
    from unicodedata import normalize

    if letter in _INSTEAD:
        return _INSTEAD[letter]
    plain = normalize("NFKD", letter)[0]
    if plain.isascii():
        return plain
    if "\udc80" <= letter <= "\udcff":
        # A byte of a file's name that is no text.
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter.encode("ascii", "backslashreplace").decode("ascii")


def _find_codec(name: str) -> codecs.CodecInfo | None:
    # Python asks by the name with underscores.
    if name.replace("_", "-") != ASCII:
        return None
    found = codecs.lookup("ascii")
    return codecs.CodecInfo(
        found.encode,
        found.decode,
        found.streamreader,
        found.streamwriter,
        found.incrementalencoder,
        found.incrementaldecoder,
        ASCII,
    )
