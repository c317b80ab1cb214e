"""`/leaderboard`: pages, ties, seasons, the user, players who left or opted out, picture, file."""

import asyncio
import csv
import io
import re

import pytest

from bot.address import DatabaseAddress
from bot.bounded import BoundedDict
from bot.features.people.service import LOOK_EVERY
from bot.features.standings.queries import Listing
from bot.features.standings.seasons import Span
from bot.match.identity import UserId
from bot.text import ENGLISH, Language, speaking, translate, translations
from cogs.core.actions import action_id
from cogs.standings.export import COLUMNS, csv_files
from cogs.wording.names import NAMES
from cogs.wording.spreadsheets import SEPARATOR
from playground import Answer, Person, Playground, SeenMessage
from tests.kit.rated_matches import beat
from tests.kit.raw_database import connect
from tests.kit.server_matches import public_messages
from tests.kit.servers import guild_of
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


async def rank_players(table: Table) -> list[Person]:
    """Let ada beat three players, and the first of them beat the second; all but one are ranked."""
    people = [table.playground.person(name) for name in ("ada", "bob", "cleo", "dov")]
    ada, bob, cleo, dov = people
    for loser in (bob, cleo, dov):
        await beat(table, ada, loser)
    await beat(table, bob, cleo)
    return people


async def add_strangers(table: Table, number: int) -> None:
    """Rate that many strangers for all time, as if they had matches; some have equal points."""
    path = table.services._database.address
    await asyncio.to_thread(_fill, path, guild_of(table), number)


def _fill(path: DatabaseAddress, guild: int, number: int) -> None:
    with connect(path) as connection:
        keys = range(1001, 1001 + number)
        connection.executemany(
            "INSERT INTO players VALUES (?, ?, 'listed')", ((key, 5 * 10**17 + key) for key in keys)
        )
        connection.executemany(
            f"INSERT INTO ratings VALUES ({guild}, 'classic', 0, ?, ?, 80, 0.06, 0, 9, 1, 9, 5, ?)",
            ((key, 1400 + key % 9, 1400 + key % 9) for key in keys),
        )
        connection.execute("DELETE FROM rating_counts")
        connection.execute(
            "INSERT INTO rating_counts SELECT guild_id, ruleset, scope, shown, count(*)"
            " FROM ratings WHERE shown IS NOT NULL GROUP BY guild_id, ruleset, scope, shown"
        )
    connection.close()


async def show(playground: Playground, name: str, **options: object) -> Answer:
    return await playground.person(name).command(
        "leaderboard show", channel=playground.channel("games"), **options
    )


def lines(answer: Answer) -> list[str]:
    """Return the lines of the players on the page who have a place."""
    return _players(answer.text.partition("**Not ranked yet**")[0])


def provisional(answer: Answer) -> list[str]:
    """Return the lines of the players below them, who have no place yet."""
    return _players(answer.text.partition("**Not ranked yet**")[2])


def _players(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.search(r"\d–\d", line) and "**You" not in line]


def listed_ids(answer: Answer) -> list[int]:
    """Return the ids of the players on the page, in order."""
    return [int(parsed[1]) for line in lines(answer) if (parsed := re.search(r"<@(\d+)>", line))]


def custom_ids(panel: SeenMessage) -> list[str | None]:
    return [button.custom_id for button in panel.buttons]


async def test_the_season_is_shown_with_medals_records_the_users_place_and_an_explanation(
    table: Table,
) -> None:
    ada, bob, cleo, dov = await rank_players(table)
    answer = await show(table.playground, "dov")
    assert answer.shown.ephemeral
    assert "🏆 Season 1 · classic" in answer.text
    assert "3 ranked · since <t:" in answer.text
    first, second, third = lines(answer)
    [fourth] = provisional(answer)
    assert first.startswith(f"🥇 <@{ada.id}> **")
    assert first.endswith("?** · 3–0–0")
    assert second.startswith(f"🥈 <@{bob.id}> **")
    assert third.startswith(f"🥉 <@{cleo.id}> **")
    assert "`?` provisional" in answer.text
    assert "Not ranked yet: play against 1 more opponent." in answer.text
    assert "**Not ranked yet** · a place takes rated matches against 2 different opp" in answer.text
    assert fourth.startswith(f"▸ <@{dov.id}> **")
    assert fourth.endswith("?** · 0–0–1")
    own = await show(table.playground, "bob")
    assert f"▸ 🥈 <@{bob.id}>" in own.text
    assert "**You:** place 2 of 3 · " in own.text
    explanation = await bob.press(own.shown, "How it works")
    assert "Everybody starts at 1500 ± 350" in explanation.text
    assert "against 2 different opponents" in explanation.text
    back = await bob.press(explanation.shown, "Leaderboard")
    assert "Season 1 · classic" in back.text


