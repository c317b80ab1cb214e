"""A cup by taps: described, announced, entered, played round by round, and won."""

import re

import pytest

from bot.features.tournaments.errors import ThroughAlready
from bot.features.tournaments.tournament import TournamentState
from bot.match.identity import UserId
from bot.text import Typed
from cogs.tournaments.managing_views import LegKey
from cogs.wording.refusals import sentence
from playground import Person, SeenMessage
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import (
    FOUR,
    cards,
    choose_in_menu,
    direct_messages,
    draft_league,
    export_files,
    field_of,
    open_management,
    resign,
    resign_all,
    rows_of,
    semifinal_players,
    show_everything_due,
    start_cup,
)


def messages_with(table: Table, person: Person, what: str) -> list[SeenMessage]:
    return [each for each in direct_messages(table, person) if what in each.text]


async def test_a_cup_is_described_and_its_draw_is_chosen(table: Table) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    draft = await draft_league(table, games, **FOUR)
    assert "two matches at once against each opponent" in draft.text
    assert "It usually takes about 6 weeks" in draft.text
    assert "It ends 120 days after the start at the latest" in draft.text
    casual = await owner.press(draft.shown, "Make it casual")
    assert not casual.shown.button("Play in threads").disabled
    assert "seeded by rating" in draft.text
    panel = await owner.press(draft.shown, "Draw opponents by lot")
    assert "drawn by lot" in panel.text
    panel = await owner.press(panel.shown, "Add a match for third place")
    assert "with a match for third place" in panel.text
    assert panel.shown.button("Play in threads").disabled
    assert "Only a tournament with at most 6 matches can be played in threads." in panel.text
    dated = await draft_league(table, games, **FOUR, Start="In 7 days")
    assert re.search(r"It ends on <t:\d+:D> at the latest", dated.text)
    sixteen = await draft_league(
        table, games, **{**FOUR, "League or cup": "Cup: knockout of up to 16 players"}
    )
    assert "takes months" in sixteen.text


@pytest.mark.long
async def test_a_cup_is_played_round_by_round_to_its_champion(table: Table) -> None:
    games = table.playground.channel("games")
    await start_cup(table, games)
    field = await field_of(table)
    one, four = semifinal_players(table, field, 0)
    two, three = semifinal_players(table, field, 1)
    [begun] = messages_with(table, one, "It has begun")
    assert f"Your opponent is <@{four.id}>" in begun.text
    sign_up, card = cards(table, games)
    assert "It has begun with 4 players" in sign_up.text
    assert "You may meet a player" not in sign_up.text
    [picture] = card.pictures
    assert "Semifinals" in (picture.alt or "")
    assert f"<@{one.id}> 0–0 <@{four.id}>." in card.text
    mine = await one.press(card, "My matches")
    assert mine.text.count(f"<@{four.id}>") == 2
    words = await one.press(card, "Bracket as text")
    assert "**Semifinals**" in words.text

    await resign_all(table, four)
    waiting = await one.press(card, "My matches")
    assert "You wait for your next opponent" in waiting.text
    assert "🥉 You finish third." in messages_with(table, four, "finish")[0].text
    kept = await four.press(card, "Leave")
    assert kept.text == sentence(ThroughAlready(Typed("Winter cup")))
    await resign_all(table, three)
    [following] = messages_with(table, two, "Your opponent is")[1:]
    assert "Final" in following.text
    assert f"<@{one.id}>" in following.text
    await resign_all(table, one)
    field = await field_of(table)
    assert field.tournament.state is TournamentState.ENDED
    [won] = [each for each in cards(table, games) if "is over" in each.text]
    assert f"🥇 <@{two.id}>" in won.text
    assert f"🥈 <@{one.id}>" in won.text
    assert "You've won the cup!" in messages_with(table, two, "won")[-1].text
    assert "🥈 You finish second." in messages_with(table, one, "finish")[-1].text
    played = await two.press(card, "My matches")
    lines = re.findall(r"- <@(\d+)>: you won · \[#\d+\]\(https:", played.text)
    assert lines == [str(three.id), str(three.id), str(one.id), str(one.id)]
    files = await export_files(table, two)
    assert [row["place"] for row in rows_of(files["tournament-1-standings.csv"])] == list("1233")
    rounds = {row["group or round"] for row in rows_of(files["tournament-1-matches.csv"])}
    assert rounds == {"Semifinals", "Final"}
    table.playground.expect_valid()


async def test_players_of_a_tied_pairing_are_notified_of_the_third_match(table: Table) -> None:
    games = table.playground.channel("games")
    await start_cup(table, games)
    one, four = semifinal_players(table, await field_of(table), 0)
    world = table.playground.world
    [first, second] = await table.services.matches.live_of(UserId(one.id))
    await resign(one, world.direct_channel(one.user), first.id)
    await resign(four, world.direct_channel(four.user), second.id)
    await show_everything_due(table)
    for person in (one, four):
        [third] = messages_with(table, person, "a third match decides")
        assert f"<@{one.id}> goes on as the better seed" in third.text


@pytest.mark.night
@pytest.mark.long
async def test_players_of_a_tied_final_read_who_wins_if_the_third_match_is_a_draw(
    table: Table,
) -> None:
    games = table.playground.channel("games")
    await start_cup(table, games)
    field = await field_of(table)
    (one, four), (two, three) = (
        semifinal_players(table, field, 0),
        semifinal_players(table, field, 1),
    )
    await resign_all(table, four)
    await resign_all(table, three)
    world = table.playground.world
    [first, second] = await table.services.matches.live_of(UserId(one.id))
    await resign(one, world.direct_channel(one.user), first.id)
    await resign(two, world.direct_channel(two.user), second.id)
    await show_everything_due(table)
    for person in (one, two):
        [third] = messages_with(table, person, "a third match decides")
        assert "Final" in third.text
        assert f"If it is a draw, <@{one.id}> wins as the better seed." in third.text


async def test_a_user_who_leaves_a_cup_is_asked_and_the_opponent_goes_on(table: Table) -> None:
    games = table.playground.channel("games")
    await start_cup(table, games)
    one, four = semifinal_players(table, await field_of(table), 0)
    card = cards(table, games)[-1]
    question = await four.press(card, "Leave")
    assert "your opponent goes on" in question.text
    await four.press(question.shown, "Leave the tournament")
    await show_everything_due(table)
    assert f"<@{one.id}> wins." in (await one.press(card, "Bracket as text")).text


async def test_a_match_of_a_cup_is_decided_with_who_goes_on(table: Table) -> None:
    games, owner = table.playground.channel("games"), owner_of(table.playground)
    await start_cup(table, games)
    field = await field_of(table)
    one, four = semifinal_players(table, field, 0)
    [first, _] = await table.services.matches.live_of(UserId(one.id))
    await resign(one, table.playground.world.direct_channel(one.user), first.id)
    [still_open] = [
        each
        for each in (await field_of(table)).pairings
        if each.leg.is_open and each.leg in field.bracket().rounds[0][0].legs
    ]
    own = field.of_user(UserId(four.id))
    assert own is not None
    player = await choose_in_menu(table, await open_management(table), "manage-player", str(own.id))
    leg = await choose_in_menu(table, player, "manage-leg", str(LegKey.of(still_open)))
    draw = await owner.press(leg.shown, "Draw")
    assert f"<@{four.id}> goes on." in draw.text
