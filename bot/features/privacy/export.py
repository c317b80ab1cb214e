"""A person's file: all that is kept of them, part by part, for them to take along.

Nothing of others but what a match shows that both played: not whom they block or what they plan,
nor who blocks this person.
"""

import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from bot.match.identity import Instant, UserId

NAME_INSIDE: Final = "boop-data.json"
MOMENTS: Final = ("deadline", "orange_away_until", "gray_away_until")
"""Columns that hold a moment though their names do not end as such names do."""
REVISION: Final = "back_at"
"""A column that is named like a moment and holds a match's revision."""
ABOUT: Final = (
    "All that this bot keeps about you, by the tables of its database. Times are in UTC. "
    "The file docs/privacy.md of the bot's source says what each table holds."
)

Row = Mapping[str, object]


class PersonalFile:
    """A file that is written row by row, so that it never stands in memory as a whole.

    Its methods are for a thread beside the loop.
    """

    def __init__(self, path: Path, user: UserId, now: Instant) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._text: IO[bytes] = self._archive.open(NAME_INSIDE, "w", force_zip64=True)
        head = {"about": ABOUT, "made_at": _moment(now), "your_id": str(user)}
        lines = json.dumps(head, indent=1)[:-2]
        self._text.write(f'{lines},\n "tables": {{'.encode())
        self._parts = 0
        self._rows = 0

    def begin(self, part: str) -> None:
        """Begin a part, after the one before."""
        end = "\n  ]," if self._parts else ""
        self._text.write(f"{end}\n  {json.dumps(part)}: [".encode())
        self._parts += 1
        self._rows = 0

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows to the part."""
        for row in rows:
            comma = "," if self._rows else ""
            text = json.dumps(readable(row), ensure_ascii=False)
            self._text.write(f"{comma}\n   {text}".encode())
            self._rows += 1

    def close(self) -> None:
        """Write the end."""
        with self._archive, self._text:
            self._text.write(("\n  ]" if self._parts else "").encode() + b"\n }\n}\n")


def readable(row: Row) -> dict[str, object]:
    """Return a row as people and other programs read it.

    A moment is a date and a time in UTC; the ids of Discord are text, for many programs do not
    keep numbers of that size.
    """
    return {name: _readable(name, value) for name, value in row.items()}


def _readable(name: str, value: object) -> object:
    is_moment = name in MOMENTS or (name.endswith("_at") and name != REVISION)
    if is_moment and isinstance(value, float | int):
        return _moment(Instant(float(value)))
    if isinstance(value, int) and name.endswith("_id") and abs(value) >= 1 << 53:
        return str(value)
    return value


def _moment(instant: Instant) -> str:
    return datetime.fromtimestamp(instant, UTC).isoformat(timespec="seconds")
