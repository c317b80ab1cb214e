"""Matches begun and played through the services, as people do it."""

from dataclasses import replace
from random import Random

from bot.address import DatabaseAddress
from bot.db.program import StoredValue
from bot.features.boards.queries import BoardMessage
from bot.features.challenges.queries import CHALLENGE_MESSAGE
from bot.features.matches.access import ChannelVisibility, Viewer
from bot.features.moderation.queries import ModeratorAction
from bot.features.notifications.kinds import NotificationKind
from bot.features.profiles.counting import CountStatistics
from bot.features.settings.server import LeavingPolicy
from bot.features.watching.service import EndOfWatched
from bot.game import CLASSIC, Ruleset, Turn, land, legal_turns, read_turn, write_turn
from bot.jobs import jobs
from bot.jobs.jobs import Job, deliver_by
from bot.match.challenge import Challenge, ChallengeAnswer, Particulars
from bot.match.clock import (
    DEFAULT_TIME,
    NoLimit,
    TimeControl,
)
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Place,
    Revision,
    UserId,
)
from bot.match.match import Match
from bot.match.terms import Stakes, Starts, Terms, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GRAY, GUILD, ORANGE, PLACE, friend
from tests.kit.raw_database import rows_in


def viewer_at(
    user: UserId, place: Place, sight: ChannelVisibility = ChannelVisibility.VISIBLE
) -> Viewer:
    """Return a viewer at a place, with the same visibility of every channel there."""
    guild = place.guild if isinstance(place, InServer) else None
    return Viewer(user, place, guild, lambda _: sight)


async def offer(
    services: Services,
    challenger: UserId = ORANGE,
    friended: UserId = GRAY,
    place: InServer = PLACE,
    ruleset: Ruleset = CLASSIC,
    time: TimeControl = DEFAULT_TIME,
    stakes: Stakes = Stakes.RATED,
) -> Challenge:
    terms = Terms(Starts.ME, ruleset, time, stakes)
    return await services.challenges.offer(challenger, friend(friended), place, terms)


