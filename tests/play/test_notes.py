"""The note that goes with a challenge: quoted, bounded, and without any effect of its own."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.identity import ChallengeId
from bot.match.terms import LONGEST_NOTE, read_note
from cogs.wording.quoting import quoted_note
from playground import CannotDo
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

NASTY = [
    "@everyone @here",
    "<@{cleo}> come and see",
    "<@&{server}> <#{games}> </place:{games}> <t:0:R>",
    "**bold** _it_ ~~gone~~ ||hidden|| `code`",
    "[a link](https://example.com) https://example.com <https://example.com>",
    "# heading\n> quote\n- list\n-# small",
    "```\nblock",
    "\\",
    "x" * 100,
    "*" * 100,
]

_UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[!-/:-@\[\]-`{-~]")


def shown_as(quotation: str) -> str:
    """Return what people read where Discord shows a quotation of escaped text."""
    inside = quotation.removeprefix("> “").removesuffix("”")
    assert not _UNESCAPED.search(inside), inside
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", inside)


@given(st.text(max_size=150) | st.text("*_~|`<>[]()@#:/.\\-1a ", max_size=150))
def test_a_note_is_shown_as_typed_without_formatting(typed: str) -> None:
    note = read_note(typed)
    if note is not None:
        quotation = quoted_note(note)
        assert shown_as(quotation) == note
        assert "\n" not in quotation
        assert "://" not in quotation


async def test_a_note_is_quoted_in_the_challenge_and_kept_with_it(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command(
        "challenge", channel=games, opponent=bob, note="best of three,\n  loser makes tea"
    )
    assert "> “best of three\\, loser makes tea”" in offered.text
    accepted = await bob.press(offered.shown, "Accept")
    assert "loser makes tea" in accepted.text
    kept = (await table.services.challenges.find(ChallengeId(1))).challenge
    assert kept.note == "best of three, loser makes tea"
    with pytest.raises(CannotDo):
        await ada.command("challenge", channel=games, opponent=bob, note="x" * (LONGEST_NOTE + 1))


@pytest.mark.parametrize("note", sampled(NASTY, 3, 6))
async def test_a_note_cannot_ping_or_break_a_message(table: Table, note: str) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    text = note.format(cleo=cleo.id, games=games.id, server=playground.server().id)
    for opponent in ({"opponent": bob}, {}):
        offered = await ada.command(
            "challenge", channel=games, note=text[:LONGEST_NOTE], **opponent
        )
        assert "Accept" in offered.shown.labels
        (line,) = [line for line in offered.text.splitlines() if line.startswith("> ")]
        assert shown_as(line) == read_note(text)
    assert not cleo.notifications
    assert not ada.notifications
    assert len(bob.notifications) == 1
