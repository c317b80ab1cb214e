"""Histories of a user, a pair and a server: filtered, paged, and shown to those who may see."""

import pytest

from bot.features.matches.listing import MatchesAfter, MatchesBefore
from bot.features.profiles import service
from bot.features.profiles.queries import HistoryFilter
from bot.features.profiles.service import HistoryScope, KeepsToThemself, Sees
from bot.features.standings.queries import Listing
from bot.game import CLASSIC, ROWS, SCARCE, Ruleset
from bot.match.ending import Score
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match
from bot.match.terms import Stakes
from bot.services import Services
from tests.kit.matches import GRAY, GUILD, ORANGE, STRANGER
from tests.kit.service_matches import begin

ALL = HistoryFilter()


def sees_all(_: Match) -> bool:
    return True


async def play_match(
    services: Services,
    winner: UserId = ORANGE,
    loser: UserId = GRAY,
    ruleset: Ruleset = CLASSIC,
    stakes: Stakes = Stakes.RATED,
) -> int:
    """Begin a match in which the second player resigns."""
    match = await begin(services, winner, loser, ruleset=ruleset, stakes=stakes)
    await services.matches.resign(loser, match.id)
    return match.id


async def page(
    services: Services,
    user: UserId | None,
    opponent: UserId | None = None,
    sorts: HistoryFilter = ALL,
    cut: MatchesBefore | MatchesAfter | None = None,
    viewer: UserId = ORANGE,
    sees: Sees = sees_all,
) -> list[int]:
    whose = HistoryScope(GUILD, user, opponent)
    history = await services.histories.page(whose, sorts, cut or MatchesBefore(), viewer, sees)
    return [int(match.id) for match in history.found]


async def test_a_match_is_in_the_history_of_its_players_their_pair_and_its_server(
    services: Services,
) -> None:
    one = await play_match(services, ORANGE, GRAY)
    two = await play_match(services, GRAY, STRANGER)
    assert await page(services, None) == [two, one]
    assert await page(services, ORANGE) == [one]
    assert await page(services, GRAY) == [two, one]
    assert await page(services, GRAY, ORANGE) == [one]
    assert await page(services, ORANGE, GRAY) == [one]
    assert await page(services, ORANGE, STRANGER) == []
    assert await page(services, UserId(9999)) == []


async def test_a_history_continues_after_many_hidden_matches(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "AT_A_TIME", 1)
    monkeypatch.setattr(service, "MOST_ROUNDS", 2)
    shown = await play_match(services)
    hidden = {await play_match(services) for _ in range(8)}
    newest = await play_match(services)
    while await services.statistics.catch_up():
        pass
    whose, cut, listed, pages = HistoryScope(GUILD, None), MatchesBefore(), [], 0
    while True:
        page = await services.histories.page(
            whose, ALL, cut, ORANGE, lambda match: match.id not in hidden
        )
        listed += [match.id for match in page.found]
        pages += 1
        if page.on is None:
            break
        cut = page.on
    assert listed == [newest, shown]
    assert pages > 1


async def test_a_history_is_filtered_by_ruleset_stakes_and_result(services: Services) -> None:
    rated = await play_match(services)
    casual = await play_match(services, ruleset=ROWS, stakes=Stakes.CASUAL)
    lost = await play_match(services, GRAY, ORANGE, ROWS)
    assert await page(services, ORANGE, sorts=HistoryFilter(ruleset="rows")) == [lost, casual]
    assert await page(services, ORANGE, sorts=HistoryFilter(stakes=Stakes.CASUAL)) == [casual]
    assert await page(services, ORANGE, sorts=HistoryFilter(score=Score.WIN)) == [casual, rated]
    assert await page(services, ORANGE, sorts=HistoryFilter(score=Score.LOSS)) == [lost]
    assert await page(services, ORANGE, sorts=HistoryFilter(score=Score.DRAW)) == []
    assert await page(services, GRAY, sorts=HistoryFilter("rows", Stakes.RATED, Score.WIN)) == [
        lost
    ]
    assert await page(services, None, sorts=HistoryFilter(ruleset=SCARCE.name)) == []


async def test_matches_of_other_servers_and_called_off_ones_are_left_out(
    services: Services,
) -> None:
    await play_match(services)
    elsewhere = HistoryScope(GuildId(8), ORANGE)
    history = await services.histories.page(elsewhere, ALL, MatchesBefore(), ORANGE, sees_all)
    assert history.found == []
    match = await begin(services)
    await services.matches.call_off(ORANGE, match.id)
    assert match.id not in await page(services, ORANGE)


async def test_pages_lead_to_the_end_and_back(services: Services) -> None:
    numbers = [await play_match(services) for _ in range(20)][::-1]
    while await services.statistics.catch_up():
        pass
    whose, seen = HistoryScope(GUILD, ORANGE), list[int]()
    cut: MatchesBefore | MatchesAfter | None = MatchesBefore()
    backs = []
    while cut is not None:
        history = await services.histories.page(whose, ALL, cut, ORANGE, sees_all)
        seen += [match.id for match in history.found]
        backs.append(history.back)
        cut = history.on
    assert seen == numbers
    assert backs[0] is None
    assert backs[2] is not None
    middle = await page(services, ORANGE, cut=backs[2])
    assert middle == numbers[8:16]


async def test_matches_that_a_user_may_not_see_leave_no_gap(services: Services) -> None:
    numbers = [await play_match(services) for _ in range(20)][::-1]
    while await services.statistics.catch_up():
        pass
    even = [number for number in numbers if number % 2 == 0]

    def sees(match: Match) -> bool:
        return match.id % 2 == 0

    first = await page(services, None, sees=sees)
    assert first == even[:8]
    assert await page(services, None, cut=MatchesBefore(MatchId(first[-1])), sees=sees) == even[8:]
    assert await page(services, None, sees=lambda _: False) == []


async def test_a_user_who_is_left_off_shows_their_history_to_themself_and_their_opponents(
    services: Services,
) -> None:
    one = await play_match(services)
    await services.statistics.catch_up()
    await services.listings.put(GRAY, Listing.LEFT_OFF)
    with pytest.raises(KeepsToThemself):
        await page(services, GRAY, viewer=ORANGE)
    with pytest.raises(KeepsToThemself):
        await page(services, GRAY, ORANGE, viewer=STRANGER)
    with pytest.raises(KeepsToThemself):
        await page(services, ORANGE, GRAY, viewer=STRANGER)
    assert await page(services, GRAY, viewer=GRAY) == [one]
    assert await page(services, ORANGE, GRAY, viewer=ORANGE) == [one]
    assert await page(services, GRAY, ORANGE, viewer=ORANGE) == [one]
    assert await page(services, None, viewer=STRANGER) == [one]
