"""A server's public leaderboard links to its players, tournaments and shared matches."""

import re

import pytest

from bot.features.pages.service import Audience
from bot.features.settings.preferences import PageName
from bot.features.settings.server import Leaderboard
from bot.features.standings.queries import Listing
from bot.features.tournaments.tournament import TournamentField
from bot.match.identity import UserId
from playground import Person
from tests.kit.ladder_cards import open_full_ladder
from tests.kit.match_pages import ADDRESS, Web, WebResponse, change_settings
from tests.kit.rated_matches import beat
from tests.kit.tables import Table
from tests.kit.tournaments import (
    FIRST,
    cards,
    field_of,
    four_members,
    resign_all,
    resign_every_match,
    semifinal_players,
    start_cup,
    start_league,
)


async def read(web: Web, path: str, **headers: str) -> WebResponse:
    page = await web.read(path, **headers)
    assert page.status == 200, page.text
    return page


async def share_first(table: Table) -> tuple[TournamentField, str]:
    """Share a match of the tournament that is over; return the tournament and the match's path."""
    field = await field_of(table)
    pairing = next(each for each in field.pairings if not each.leg.is_open)
    assert pairing.match is not None
    user = field.entrant(pairing.leg.first).user
    page = (await table.services.pages.share(user, pairing.match, Audience.SERVER)).page
    assert page is not None
    return field, f"/m/{page.slug}"


def links_in(page: WebResponse) -> list[str]:
    return re.findall(r'href="([^"]+)"', page.text)


@pytest.mark.long
async def test_a_leaderboard_leads_to_a_tournament_and_to_a_match_of_it_that_is_shared(
    table: Table, web: Web
) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    games = table.playground.channel("games")
    await start_league(table, games)
    [_, card] = cards(table, games)
    page = f"{leaderboard}/tournaments/{FIRST}"
    link = next(each for each in card.buttons if each.label == "Table on the web")
    assert link.url == f"{ADDRESS}{page}"
    running = (await read(web, page)).text
    assert "League in groups of up to" in running
    assert "places 1–4" in running
    await resign_every_match(table)
    field, match = await share_first(table)
    assert "leaderboard/tournaments/1" in links_in(await read(web, leaderboard))
    over = await read(web, page)
    assert over.headers["X-Robots-Tag"] == "noindex"
    assert "Autumn league" in over.text
    assert "places 1–4" not in over.text
    assert "asked not to be named" not in over.text
    assert links_in(over).count(f"../../../..{match}") == 2
    assert (await read(web, match)).status == 200
    for each in four_members(table):
        assert f"<bdi>{each.user.display_name}</bdi>" in over.text
    await expect_no_id(table, over)
    german = await read(web, page, **{"Accept-Language": "de"})
    assert '<html lang="de">' in german.text
    assert "Punkte" in german.text

    first = field.entrant(field.pairings[0].leg.first).user
    await table.services.preferences.prefer(first, "page_name", PageName.UNNAMED)
    hidden = await read(web, page)
    assert "<bdi>A player</bdi>" in hidden.text
    assert "asked not to be named" in hidden.text
    assert match not in hidden.text
    await table.services.preferences.prefer(first, "page_name", PageName.NAMED)
    await table.services.listings.put(first, Listing.LEFT_OFF)
    assert "<bdi>A player</bdi>" in (await read(web, page)).text
    await table.services.privacy.delete(first)
    erased = await read(web, page)
    assert "<bdi>A former player</bdi>" in erased.text
    assert match not in erased.text

    await change_settings(table, leaderboard=Leaderboard.PRIVATE)
    gone = await web.read(page)
    assert gone.status == 404
    elsewhere = page.replace(leaderboard.split("/")[2], "12345")
    for path in (f"{leaderboard}/tournaments/99", elsewhere, f"{leaderboard}/cups/1"):
        answer = await web.read(path)
        assert (answer.status, answer.text) == (404, gone.text)
    shown = await four_members(table)[1].command("tournament show", channel=games, tournament="1")
    assert "Table on the web" not in shown.shown.labels


async def expect_no_id(table: Table, page: WebResponse) -> None:
    """Assert that a page has no id of a user."""
    for each in table.playground.world.users.values():
        assert str(each.id) not in page.text


