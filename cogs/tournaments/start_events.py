"""Scheduled events in Discord that announce the start of tournaments."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

from bot.app import BoopBot
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.jobs import StartEvent
from bot.features.tournaments.seasons import EVENT_LASTS, event_at
from bot.features.tournaments.tournament import Tournament, TournamentState
from bot.jobs.runner import JobPostponed, job
from bot.match.clock import DAY
from bot.match.identity import EventId, GuildId, Instant
from bot.text import gettext, speaking
from cogs.core.errors import is_passing, postponing_failures
from cogs.delivery.permissions import lacking_for_events
from cogs.tournaments.wording import plain_name_of, terms_lines
from cogs.wording.translating import public_language

_log: Final = structlog.get_logger(__name__)

LONGEST_DESCRIPTION: Final = 1000
_GUILD_ONLY, _EXTERNAL, _ACTIVE = (
    discord.PrivacyLevel.guild_only.value,
    discord.EntityType.external.value,
    discord.EventStatus.active.value,
)


class StartEventsCog(commands.Cog, name="Events"):
    """Creates, moves and deletes the events that announce starts."""

    def __init__(self, bot: BoopBot) -> None:
        self.bot = bot

    @job(StartEvent, at_once=2)
    async def keep(self, due: StartEvent) -> Instant | None:
        """Update the event of a start; while the bot lacks the permission, try again daily."""
        guild = self.bot.get_guild(due.guild)
        if guild is None:
            return None
        if guild.unavailable:
            raise JobPostponed("its server is unavailable")
        try:
            field = await self.bot.services.tournaments.find(due.tournament)
        except NoSuchTournament:
            return None
        tournament, now = field.tournament, self.bot.services.clock.now()
        settings = await self.bot.services.settings.of(due.guild)
        is_enabled = settings.has_start_events
        if guild.me is not None and lacking_for_events(guild.me.guild_permissions):
            is_due = is_enabled and tournament.state is TournamentState.OPEN
            return Instant(now + DAY) if is_due else None
        with postponing_failures():
            try:
                await self._bring_up_to_date(tournament, now, is_enabled=is_enabled)
            except discord.HTTPException as error:
                if is_passing(error):
                    raise
                _log.warning("start event not changed", guild=guild.id, code=error.code)
        return None

    async def _bring_up_to_date(
        self, tournament: Tournament, now: Instant, *, is_enabled: bool
    ) -> None:
        guild, starts_at = tournament.place.guild, event_at(tournament, now)
        with speaking(await public_language(self.bot, guild)):
            name = plain_name_of(tournament)
        event = await self._event_of(tournament, name)
        if tournament.state is TournamentState.OPEN and is_enabled and starts_at is not None:
            facts = await self._facts(tournament, name, starts_at)
            if event is None:
                made = await self.bot.http.create_guild_scheduled_event(guild, **facts)
                event = EventId(int(made["id"]))
                await self.bot.services.tournaments.record_event(tournament.id, event)
            else:
                await self.bot.http.edit_scheduled_event(guild, event, **facts)
        elif event is not None and tournament.state is not TournamentState.ENDED:
            if tournament.state is TournamentState.RUNNING and await self._is_due(
                guild, event, now
            ):
                await self.bot.http.edit_scheduled_event(guild, event, status=_ACTIVE)
                return
            await self.bot.http.delete_scheduled_event(guild, event)
            await self.bot.services.tournaments.record_event(tournament.id, None)

    async def _is_due(self, guild: GuildId, event: EventId, now: Instant) -> bool:
        """Return whether the scheduled start of an event has come."""
        scheduled = await self.bot.http.get_scheduled_event(guild, event, False)
        return datetime.fromisoformat(scheduled["scheduled_start_time"]).timestamp() <= now

    async def _event_of(self, tournament: Tournament, name: str) -> EventId | None:
        """Return the event of a tournament, even one that a crash left unrecorded."""
        if tournament.event is not None:
            return tournament.event
        guild, tournaments = tournament.place.guild, self.bot.services.tournaments
        known, own = await tournaments.known_events(guild), self.bot.application_id
        for each in await self.bot.http.get_scheduled_events(guild, False):
            event, creator = EventId(int(each["id"])), each.get("creator_id")
            is_own = creator is not None and int(creator) == own and event not in known
            if is_own and each["name"] == name:
                await tournaments.record_event(tournament.id, event)
                return event
        return None

    async def _facts(
        self, tournament: Tournament, name: str, starts_at: Instant
    ) -> Mapping[str, Any]:
        """Return the fields of an event, in the language of the server."""
        place = tournament.place
        with speaking(await public_language(self.bot, place.guild)):
            how = gettext("`/tournament enter` enters you.")
            text = "\n".join([*terms_lines(tournament.terms), how])
        return {
            "name": name,
            "description": text[:LONGEST_DESCRIPTION],
            "scheduled_start_time": _write_instant(starts_at),
            "scheduled_end_time": _write_instant(Instant(starts_at + EVENT_LASTS)),
            "privacy_level": _GUILD_ONLY,
            "entity_type": _EXTERNAL,
            "entity_metadata": {
                "location": f"https://discord.com/channels/{place.guild}/{place.channel}"
            },
        }


def _write_instant(instant: Instant) -> str:
    return datetime.fromtimestamp(instant, UTC).isoformat()


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(StartEventsCog(bot))
