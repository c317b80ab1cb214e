"""Drafts: tournaments that a host has described but not announced."""

from dataclasses import replace
from typing import Annotated, Any

from bot.app import BoopBot, Interaction
from bot.features.tournaments.cups import PlayOff, Seeding
from bot.features.tournaments.errors import NotAHost
from bot.features.tournaments.legs import TournamentId
from bot.features.tournaments.notices import SIGN_UP_CARD
from bot.features.tournaments.service import LONGEST_NAME
from bot.features.tournaments.tournament import Cadence, GroupFinal, StartMode
from bot.game import newest_ruleset
from bot.match.clock import DAY, TimeControl, Weekends
from bot.match.identity import GuildId, Instant
from bot.match.terms import Stakes, VenueKind
from bot.text import gettext
from cogs.core.access import roles_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of, server_place_of
from cogs.core.codecs import FormText, RulesetName, Words
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately, close_panel
from cogs.delivery.outbox import deliver_subject
from cogs.tournaments.creating_views import (
    KINDS_OFFERED,
    PLACES_OFFERED,
    STARTS_OFFERED,
    draft_panel,
    terms_of,
)
from cogs.tournaments.wording import name_of

Kind = Annotated[str, Words(KINDS_OFFERED)]
Start = Annotated[str, Words(STARTS_OFFERED)]
Places = Annotated[str, Words(tuple(map(str, PLACES_OFFERED)))]


async def require_host(interaction: Interaction) -> GuildId:
    """Return the server. Raise `NotAHost` if the user may not make tournaments in it."""
    if not await may_host(interaction):
        raise NotAHost
    return server_guild_of(interaction)


async def may_host(interaction: Interaction) -> bool:
    """Return whether the user may make tournaments: they manage the server or are a host."""
    if interaction.permissions.manage_guild:
        return True
    settings = await interaction.client.services.settings.of(server_guild_of(interaction))
    return settings.hosts in (roles_of(interaction.user) or ())


class DraftingCog(Cog, name="TournamentDrafts"):
    """The form of `/tournament create`, and the choices that follow it."""

    @action("tournament-drafted")
    async def draft(
        self,
        context: ActionContext,
        *,
        name: Annotated[str, FormText(LONGEST_NAME)],
        ruleset: RulesetName = "classic",
        time: TimeControl | None = None,
        kind: Kind = "6x1",
        start: Start = "hand",
    ) -> None:
        """Store the tournament that the form describes, and show the other choices."""
        interaction = context.interaction
        await require_host(interaction)
        now = self.bot.services.clock.now()
        place = server_place_of(interaction)
        terms = replace(
            terms_of(kind),
            ruleset=newest_ruleset(ruleset),
            stakes=(await self.bot.services.settings.of(place.guild)).stakes,
            start_mode=_start_mode(start),
            starts_at=Instant(now + int(start) * DAY) if start.isdigit() else None,
        )
        terms = terms if time is None else replace(terms, time=time)
        drafted = await self.bot.services.tournaments.draft(context.user, place, name, terms)
        await answer_privately(interaction, draft_panel(drafted, now))

    @action("tournament-places")
    async def choose_places(
        self, context: ActionContext, tournament: TournamentId, *, chosen: Places
    ) -> None:
        """Choose how many can enter."""
        await self._redraft(context, tournament, most_entrants=int(chosen))

    @action("tournament-cadence")
    async def choose_cadence(
        self, context: ActionContext, tournament: TournamentId, *, chosen: Cadence
    ) -> None:
        """Choose whether there is one season, or how often a new one begins."""
        await self._redraft(context, tournament, cadence=chosen)

    @action("tournament-stakes")
    async def choose_stakes(
        self, context: ActionContext, tournament: TournamentId, stakes: Stakes
    ) -> None:
        """Choose whether the matches count for ratings."""
        await self._redraft(context, tournament, stakes=stakes)

    @action("tournament-weekends")
    async def choose_weekends(
        self, context: ActionContext, tournament: TournamentId, weekends: Weekends
    ) -> None:
        """Choose whether clocks run on weekends."""
        await self._redraft(context, tournament, weekends=weekends)

    @action("tournament-seeding")
    async def choose_seeding(
        self, context: ActionContext, tournament: TournamentId, seeding: Seeding
    ) -> None:
        """Choose how a cup pairs its entrants."""
        await self._redraft(context, tournament, seeding=seeding)

    @action("tournament-play-off")
    async def choose_play_off(
        self, context: ActionContext, tournament: TournamentId, play_off: PlayOff
    ) -> None:
        """Choose whether there is a match for the third place."""
        await self._redraft(context, tournament, play_off=play_off)

    @action("tournament-final")
    async def choose_final(
        self, context: ActionContext, tournament: TournamentId, final: GroupFinal
    ) -> None:
        """Choose whether the winners of the groups play a final."""
        await self._redraft(context, tournament, final=final)

    @action("tournament-venue")
    async def choose_venue(
        self, context: ActionContext, tournament: TournamentId, venue: VenueKind
    ) -> None:
        """Choose whether the matches begin in direct messages or in threads."""
        await self._redraft(context, tournament, venue=venue)

    async def _redraft(self, context: ActionContext, number: TournamentId, **changed: Any) -> None:
        await require_host(context.interaction)
        drafted = await self.bot.services.tournaments.redraft(
            context.user, number, lambda terms: replace(terms, **changed)
        )
        now = self.bot.services.clock.now()
        await answer_privately(context.interaction, draft_panel(drafted, now))

    @action("tournament-announce")
    async def announce(self, context: ActionContext, tournament: TournamentId) -> None:
        """Post the card with which users enter."""
        interaction = context.interaction
        await require_host(interaction)
        async with self.bot.working():
            opened = await self.bot.services.tournaments.announce(context.user, tournament)
            text = gettext(
                "{name} is announced. `/tournament show` has the button to start it.",
                name=f"**{name_of(opened)}**",
            )
            await acknowledge(interaction, note_panel(text))
            await deliver_subject(self.bot, SIGN_UP_CARD, tournament)

    @action("tournament-discard")
    async def discard(self, context: ActionContext) -> None:
        """Delete the draft."""
        guild = await require_host(context.interaction)
        await self.bot.services.tournaments.discard(context.user, guild)
        await close_panel(context.interaction)


def _start_mode(start: str) -> StartMode:
    if start == "hand":
        return StartMode.BY_HAND
    return StartMode.WHEN_FULL if start == "full" else StartMode.AT_A_TIME


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(DraftingCog(bot))
