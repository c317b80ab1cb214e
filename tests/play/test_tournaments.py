"""A league by taps: announced, entered, started, looked at, decided."""

import pytest

from bot.features.settings.server import ServerSettings
from bot.features.tournaments.errors import EnteredAlready, NoneEntered, WaitingAlready
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.tournament import TournamentState
from bot.match.clock import DAY
from bot.match.identity import GuildId, RoleId, UserId
from bot.text import Typed
from cogs.core.actions import action_id
from cogs.wording.refusals import sentence
from playground import SeenMessage
from playground.world import TextChannel
from tests.kit.notifications import PingCounter
from tests.kit.servers import add_role, choose, owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import (
    FIRST,
    announce_league,
    cards,
    direct_messages,
    draft_league,
    enter_and_start,
    field_of,
    four_members,
    resign_every_match,
    show_everything_due,
    start_league,
)


def next_card(table: Table, channel: TextChannel) -> SeenMessage:
    """Return the card with which users enter the next season."""
    [card] = [each for each in cards(table, channel) if "season 2" in each.text]
    return card


async def test_a_league_is_described_looked_at_and_announced(table: Table) -> None:
    games = table.playground.channel("games")
    owner = owner_of(table.playground)
    draft = await draft_league(
        table, games, **{"League or cup": "League: groups of up to 4, each pair twice"}
    )
    assert "Autumn league" in draft.text
    assert "It usually takes about 4 weeks" in draft.text
    assert "everybody plays everybody twice" in draft.text
    places = action_id("tournament-places", tournament=FIRST)
    panel = await choose(draft.shown, owner, places, "8")
    assert "Up to 8 players" in panel.text
    panel = await owner.press(panel.shown, "Make it casual")
    assert "casual" in panel.text
    assert cards(table, games) == [], "it is still hidden"
    await owner.press(panel.shown, "Announce it here")
    await table.playground.until(lambda: len(cards(table, games)) == 1)
    assert "In: 0 of 8" in cards(table, games)[0].text


