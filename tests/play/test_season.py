"""`/season`: the current season, its end by hand after two questions, and its end by time."""

from dataclasses import replace

from bot.features.standings.queries import Listing
from bot.match.clock import DAY
from bot.match.identity import UserId
from playground import Answer, Person, Playground
from tests.kit.rated_matches import beat
from tests.kit.servers import guild_of, owner_of
from tests.kit.tables import Table


async def season(person: Person, playground: Playground) -> Answer:
    return await person.command("season", channel=playground.channel("games"))


async def rank_players(table: Table) -> list[Person]:
    """Let each of three people have two opponents, so that all of them are ranked."""
    ada, bob, cleo = (table.playground.person(name) for name in ("ada", "bob", "cleo"))
    for winner, loser in ((ada, bob), (ada, cleo), (bob, cleo)):
        await beat(table, winner, loser)
    return [ada, bob, cleo]


async def test_the_current_season_is_shown_to_all_and_the_button_to_end_it_to_managers(
    table: Table,
) -> None:
    playground = table.playground
    before = await season(owner_of(playground), playground)
    assert "It begins with the first rated match" in before.text
    assert before.shown.buttons == ()
    assert before.shown.ephemeral
    _, bob, _ = await rank_players(table)
    answer = await season(bob, playground)
    assert "### 🏁 Season 1\nSince <t:" in answer.text
    assert "· 3 rated matches" in answer.text
    assert "Those who manage the server can end it here" in answer.text
    assert answer.shown.labels == ["Leaderboard"]
    assert (await season(owner_of(playground), playground)).shown.labels == [
        "Leaderboard",
        "End season…",
    ]
    board = await bob.press(answer.shown, "Leaderboard")
    assert "🏆 Season 1 · classic" in board.text


async def test_a_season_is_ended_by_hand_after_two_questions(table: Table) -> None:
    ada, bob, cleo = await rank_players(table)
    playground = table.playground
    owner = owner_of(playground)
    question = await owner.press((await season(owner, playground)).shown, "End season…")
    assert "End **season 1** now, after 3 rated matches?" in question.text
    kept = await owner.press(question.shown, "Keep the season")
    assert "### 🏁 Season 1" in kept.text
    question = await owner.press(kept.shown, "End season…")
    again = await owner.press(question.shown, "End season")
    assert "You can't undo this" in again.text
    assert len(await table.services.seasons.of(guild_of(table))) == 1
    done = await owner.press(again.shown, "End season 1 for good")
    assert "**Season 1** is over, and season 2 has begun" in done.text
    first, second = await table.services.seasons.of(guild_of(table))
    assert first.ended_at is not None
    assert second.ended_at is None
    answer = await season(bob, playground)
    assert "### 🏁 Season 2" in answer.text
    assert "0 rated matches" in answer.text
    assert "**Titles of season 1**" in answer.text
    assert f"classic: 🥇 <@{ada.id}> 🥈 <@{bob.id}> 🥉 <@{cleo.id}>" in answer.text


async def test_a_second_press_ends_no_second_season(table: Table) -> None:
    await rank_players(table)
    playground = table.playground
    owner = owner_of(playground)
    panels = [await season(owner, playground) for _ in range(3)]
    question = [await owner.press(panel.shown, "End season…") for panel in panels[:2]]
    again = [await owner.press(each.shown, "End season") for each in question]
    await owner.press(again[0].shown, "End season 1 for good")
    late = await owner.press(again[1].shown, "End season 1 for good")
    assert "Season 1 is over already" in late.text
    late = await owner.press(panels[2].shown, "End season…")
    assert "Season 1 is over already" in late.text
    assert len(await table.services.seasons.of(guild_of(table))) == 2


async def test_only_managers_can_end_a_season(table: Table) -> None:
    await rank_players(table)
    playground = table.playground
    owner = owner_of(playground)
    question = await owner.press((await season(owner, playground)).shown, "End season…")
    again = await owner.press(question.shown, "End season")
    server = playground.server()
    heir = playground.person("cleo" if owner.user.username != "cleo" else "bob")
    server.owner_id = heir.id
    answer = await owner.press(again.shown, "End season 1 for good")
    assert "for members who can manage this server" in answer.text
    assert len(await table.services.seasons.of(guild_of(table))) == 1


async def test_a_length_that_has_passed_already_leaves_a_day(table: Table) -> None:
    await rank_players(table)
    guild = guild_of(table)
    await table.pass_time(100 * DAY)
    await table.services.settings.change(guild, lambda before: replace(before, season_days=30))
    [first] = await table.services.seasons.of(guild)
    assert first.ends_at is not None
    assert 0 < first.ends_at - table.clock.now() <= DAY
    await table.services.settings.change(guild, lambda before: replace(before, season_days=None))
    [first] = await table.services.seasons.of(guild)
    assert first.ends_at is None


async def test_a_former_player_keeps_their_title_and_an_unlisted_one_has_none(
    table: Table,
) -> None:
    ada, bob, cleo = await rank_players(table)
    await table.services.seasons.end(guild_of(table))
    async with table.services._database.writing() as writing:
        await writing.connection.ask(
            "UPDATE players SET user_id = NULL WHERE user_id = :value", value=UserId(ada.id)
        )
    assert "🥇 *a former player* 🥈" in (await season(bob, table.playground)).text
    await table.services.listings.put(UserId(cleo.id), Listing.LEFT_OFF)
    titles = (await season(bob, table.playground)).text
    assert f"classic: 🥇 *a former player* 🥈 <@{bob.id}>" in titles
    assert f"<@{cleo.id}>" not in titles