async def test_a_leaderboard_leads_to_a_player_and_to_their_shared_matches_alone(
    table: Table, web: Web
) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    ada, bob, cleo = (table.playground.person(name) for name in ("ada", "bob", "cleo"))
    matches = [await beat(table, *pair) for pair in ((ada, bob), (ada, cleo), (bob, cleo))]
    for number, sharing in zip(matches, (ada, ada, bob), strict=True):
        await table.services.pages.share(UserId(sharing.id), number, Audience.SERVER)
    page = await player_page(web, leaderboard, ada)
    assert page.status == 200
    assert "<h1><bdi>Ada</bdi></h1>" in page.text
    assert page.text.count('href="../../../../m/') == 2
    assert "<bdi>Bob</bdi> against" not in page.text
    await expect_no_id(table, page)
    match = next(each for each in links_in(page) if "/m/" in each).removeprefix("../../../..")
    assert (await read(web, match)).status == 200
    address = await player_address(web, leaderboard, ada)
    await table.services.preferences.prefer(UserId(ada.id), "page_name", PageName.UNNAMED)
    assert "/m/" not in (await read(web, address)).text
    await table.services.privacy.delete(UserId(ada.id))
    assert (await web.read(address)).status == 404
    address = await player_address(web, leaderboard, bob)
    assert (await read(web, address)).text.count('href="../../../../m/') == 1
    await change_settings(table, leaderboard=Leaderboard.PRIVATE)
    assert (await web.read(address)).status == 404


async def player_address(web: Web, leaderboard: str, person: Person) -> str:
    """Return the address to which a player's name on the leaderboard leads."""
    name = f"<bdi>{person.user.display_name}</bdi>"
    text = (await read(web, leaderboard)).text
    parsed = re.search(rf'href="leaderboard(/players/[-_A-Za-z0-9]{{22}})">{name}', text)
    assert parsed is not None, text
    return f"{leaderboard}{parsed[1]}"


async def player_page(web: Web, leaderboard: str, person: Person) -> WebResponse:
    return await read(web, await player_address(web, leaderboard, person))


@pytest.mark.night
@pytest.mark.long
async def test_a_cup_is_shown_round_by_round(table: Table, web: Web) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    games = table.playground.channel("games")
    await start_cup(table, games)
    page = f"{leaderboard}/tournaments/{FIRST}"
    begun = (await read(web, page)).text
    assert begun.index("Semifinals") < begun.index("0\N{EN DASH}0")
    field = await field_of(table)
    one, four = semifinal_players(table, field, 0)
    await resign_all(table, four)
    _, match = await share_first(table)
    [_, card] = cards(table, games)
    link = next(each for each in card.buttons if each.label == "Bracket on the web")
    assert link.url == f"{ADDRESS}{page}"
    over = await read(web, page)
    assert f"{one.user.display_name} wins." in over.text
    assert "🥇" not in over.text
    assert links_in(over).count(f"../../../..{match}") == 1
    await expect_no_id(table, over)
    two, three = semifinal_players(table, field, 1)
    await resign_all(table, three)
    await resign_all(table, two)
    ended = await read(web, page)
    assert f"<p>🥇 {one.user.display_name}</p>" in ended.text
    assert f"<p>🥈 {two.user.display_name}</p>" in ended.text
    await expect_no_id(table, ended)


async def test_a_ladder_is_shown_in_its_order(table: Table, web: Web) -> None:
    leaderboard = await change_settings(table, leaderboard=Leaderboard.PUBLIC)
    await open_full_ladder(table, table.playground.channel("games"))
    assert "leaderboard/ladders/1" in links_in(await read(web, leaderboard))
    page = await read(web, f"{leaderboard}/ladders/1")
    names = [each.user.display_name for each in four_members(table)]
    parsed = re.findall(r"<td>(\d)</td><th scope=\"row\"><bdi>(\w+)</bdi>", page.text)
    assert parsed == [(str(place), name) for place, name in enumerate(names, 1)]
    await expect_no_id(table, page)
    assert (await web.read(f"{leaderboard}/ladders/2")).status == 404
