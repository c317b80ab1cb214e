"""Render the cards of tournaments in channels, and direct messages to entrants."""

from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.outbox.entries import OutboxEntry, OutboxKind
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.notices import (
    AGAIN_NOTICE,
    ANEW_NOTICE,
    CALLED_OFF_NOTICE,
    CHAMPIONS,
    DECIDED_NOTICE,
    NEXT_NOTICE,
    OUT_NOTICE,
    PLACE_NOTICE,
    SIGN_UP_CARD,
    SOON_NOTICE,
    START_NOTICE,
    TOURNAMENT_CARD,
    WAITING_NOTICE,
)
from bot.features.tournaments.tournament import Entrant, EntrantState, Tournament, TournamentField
from bot.match.identity import is_former
from bot.text import N_, gettext
from cogs.board.message import public_theme
from cogs.core.components import View
from cogs.core.outgoing import Outgoing, Picture
from cogs.delivery.outbox import Rendering, renders
from cogs.delivery.personal import in_person
from cogs.tournaments.bracket import bracket_chart_of, bracket_text
from cogs.tournaments.crosstable import crosstable_of, crosstable_text
from cogs.tournaments.notices import (
    again_message,
    anew_message,
    called_off_message,
    champions_message,
    decided_message,
    next_message,
    out_message,
    place_message,
    soon_message,
    start_message,
    waiting_message,
)
from cogs.tournaments.showing import address_of
from cogs.tournaments.tables import tournament_card
from cogs.tournaments.views import sign_up_card
from cogs.tournaments.wording import dotted, group_name, name_of, season_name, still_open
from cogs.wording.names import NAMES, drawable_name
from render.theme import Theme

_LOST: Final = N_(
    "🏆 The card of a tournament couldn't be shown in {channel}: {why}. I'll try again later."
)


async def table_picture(
    bot: BoopBot, field: TournamentField, group: GroupNumber, theme: Theme
) -> Picture:
    """Draw the bracket if the group is a knockout, or else its crosstable."""
    tournament, entrants = field.tournament, field.group(group)
    await NAMES.learn(bot, [each.user for each in entrants])
    names = {each.id: drawable_name(each.user) for each in entrants}
    if field.is_knockout(group):
        subtitle = dotted(group_name(field, group), still_open(field, group))
        chart = bracket_chart_of(tournament.name, subtitle, field.bracket(), names, theme)
        return Picture(await bot.studio.picture(chart), "bracket.png", bracket_text(chart))
    table = crosstable_of(
        tournament.name,
        dotted(season_name(tournament), group_name(field, group), still_open(field, group)),
        field.standings(group),
        [each.leg for each in field.pairings_in(group)],
        names,
        theme,
    )
    png = await bot.studio.picture(table)
    return Picture(png, "table.png", crosstable_text(table))


async def _field_of(bot: BoopBot, due: OutboxEntry) -> TournamentField | None:
    try:
        return await bot.services.tournaments.find(TournamentId(due.subject))
    except NoSuchTournament:
        return None


@renders(SIGN_UP_CARD, _LOST)
async def render_sign_up(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the card with which users enter a tournament."""
    field = await _field_of(bot, due)
    if field is None:
        return None
    now = bot.services.clock.now()
    outgoing = Outgoing(view=partial(sign_up_card, field, now))
    return Rendering(due.revision, field.tournament.place, outgoing)


@renders(TOURNAMENT_CARD, _LOST)
async def render_card(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the card with the tables of a tournament."""
    field = await _field_of(bot, due)
    if field is None or not field.groups:
        return None
    place, picture = field.tournament.place, None
    if len(field.groups) == 1 or field.is_final_begun:
        theme = await public_theme(bot, place.guild)
        picture = await table_picture(bot, field, field.tables[0], theme)
    page = await address_of(bot, field.tournament)
    outgoing = Outgoing(view=partial(tournament_card, field, picture, page), picture=picture)
    return Rendering(due.revision, place, outgoing)


@renders(CHAMPIONS, _LOST)
async def render_champions(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that announces the winners of a tournament."""
    field = await _field_of(bot, due)
    if field is None:
        return None
    is_final = field.is_final_begun
    users = [
        discord.Object(each.user)
        for each in field.entrants
        if (each.final_place if is_final else each.place) == 1 and not is_former(each.user)
    ]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=users)
    outgoing = Outgoing(view=partial(champions_message, field), mentions=mentions)
    return Rendering(due.revision, field.tournament.place, outgoing)


async def to_entrant(
    bot: BoopBot, due: OutboxEntry, laid_out: Callable[[TournamentField, Entrant], View | None]
) -> Rendering | None:
    """Return a direct message to an entrant; None if there is nothing to send or no way to."""
    stored = await bot.services.tournaments.of_entrant(EntrantId(due.subject))
    if stored is None:
        return None
    field, entrant = stored
    return await in_person(bot, due, entrant.user, lambda: laid_out(field, entrant))


_MESSAGES: Final[dict[OutboxKind, Callable[[TournamentField, Entrant], View | None]]] = {
    SOON_NOTICE: lambda field, _: soon_message(field.tournament),
    PLACE_NOTICE: place_message,
    WAITING_NOTICE: waiting_message,
    START_NOTICE: start_message,
    CALLED_OFF_NOTICE: lambda field, _: called_off_message(field),
    OUT_NOTICE: out_message,
    NEXT_NOTICE: next_message,
    ANEW_NOTICE: anew_message,
    DECIDED_NOTICE: decided_message,
}
"""The function for each kind of message to an entrant; None if its occasion has passed."""

for _kind, _message in _MESSAGES.items():
    renders(_kind)(partial(to_entrant, laid_out=_message))


@renders(AGAIN_NOTICE)
async def render_again(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that asks an entrant whether they play the next season."""
    after = await bot.services.tournaments.season_after(EntrantId(due.subject))
    if after is None:
        return None

    def laid_out(_: TournamentField, entrant: Entrant) -> View:
        return again_message(after, entrant)

    return await to_entrant(bot, due, laid_out)


def again_text(season: Tournament, entry: Entrant | None) -> str:
    """Return the answer to a user who decided about the next season.

    They play, wait for a place, or do not play if `entry` is None.
    """
    name = f"**{name_of(season)}**"
    if entry is None:
        return gettext("You aren't playing in {name}.", name=name)
    if entry.state is EntrantState.WAITING:
        return gettext(
            "All places of {name} are taken, so you wait for one. I'll write to you if you get it.",
            name=name,
        )
    return gettext("You're playing in {name}.", name=name)