async def test_an_empty_leaderboard_is_explained(table: Table) -> None:
    answer = await show(table.playground, "ada")
    assert "No rated match has been played here yet" in answer.text
    assert answer.shown.labels == ["How it works"]
    overall = await show(table.playground, "ada", season="All time")
    assert "against 2 different opponents" in overall.text
    games = table.playground.channel("games")
    exported = await table.playground.person("ada").command(
        "leaderboard export", channel=games, season="all"
    )
    assert await read_csv(exported) == []


async def test_pages_are_turned_and_the_users_own_is_found(table: Table) -> None:
    await rank_players(table)
    await add_strangers(table, 40)
    playground = table.playground
    answer = await show(playground, "ada", season="All time")
    seen = listed_ids(answer)
    assert "43 ranked · page 1 of 5" in answer.text
    assert answer.shown.button("Back").disabled
    while not answer.shown.button("Forward").disabled:
        answer = await playground.person("ada").press(answer.shown, "Forward")
        assert len(custom_ids(answer.shown)) == len(set(custom_ids(answer.shown)))
        seen += listed_ids(answer)
    assert len(seen) == len(set(seen)) == 43
    assert f"<@{playground.person('ada').id}>" not in "".join(lines(answer))
    answer = await playground.person("ada").press(answer.shown, "My place")
    assert "▸" in answer.text
    answer = await playground.person("ada").press(answer.shown, "Forward")
    answer = await playground.person("ada").press(answer.shown, "Back")
    assert "page 1 of 5" in answer.text


async def test_another_ruleset_and_another_season_can_be_chosen(table: Table) -> None:
    people = await rank_players(table)
    await table.services.seasons.end(guild_of(table))
    ada, bob, cleo, _ = people
    await beat(table, bob, ada)
    await beat(table, bob, cleo)
    playground = table.playground
    answer = await show(playground, "ada")
    assert "Season 2 · classic" in answer.text
    assert listed_ids(answer) == [bob.id]
    menu = action_id("leaderboard-period", ruleset="classic")
    assert [each.label for each in answer.shown.select(menu).options] == [
        "This season",
        "All time",
        "Season 1",
    ]
    answer = await ada.select(answer.shown, menu, ["1"])
    assert "Season 1 · classic" in answer.text
    assert "final standings" in answer.text
    assert listed_ids(answer) == [ada.id, bob.id, cleo.id]
    answer = await ada.select(answer.shown, menu, ["all"])
    assert "All time · classic" in answer.text
    answer = await ada.select(
        answer.shown, action_id("leaderboard-ruleset", period=Span.ALL_TIME), ["rows"]
    )
    assert "All time · rows" in answer.text
    assert "**You:**" not in answer.text
    assert "No one is ranked here yet" in answer.text
    by_option = await show(playground, "ada", season="1", ruleset="classic")
    assert listed_ids(by_option) == [ada.id, bob.id, cleo.id]


async def test_seasons_are_suggested_and_unknown_ones_are_refused(table: Table) -> None:
    await rank_players(table)
    await table.services.seasons.end(guild_of(table))
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    suggested = await ada.autocomplete("leaderboard show", "season", "", channel=games)
    assert [each.name for each in suggested] == ["This season", "All time", "Season 2", "Season 1"]
    fitting = await ada.autocomplete("leaderboard show", "season", "2", channel=games)
    assert [each.value for each in fitting] == ["2"]
    for typed in ("season 1", " #1 ", "Season 01"):
        assert "Season 1 ·" in (await show(playground, "ada", season=typed)).text
    answer = await show(playground, "ada", season="nine")
    assert "There is no season `nine` in this server, only seasons 1 to 2" in answer.text


