"""`/history` and `/match`: what was played, for those who may see it."""

import re

import pytest

from bot.features.profiles import service
from bot.match.identity import ChannelId, UserId
from bot.match.terms import VenueKind
from playground import Answer, Person
from tests.kit.many_matches import begin
from tests.kit.rated_matches import lose_match, play_some_matches
from tests.kit.tables import Table


def match_numbers(answer: Answer) -> list[int]:
    """List the matches in the order in which they are shown."""
    return [int(number) for number in re.findall(r"^\S+ \*\*\[#(\d+)\]", answer.text, re.MULTILINE)]


async def history(table: Table, person: Person, **options: object) -> Answer:
    return await person.command("history", channel=table.playground.channel("general"), **options)


async def match_page(table: Table, person: Person, number: int, where: str = "general") -> Answer:
    return await person.command("match", channel=table.playground.channel(where), id=str(number))


@pytest.mark.long
async def test_my_history_lists_the_newest_first_and_is_filtered_by_options_menus_and_the_button(
    table: Table,
) -> None:
    await play_some_matches(table)
    ada, bob, cleo = table.members()
    answer = await history(table, ada)
    assert answer.shown.ephemeral
    assert match_numbers(answer) == [6, 5, 4, 3, 2, 1]
    lines = answer.text.splitlines()
    assert lines[:2] == ["### Your matches", "-# All rulesets · Rated, casual, practice"]
    assert lines[2].startswith("🏁 **[#6](https://discord.com/channels/")
    assert lines[2].endswith(f")** lost against <@{cleo.id}>")
    assert lines[3].startswith("-# resignation · rated · <t:")
    assert lines[4].startswith("🏆 **[#5](https://discord.com/channels/")
    assert lines[4].endswith(f")** won against <@{bob.id}>")
    ruleset_menu, result_menu = answer.shown.selects[1:]
    answer = await ada.select(answer.shown, result_menu.custom_id, ["Lost"])
    assert match_numbers(answer) == [6, 4]
    assert match_numbers(await history(table, ada, result="lost")) == [6, 4]
    answer = await ada.press(answer.shown, "Rated only")
    assert match_numbers(answer) == [6, 4]
    answer = await ada.press(answer.shown, "Casual and practice")
    assert "No finished match fits." in answer.text
    answer = await ada.press(answer.shown, "Rated, casual, practice")
    ruleset_menu = answer.shown.selects[1]
    rows = next(each.label for each in ruleset_menu.options if each.label.startswith("rows"))
    answer = await ada.select(answer.shown, ruleset_menu.custom_id, [rows])
    assert match_numbers(answer) == []
    assert answer.text.splitlines()[1] == "-# rows · Rated, casual, practice · Lost"
    assert match_numbers(await history(table, ada, opponent=bob)) == [5, 4, 3, 1]
    server = await history(table, bob, whose="The whole server's")
    assert f")** <@{cleo.id}> beat <@{ada.id}>\n-# resignation" in server.text
    pair = await history(table, cleo, member=bob, opponent=ada)
    assert match_numbers(pair) == [5, 4, 3, 1]
    menu = pair.shown.selects[0]
    page = await cleo.select(pair.shown, menu.custom_id, [menu.options[0].label])
    assert f"### Match #5 · 🟠 <@{bob.id}> against ⚪ <@{ada.id}>" in page.text
    record = await cleo.press(page.shown, "Record")
    assert "The record of **#5**, 6 turns." in record.text
    replay = await cleo.press(page.shown, "Replay")
    assert "**The start**, before the first of 6 turns" in replay.text


async def test_a_match_page_shows_players_terms_times_and_rating_changes(
    table: Table,
) -> None:
    ada, bob, cleo = table.members()
    number = await lose_match(table, bob, ada)
    page = await match_page(table, cleo, number)
    assert page.shown.ephemeral
    lines = page.text.splitlines()
    assert lines[1] == f"**<@{ada.id}> wins: <@{bob.id}> resigned**"
    assert lines[2] == "**classic** · rated · 3 days per move"
    assert lines[3].endswith("after 6 hours")
    assert lines[4] == "6 turns"
    assert lines[5] == "Average time per turn: 🟠 1 hour · ⚪ 1 hour"
    assert lines[6] == "Rating: 🟠 1500? → 1338? (−162) · ⚪ 1500? → 1662? (+162)"
    assert lines[7].startswith("[Go to the match](https://discord.com/channels/")
    assert len(page.shown.pictures) == 1


async def test_a_void_match_says_so_and_a_short_one_that_it_does_not_count(table: Table) -> None:
    ada, bob, _ = table.members()
    number = await lose_match(table, bob, ada)
    assert await table.services.ratings.void(number)
    page = await match_page(table, ada, number)
    assert "🚫 **Void** since <t:" in page.text
    assert "Rating:" not in page.text
    short = await match_page(table, ada, await lose_match(table, bob, ada, turns=2))
    assert "No rating changed: fewer than 6 turns were played." in short.text
    assert "-# resignation · <t:" in (await history(table, ada)).text, "it is not called rated"


async def test_a_history_says_that_it_continues_after_hidden_matches(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "AT_A_TIME", 1)
    monkeypatch.setattr(service, "MOST_ROUNDS", 1)
    ada, bob, cleo = table.members()
    open_to_all = await lose_match(table, bob, ada, turns=2)
    for _ in range(9):
        match = await begin(table, ada, bob)
        await table.services.matches.resign(UserId(ada.id), match.id)
        await table.services.boards.settle_venue(match.id, ChannelId(1), VenueKind.DIRECT)
    first = await history(table, cleo, whose="The whole server's")
    assert match_numbers(first) == []
    assert "You can't see the matches that come next." in first.text
    second = await cleo.press(first.shown, "Forward")
    assert match_numbers(second) == [open_to_all]
    assert "You can't see the matches" not in second.text