@pytest.mark.long
async def test_a_user_with_the_host_role_creates_and_starts_a_tournament(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    server = playground.server()
    bob = four_members(table)[1]
    role = await add_role(table, "Hosts", bob)
    hosts = ServerSettings(hosts=RoleId(role.id))
    await table.services.settings.change(GuildId(server.id), lambda _: hosts)
    question = await bob.command("tournament create", channel=games)
    draft = await bob.submit(question.form, {"Name": "Autumn league"})
    await bob.press(draft.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 1)
    for person in four_members(table):
        await person.press(cards(table, games)[0], "Enter")
    shown = await bob.command("tournament show", channel=games, tournament=str(FIRST))
    assert shown.shown.labels == ["Leave", "Start it now"], "he has entered"
    begun = await bob.press(shown.shown, "Start it now")
    assert "has begun" in begun.text
    refused = await bob.command("tournament manage", channel=games, tournament=str(FIRST))
    assert "Manage Server" in refused.text


async def test_users_enter_and_leave_by_the_card(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    card = await announce_league(table, games)
    _, bob, cleo, _ = four_members(table)
    refused = await bob.command("tournament create", channel=games)
    assert "Manage Server" in refused.text
    await bob.press(card, "Enter")
    await table.pass_time(30)
    await playground.until(lambda: f"<@{bob.id}>" in cards(table, games)[0].text)
    again = await bob.press(card, "Enter")
    assert again.text == sentence(EnteredAlready(Typed("Autumn league")))
    entered = await cleo.command("tournament enter", channel=games, tournament="Autumn league")
    assert "You're in" in entered.text
    left = await bob.press(card, "Leave")
    assert "You're out" in left.text
    await table.pass_time(30)
    await playground.until(lambda: f"<@{bob.id}>" not in cards(table, games)[0].text)
    assert cards(table, games)[0].id == card.id


async def test_a_command_without_a_name_is_about_the_only_tournament_or_asks_which_is_meant(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    owner, bob = owner_of(playground), four_members(table)[1]
    none = await bob.command("tournament show", channel=games)
    assert "None yet." in none.text
    await announce_league(table, games)
    only = await bob.command("tournament show", channel=games)
    assert "Autumn league" in only.text
    assert not only.shown.selects
    entered = await bob.command("tournament enter", channel=games)
    assert "You're in" in entered.text
    left = await bob.command("tournament leave", channel=games)
    assert "You're out" in left.text
    managed = await owner.command("tournament manage", channel=games)
    assert "Call off" in managed.shown.labels
    exported = await owner.command("tournament export", channel=games)
    assert (await exported.final()).text == "🏆 Autumn league"
    draft = await draft_league(table, games, Name="Winter league")
    await owner.press(draft.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 2)
    said = {
        "enter": "You're in **Winter league**",
        "manage": "🏆 Winter league\nOpen for entries, 1 player",
        "export": "🏆 Winter league",
    }
    for name, text in said.items():
        question = await owner.command(f"tournament {name}", channel=games)
        assert "Which tournament?" in question.text
        [menu] = question.shown.selects
        chosen = await owner.select(question.shown, menu.custom_id, ["Winter league"])
        assert text in (await chosen.final()).text
    refused = await bob.command("tournament manage", channel=games)
    assert "Manage Server" in refused.text
    question = await bob.command("tournament show", channel=games)
    assert "Tournaments here" in question.text
    [menu] = question.shown.selects
    shown = await bob.select(question.shown, menu.custom_id, ["Winter league"])
    assert "Winter league" in shown.text
    assert not shown.shown.selects
    for name in ("Autumn league", "Winter league"):
        managed = await owner.command("tournament manage", channel=games, tournament=name)
        confirmed = await owner.press(managed.shown, "Call off")
        await owner.press(confirmed.shown, "Call it off")
    await table.pass_time(DAY)
    newest = await bob.command("tournament show", channel=games)
    assert "Winter league" in newest.text
    assert not newest.shown.selects


async def test_leaving_without_a_name_is_about_the_tournaments_of_the_user(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    owner, bob = owner_of(playground), four_members(table)[1]
    await announce_league(table, games)
    draft = await draft_league(table, games, Name="Winter league")
    await owner.press(draft.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 2)
    none = await bob.command("tournament leave", channel=games)
    assert none.text == sentence(NoneEntered())
    await bob.command("tournament enter", channel=games, tournament="Autumn league")
    offered = await bob.autocomplete("tournament leave", "tournament", "", channel=games)
    assert [each.name for each in offered] == ["Autumn league"]
    only = await bob.command("tournament leave", channel=games)
    assert "You're out of **Autumn league**" in only.text
    for name in ("Autumn league", "Winter league"):
        await bob.command("tournament enter", channel=games, tournament=name)
    question = await bob.command("tournament leave", channel=games)
    assert "Which tournament?" in question.text
    [menu] = question.shown.selects
    chosen = await bob.select(question.shown, menu.custom_id, ["Winter league"])
    assert "You're out of **Winter league**" in chosen.text


async def test_a_waiting_user_is_notified_of_getting_a_place(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    owner = owner_of(playground)
    draft = await draft_league(table, games)
    places = action_id("tournament-places", tournament=FIRST)
    panel = await choose(draft.shown, owner, places, "6")
    await owner.press(panel.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 1)
    [card] = cards(table, games)
    ada, *others = four_members(table)
    added = [playground.add_person(name, playground.server()) for name in ("eve", "finn", "gus")]
    *more, gus = added
    for person in (ada, *others, *more):
        await person.press(card, "Enter")
    waiting = await gus.press(card, "Enter")
    assert "I'll write to you if you get it" in waiting.text
    assert "*Leave* takes you off the list." in waiting.text
    again = await gus.press(card, "Enter")
    assert again.text == sentence(WaitingAlready(Typed("Autumn league")))
    await ada.press(card, "Leave")
    await table.pass_time(30)
    direct = playground.world.direct_channel(gus.user)
    await playground.until(lambda: any("it's yours!" in each.text for each in gus.look(direct)))


async def test_a_league_begins_with_one_message_and_silent_boards(table: Table) -> None:
    games = table.playground.channel("games")
    await start_league(table, games)
    ada, bob, *_ = four_members(table)
    [begun] = [each for each in direct_messages(table, ada) if "It has begun" in each.text]
    assert "3 matches at once" in begun.text
    assert f"<@{bob.id}>" in begun.text
    direct = table.playground.world.direct_channel(ada.user)
    boards = [each for each in ada.look(direct) if each.pictures]
    assert len(boards) == 3
    assert all("🏆 Autumn league" in each.text for each in boards)
    sign_up, table_card = cards(table, games)
    assert "It has begun" in sign_up.text
    assert table_card.pictures
    mine = await ada.press(begun, "My matches")
    assert mine.text.count("<@") == 4
    assert "Next match" in mine.shown.labels or "their turn" in mine.text
    on_turn = [
        line
        for each in four_members(table)
        for line in (await each.press(table_card, "My matches")).text.splitlines()
        if "**your turn**" in line
    ]
    assert len(on_turn) == 6
    assert all("**your turn**, time runs out <t:" in line for line in on_turn)


@pytest.mark.long
async def test_a_table_is_read_as_text_and_leaving_asks_for_confirmation(table: Table) -> None:
    games = table.playground.channel("games")
    await start_league(table, games)
    ada, bob, *_ = four_members(table)
    card = cards(table, games)[-1]
    text = await bob.press(card, "Table as text")
    assert f"<@{ada.id}>: plays" in text.text
    question = await ada.press(card, "Leave")
    assert "none of your results counts" in question.text
    stayed = await ada.press(question.shown, "Stay")
    assert "their turn" in stayed.text
    question = await ada.press(card, "Leave")
    left = await ada.press(question.shown, "Leave the tournament")
    assert "You're out" in left.text
    await show_everything_due(table)
    assert "their results don't count" in cards(table, games)[-1].text


@pytest.mark.night
@pytest.mark.long
async def test_the_champion_is_announced_once(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    await start_league(table, games)
    await resign_every_match(table)
    over = await field_of(table)
    assert over.tournament.state is TournamentState.ENDED
    ada = four_members(table)[0]
    won = [each for each in cards(table, games) if "is over" in each.text]
    assert len(won) == 1
    assert f"🥇 <@{min(UserId(each.id) for each in four_members(table))}>" in won[0].text
    assert any("All matches are over" in each.text for each in direct_messages(table, ada))
    await table.pass_time(DAY)
    playground.expect_valid()


@pytest.mark.night
@pytest.mark.long
async def test_users_are_asked_once_whether_they_play_the_next_season(table: Table) -> None:
    games = table.playground.channel("games")
    draft = await draft_league(table, games)
    owner = owner_of(table.playground)
    often = action_id("tournament-cadence", tournament=FIRST)
    panel = await choose(draft.shown, owner, often, "continuous")
    assert "Season after season" in panel.text
    await owner.press(panel.shown, "Announce it here")
    await table.playground.until(lambda: len(cards(table, games)) == 1)
    await enter_and_start(table, games)
    await resign_every_match(table)
    _, bob, *_ = four_members(table)
    [question] = [each for each in direct_messages(table, bob) if "Play again?" in each.text]
    assert "season 2" in question.text
    assert "You're in unless you say no." in question.text
    season = next_card(table, games)
    assert f"<@{bob.id}>" in season.text
    assert "In: 4 of 64" in season.text
    answer = await bob.press(question, "Not this time")
    assert "You aren't playing in" in answer.text
    await table.pass_time(30)
    assert "In: 3 of 64" in next_card(table, games).text
    answer = await bob.press(question, "Play again")
    assert "You're playing in" in answer.text
    await table.pass_time(7 * DAY)
    await show_everything_due(table)
    again = await table.services.tournaments.find(TournamentId(2))
    assert again.tournament.state is TournamentState.RUNNING
    assert len(again.entered) == 4


async def test_matches_of_four_entrants_are_played_in_silent_threads(
    table: Table,
) -> None:
    playground, games = table.playground, table.playground.channel("games")
    owner = owner_of(playground)
    draft = await draft_league(table, games)
    assert draft.shown.button("Play in threads").disabled
    places = action_id("tournament-places", tournament=FIRST)
    panel = await choose(draft.shown, owner, places, "4")
    panel = await owner.press(panel.shown, "Play in threads")
    assert "in a thread of its own" in panel.text
    await owner.press(panel.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 1)
    assert "each match in a thread of its own" in cards(table, games)[0].text
    pings = PingCounter(playground)
    await enter_and_start(table, games)
    threads = playground.world.threads.under(games.id)
    assert len(threads) == 6
    players = {person.id for person in four_members(table)}
    assert all(len(players & {*thread.joined}) == 2 for thread in threads)
    assert {ping.match for ping in pings.delivered} == {0}
    assert sorted(pings.delivered.values()) == [1] * len(players), "a direct message at the start"
    for person in four_members(table):
        [letter] = direct_messages(table, person)
        assert "Each match gets a thread of its own" in letter.text
    field = await field_of(table)
    for pairing in field.pairings:
        assert pairing.match is not None
        match = await table.services.matches.find(pairing.match)
        assert match.clock is not None
        assert not match.clock.awaits_board
