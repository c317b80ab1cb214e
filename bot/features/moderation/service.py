"""What moderators can do. Each action is entered in the server's log."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.db.database import Database, Reading, Writing
from bot.db.program import allot
from bot.db.statements import execute
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import become
from bot.features.matches import queries as match_queries
from bot.features.matches.errors import MayNotPlay, NoSuchMatch, OtherMayNotPlay, ServiceRefusal
from bot.features.matches.writer import MatchWriter
from bot.features.moderation import queries as moderation_queries
from bot.features.moderation.queries import QUERIES, LoggedAction, ModeratorAction
from bot.features.settings import queries as settings_queries
from bot.jobs.backoff import GRACE
from bot.jobs.clock import Clock
from bot.match.challenge import Ban, Challenge, ChallengeState
from bot.match.ending import end_by_moderator, fewest_turns
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import Match
from bot.match.playing import run_out
from bot.match.terms import Measurement, Note, Stakes
from bot.text import N_, NN_, Message


@dataclass(eq=False, slots=True)
class NotBanned(ServiceRefusal):
    """The user to be unbanned is not banned."""

    message = N_("{user} isn't banned here. `/moderate bans` lists who is.")

    user: UserId


@dataclass(eq=False, slots=True)
class BannedAnew(ServiceRefusal):
    """The ban to be undone was replaced by another one, which stays."""

    message = N_(
        "{user} is under another ban now, by {moderator}. `/moderate unban` lifts that one."
    )

    user: UserId
    moderator: UserId


@dataclass(eq=False, slots=True)
class OutdatedBan(ServiceRefusal):
    """What the moderator confirmed is no longer what the ban would end."""

    message = N_(
        "{user}'s matches or bans here have changed since you were asked, so nothing was done. "
        "`/moderate ban` asks you again."
    )

    user: UserId


class NoChallengeShown(ServiceRefusal):
    """The message shows no challenge of this server."""

    message = N_("That message shows no challenge of this server. Use this on one that does.")


@dataclass(eq=False, slots=True)
class NothingWritten(ServiceRefusal):
    """The challenge has neither a note nor a reason for declining it."""

    message = N_("No one has written anything to that challenge, so there is nothing to remove.")

    challenge: Challenge


@dataclass(eq=False, slots=True)
class NeverRated(ServiceRefusal):
    """The match to be voided never counted for ratings."""

    goes_on = N_("{match} isn't over, so it hasn't counted for ratings. Nothing was changed.")
    no_result = N_(
        "{match} ended without a result, so it didn't count for ratings. Nothing was changed."
    )
    for_fun = N_("{match} was just for fun, so it didn't count for ratings. Nothing was changed.")
    casual = N_("{match} was casual, so it didn't count for ratings. Nothing was changed.")
    too_short = NN_(
        "{match} had fewer than {fewest} turn, so it didn't count for ratings. Nothing was "
        "changed.",
        "{match} had fewer than {fewest} turns, so it didn't count for ratings. Nothing was "
        "changed.",
        "fewest",
    )

    match: Match

    @property
    def fewest(self) -> int:
        """The turns of the shortest match that counts."""
        return fewest_turns(self.match)

    def choose_message(self) -> Message:
        """Return why the match did not count."""
        match = self.match
        if match.outcome is None:
            return self.goes_on
        if match.bot is not None:
            measured = match.bot.practice.measured is Measurement.YES
            return self.no_result if measured else self.for_fun
        if match.stakes is Stakes.CASUAL:
            return self.casual
        return self.too_short if match.ply < self.fewest else self.no_result


@dataclass(eq=False, slots=True)
class VoidAlready(ServiceRefusal):
    """The match was voided already."""

    message = N_("{match} is already void: it counts for no one's rating.")

    match: Match


ON_A_PAGE: Final = 8


@dataclass(frozen=True, slots=True)
class Moderator:
    """A moderator of a server, and the reason that they give, if any."""

    guild: GuildId
    user: UserId
    reason: Note | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of a server's log, numbered from 0, and the number of pages."""

    entries: tuple[LoggedAction, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class BansPage:
    """A page of a server's bans, numbered from 0, and the number of pages."""

    bans: tuple[Ban, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class CompetitionPlaces:
    """A user's places in tournaments and on ladders of a server, with their matches under way.

    A ban takes them for good, so moderators confirm it.
    """

    places: int
    tournament_matches: int = 0
    ladder_matches: int = 0


@dataclass(frozen=True, slots=True)
class BanPreview:
    """What a ban would end, and the second in which the ban that it would replace began."""

    lost: CompetitionPlaces
    replaced: int | None = None


@dataclass(frozen=True, slots=True)
class NewBan:
    """A new ban, the open challenges that it cancelled, and what it ends for good."""

    ban: Ban
    cancelled: tuple[ChallengeId, ...]
    lost: CompetitionPlaces


class MatchResult(Protocol):
    """How a match changed ratings."""

    @property
    def voided_at(self) -> Instant | None:
        """When it was voided; `None` while it counts."""


@dataclass(frozen=True, slots=True)
class ResultAccess:
    """How to find the results of one kind of match, and how to void them in a transaction.

    `voiding` yields `None` if a result is void already.
    """

    find: Callable[[Reading, MatchId], Awaitable[MatchResult | None]]
    voiding: Callable[[Database, MatchId, Instant], AbstractAsyncContextManager[Writing | None]]


@dataclass(frozen=True, slots=True)
class AllResults:
    """The results of matches between users, and of matches against the bot."""

    between_people: ResultAccess
    against_bot: ResultAccess
    rated_in: Callable[[Reading, GuildId, int], Awaitable[list[Match]]]
    """Lists a server's matches that count for ratings, the latest rated first."""

    def of(self, match: Match) -> ResultAccess:
        """Return how the result of a match is found and voided."""
        return self.between_people if match.bot is None else self.against_bot


SaidIn = Callable[[Reading, ChallengeId], Awaitable[list[tuple[ChannelId, MessageId]]]]
"""Lists the messages that say why a challenge was declined."""
FindPlaces = Callable[[Reading, GuildId, UserId, Instant], Awaitable[CompetitionPlaces]]
"""Returns what a user would lose in a server by a ban."""
Banned = Callable[[Writing, GuildId, UserId, Instant], Awaitable[None]]
"""Writes what else follows from a ban."""


class MatchModeration:
    """Ends and voids matches, removes notes, and bans members."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        writer: MatchWriter,
        results: AllResults,
        said_in: SaidIn,
        find_places: FindPlaces,
        banned: Banned,
    ) -> None:
        self._database = database
        self._clock = clock
        self._writer = writer
        self._results = results
        self._said_in = said_in
        self._find_places = find_places
        self._banned = banned

    async def end_match(self, moderator: Moderator, number: MatchId) -> Match:
        """End a match without a result, or by time if its time has run out.

        Raise `NoSuchMatch`, which includes a match of another server, `MatchOver`, or
        `DatabaseBusy` if its time may have run out only in an outage that is still to be given
        back.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            match = await match_queries.find(writing, number)
            if match is None or match.venue.guild != moderator.guild:
                raise NoSuchMatch(number)
            moment = await self._writer.counts_from(writing, match, now)
            late = run_out(match, moment)
            after = late or end_by_moderator(match, moderator.reason, moment)
            await self._writer.change(writing, match, after, moment)
            if late is None:
                await log_action(writing, moderator, ModeratorAction.ENDED_MATCH, now, match=number)
        return after

    async def void_match(self, moderator: Moderator, number: MatchId) -> Match:
        """Void a match for all ratings, and recompute what came after it.

        Raise `NoSuchMatch`, which includes a match of another server, `NeverRated` or
        `VoidAlready`.
        """
        now = self._clock.now()
        match = await self.voidable(moderator.guild, number)
        async with self._results.of(match).voiding(self._database, number, now) as writing:
            if writing is None:
                raise VoidAlready(match)
            match = await match_queries.find(writing, number) or match
            after = replace(match, revision=Revision(match.revision + 1))
            await self._writer.change(writing, match, after, now)
            await log_action(writing, moderator, ModeratorAction.VOIDED_MATCH, now, match=number)
        return after

    async def voidable(self, guild: GuildId, number: MatchId) -> Match:
        """Return a match that can be voided. Raise what `void_match` raises."""
        async with self._database.reading() as reading:
            match = await match_queries.find(reading, number)
            if match is None or match.venue.guild != guild:
                raise NoSuchMatch(number)
            result = await self._results.of(match).find(reading, number)
        if result is None:
            raise NeverRated(match)
        if result.voided_at is not None:
            raise VoidAlready(match)
        return match

    async def remove_texts(self, moderator: Moderator, message: MessageId) -> Challenge:
        """Delete the texts of a challenge: its note, and the reason for declining it.

        `message` is the challenge's. Raise `NoChallengeShown`, or `NothingWritten` if there are no
        texts.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            challenge = await challenge_queries.shown_by(writing, message)
            if challenge is None or challenge.challenge.place.guild != moderator.guild:
                raise NoChallengeShown
            before = challenge.challenge
            if before.note is None and before.reason is None:
                raise NothingWritten(before)
            revision = Revision(before.revision + 1)
            after = replace(before, note=None, reason=None, revision=revision)
            show_at = Instant(now + GRACE)
            if not await challenge_queries.remove_texts(writing, after, before.revision, show_at):
                raise AssertionError(f"challenge {before.id} changed inside a transaction")
            author = before.challenger if before.note is not None else before.friend
            await log_action(
                writing,
                moderator,
                ModeratorAction.REMOVED_TEXT,
                now,
                user=author,
                challenge=after,
            )
        return after

    async def said_in(self, challenge: ChallengeId) -> list[tuple[ChannelId, MessageId]]:
        """List the messages that say why a challenge was declined, for them to be deleted."""
        async with self._database.reading() as reading:
            return await self._said_in(reading, challenge)

    async def preview_ban(self, guild: GuildId, user: UserId) -> BanPreview:
        """Return what a ban of a user would end."""
        async with self._database.snapshot() as reading:
            return await self._preview(reading, guild, user, self._clock.now())

    async def _preview(
        self, reading: Reading, guild: GuildId, user: UserId, now: Instant
    ) -> BanPreview:
        ban = await moderation_queries.find_ban(reading, guild, user, now)
        lost = await self._find_places(reading, guild, user, now)
        return BanPreview(lost, None if ban is None else int(ban.since))

    async def ban(
        self,
        moderator: Moderator,
        user: UserId,
        lasts: Seconds | None,
        confirmed: BanPreview | None = None,
    ) -> NewBan:
        """Ban a user from playing in the server for some time, or until the ban is lifted.

        It replaces an earlier ban; live matches are played to their end, and their open challenges
        are cancelled. They are out of tournaments and off ladders. Raise `OutdatedBan` if a
        preview was confirmed that is out of date.
        """
        now = self._clock.now()
        until = None if lasts is None else Instant(now + lasts)
        ban = Ban(user, moderator.user, now, until, moderator.reason)
        async with self._database.writing() as writing:
            preview = await self._preview(writing, moderator.guild, user, now)
            if confirmed not in (None, preview):
                raise OutdatedBan(user)
            await moderation_queries.keep(writing, moderator.guild, ban)
            cancelled = []
            for posted in await challenge_queries.made_by(writing, user, moderator.guild, now):
                before = posted.challenge
                after = become(before, ChallengeState.CANCELLED)
                if await challenge_queries.update(
                    writing, after, before.revision, Instant(now + GRACE)
                ):
                    cancelled.append(before.id)
            await self._banned(writing, moderator.guild, user, now)
            await log_action(
                writing, moderator, ModeratorAction.BANNED, now, user=user, until=until
            )
        return NewBan(ban, tuple(cancelled), preview.lost)

    async def unban(self, moderator: Moderator, user: UserId) -> None:
        """Lift a user's ban in the server. Raise `NotBanned`."""
        now = self._clock.now()
        async with self._database.writing() as writing:
            await _lift(writing, moderator, user, now)

    async def undo_ban(self, moderator: Moderator, user: UserId, second: int) -> None:
        """Lift the ban that the moderator has given a user in that second.

        Raise `NotBanned`, or `BannedAnew` if another ban has replaced it.
        """
        now = self._clock.now()
        async with self._database.writing() as writing:
            ban = await moderation_queries.find_ban(writing, moderator.guild, user, now)
            if ban is not None and (ban.moderator, int(ban.since)) != (moderator.user, second):
                raise BannedAnew(user, ban.moderator)
            await _lift(writing, moderator, user, now)

    async def bans(self, guild: GuildId, page: int) -> BansPage:
        """List a server's bans, the latest first; the last page instead of one beyond it."""
        now = self._clock.now()
        async with self._database.snapshot() as reading:
            count = QUERIES.count_bans(reading.connection, guild_id=guild, now=now)
            number, pages = _page(await count.one(int), page)
            page_of_bans = await QUERIES.bans_of_server(
                reading.connection,
                guild_id=guild,
                now=now,
                most=ON_A_PAGE,
                skipped=number * ON_A_PAGE,
            ).all(Ban)
        return BansPage(tuple(page_of_bans), number, pages)

    async def log(self, guild: GuildId, page: int) -> LogPage:
        """List moderators' actions, the latest first; the last page instead of one beyond it."""
        async with self._database.snapshot() as reading:
            count = QUERIES.count_moderations(reading.connection, guild_id=guild)
            number, pages = _page(await count.one(int), page)
            entries = await QUERIES.moderations_of_server(
                reading.connection, guild_id=guild, most=ON_A_PAGE, skipped=number * ON_A_PAGE
            ).all(LoggedAction)
        return LogPage(tuple(entries), number, pages)

    async def live_in(self, guild: GuildId, most: int) -> list[Match]:
        """List a server's live matches, the one without a move for longest first."""
        async with self._database.reading() as reading:
            return await match_queries.live_of_server(reading, guild, most)

    async def rated_in(self, guild: GuildId, most: int) -> list[Match]:
        """List a server's matches that count for ratings, the latest rated first."""
        async with self._database.reading() as reading:
            return await self._results.rated_in(reading, guild, most)

    async def entry(self, number: int) -> LoggedAction | None:
        """Return an entry of the log."""
        async with self._database.reading() as reading:
            return await moderation_queries.find(reading, number)


def _page(entries: int, requested: int) -> tuple[int, int]:
    """Return the page that can be shown of that many entries, and how many pages there are."""
    pages = max(1, -(-entries // ON_A_PAGE))
    return min(max(requested, 0), pages - 1), pages


async def _lift(writing: Writing, moderator: Moderator, user: UserId, now: Instant) -> None:
    if not await moderation_queries.is_banned(writing, moderator.guild, user, now):
        raise NotBanned(user)
    await moderation_queries.lift(writing, moderator.guild, user)
    await log_action(writing, moderator, ModeratorAction.UNBANNED, now, user=user)


async def log_action(
    writing: Writing,
    moderator: Moderator,
    action: ModeratorAction,
    now: Instant,
    *,
    user: UserId | None = None,
    match: MatchId | None = None,
    challenge: Challenge | None = None,
    until: Instant | None = None,
) -> None:
    """Enter an action into the log, to be posted if the server has a channel for it."""
    number = await allot(writing, moderation_queries.NUMBERS)
    entry = LoggedAction(
        number,
        moderator.guild,
        moderator.user,
        action,
        now,
        user,
        match,
        challenge.id if challenge else None,
        moderator.reason,
        until,
    )
    channel = (await settings_queries.find(writing, moderator.guild)).log_channel
    await moderation_queries.insert(writing, entry, now if channel else None)


async def require_may_play(
    reading: Reading, guild: GuildId, now: Instant, user: UserId, other: UserId | None
) -> None:
    """Raise if one of two users is banned from playing in a server.

    `user` is the user who asks, `other` the one whom they would play with, if that is known. Raise
    `MayNotPlay` or `OtherMayNotPlay`.
    """
    people = (user,) if other is None else (user, other)
    bans = await execute(
        *(moderation_queries.find_ban(reading, guild, each, now) for each in people)
    )
    if bans[0] is not None:
        raise MayNotPlay(bans[0])
    if other is not None and bans[1] is not None:
        raise OtherMayNotPlay(other)
