"""What is agreed on with the bot as columns of a match or a challenge, and back."""

import sqlite3

from bot.match.practice import LevelNumber, Measured, Pace, Practice


def practice_columns(practice: Practice | None) -> dict[str, object]:
    """Give the columns; all empty in a match between two people."""
    return {
        "bot_level": practice.level if practice else None,
        "bot_pace": practice.pace.value if practice else None,
        "measured": practice.measured.value if practice else None,
    }


def read_practice(row: sqlite3.Row) -> Practice | None:
    """Read what was agreed on. A `ValueError` where a text of it cannot be read."""
    if row["bot_level"] is None:
        return None
    level = LevelNumber(row["bot_level"])
    return Practice(level, Pace(row["bot_pace"]), Measured(row["measured"]))
