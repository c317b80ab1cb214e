"""Counting, reading and deleting personal data; the SQL is generated from the declaration."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from bot.db.database import Reading, Writing
from bot.db.statements import Connection, Statement, count_of, execute
from bot.features.privacy.personal_data import (
    PERSONAL_DATA,
    WRITTEN,
    Anonymise,
    ByOwner,
    DataPart,
    Detach,
    Erase,
    Keep,
    Texts,
)
from bot.jobs.jobs import cancel_of_user, deliver_by
from bot.match.identity import Erasure, UserId
from bot.text import N_, translate

EXPORTED: Final = tuple(part for part in PERSONAL_DATA if part.withheld is None)
"""The parts in a user's file."""
IN_THEIR_PLACE: Final = N_("a former player")
"""The replacement for a user's number in another user's text, in the current language."""

Values = Mapping[str, object]
Eraser = Callable[[Writing, Erasure], Awaitable[None]]
"""Erases a user from the tables of one feature, in the transaction of the deletion."""


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """How many rows are stored about a user; `more` counts rows of less interest."""

    matches: int
    blocks: int
    watched: int
    more: int
    live: int = 0
    """How many of the matches are live."""
    open_made: int = 0
    """Open challenges that they made."""
    open_got: int = 0
    """Open challenges to them."""

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is stored."""
        return not (self.matches or self.blocks or self.watched or self.more)


async def kept_of(reading: Reading, user: UserId) -> StoredCounts:
    """Count what is stored about a user.

    Other users' texts are searched only if there is nothing else, because that reads all of them.
    """
    connection = reading.connection
    counts = await _counts(connection, user)
    if not any(counts.values()):
        counts["text"] = sum(
            await execute(*(_mentions(connection, texts, user) for texts in WRITTEN))
        )
    return StoredCounts(
        matches=counts.pop("matches"),
        blocks=counts.pop("blocks"),
        watched=counts.pop("spectators"),
        more=sum(counts.values()),
    )


async def is_anything_kept(reading: Reading, user: UserId) -> bool:
    """Return whether data about a user is stored; after a deletion it is not."""
    return not (await kept_of(reading, user)).nothing


def page_of(
    reading: Reading, part: DataPart, user: UserId, most: int, skip: int
) -> Statement[list[dict[str, object]]]:
    """Return some rows of a part, without the columns that belong to another user."""
    values = {"user_id": user, "most": most, "skip": skip}
    page = Statement(reading.connection, text_of_page(part), values, count_of).all(dict)

    def read(result: Any) -> list[dict[str, object]]:
        return [
            {name: value for name, value in row.items() if name not in part.hidden}
            for row in page.read(result)
        ]

    return page.reading(read)


async def forget(writing: Writing, erasure: Erasure, erasers: Sequence[Eraser]) -> None:
    """Erase a user from every table; only their key stays, without the user.

    Their matches must be over, and their challenges closed. Messages of the last day that show the
    user are updated.
    """
    user = erasure.user
    values = {
        "user_id": user,
        "gone_id": erasure.former,
        "number": str(user),
        "mention": f"<@{user}>",
        "old_mention": f"<@!{user}>",
        "name": translate(IN_THEIR_PLACE),
    }
    for erase in erasers:
        await erase(writing, erasure)
    renamed = map(text_of_renaming, WRITTEN)
    deleted = (text for part in reversed(PERSONAL_DATA) for text in texts_of_deletion(part))
    await execute(
        *(_write(writing, text, values) for text in (*renamed, *deleted)),
        cancel_of_user(writing, user),
        deliver_by(writing, erasure.at),
    )


# The names in these texts come from the declaration, never from input.


def text_of_page(part: DataPart) -> str:
    """Return the SQL that reads some rows of a part."""
    return (
        f"SELECT * FROM {part.table} WHERE {part.condition} "  # noqa: S608
        f"ORDER BY {part.order} LIMIT :most OFFSET :skip"
    )


def text_of_counts() -> str:
    """Return the SQL that counts the rows of every part that is counted."""
    counts = (
        f"(SELECT count(*) FROM {part.table} WHERE {part.condition}) AS {part.name}"  # noqa: S608
        for part in PERSONAL_DATA
        if part.counted
    )
    return f"SELECT {', '.join(counts)}"


def texts_of_deletion(part: DataPart) -> Iterator[str]:
    """Yield the SQL that erases a part, if it has no queries of its own."""
    match part.deletion:
        case Erase():
            yield f"DELETE FROM {part.table} WHERE {part.condition}"  # noqa: S608
        case Anonymise(cleared):
            beside = "" if part.found_by is None else f"{part.found_by} AND "
            for column in part.people:
                changed = ", ".join(
                    [f"{column} = :gone_id", *(f"{each} = NULL" for each in cleared)]
                )
                yield (
                    f"UPDATE {part.table} SET {changed} "  # noqa: S608
                    f"WHERE {beside}{column} = :user_id"
                )
        case Detach():
            for column in part.people:
                yield (
                    f"UPDATE {part.table} SET {column} = NULL "  # noqa: S608
                    f"WHERE {column} = :user_id"
                )
        case Keep() | ByOwner():
            pass
        case _:
            assert_never(part.deletion)


def text_of_mentions(texts: Texts) -> str:
    """Return the SQL that finds whether others' texts contain a user's number."""
    return f"SELECT EXISTS(SELECT 1 FROM {texts.table} WHERE {_named_in(texts)})"  # noqa: S608


def text_of_renaming(texts: Texts) -> str:
    """Return the SQL that replaces a user's number by `:name`."""
    changed = ", ".join(
        f"{each} = replace(replace(replace({each}, :mention, :name), :old_mention, :name), "
        ":number, :name)"
        for each in texts.columns
    )
    return f"UPDATE {texts.table} SET {changed} WHERE {_named_in(texts)}"  # noqa: S608


def _named_in(texts: Texts) -> str:
    # This condition repeats that of an index, which covers the rows with texts.
    written = " OR ".join(f"{each} IS NOT NULL" for each in texts.columns)
    named = " OR ".join(f"{each} LIKE '%' || :number || '%'" for each in texts.columns)
    return f"({written}) AND ({named})"


def _counts(connection: Connection, user: UserId) -> Statement[dict[str, int]]:
    return Statement(connection, text_of_counts(), {"user_id": user}, count_of).one(dict)


def _mentions(connection: Connection, texts: Texts, user: UserId) -> Statement[int]:
    values = {"number": str(user)}
    return Statement(connection, text_of_mentions(texts), values, count_of).one(int)


def _write(writing: Writing, text: str, values: Values) -> Statement[int]:
    named = {name: value for name, value in values.items() if f":{name}" in text}
    return Statement(writing.connection, text, named, count_of)
