"""Files and standard input on the command line: UTF-8, with any line ends.

The byte order mark that some editors and shells write is not part of the text.
"""

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TypeVar

from bot.cli.errors import FileNotText, FileTooLong, FileUnreadable, NotOurFile

_MARK: Final = "\ufeff"
STANDARD_INPUT: Final = Path("-")
Kept = TypeVar("Kept")


def read_text(file: Path, most: int | None = None) -> str:
    """Read a text file, or standard input for `-`.

    Raise `FileUnreadable`, `FileNotText`, or `FileTooLong` if it has more than `most` bytes.
    """
    limit = -1 if most is None else most + 1
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(limit)
        else:
            with file.open("rb") as opened:
                content = opened.read(limit)
    except OSError as error:
        raise FileUnreadable(file, error.strerror or str(error)) from error
    if most is not None and len(content) > most:
        raise FileTooLong(file, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileNotText(file, error.start) from error


def read_kept(file: Path, read: Callable[[str], dict[str, Kept]], command: str) -> dict[str, Kept]:
    """Read a command's own file; return `{}` if it does not exist. Raise `NotOurFile`."""
    try:
        return read(read_text(file)) if file.exists() else {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise NotOurFile(file, command) from error


def replace_file(file: Path, content: bytes) -> None:
    """Replace a file as a whole, so that a kill leaves the old one or the new one."""
    whole = file.with_name(f"{file.name}.new")
    whole.write_bytes(content)
    whole.replace(file)


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input as they arrive, without their ends.

    Bytes that are not text are yielded as part of a line; the caller refuses it.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    for line in sys.stdin:
        # Concatenated texts have a mark in the middle.
        yield line.removesuffix("\n").removeprefix(_MARK)
