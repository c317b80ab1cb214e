"""What moderators do: each action, and its entry in the log."""

from dataclasses import replace

import pytest

from bot.features.matches.errors import NoSuchMatch
from bot.features.moderation.errors import (
    BannedAnew,
    NoChallengeShown,
    NotBanned,
    NothingWritten,
    OutdatedBan,
)
from bot.features.moderation.log import ON_A_PAGE, Moderator
from bot.features.moderation.queries import ModerationPost, ModeratorAction
from bot.jobs import jobs
from bot.jobs.fleet import QUERIES as FLEET
from bot.match.challenge import Challenge
from bot.match.clock import DAY
from bot.match.errors import MatchOver
from bot.match.identity import ChannelId, GuildId, MatchId, MessageId, Seconds, UserId
from bot.match.match import EndReason, Outcome
from bot.match.terms import Note
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, ORANGE, STRANGER
from tests.kit.service_matches import begin, moderator_actions, offer, play, record_challenge_shown

MOD = UserId(900)
WHY = Note("they moved away")
MODERATOR = Moderator(GUILD, MOD, WHY)
SHOWN = MessageId(7001)
ELSEWHERE = GuildId(8)


async def offer_with_note(services: Services) -> Challenge:
    challenge = await offer(services)
    async with services._database.writing() as writing:
        await writing.connection.ask("UPDATE challenges SET note = 'mind the cat'")
    await record_challenge_shown(services, challenge.id, SHOWN, challenge.revision)
    return challenge


async def test_a_match_is_ended_without_a_result_and_says_why(services: Services) -> None:
    number = (await begin(services)).id
    before = await play(services, number, "Kc3")
    ended = await services.moderation.end_match(MODERATOR, number)
    assert ended.outcome == Outcome(EndReason.ENDED_BY_MODERATOR, None, WHY)
    assert ended.revision == before.revision + 1
    assert await services.matches.find(number) == ended
    [entry] = (await services.moderation.log(GUILD, 0)).entries
    assert (entry.action, entry.moderator, entry.match, entry.reason) == (
        ModeratorAction.ENDED_MATCH,
        MOD,
        number,
        WHY,
    )


async def test_a_finished_match_is_not_ended_again(services: Services) -> None:
    number = (await begin(services)).id
    resigned = await services.matches.resign(ORANGE, number)
    with pytest.raises(MatchOver):
        await services.moderation.end_match(MODERATOR, number)
    assert await services.matches.find(number) == resigned
    assert await moderator_actions(services) == []


async def test_a_match_of_another_server_is_unknown(services: Services) -> None:
    number = (await begin(services, guild=ELSEWHERE)).id
    for unknown in (number, MatchId(99)):
        with pytest.raises(NoSuchMatch):
            await services.moderation.end_match(MODERATOR, unknown)
    assert (await services.matches.find(number)).outcome is None
    assert await moderator_actions(services) == []


async def test_a_match_whose_time_has_run_out_ends_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await play(services, number, "Kc3", "Kd4")
    clock.advance(4 * DAY)
    ended = await services.moderation.end_match(MODERATOR, number)
    assert ended.outcome is not None
    assert ended.outcome.why is EndReason.TIME
    assert await moderator_actions(services) == []


async def test_live_matches_are_listed_with_the_least_active_first(
    services: Services, clock: StandingClock
) -> None:
    numbers = [
        (await begin(services, guild=guild)).id for guild in (GUILD, GUILD, GUILD, ELSEWHERE)
    ]
    clock.advance(Seconds(60.0))
    await play(services, numbers[0], "Kc3")
    await services.matches.resign(ORANGE, numbers[1])
    found = await services.moderation.live_in(GUILD, 25)
    assert [match.id for match in found] == [numbers[2], numbers[0]]
    assert len(await services.moderation.live_in(GUILD, 1)) == 1


async def test_an_unreadable_match_does_not_block_others(services: Services) -> None:
    broken, whole = (await begin(services)).id, (await begin(services)).id
    async with services._database.writing() as writing:
        await writing.connection.ask(
            "UPDATE matches SET position = 'nonsense' WHERE id = :value", value=broken
        )
    assert [match.id for match in await services.moderation.live_in(GUILD, 25)] == [whole]


async def test_the_texts_of_a_challenge_are_removed_and_it_is_shown_again(
    services: Services,
) -> None:
    challenge = await offer_with_note(services)
    removed = await services.moderation.remove_texts(MODERATOR, SHOWN)
    assert removed.note is None
    posted = await services.challenges.find(challenge.id)
    assert posted.challenge == removed
    assert posted.entry.shown_revision < removed.revision
    [entry] = (await services.moderation.log(GUILD, 0)).entries
    assert (entry.action, entry.user, entry.challenge) == (
        ModeratorAction.REMOVED_TEXT,
        ORANGE,
        challenge.id,
    )


async def test_the_reason_of_a_decline_is_removed_too(services: Services) -> None:
    challenge = await offer_with_note(services)
    async with services._database.writing() as writing:
        await writing.connection.ask(
            "UPDATE challenges SET note = NULL, reason = 'no time for you', state = 'declined'"
        )
    removed = await services.moderation.remove_texts(MODERATOR, SHOWN)
    assert (await services.challenges.find(challenge.id)).challenge.reason is None
    assert removed.reason is None
    [entry] = (await services.moderation.log(GUILD, 0)).entries
    assert entry.user == GRAY


async def test_a_challenge_without_text_has_nothing_to_remove(services: Services) -> None:
    await offer_with_note(services)
    await services.moderation.remove_texts(MODERATOR, SHOWN)
    with pytest.raises(NothingWritten):
        await services.moderation.remove_texts(MODERATOR, SHOWN)
    for moderator, message in (
        (MODERATOR, MessageId(1)),
        (Moderator(ELSEWHERE, MOD), SHOWN),
    ):
        with pytest.raises(NoChallengeShown):
            await services.moderation.remove_texts(moderator, message)
    assert await moderator_actions(services) == [ModeratorAction.REMOVED_TEXT]


