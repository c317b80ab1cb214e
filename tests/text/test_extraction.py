"""Every message can be extracted, and a message that cannot is reported."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.text import extracting
from bot.text.extracting import (
    command_texts,
    faults_in,
    messages_in,
    note_above,
)
from bot.text.messages import Message


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ('N_(f"{name} is taken.")', "an f-string is never found in a catalogue"),
        ('gettext("one " + name)', "a sentence is glued from parts"),
        ("N_(name)", "only a plain text can be extracted"),
        ('ngettext("{count} cat", many, 3)', "only a plain text can be extracted"),
        ('NN_("{count} cat")', "a text is missing"),
        ('pgettext(f"{name}", "Draw")', "an f-string is never found in a catalogue"),
        ('app_commands.locale_str(f"Show {name}")', "an f-string is never found in a catalogue"),
        ('N_("")', "a text is empty, or begins or ends with a space"),
        ('N_("Draw ")', "a text is empty, or begins or ends with a space"),
        ('N_("{square.name} is taken.")', "a gap is a name alone"),
        ('N_("{square:>3}")', "a gap is a name alone"),
        ('N_("{} is taken.")', "a gap is a name alone"),
        ('N_("{square is taken.")', "the gaps do not parse"),
        ('gettext("It is taken.") + " by a cat"', "a sentence is glued from parts"),
        ("f\"Sorry: {gettext('it is taken')}\"", "a sentence is glued from parts"),
    ],
)
def test_a_call_that_cannot_be_extracted_is_reported_with_its_line(code: str, why: str) -> None:
    faults = list(faults_in(f"name = 'c3'\n{code}\n", "planted.py"))
    assert [str(fault).startswith(f"planted.py:2: {why}") for fault in faults] == [True]


@pytest.mark.parametrize(
    "code",
    [
        'N_("A sentence that is long, "\n   "so it stands in two lines.")',
        "f\"-# {gettext('A quiet line.')}\"",
        'gettext("One line.") + "\\n"',
        'catalogue.gettext(f"{name}")',
    ],
)
def test_extractable_calls_are_not_reported(code: str) -> None:
    assert list(faults_in(code, "planted.py")) == []


@pytest.mark.skipif(find_spec("babel") is None, reason='needs Babel: pip install -e ".[checks]"')
def test_a_text_has_a_plural_everywhere_or_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extracting, "ROOT", tmp_path)
    (tmp_path / "bot").mkdir()
    module = tmp_path / "bot" / "replies.py"
    module.write_text('gettext("Last turn")\nngettext("Last turn", "Last {count} turns", 2)\n')
    with pytest.raises(ValueError, match=r"replies\.py:2: 'Last turn' has another plural"):
        extracting.extract()
    module.write_text('pgettext("a", "Last")\nngettext("Last", "Last {count}", 2)\n')
    assert len(extracting.extract().catalog) == 2


def test_every_marker_is_found_wherever_it_is() -> None:
    source = """
heading = f"### {gettext('Your preferences')}"
LEFT = NN_("{count} piece", "{count} pieces")
NAME = pgettext("the noun", "Draw")
PLAYED = NN_("{most} hint", "{most} hints", "most")
"""
    assert [message for _, message in messages_in(source)] == [
        Message("{count} piece", "{count} pieces"),
        Message("Draw", context="the noun"),
        Message("{most} hint", "{most} hints"),
        Message("Your preferences"),
    ]


@pytest.mark.parametrize(
    ("above", "note"),
    [
        ("# Translators: a verb.", "a verb."),
        ("# Translators: a verb,\n    # of one piece.", "a verb, of one piece."),
        ("# It is a verb.", None),
        ("", None),
    ],
)
def test_only_marked_comments_above_a_message_are_for_translators(
    above: str, note: str | None
) -> None:
    code = f"kept = 1\n    {above}\n    said = gettext('Draw')"
    [(line, _)] = messages_in(f"if True:\n    {code}")
    assert note_above(f"if True:\n    {code}".splitlines(), line) == note


def test_names_and_descriptions_of_commands_are_extracted_too() -> None:
    source = """
class Season(GroupCog, group_name="season"):
    "What the season is."

group = app_commands.Group(name="moderate", description="What moderators do.")

@group.command(name="end")
@app_commands.describe(match="Its number", text="Why")
async def end(self) -> None:
    '''End a match.

    Raises nothing.
    '''

async def other(self) -> None:
    '''Do no command.'''
"""
    assert {text for _, text in command_texts(source)} == {
        "What the season is.",
        "What moderators do.",
        "Its number",
        "Why",
        "End a match.",
    }
