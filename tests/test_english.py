"""The program is written in plain English, and translated English may only become less.

Each number is the most that a folder may have. Lower it when you rewrite something.
"""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
ROOMS: Final = ("bot", "cogs", "render", "playground", "tests", "docs", "")
"""The folders; the empty name stands for files outside of them."""

WORDS: Final = re.compile(
    r"\b(who(?:so)?ever|whatever|whichever|be it|no more|any more|so many|otherwise than)\b", re.I
)
PEOPLE: Final = re.compile(r"\b(some|any|no)body\b", re.I)
"""Words that are sometimes right: mostly a user, a player, an opponent or a host is meant."""
NAMES: Final = re.compile(
    r"^ *(?:async )?def (\w*(?:(?:some|any|no)body|who(?:so)?ever|whatever|whichever"
    r"|_no_more|_any_more|_so_many|otherwise_than)\w*)",
    re.M,
)
"""Functions, mostly tests, whose names contain such words."""

CLASS: Final = re.compile(r"^ *class (\w+)[(:\[]", re.MULTILINE)
PARTICIPLE: Final = re.compile(
    r"([A-Z][a-z]+ed|Begun|Broken|Chosen|Done|Drawn|Found|Given|Gone|Hidden|Kept|Known|Left|Lost"
    r"|Made|Met|Rebuilt|Said|Seen|Sent|Shown|Taken|Told|Won|Written"
    r"|[A-Z][a-z]+(?:Wanted|Filled|Rebuilt|Drawn)"
    r"|Died|Mine|Of|Our[A-Z]\w*|Own|Simply|Still|Where|Who|Whole|Whom|Whose|Why\w*"
    r"|After|Among|Before|Beside|Between|Beyond)"
)
"""Participles, pronouns, prepositions, and other words that are not nouns."""
EVENTS: Final = frozenset(
    {"Bed", "Need", "Booped", "Graduated", "Moved", "Placed", "Recalled", "Stayed", "Won"}
)
"""Nouns, and the events of a turn, whose names say what happened."""

PLAIN: Final = ("Dockerfile", ".env.example")
"""Files in the root that are not found by their suffix."""

MOST_WORDS: Final = {
    "bot": 0,
    "cogs": 0,
    "render": 0,
    "playground": 0,
    "tests": 0,
    "docs": 0,
    "": 0,
}
MOST_PEOPLE: Final = {
    "bot": 2,
    "cogs": 0,
    "render": 0,
    "playground": 1,
    "tests": 7,
    "docs": 0,
    "": 0,
}
MOST_PARTICIPLES: Final = 0
MOST_NAMES_TWICE: Final = 0


def room_of(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first if first in ROOMS else ""


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Return the texts that engineers write and read, each with its folder.

    Migrations are left out, because an applied one is never edited.
    """
    found = [
        path
        for kind in ("py", "sql", "md", "js", "css", "html", "toml", "yaml")
        for room in ROOMS
        for path in ROOT.glob(f"{room}/**/*.{kind}" if room else f"*.{kind}")
        if not {"transcripts", "schema"} & set(path.parts) and path != Path(__file__)
    ]
    found += [path for path in (*ROOT.glob(".ci/*"), *map(ROOT.joinpath, PLAIN)) if path.is_file()]
    return tuple((room_of(path), path.read_text(encoding="utf-8")) for path in sorted(found))


@cache
def counted(pattern: re.Pattern[str]) -> dict[str, int]:
    counts = Counter(dict.fromkeys(ROOMS, 0))
    for room, text in texts():
        counts[room] += len(pattern.findall(text))
    return dict(counts)


@cache
def class_names() -> Counter[str]:
    """Return the names of the program's classes, and how often each is defined.

    A class that is private to a module counts as its public namesake.
    """
    return Counter(
        name.removeprefix("_")
        for folder in ("bot", "cogs", "render", "playground")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in CLASS.findall(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("room", ROOMS)
def test_words_that_sound_translated_stay_within_the_limit(room: str) -> None:
    assert counted(WORDS)[room] == MOST_WORDS[room]


@pytest.mark.parametrize("room", ROOMS)
def test_indefinite_pronouns_for_people_stay_within_the_limit(room: str) -> None:
    assert counted(PEOPLE)[room] == MOST_PEOPLE[room]


def test_names_of_functions_contain_no_words_that_sound_translated() -> None:
    assert [name for _, text in texts() for name in NAMES.findall(text)] == []


def test_classes_are_nouns() -> None:
    names = [name for name in class_names() if PARTICIPLE.fullmatch(name) and name not in EVENTS]
    assert len(names) == MOST_PARTICIPLES, sorted(names)


def test_a_class_name_is_defined_once() -> None:
    twice = [name for name, count in class_names().items() if count > 1]
    assert len(twice) == MOST_NAMES_TWICE, sorted(twice)
