"""Which rows belong to the shards of a process, on both engines."""

from bot.db.database import Database, Reading
from bot.jobs.homes import Homes, all_but, held_elsewhere, served_elsewhere

SHARDS = 3
HERE, ELSEWHERE = 0, 41
"""The number of a process that uses a database alone, and that of another process."""


async def found(reading: Reading, homes: Homes) -> list[int]:
    """List those of six servers, two of each shard, that do not belong elsewhere."""
    text = "SELECT 1 WHERE (CAST(:guild AS BIGINT) >> 22) % (:shards) NOT IN (:elsewhere)"
    return [
        each
        for each in range(6)
        if await reading.connection.ask(text, guild=each << 22, **homes).first(int)
    ]


async def share(database: Database, held_by: dict[int, int], served_by: dict[int, int]) -> None:
    async with database.writing() as writing:
        for number in range(SHARDS):
            await writing.connection.ask(
                "INSERT INTO shards (number, held_by, served_by) VALUES (:number, :held, :served)",
                number=number,
                held=held_by[number],
                served=served_by[number],
            )


async def test_every_row_belongs_to_a_process_that_shares_no_shards(database: Database) -> None:
    async with database.reading() as reading:
        for homes in (served_elsewhere(reading), held_elsewhere(reading), all_but(reading, 2)):
            assert await found(reading, homes) == [0, 1, 2, 3, 4, 5]


async def test_a_row_of_a_server_belongs_to_its_shard_and_one_of_none_to_the_first(
    database: Database,
) -> None:
    await share(database, dict.fromkeys(range(SHARDS), HERE), {0: HERE, 1: ELSEWHERE, 2: HERE})
    async with database.reading() as reading:
        assert await found(reading, served_elsewhere(reading)) == [0, 2, 3, 5]
        assert await found(reading, held_elsewhere(reading)) == [0, 1, 2, 3, 4, 5]
        assert await found(reading, all_but(reading, 1)) == [1, 4]


async def test_a_shard_that_another_process_is_to_connect_is_not_held_here(
    database: Database,
) -> None:
    await share(database, {0: HERE, 1: HERE, 2: ELSEWHERE}, dict.fromkeys(range(SHARDS), HERE))
    async with database.reading() as reading:
        assert await found(reading, held_elsewhere(reading)) == [0, 1, 3, 4]
