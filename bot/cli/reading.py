"""How the command line reads files and standard input: UTF-8, with any line ends.

The byte order mark that some editors and shells write is not part of the text.
"""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from bot.cli.errors import FileNotText, FileTooLong, FileUnreadable

_MARK: Final = "\ufeff"
STANDARD_INPUT: Final = Path("-")


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


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input as they arrive, without their ends.

    Bytes that are not text are yielded as part of a line; the caller refuses it.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    for line in sys.stdin:
        # Concatenated texts have a mark in the middle.
        yield line.removesuffix("\n").removeprefix(_MARK)
