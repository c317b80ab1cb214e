"""An option, a suggestion's text or a field has the same answer however a keyboard writes it."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import pytest
from discord import AppCommandOptionType, app_commands

from bot.features.settings.preferences import BoardFormat
from bot.match.identity import UserId
from bot.text import N_
from bot.text.folding import folded
from cogs.board.turn_panels import LONGEST_TURN
from cogs.core.actions import ACTIONS
from cogs.core.codecs import FormText
from cogs.core.errors import UnreadableSquare
from cogs.wording.refusals import sentence
from playground import Answer, Permission, Person, SeenModal
from tests.kit.disguises import disguises
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.servers import add_member_with, open_settings, owner_of
from tests.kit.tables import Table
from tests.kit.thoroughness import quick_or_thorough, sampled

NOTES = {
    ("challenge", "note"),
    ("moderate note", "reason"),
    ("moderate ban", "reason"),
    ("moderate unban", "reason"),
}
"""Options that are kept and shown as they were written."""
OPTIONS: dict[tuple[str, str], tuple[str, ...]] = {
    ("place", "square"): ("c3", "3c", "Kc3", "1. Kc3", "K c3", "Ke5#", "Kc3=b2c3d4", "c7", "z"),
    ("place", "match"): ("1", "#1", "99"),
    ("plan", "replies"): ("Kd4 Ka1", "2. Kd4 3. Ka1, Kd5 Ka2", "K d4 k a1", "Kd4 z"),
    ("plan", "match"): ("1",),
    ("resign", "match"): ("1",),
    ("hint", "match"): ("1",),
    ("board", "match"): ("#99",),
    ("watch", "match"): ("99",),
    ("replay", "match"): ("1",),
    ("export", "match"): ("1",),
    ("analyse", "match"): ("1",),
    ("match", "id"): ("1",),
    ("puzzle today", "answer"): ("c33",),
    ("leaderboard show", "season"): ("all", "now", "1"),
    ("leaderboard export", "season"): ("all",),
    **{
        (f"ladder {each}", "ladder"): ("1", "#1", "classic")
        for each in ("show", "join", "challenge", "rest", "leave", "manage")
    },
    ("ladder challenge", "player"): ("1", "#1"),
    ("tournament show", "tournament"): ("1", "#1"),
    ("tournament enter", "tournament"): ("1",),
    ("tournament leave", "tournament"): ("1",),
    ("tournament manage", "tournament"): ("1",),
    ("tournament export", "tournament"): ("1",),
    ("moderate end", "match"): ("1",),
    ("moderate void", "match"): ("1",),
    ("moderate note", "message"): ("123456789012345678",),
}
"""The inputs for each option; a repeated request with one of them changes nothing."""
SUGGESTING_NOTHING = {("moderate note", "message")}
BESIDE: Mapping[tuple[str, str], Mapping[str, str]] = {("place", "match"): {"square": "c3"}}
BEGINNINGS = {
    ("place", "square"): ("", "a", "3", "ka", "1. kb2", "k c"),
    ("plan", "replies"): ("", "kd", "Kd4 Ka", "2. Kd4 3. k"),
    ("puzzle today", "answer"): ("k", "ka"),
    ("leaderboard show", "season"): ("", "all", "this"),
    ("leaderboard export", "season"): ("all",),
}
"""The unfinished inputs for options with suggestions, except a match's number."""
FIELDS: dict[str, dict[str, tuple[str, ...]]] = {
    "replay-jumped": {"turn": ("1", "#0", "7")},
    "hours-set": {
        "begin": ("22:30", "10 pm", "22.30", "25"),
        "end": ("7", "07:15"),
        "daily": ("8:15", "8 a.m."),
        "zone": ("Europe/Rome", "Rome"),
    },
    "limits-set": {
        "most_matches": ("12", "0"),
        "most_challenges": ("4",),
        "vacation_days": ("10",),
    },
    "zone-set": {"zone": ("Europe/Rome", "rome", "UTC+5:30", "Kc3")},
    "turn-typed": {"turn": ("c3", "Kc3", "k c3", "c33")},
}
"""The inputs for the fields of each form."""
LONGEST = {
    "replay-jumped": 4,
    "hours-set": 40,
    "limits-set": 6,
    "zone-set": 60,
    "turn-typed": LONGEST_TURN,
}
"""Characters that a field of each form accepts."""
REASONS = {
    ("ban", "reason"),
    ("challenge-declined", "reason"),
    ("end-match", "reason"),
    ("void-match", "reason"),
    ("tournament-drafted", "name"),
}
"""Fields that are kept and shown as they were written."""
TURNS = {("lesson-typed", "turn"), ("puzzle-typed", "turn")}
"""Fields that are read like the field of `turn-typed`."""


def text_options(table: Table) -> set[tuple[str, str]]:
    """Return every option of a command that takes any text."""
    return {
        (command.qualified_name, option.display_name)
        for command in table.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is AppCommandOptionType.string and not option.choices
    }


def text_fields() -> set[tuple[str, str]]:
    """Return every field of a form that takes any text."""
    return {
        (each.name, field.name)
        for each in ACTIONS.values()
        for field in each.fields
        if any(isinstance(mark, FormText) for mark in get_args(field.annotation))
    }


async def test_every_option_and_field_is_tested_or_listed_as_verbatim(table: Table) -> None:
    assert text_options(table) == OPTIONS.keys() | NOTES
    tried = {(form, field) for form, fields in FIELDS.items() for field in fields}
    assert text_fields() == tried | REASONS | TURNS


