"""Values become rows whose columns follow from the declared types, and rows become values again."""

import sqlite3
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, NewType, TypeVar

import pytest

from bot.db.codecs import register
from bot.db.database import Database
from bot.db.errors import StatementFailed, UnreadableRow
from bot.db.rows import Group, ReadOnly, WithoutColumn, describe, mapping_of, reader_of
from bot.db.statements import Statement, rows_of
from bot.db.tables import TABLES, Table

DogId = NewType("DogId", int)
OwnerKey = NewType("OwnerKey", int)
Weight = NewType("Weight", float)
Thing = TypeVar("Thing")


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class Left:
    """A toy by its sound."""

    sound: str


@dataclass(frozen=True, slots=True)
class Right:
    """A toy by its size."""

    size: int


Toy = Left | Right


def write_toy(toy: Toy) -> str:
    return f"sound {toy.sound}" if isinstance(toy, Left) else f"size {toy.size}"


def read_toy(text: str) -> Toy:
    name, held = text.split(" ")
    return Left(held) if name == "sound" else Right(int(held))


@dataclass(frozen=True, slots=True)
class Breed:
    name: str
    edition: int


@dataclass(frozen=True, slots=True)
class Both(Generic[Thing]):
    left: Thing
    right: Thing


@dataclass(frozen=True, slots=True)
class Home:
    street: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Dog:
    id: DogId
    mother: DogId | None
    owner: OwnerKey
    weight: Weight
    mood: Mood
    toy: Toy | None
    breed: Breed
    home: Home | None
    eyes: Both[str]
    legs: Both[int | None]
    name: str
    nickname: str
    tail: int | None = None
    barks: int = 0
    dreams: str = "of bones"


register(Toy, write_toy, read_toy)
register(Breed, lambda breed: (breed.name, breed.edition), Breed, columns=("breed", "edition"))
describe(Home, number="house")
describe(
    Dog,
    Group(
        ("name", "nickname"),
        ("names",),
        lambda dog: (f"{dog.name} {dog.nickname}",),
        lambda names: tuple(names.split(" ")),
    ),
    home="home_{}",
    legs="{}_leg_length",
    eyes="{}_eye",
    tail=ReadOnly("left_leg_length"),
    dreams=WithoutColumn(),
)

COLUMNS = (
    "id", "mother_id", "owner_key", "weight", "mood", "toy", "breed", "edition", "home_street",
    "home_house", "left_eye", "right_eye", "left_leg_length", "right_leg_length", "names", "barks",
)  # fmt: skip

REX = Dog(
    id=DogId(1),
    mother=None,
    owner=OwnerKey(7),
    weight=Weight(12.5),
    mood=Mood.WILD,
    toy=Right(3),
    breed=Breed("beagle", 2),
    home=Home("Main Street", None),
    eyes=Both("brown", "blue"),
    legs=Both(None, 40),
    name="Rex",
    nickname="Rexy",
)


@dataclass(frozen=True, slots=True)
class Puppy:
    id: DogId
    mood: Mood
    due_at: float = 0.0


PUPPIES = Table(
    "puppies", Puppy, key=("id",), computed={"is_wild": lambda each: each.mood is Mood.WILD}
)
TABLES.remove(PUPPIES)


@pytest.fixture
async def puppies(database: Database) -> Database:
    """A database with a table of puppies."""
    columns = "id BIGINT, mood TEXT, due_at DOUBLE PRECISION, is_wild INTEGER"
    text = f"CREATE TABLE puppies ({columns}, tries INTEGER DEFAULT 5)"
    await database.script(f"{text}; CREATE UNIQUE INDEX by_id ON puppies (id);")
    return database


def test_columns_follow_from_names_and_types() -> None:
    assert mapping_of(Dog).columns == COLUMNS


def test_a_value_is_read_as_it_was_written() -> None:
    homeless = replace(REX, home=None, toy=None, mother=DogId(4), legs=Both(1, None))
    for dog in (REX, replace(homeless, tail=1)):
        row = mapping_of(Dog).write(dog)
        assert reader_of(Dog, COLUMNS)(row) == dog


def test_columns_are_read_by_name_in_any_order() -> None:
    row = mapping_of(Dog).write(REX)
    assert reader_of(Dog, ("more", *reversed(COLUMNS)))((0, *reversed(row))) == REX


def test_a_single_value_is_read_by_its_position() -> None:
    assert reader_of(DogId, ("anything",))((3,)) == 3
    assert reader_of(Mood, ("mood",))(("calm",)) is Mood.CALM
    assert reader_of(tuple[DogId, Mood | None], ("a", "b"))((3, None)) == (3, None)
    assert reader_of(dict, ("a", "b"))((3, None)) == {"a": 3, "b": None}