@pytest.mark.long
async def test_a_user_who_left_the_server_is_marked(table: Table) -> None:
    _, bob, _, _ = await rank_players(table)
    playground = table.playground
    assert "🚪" not in (await show(playground, "bob")).text
    bob.leave(playground.server())
    await table.pass_time(LOOK_EVERY + 1)
    async with asyncio.timeout(60):
        while "🚪" not in (answer := await show(playground, "ada")).text:
            await table.services.jobs.run_due()
    assert "🥈 Bob 🚪" in answer.text
    assert "🚪 left the server" in answer.text
    posted = await playground.person("ada").press(answer.shown, "Post as picture")
    message = await posted.final()
    assert message.pictures[0].alt is not None
    assert re.search(r" 2: \w+ \(left\), ", message.pictures[0].alt)
    bob.join(playground.server())
    async with asyncio.timeout(60):
        while "🚪" in (await show(playground, "bob")).text:
            await table.services.jobs.run_due()


async def test_a_user_can_be_unlisted_and_listed_again(table: Table) -> None:
    ada, bob, cleo, _ = await rank_players(table)
    playground = table.playground
    opened = await bob.command("preferences", channel=playground.channel("games"))
    panel = await bob.press(opened.shown, "Leaderboards")
    assert "You're on leaderboards" in panel.text
    panel = await bob.press(panel.shown, "Leave leaderboards")
    assert "You aren't on leaderboards" in panel.text
    answer = await show(playground, "bob")
    assert listed_ids(answer) == [ada.id, cleo.id]
    assert "You left leaderboards." in answer.text
    assert listed_ids(await show(playground, "ada", season="all")) == [ada.id, cleo.id]
    panel = await bob.press(panel.shown, "Join leaderboards")
    assert listed_ids(await show(playground, "ada")) == [ada.id, bob.id, cleo.id]
    assert "Your preferences" in (await bob.press(panel.shown, "All preferences")).text


async def test_the_picture_is_posted_for_all_with_its_words(table: Table) -> None:
    ada, *_ = await rank_players(table)
    playground = table.playground
    answer = await show(playground, "ada")
    posted = await ada.press(answer.shown, "Post as picture")
    message = await posted.final()
    assert not message.ephemeral
    assert message in public_messages(playground.person("cleo").look(playground.channel("games")))
    [picture] = message.pictures
    assert (await picture.read()).startswith(b"\x89PNG")
    assert picture.alt is not None
    assert "Season 1 · classic. 1: Ada, " in picture.alt
    assert "won 3, drawn 0, lost 0. 2: Bob, " in picture.alt
    assert f"Posted by <@{ada.id}>" in message.text
    assert not message.mentions


