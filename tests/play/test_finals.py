"""A league whose group winners play a final, by taps from its form to its champion."""

import pytest

from bot.features.tournaments.tournament import FINALS, TournamentState
from bot.match.clock import DAY
from bot.match.identity import UserId
from cogs.core.actions import action_id
from playground import Person
from tests.kit.servers import choose, owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import (
    FIRST,
    cards,
    direct_messages,
    draft_league,
    export_files,
    field_of,
    four_members,
    resign_every_match,
    rows_of,
    show_everything_due,
)

LEAGUE = {"League or cup": "League: groups of up to 4, each pair once"}
SIX = ("eve", "frank")


def six_members(table: Table) -> list[Person]:
    """Return six members of the server."""
    playground = table.playground
    known = {each.username for each in playground.world.users.values()}
    more = [
        playground.person(name)
        if name in known
        else playground.add_person(name, playground.server())
        for name in SIX
    ]
    return [*four_members(table), *more]


@pytest.mark.night
@pytest.mark.long
async def test_the_winners_of_the_groups_play_a_final(table: Table) -> None:
    playground, games = table.playground, table.playground.channel("games")
    owner = owner_of(playground)
    draft = await draft_league(table, games, **LEAGUE)
    panel = await owner.press(draft.shown, "Add a final of the group winners")
    assert "with a final of the group winners" in panel.text
    assert "It usually takes about 16 weeks" in panel.text
    panel = await owner.press(panel.shown, "No final of the group winners")
    assert "with a final" not in panel.text
    panel = await owner.press(panel.shown, "Add a final of the group winners")
    await owner.press(panel.shown, "Announce it here")
    await playground.until(lambda: len(cards(table, games)) == 1)
    for person in six_members(table):
        await person.press(cards(table, games)[0], "Enter")
    shown = await owner.command("tournament show", channel=games, tournament=str(FIRST))
    await owner.press(shown.shown, "Start it now")
    await show_everything_due(table)
    assert "Groups until" in cards(table, games)[-1].text

    await resign_every_match(table)
    field = await field_of(table)
    assert field.tournament.state is TournamentState.RUNNING
    card = cards(table, games)[-1]
    assert "Until" in card.text
    assert "**Final**" in card.text
    finalists = [field.entrant(each.id).user for each in field.group(FINALS)]
    by_id = {UserId(each.id): each for each in six_members(table)}
    one, other = (by_id[each] for each in finalists)
    assert any("Your opponent is" in each.text for each in direct_messages(table, one))
    outside = next(each for each in six_members(table) if UserId(each.id) not in finalists)
    refused = await outside.command("tournament leave", channel=games, tournament=str(FIRST))
    assert "Your place stays." in refused.text
    mine = await one.press(card, "My matches")
    assert mine.text.count(f"<@{other.id}>: ") == 2
    chosen = await outside.press(card, "Table")
    assert "Group" in chosen.text
    group = action_id("tournament-group", tournament=FIRST)
    bracket = await choose(chosen.shown, outside, group, str(FINALS))
    assert "**Final**" in bracket.text
    in_words = await outside.press(bracket.shown, "Bracket as text")
    assert "**Final**" in in_words.text

    for each in await table.services.matches.live_of(UserId(other.id)):
        await table.services.matches.resign(UserId(other.id), each.id)
    await show_everything_due(table)
    assert (await field_of(table)).tournament.state is TournamentState.ENDED
    [over] = [each for each in cards(table, games) if "is over" in each.text]
    assert f"🥇 <@{one.id}>" in over.text
    assert any("You've won the final!" in each.text for each in direct_messages(table, one))
    files = await export_files(table, owner)
    matches = rows_of(files["tournament-1-matches.csv"])
    assert [row["group or round"] for row in matches].count("Final") == 2
    first = rows_of(files["tournament-1-standings.csv"])[0]
    assert (first["group"], first["place"]) == ("Final", "1")
    await table.pass_time(DAY)
    playground.expect_valid()