@pytest.mark.parametrize(
    ("column", "value"),
    [("mood", "sad"), ("id", "x"), ("id", None), ("weight", "x"), ("toy", "x"), ("names", 3)],
)
def test_values_that_the_program_never_writes_are_refused(column: str, value: object) -> None:
    row = mapping_of(Dog).write(REX)
    row[COLUMNS.index(column)] = value
    with pytest.raises(UnreadableRow):
        reader_of(Dog, COLUMNS)(row)


def test_a_missing_column_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="mood"):
        reader_of(Puppy, ("id", "due_at"))


@dataclass(frozen=True, slots=True)
class Twice:
    one: Both[int]
    other: Both[int]


def test_two_fields_share_no_column() -> None:
    with pytest.raises(AssertionError, match="share"):
        mapping_of(Twice)


@dataclass(frozen=True, slots=True)
class Strange:
    moods: list[Mood]


def test_an_undescribed_type_is_refused() -> None:
    with pytest.raises(TypeError, match="it is not defined"):
        mapping_of(Strange)


async def all_of(database: Database) -> list[dict[str, object]]:
    async with database.reading() as reading:
        text = "SELECT * FROM puppies ORDER BY id"
        return await Statement(reading.connection, text, {}, rows_of).all(dict)


async def insert_again(puppies: Database, puppy: Puppy) -> None:
    async with puppies.writing() as writing:
        await PUPPIES.insert(writing.connection, puppy)


async def test_rows_are_written_found_changed_and_deleted(puppies: Database) -> None:
    one, two = Puppy(DogId(1), Mood.CALM), Puppy(DogId(2), Mood.WILD)
    async with puppies.writing() as writing:
        connection = writing.connection
        assert await PUPPIES.insert(connection, one, two, tries=9) == 2
    with pytest.raises((sqlite3.Error, StatementFailed)):
        await insert_again(puppies, one)
    async with puppies.writing() as writing:
        connection = writing.connection
        assert await PUPPIES.find(connection, id=2) == two
        assert await PUPPIES.find(connection, id=3) is None
        assert await PUPPIES.find_all(connection, tries=9) == [one, two]
        assert await PUPPIES.upsert(connection, replace(one, due_at=3.0)) == 1
        assert await PUPPIES.delete(connection, id=2) == 1
    expected = {"id": 1, "mood": "calm", "due_at": 3.0, "is_wild": 0, "tries": 9}
    assert await all_of(puppies) == [expected]


async def test_only_changed_columns_are_written_if_the_row_is_as_expected(
    puppies: Database,
) -> None:
    calm = Puppy(DogId(1), Mood.CALM, 1.0)
    wild = replace(calm, mood=Mood.WILD)
    async with puppies.writing() as writing:
        connection = writing.connection
        await PUPPIES.insert(connection, calm, tries=9)
        await PUPPIES.change(connection, {"due_at": 2.0}, id=1)
        assert await PUPPIES.update(connection, calm, wild, tries=8) == 0
        assert await PUPPIES.update(connection, calm, wild, tries=9) == 1
        assert await PUPPIES.update(connection, wild, wild) == 1
    expected = {"id": 1, "mood": "wild", "due_at": 2.0, "is_wild": 1, "tries": 9}
    assert await all_of(puppies) == [expected]


async def test_rows_are_read_strictly_or_without_the_unreadable_ones(puppies: Database) -> None:
    async with puppies.writing() as writing:
        connection = writing.connection
        await PUPPIES.insert(connection, Puppy(DogId(1), Mood.CALM), Puppy(DogId(2), Mood.WILD))
        statement = Statement(connection, "SELECT * FROM puppies ORDER BY id", {}, rows_of)
        assert [puppy.id for puppy in await statement.all(Puppy)] == [1, 2]
        await PUPPIES.change(connection, {"mood": "odd"}, id=1)
        with pytest.raises(UnreadableRow, match="row 1 of puppies"):
            await statement.all(Puppy)
        assert [puppy.id for puppy in await statement.all_readable(Puppy)] == [2]


async def test_one_value_is_read_from_one_column(puppies: Database) -> None:
    async with puppies.reading() as reading:
        count = Statement(reading.connection, "SELECT count(*) FROM puppies", {}, rows_of)
        assert await count.one(int) == 0
        first = Statement(reading.connection, "SELECT min(due_at) FROM puppies", {}, rows_of)
        assert await first.first(Weight) is None
        none = Statement(reading.connection, "SELECT due_at FROM puppies", {}, rows_of)
        assert await none.first(Weight) is None