async def test_names_without_glyphs_are_replaced_by_account_names(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    playground.person("ada").user.display_name = "漢字 🐈"
    await rank_players(table)
    monkeypatch.setattr(NAMES, "_names", BoundedDict(1))
    answer = await show(playground, "bob")
    message = await (await playground.person("bob").press(answer.shown, "Post as picture")).final()
    [picture] = message.pictures
    assert picture.alt is not None
    assert " 1: ada, " in picture.alt


async def read_csv(answer: Answer) -> list[dict[str, str]]:
    """Read the only file that was sent back, as a spreadsheet does."""
    message = await answer.final()
    assert message.ephemeral
    [file] = message.pictures
    text = (await file.read()).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


async def test_the_exported_table_has_all_ranked_users(table: Table) -> None:
    ada, bob, cleo, _ = await rank_players(table)
    ada.user.display_name = "=HYPERLINK(1)"
    playground = table.playground
    games = playground.channel("games")
    answer = await ada.command("leaderboard export", channel=games)
    rows = await read_csv(answer)
    assert [row["mention"] for row in rows] == [f"<@{each.id}>" for each in (ada, bob, cleo)]
    assert [row["place"] for row in rows] == ["1", "2", "3"]
    assert rows[0]["name"] == "'=HYPERLINK(1)"
    assert (rows[0]["won"], rows[0]["drawn"], rows[0]["lost"]) == ("3", "0", "0")
    assert rows[0]["provisional"] == "yes"
    assert list(rows[0]) == [column.text for column in COLUMNS]
    assert "3 players · This season · classic" in (await answer.final()).text


async def test_a_large_table_comes_in_parts(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await add_strangers(table, 1200)
    monkeypatch.setattr(csv_files, "__defaults__", (60_000,))
    playground = table.playground
    games = playground.channel("games")
    answer = await playground.person("ada").command(
        "leaderboard export", channel=games, season="all"
    )
    assert "1200 players · All time · classic · in 3 parts" in (await answer.final()).text
    rows: list[dict[str, str]] = []
    for number in (1, 2, 3):
        [file] = (await answer.follow_up(number)).pictures
        text = (await file.read()).decode("utf-8-sig")
        rows += csv.DictReader(io.StringIO(text, newline=""))
    assert len({row["mention"] for row in rows}) == 1200


async def test_names_of_the_first_users_are_requested_and_others_are_exported_by_id(
    table: Table,
) -> None:
    ada, bob, cleo, _ = await rank_players(table)
    games = table.playground.channel("games")
    for person in (bob, cleo):
        NAMES.forget(UserId(person.id))
    rows = await read_csv(await ada.command("leaderboard export", channel=games))
    assert [row["name"] for row in rows] == ["Ada", "Bob", "Cleo"]
    await add_strangers(table, 120)
    rows = await read_csv(await ada.command("leaderboard export", channel=games, season="all"))
    assert rows
    unknown = [row for row in rows if row["name"] == row["mention"]]
    assert unknown
    assert all(row["name"] for row in rows)


@pytest.mark.parametrize("language", sampled([ENGLISH, *translations()], 0, 5))
async def test_the_file_has_the_separator_of_its_language(table: Table, language: Language) -> None:
    ada, *_ = await rank_players(table)
    ada.user.display_name = "1234567890123456789"
    ada.user.locale = language
    answer = await ada.command("leaderboard export", channel=table.playground.channel("games"))
    [file] = (await answer.final()).pictures
    with speaking(language):
        columns = [translate(each) for each in COLUMNS]
        separator = translate(SEPARATOR)
    text = (await file.read()).decode("utf-8-sig")
    named, first, *_ = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    assert named == columns
    assert first[1:3] == ["'1234567890123456789", f"<@{ada.id}>"]
    assert len(first) == len(columns)


async def test_a_former_player_keeps_a_place_without_a_name_everywhere(table: Table) -> None:
    ada, bob, _, _ = await rank_players(table)
    playground = table.playground
    async with table.services._database.writing() as writing:
        await writing.connection.ask(
            "UPDATE players SET user_id = NULL WHERE user_id = :value", value=ada.id
        )
    answer = await show(playground, "bob")
    assert lines(answer)[0].startswith("🥇 *a former player* **")
    assert str(ada.id) not in answer.text
    message = await (await bob.press(answer.shown, "Post as picture")).final()
    assert message.pictures[0].alt is not None
    assert " 1: A former player, " in message.pictures[0].alt
    games = playground.channel("games")
    first, *_ = await read_csv(await bob.command("leaderboard export", channel=games))
    assert (first["name"], first["mention"], first["place"]) == ("a former player", "", "1")


async def test_a_season_that_is_over_is_exported_by_its_number(table: Table) -> None:
    ada, *_ = await rank_players(table)
    await table.services.seasons.end(guild_of(table))
    games = table.playground.channel("games")
    answer = await ada.command("leaderboard export", channel=games, season="Season 1")
    assert len(await read_csv(answer)) == 3
    assert "3 players · Season 1 · classic" in (await answer.final()).text
    await table.services.listings.put(UserId(ada.id), Listing.LEFT_OFF)
    answer = await ada.command("leaderboard export", channel=games, season="Season 1")
    assert len(await read_csv(answer)) == 2
    assert "2 players · Season 1 · classic" in (await answer.final()).text


async def test_a_table_that_has_emptied_meanwhile_is_shown_and_not_posted(table: Table) -> None:
    ada, *_ = await rank_players(table)
    answer = await show(table.playground, "ada")
    await table.services.seasons.end(guild_of(table))
    shown = await ada.press(answer.shown, "Post as picture")
    assert shown.shown.ephemeral
    assert "Season 2 · classic" in shown.text
    assert "No one is ranked here yet" in shown.text
