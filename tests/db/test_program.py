"""Counters, stored values and the lease in the database."""

from dataclasses import replace

from bot.db.database import Database
from bot.db.program import (
    Counter,
    Lease,
    StoredValue,
    allot,
    counters,
    lead,
    lease,
    leave_lead,
    load_value,
    renew_lead,
    store_value,
)


async def test_numbers_are_unique_and_begin_at_one(database: Database) -> None:
    async with database.writing() as writing:
        for counter in await counters(writing.connection):
            assert [await allot(writing, Counter(counter)) for _ in range(3)] == [1, 2, 3]


async def test_values_are_remembered_and_replaced(database: Database) -> None:
    async with database.writing() as writing:
        for name in StoredValue:
            assert await load_value(writing, name) is None
            await store_value(writing, name, "first")
            await store_value(writing, name, name.value)
        assert [await load_value(writing, name) for name in StoredValue] == [
            name.value for name in StoredValue
        ]


async def test_a_lease_is_taken_renewed_and_released(database: Database) -> None:
    first, second = Lease("a", "here", 1, 5.5), Lease("b", "there", 2, 6.5)
    async with database.writing() as writing:
        assert await lease(writing) is None
        await lead(writing, first)
        assert await lease(writing) == first
        assert await renew_lead(writing, "a", 7.5)
        assert await lease(writing) == replace(first, expires_at=7.5)
        await lead(writing, second)
        assert await lease(writing) == second
        assert not await renew_lead(writing, "a", 8.5)
        await leave_lead(writing, "a")
        assert await lease(writing) == second
        await leave_lead(writing, "b")
        assert await lease(writing) is None