async def begin(
    services: Services,
    orange: UserId = ORANGE,
    gray: UserId = GRAY,
    guild: GuildId = PLACE.guild,
    ruleset: Ruleset = CLASSIC,
    time: TimeControl = DEFAULT_TIME,
    stakes: Stakes = Stakes.RATED,
) -> Match:
    """Begin a match in its own thread, which has the ID of the challenge's message."""
    place = InServer(guild, PLACE.channel)
    challenge = await offer(services, orange, gray, place, ruleset, time, stakes)
    message = MessageId(7000 + challenge.id)
    answered = await services.challenges.answer(gray, challenge.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    await services.boards.settle_venue(answered.match.id, ChannelId(message))
    return await services.matches.find(answered.match.id)


async def begin_in_channel(services: Services) -> Match:
    """Begin a match that is played in the channel of its challenge."""
    match = await begin(services)
    await services.boards.settle_venue(match.id, PLACE.channel)
    return await services.matches.find(match.id)


async def begin_in_direct_messages(services: Services, place: InServer = PLACE) -> Match:
    """Begin a match in direct messages."""
    challenge = await services.challenges.offer(
        ORANGE, friend(GRAY), place, Terms(Starts.ME), Particulars(venue=VenueKind.DIRECT)
    )
    message = MessageId(8000 + challenge.id)
    answered = await services.challenges.answer(GRAY, challenge.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    return answered.match


async def play(services: Services, number: MatchId, *turns: str) -> Match:
    """Play whole turns in notation, each by the player to move.

    A seam piece that is not named is kept.
    """
    match = await services.matches.find(number)
    for text in turns:
        match = (await services.matches.play(mover_of(match), number, read_turn(text))).match
    return match


async def place(services: Services, number: MatchId, text: str) -> Match:
    """Place as `/place` does, by the player to move; choices not typed stay open in a draft."""
    match = await services.matches.find(number)
    venue = match.venue
    viewer = viewer_at(mover_of(match), InServer(venue.guild, venue.channel or venue.origin))
    done = await services.matches.place(viewer, number, lambda _: read_turn(text))
    return done if isinstance(done, Match) else done.match


async def pending_kinds(services: Services, number: MatchId) -> list[NotificationKind]:
    """List the pending notifications of a match, a reminder only once it is due."""
    pending, now = await services.notifications.of_match(number), services.clock.now()
    return [
        notification.kind
        for notification in pending
        if notification.kind is not NotificationKind.REMINDER or notification.due_at <= now
    ]


async def play_randomly(
    services: Services, number: MatchId, chance: Random, most: int = 300
) -> Match:
    """Play random turns up to the end of the match, some of them begun as a draft."""
    match = await services.matches.find(number)
    for _ in range(most):
        turn = chance.choice(list(legal_turns(match.position)))
        if not turn.wins and chance.random() < 0.5 and _leaves_open(match, turn):
            await place(services, number, write_turn(replace(turn, leaves=(), seam=None)))
        match = (await services.matches.play(mover_of(match), number, turn)).match
        if match.outcome is not None:
            break
    return match


def _leaves_open(match: Match, turn: Turn) -> bool:
    """Return whether a turn that names only the placement is incomplete."""
    landing = land(match.position, turn.placement, turn.recall)
    return landing.needs_choice or bool(landing.entries)


def mover_of(match: Match) -> UserId:
    user = match.to_move
    assert user is not None, f"no player is to move: {match.outcome}"
    return user


def stored_turns(path: DatabaseAddress, number: MatchId) -> list[str]:
    """Return the turns of a match as they are stored."""
    rows = rows_in(path, "SELECT notation FROM turns WHERE match_id = ? ORDER BY ply", number)
    return [text for (text,) in rows]


async def scheduled_jobs(services: Services, kind: type[Job]) -> list[tuple[Job, Instant]]:
    """List the scheduled jobs of a kind, each with the moment when it is due."""
    async with services._database.reading() as reading:
        found = await jobs.unclaimed(reading, kind, services.clock.now(), 1000)
    return [(each.read(), each.due_at) for each in found]


async def record_challenge_shown(
    services: Services, number: ChallengeId, message: MessageId, revision: Revision
) -> None:
    """Record that a message shows a challenge at a revision."""
    entry = (await services.challenges.find(number)).entry
    await services.outbox.shown(entry, revision, CHANNEL, message)


async def due_challenges(services: Services) -> list[int]:
    """List the challenges that are due to be shown."""
    due = await services.outbox.due(99)
    return [each.subject for each in due if each.kind == CHALLENGE_MESSAGE.name]


async def deliver_outbox(services: Services) -> bool:
    """Deliver the outbox now if anything is due; return whether anything was."""
    due_at, now = await services.next_due(), services.clock.now()
    if due_at is None or due_at > now:
        return False
    async with services._database.writing() as writing:
        await deliver_by(writing, now)
    return True


async def due_jobs(services: Services, kind: type[Job]) -> list[Job]:
    """List the jobs of a kind that are due now."""
    now = services.clock.now()
    return [each for each, due_at in await scheduled_jobs(services, kind) if due_at <= now]


async def run_due_jobs(services: Services) -> list[Job]:
    """Run due jobs; return them, except those that count or announce finished matches."""
    follows = (CountStatistics, EndOfWatched)
    return [each for each in await services.jobs.run_due() if not isinstance(each, follows)]


async def begin_untimed(services: Services, orange: UserId = ORANGE, gray: UserId = GRAY) -> Match:
    """Begin a match without a limit of time."""
    terms = Terms(Starts.ME, time=NoLimit())
    challenge = await services.challenges.offer(orange, friend(gray), PLACE, terms)
    message = MessageId(7000 + challenge.id)
    answered = await services.challenges.answer(gray, challenge.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    return answered.match


async def forfeit_on_leaving(services: Services) -> None:
    await services.settings.change(
        GUILD, lambda settings: replace(settings, leaving=LeavingPolicy.FORFEITS)
    )


async def begin_timed(services: Services, time: TimeControl) -> Match:
    terms = Terms(Starts.ME, time=time)
    offered = await services.challenges.offer(ORANGE, friend(GRAY), PLACE, terms)
    message = MessageId(7000 + offered.id)
    answered = await services.challenges.answer(GRAY, offered.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    return answered.match


async def pass_time(services: Services, clock: StandingClock, seconds: float) -> None:
    """Let time pass while the bot runs and records heartbeats."""
    clock.advance(seconds)
    await services.store_value(StoredValue.HEARTBEAT, repr(float(clock.now())))


async def due_boards(services: Services) -> list[MatchId]:
    """List the matches with boards that are due."""
    due = [each for each in await services.outbox.due(20) if each.kind in ("board", "old board")]
    return list(dict.fromkeys(MatchId(each.subject) for each in due))


async def board_messages_of(services: Services, match: Match) -> tuple[BoardMessage, ...]:
    return (await services.boards.work_of(match.id)).boards


async def moderator_actions(services: Services) -> list[ModeratorAction]:
    return [entry.action for entry in (await services.moderation.log(GUILD, 0)).entries]


def sees_every_channel(_: ChannelId) -> bool:
    """Return True: every channel is visible."""
    return True