def sample_disguises(plain: str, option: tuple[str, str]) -> list[str]:
    """Return a few disguises of a text, different ones for each option, or all if there is time.

    A few are enough, because some twenty options are numbers of matches, read by one function.
    """
    every = disguises(plain)
    return Random(f"{option} {plain}").sample(
        every, min(len(every), quick_or_thorough(2, len(every)))
    )


def user_for(table: Table, server_match: ServerMatch, command: str) -> Person:
    """Return the user for a command: a moderator to moderate, gray to place, otherwise orange."""
    if command.startswith("moderate"):
        return add_member_with(table.playground, "mia", Permission.MODERATE_MEMBERS)
    return server_match.gray if command == "place" else server_match.orange


def folded_answer(answer: Answer) -> tuple[str, bool]:
    """Return the words of an answer; it repeats unreadable input as it was typed."""
    form = answer.modal
    text, is_private = (answer.text, answer.shown.ephemeral) if form is None else (form.title, True)
    # Minutes pass while a field is tried.
    timeless = re.sub(r"It's \d\d:\d\d there now", "", text)
    return " ".join(folded(timeless).split()), is_private


@pytest.mark.parametrize("option", quick_or_thorough([*OPTIONS][::8], [*OPTIONS]), ids=" ".join)
async def test_an_option_is_suggested_and_read_in_each_disguise(
    table: Table, option: tuple[str, str]
) -> None:
    server_match = await start_match(table.playground, turns=["Kc3"])
    command, name = option
    person = user_for(table, server_match, command)

    async def suggest(text: str) -> list[tuple[str, str]]:
        choices = await person.autocomplete(command, name, text, channel=server_match.place)
        return [(each.name, str(each.value)) for each in choices]

    beginnings = BEGINNINGS.get(option, ("", "1", "#1", "2"))
    for plain in beginnings if option not in SUGGESTING_NOTHING else ():
        offered = await suggest(plain)
        for disguised in sample_disguises(plain, option):
            # A space behind a turn ends it.
            assert await suggest(disguised.rstrip()) == offered, disguised

    async def ask(text: str) -> tuple[str, bool]:
        given: dict[str, Any] = {**BESIDE.get(option, {}), name: text}
        return folded_answer(await person.command(command, channel=server_match.place, **given))

    for plain in OPTIONS[option]:
        expected = await ask(plain)
        for disguised in sample_disguises(plain, option):
            assert await ask(disguised) == expected, disguised


@pytest.mark.long
@pytest.mark.parametrize("form", sampled(tuple(FIELDS), 0, 3))
async def test_a_field_is_read_in_each_disguise(table: Table, form: str) -> None:
    server_match = await start_match(table.playground, turns=["Kc3"])
    person, opened = await open_form(table, server_match, form)
    for field, texts in FIELDS[form].items():
        for plain in texts:
            # Quiet hours have two ends.
            beside = {"begin": "1", "end": "2"} if form == "hours-set" else {}
            expected = folded_answer(await person.submit(opened, {**beside, field: plain}))
            for disguised in disguises(plain):
                if len(disguised) <= LONGEST[form]:
                    answer = await person.submit(opened, {**beside, field: disguised})
                    assert folded_answer(answer) == expected, disguised


async def open_form(table: Table, server_match: ServerMatch, form: str) -> tuple[Person, SeenModal]:
    """Open a form; return it and the user who opened it."""
    person, games = server_match.orange, table.playground.channel("games")
    match form:
        case "replay-jumped":
            panel = (await person.command("replay", channel=server_match.place, match="1")).shown
            return person, (await person.select(panel, panel.selects[0].custom_id, ["turn"])).form
        case "hours-set":
            panel = (await person.command("preferences", channel=games)).shown
            page = (await person.press(panel, "Notifications")).shown
            return person, (await person.press(page, "Set hours")).form
        case "turn-typed":
            gray = server_match.gray
            await table.services.preferences.prefer(UserId(gray.id), "boards", BoardFormat.WORDS)
            board = (await gray.command("board", channel=games)).shown
            return gray, (await gray.press(board, "Type your turn")).form
        case "zone-set":
            owner = owner_of(table.playground)
            panel = await open_settings(table.playground, "clock")
            return owner, (await owner.press(panel, "Change time zone")).form
        case _:
            owner = owner_of(table.playground)
            panel = await open_settings(table.playground, "people")
            return owner, (await owner.press(panel, "Change limits")).form


async def test_a_square_that_is_offered_can_be_placed_on(table: Table) -> None:
    """With c3 taken, the square that is most like `c33` is another one."""
    server_match = await start_match(table.playground, turns=["Kc3"])
    told_of = []
    for typed in ("c33", "", "z9", "@everyone", "ж3"):
        refused = await server_match.gray.command(
            "place", channel=server_match.place, square=typed or " "
        )
        offered = re.search(r"[Tt]ry \*\*([a-f][1-6])\*\*", refused.text)
        assert offered is not None, refused.text
        told_of.append(offered[1])
    assert "c3" not in told_of
    placed = await server_match.gray.command("place", channel=server_match.place, square=told_of[0])
    assert not placed.shown.ephemeral
    # Nothing can be placed now, so nothing is offered.
    refused = await server_match.gray.command("place", channel=server_match.place, square="c33")
    assert refused.text == sentence(UnreadableSquare("c33", 2, N_("the end")))
