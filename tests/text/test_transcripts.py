"""The written transcript of a match in each language."""

import re
from pathlib import Path

import pytest

from bot.text import ENGLISH, Language, translations
from tests.transcripts import FOLDER


def commands_in(transcript: Path) -> set[str]:
    """Return the lines that list commands and their options."""
    lines = transcript.read_text(encoding="utf-8").partition("\n## Ada")[0].splitlines()
    return {line for line in lines if line.lstrip().startswith("- ")}


@pytest.mark.parametrize("language", translations())
def test_commands_are_listed_in_the_language(language: Language) -> None:
    english, listed = (commands_in(FOLDER / f"{each}.md") for each in (ENGLISH, language))
    assert len(listed) > len(english) / 2
    assert not english & listed


@pytest.mark.parametrize("language", [ENGLISH, *translations()])
def test_no_punctuation_follows_a_middle_dot(language: Language) -> None:
    lines = (FOLDER / f"{language}.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if re.search(r"· ?[,:;.、。：]", line)] == []
