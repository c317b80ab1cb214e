"""A user's matches: pages, filters, and the next match that waits for the user."""

from collections.abc import Sequence

from bot.features.boards.queries import BoardState
from bot.features.matches.listing import (
    FIRST,
    PAGE,
    GamesPage,
    LivePage,
    MatchCounts,
    MatchesAfter,
    MatchFilter,
    MatchStage,
    NextTurn,
    NothingWaits,
)
from bot.match.challenge import ChallengeAnswer
from bot.match.clock import HOUR, Minutes, NoLimit, PerMove
from bot.match.identity import ChannelId, GuildId, Instant, MatchId, MessageId, Seconds, UserId
from bot.match.match import Match
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.kit.matches import GRAY, GUILD, ORANGE, PLACE, STRANGER, friend
from tests.kit.service_matches import begin, play

ELSEWHERE = GuildId(8)


async def begin_with(services: Services, hours: float | None, gray: UserId = GRAY) -> Match:
    """Begin a match with this time for each move."""
    time = NoLimit() if hours is None else PerMove(type(HOUR)(hours * HOUR))
    terms = Terms(Starts.ME, time=time)
    challenge = await services.challenges.offer(ORANGE, friend(gray), PLACE, terms)
    message = MessageId(7000 + challenge.id)
    answered = await services.challenges.answer(gray, challenge.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    return answered.match


def numbers(page: GamesPage) -> list[int]:
    return [match.id for match in page.games]


async def list_games(
    services: Services, stage: MatchStage, whose: MatchFilter | None = None
) -> list[int]:
    return numbers(await services.games.page(whose or MatchFilter(ORANGE), stage, FIRST))


async def end(services: Services, *matches: MatchId) -> None:
    for number in matches:
        await services.matches.resign(ORANGE, number)


async def test_matches_are_listed_by_own_turn_and_then_by_least_time_left(
    services: Services,
) -> None:
    for hours in (72, None, 6, 24, 1):
        await begin_with(services, hours)
    await play(services, MatchId(5), "Kc3")
    await play(services, MatchId(4), "Kc3")
    assert await list_games(services, MatchStage.LIVE) == [3, 1, 2, 5, 4]
    assert await list_games(services, MatchStage.MINE) == [3, 1, 2]
    assert await list_games(services, MatchStage.THEIRS) == [5, 4]
    assert await list_games(services, MatchStage.LIVE, MatchFilter(GRAY)) == [5, 4, 3, 1, 2]
    assert await list_games(services, MatchStage.OVER) == []


async def test_lists_are_of_one_server_or_against_one_opponent(services: Services) -> None:
    await begin(services, ORANGE, GRAY)
    await begin(services, STRANGER, ORANGE)
    await begin(services, ORANGE, GRAY, guild=ELSEWHERE)
    await begin(services, GRAY, ORANGE, guild=ELSEWHERE)
    await begin(services, GRAY, STRANGER)
    for stage in (MatchStage.LIVE, MatchStage.OVER):
        everywhere = await services.games.page(MatchFilter(ORANGE), stage, FIRST)
        assert sorted(numbers(everywhere)) == [1, 2, 3, 4]
        assert sorted(await list_games(services, stage, MatchFilter(ORANGE, GUILD))) == [1, 2]
        assert sorted(await list_games(services, stage, MatchFilter(ORANGE, ELSEWHERE))) == [3, 4]
        assert sorted(await list_games(services, stage, MatchFilter(ORANGE, None, GRAY))) == [
            1,
            3,
            4,
        ]
        assert sorted(await list_games(services, stage, MatchFilter(ORANGE, ELSEWHERE, GRAY))) == [
            3,
            4,
        ]
        assert await list_games(services, stage, MatchFilter(ORANGE, ELSEWHERE, STRANGER)) == []
        assert await list_games(services, stage, MatchFilter(ORANGE, None, ORANGE)) == []
        await end(services, *map(MatchId, (1, 2, 3, 4) if stage is MatchStage.LIVE else ()))


async def test_live_matches_and_own_turns_are_counted(services: Services) -> None:
    for _ in range(3):
        await begin(services)
    await begin(services, guild=ELSEWHERE)
    await play(services, MatchId(2), "Kc3")
    page = await services.games.page(MatchFilter(ORANGE), MatchStage.LIVE, FIRST)
    assert page.counted == MatchCounts(4, 3)
    page = await services.games.page(MatchFilter(GRAY, GUILD), MatchStage.OVER, FIRST)
    assert page.counted == MatchCounts(3, 1)


async def test_pages_of_live_matches_are_bounded(services: Services) -> None:
    for _ in range(2 * PAGE + 1):
        await begin(services)
    whose = MatchFilter(ORANGE)
    first = await services.games.page(whose, MatchStage.LIVE, FIRST)
    assert (len(first.games), first.back, first.on) == (PAGE, None, LivePage(1))
    last = await services.games.page(whose, MatchStage.LIVE, LivePage(2))
    assert (len(last.games), last.back, last.on) == (1, LivePage(1), None)
    assert await services.games.page(whose, MatchStage.LIVE, LivePage(99)) == last
    await end(services, last.games[0].id)
    gone = await services.games.page(whose, MatchStage.LIVE, LivePage(2))
    assert (len(gone.games), gone.on) == (PAGE, None)


async def walk(
    services: Services, whose: MatchFilter, page: GamesPage, seen: Sequence[int]
) -> list[int]:
    """Turn the pages to the last, and back again to the first."""
    forward = [*seen]
    while page.on is not None:
        page = await services.games.page(whose, MatchStage.OVER, page.on)
        forward += numbers(page)
    back = numbers(page)
    while page.back is not None:
        page = await services.games.page(whose, MatchStage.OVER, page.back)
        back = [*numbers(page), *(each for each in back if each not in numbers(page))]
    assert back == forward
    assert page.back is None
    return forward


async def test_finished_matches_are_paged_to_the_last_and_back(services: Services) -> None:
    for number in range(2 * PAGE + 3):
        await begin(services, *((ORANGE, GRAY) if number % 2 else (GRAY, ORANGE)))
    await end(services, *map(MatchId, range(1, 2 * PAGE + 4)))
    for whose in (MatchFilter(ORANGE), MatchFilter(ORANGE, GUILD), MatchFilter(ORANGE, None, GRAY)):
        first = await services.games.page(whose, MatchStage.OVER, FIRST)
        assert first.back is None
        seen = await walk(services, whose, first, numbers(first))
        assert seen == list(range(2 * PAGE + 3, 0, -1))


async def test_a_page_of_finished_matches_does_not_shift_when_others_end(
    services: Services,
) -> None:
    for _ in range(2 * PAGE + 2):
        await begin(services)
    await end(services, *map(MatchId, range(1, 2 * PAGE + 1)))
    first = await services.games.page(MatchFilter(ORANGE), MatchStage.OVER, FIRST)
    assert first.on is not None
    second = await services.games.page(MatchFilter(ORANGE), MatchStage.OVER, first.on)
    await end(services, MatchId(2 * PAGE + 1), MatchId(2 * PAGE + 2))
    again = await services.games.page(MatchFilter(ORANGE), MatchStage.OVER, first.on)
    assert numbers(again) == numbers(second)
    assert again.back is not None
    before = await services.games.page(MatchFilter(ORANGE), MatchStage.OVER, again.back)
    assert numbers(before) == numbers(first)
    assert isinstance(before.back, MatchesAfter)
    newest = await services.games.page(MatchFilter(ORANGE), MatchStage.OVER, before.back)
    assert numbers(newest)[:2] == [2 * PAGE + 2, 2 * PAGE + 1]
    assert newest.back is None


async def test_each_match_of_a_page_comes_with_its_live_board(services: Services) -> None:
    for _ in range(3):
        await begin(services)
    for message in (91, 92):
        revision = (await services.matches.find(MatchId(2))).revision
        place = ChannelId(7002)
        await services.boards.board_posted(MatchId(2), place, MessageId(message), revision)
    page = await services.games.page(MatchFilter(ORANGE), MatchStage.LIVE, FIRST)
    games = await services.boards.works_of(page.games)
    found = {game.match.id: [board.message for board in game.boards] for game in games}
    assert found[MatchId(2)] == [92]
    for game in games:
        shown = (await services.boards.work_of(game.match.id)).boards
        assert list(game.boards) == [board for board in shown if board.state is BoardState.LIVE]


async def next_of(
    services: Services, left: int | None, until: float | None = None, user: UserId = ORANGE
) -> int:
    next_turn = await services.games.next_turn(
        user,
        None if left is None else MatchId(left),
        None if until is None else Instant(until),
    )
    assert isinstance(next_turn, NextTurn)
    return next_turn.match.id


async def test_next_goes_through_matches_in_order_of_remaining_time(services: Services) -> None:
    for hours in (24, None, 6):
        await begin_with(services, hours)
    assert [await next_of(services, left) for left in (None, 3, 1, 2)] == [3, 1, 2, 3]
    next_turn = await services.games.next_turn(ORANGE, MatchId(1))
    assert isinstance(next_turn, NextTurn)
    assert (next_turn.match.id, next_turn.others) == (2, 2)


async def test_next_continues_after_a_match_that_was_played_in_between(services: Services) -> None:
    for hours in (6, 12, 24):
        await begin_with(services, hours)
    next_turn = await services.games.next_turn(ORANGE, MatchId(1))
    assert isinstance(next_turn, NextTurn)
    assert next_turn.match.id == 2
    await play(services, MatchId(2), "Kc3")
    assert await next_of(services, 2, next_turn.until) == 3
    assert await next_of(services, 2) == 1


async def test_no_match_waits_while_the_opponents_are_to_move(services: Services) -> None:
    assert await services.games.next_turn(ORANGE, None) == NothingWaits(0, False)
    await begin(services)
    assert await services.games.next_turn(ORANGE, MatchId(1)) == NothingWaits(1, True)
    await play(services, MatchId(1), "Kc3")
    assert await services.games.next_turn(ORANGE, MatchId(1)) == NothingWaits(1, False)
    await begin(services, GRAY, STRANGER)
    assert await services.games.next_turn(ORANGE, None) == NothingWaits(1, False)


async def test_a_match_waits_for_each_player_who_is_not_ready(services: Services) -> None:
    time = Minutes(Seconds(300.0), Seconds(3.0))
    number = (await begin(services, time=time)).id
    for user in (ORANGE, GRAY):
        assert await next_of(services, None, user=user) == number
        assert await list_games(services, MatchStage.MINE, MatchFilter(user)) == [number]
        assert await list_games(services, MatchStage.THEIRS, MatchFilter(user)) == []
    await services.matches.ready(ORANGE, number)
    assert await services.games.next_turn(ORANGE, None) == NothingWaits(1, False)
    assert await next_of(services, None, user=GRAY) == number
    page = await services.games.page(MatchFilter(ORANGE), MatchStage.THEIRS, FIRST)
    assert (numbers(page), page.counted) == ([number], MatchCounts(1, 0))
    await services.matches.ready(GRAY, number)
    assert await next_of(services, None, user=ORANGE) == number
    assert await services.games.next_turn(GRAY, None) == NothingWaits(1, False)


async def test_next_visits_each_of_thirty_matches_in_five_servers_once(
    services: Services,
) -> None:
    for number in range(30):
        await begin(services, guild=GuildId(7 + number % 5))
    left, seen = None, []
    for _ in range(30):
        left = await next_of(services, left)
        seen.append(left)
    assert sorted(seen) == list(range(1, 31))
    assert await next_of(services, left) == seen[0]