async def test_a_ban_lasts_until_it_is_lifted(services: Services, clock: StandingClock) -> None:
    await services.bans.ban(MODERATOR, GRAY, None)
    clock.advance(400 * DAY)
    page = await services.bans.page(GUILD, 0)
    assert [(ban.user, ban.moderator, ban.until, ban.reason) for ban in page.bans] == [
        (GRAY, MOD, None, WHY)
    ]
    assert not (await services.bans.page(ELSEWHERE, 0)).bans
    await services.bans.unban(MODERATOR, GRAY)
    assert not (await services.bans.page(GUILD, 0)).bans
    assert await moderator_actions(services) == [ModeratorAction.UNBANNED, ModeratorAction.BANNED]


async def test_a_ban_ends_by_itself(services: Services, clock: StandingClock) -> None:
    ban = (await services.bans.ban(MODERATOR, GRAY, Seconds(2 * DAY))).ban
    assert ban.until == ban.since + 2 * DAY
    clock.advance(Seconds(2 * DAY - 1))
    assert len((await services.bans.page(GUILD, 0)).bans) == 1
    clock.advance(Seconds(1.0))
    assert not (await services.bans.page(GUILD, 0)).bans
    with pytest.raises(NotBanned):
        await services.bans.unban(MODERATOR, GRAY)


async def test_undo_lifts_only_the_ban_that_it_belongs_to(
    services: Services, clock: StandingClock
) -> None:
    first = (await services.bans.ban(MODERATOR, GRAY, None)).ban
    other = replace(MODERATOR, user=STRANGER)
    clock.advance(60)
    second = (await services.bans.ban(other, GRAY, DAY)).ban
    with pytest.raises(BannedAnew) as caught:
        await services.bans.undo_ban(MODERATOR, GRAY, int(first.since))
    assert (caught.value.user, caught.value.moderator) == (GRAY, STRANGER)
    assert (await services.bans.page(GUILD, 0)).bans == (second,)
    await services.bans.undo_ban(other, GRAY, int(second.since))
    with pytest.raises(NotBanned):
        await services.bans.undo_ban(other, GRAY, int(second.since))
    assert await moderator_actions(services) == [
        ModeratorAction.UNBANNED,
        ModeratorAction.BANNED,
        ModeratorAction.BANNED,
    ]


async def test_a_ban_that_was_confirmed_is_given_once(services: Services) -> None:
    preview = await services.bans.preview(GUILD, GRAY)
    await services.bans.ban(MODERATOR, GRAY, None, preview)
    with pytest.raises(OutdatedBan):
        await services.bans.ban(MODERATOR, GRAY, DAY, preview)
    [ban] = (await services.bans.page(GUILD, 0)).bans
    assert ban.until is None
    assert await moderator_actions(services) == [ModeratorAction.BANNED]


async def test_the_log_is_paged_with_the_latest_entry_first(services: Services) -> None:
    for number in range(ON_A_PAGE + 2):
        await services.bans.ban(MODERATOR, UserId(1000 + number), None)
    first, last = [await services.moderation.log(GUILD, page) for page in (0, 1)]
    assert [page.pages for page in (first, last)] == [2, 2]
    users = [entry.user for page in (first, last) for entry in page.entries]
    assert users == [UserId(1000 + number) for number in reversed(range(ON_A_PAGE + 2))]
    assert await services.moderation.log(GUILD, 9) == last
    banned = [await services.bans.page(GUILD, page) for page in (0, 1, 9)]
    assert [len(page.bans) for page in banned] == [ON_A_PAGE, 2, 2]
    assert banned[1] == banned[2]
    empty = await services.moderation.log(ELSEWHERE, 0)
    assert (empty.entries, empty.number, empty.pages) == ((), 0, 1)


async def test_actions_are_posted_in_the_servers_log_channel(
    services: Services, clock: StandingClock
) -> None:
    await services.bans.ban(MODERATOR, GRAY, None)
    assert await posts_due(services) == []
    await services.settings.change(
        GUILD, lambda settings: replace(settings, log_channel=ChannelId(73))
    )
    await services.bans.unban(MODERATOR, GRAY)
    [due] = await posts_due(services)
    entry = await services.moderation.entry(due.action)
    assert entry is not None
    assert entry.action is ModeratorAction.UNBANNED


async def posts_due(services: Services) -> list[ModerationPost]:
    """List the entries of the log that are to be posted now."""
    async with services._database.reading() as reading:
        found = await jobs.unclaimed(reading, ModerationPost, services.clock.now(), 10)
    looks = [each.read() for each in found if each.due_at <= services.clock.now()]
    return [each for each in looks if isinstance(each, ModerationPost)]


async def test_an_entry_is_posted_by_the_process_that_has_its_server(services: Services) -> None:
    database = services._database
    async with database.writing() as writing:
        for shard in range(2):
            await FLEET.make_shard(writing.connection, number=shard)
            await FLEET.shard_held(writing.connection, number=shard, held_by=1, served_by=shard)
    there = replace(MODERATOR, guild=GuildId(1 << 22))
    await services.settings.change(
        there.guild, lambda settings: replace(settings, log_channel=ChannelId(73))
    )
    await services.bans.ban(there, GRAY, None)
    found = []
    for database.process in (0, 1):
        async with database.reading() as reading:
            found.append(await jobs.unclaimed(reading, ModerationPost, services.clock.now(), 9))
    assert [len(each) for each in found] == [0, 1]
