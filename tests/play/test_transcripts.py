"""The match in every transcript can be played, and all of its text is translated."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.text import PSEUDO
from tests.kit.pseudo import untranslated
from tests.transcripts import transcript

NAMES = re.compile(r"@?\b(Ada|Bob|UTC)\b|#(games|week)|\((pale)\)|boop\\\?")


def blocks(text: str) -> Iterator[str]:
    """Yield each message of a transcript, except those that were sent in person.

    A language without a catalogue is not stored, so those are in English.
    """
    where = ""
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if all(line.startswith(">") for line in lines) and "in person" not in where:
            yield "\n".join(line[2:] for line in lines)
        where = lines[0] if lines else ""


@pytest.mark.night
@pytest.mark.whole
async def test_all_texts_of_a_match_are_translated(tmp_path: Path) -> None:
    read = list(blocks(await transcript(PSEUDO, tmp_path)))
    assert len(read) > 70
    left = [(each, untranslated(NAMES.sub("", each))) for each in read]
    assert [each for each in left if [word for word in each[1] if len(set(word)) > 1]] == []
