"""What is posted of tournaments: the cards in a channel, and messages to entrants."""

from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.outbox.entries import OutboxEntry
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.queries import (
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
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    Tournament,
    TournamentField,
    TournamentState,
)
from bot.match.identity import is_former
from bot.text import N_, gettext
from cogs.board.message import public_theme
from cogs.core.components import View
from cogs.core.outgoing import Outgoing, Picture
from cogs.core.panels import note_panel
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
    place_message,
    soon_message,
    start_message,
    waiting_message,
)
from cogs.tournaments.showing import address_of
from cogs.tournaments.tables import tournament_card
from cogs.tournaments.views import sign_up_card
from cogs.tournaments.wording import dotted, group_name, name_of, out_text, season_name, still_open
from cogs.wording.names import NAMES, drawable_name
from render.theme import Theme

_LOST: Final = N_(
    "🏆 The card of a tournament couldn't be shown in {channel}: {why}. I'll try again later."
)


async def table_picture(
    bot: BoopBot, field: TournamentField, group: GroupNumber, theme: Theme
) -> Picture:
    """Draw the crosstable of a group, or the bracket of a cup."""
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
    """Return the message that says who has won."""
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
    """Return a message to an entrant; none if their direct messages are closed."""
    stored = await bot.services.tournaments.of_entrant(EntrantId(due.subject))
    if stored is None:
        return None
    field, entrant = stored
    return await in_person(bot, due, entrant.user, lambda: laid_out(field, entrant))


@renders(SOON_NOTICE)
async def render_soon(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that a tournament starts within a day."""
    return await to_entrant(bot, due, lambda field, _: soon_message(field.tournament))


@renders(PLACE_NOTICE)
async def render_place(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that an entrant who waited has a place."""

    def laid_out(field: TournamentField, entrant: Entrant) -> View | None:
        is_open = field.tournament.state is TournamentState.OPEN
        is_in = entrant.state is EntrantState.IN
        return place_message(field.tournament) if is_open and is_in else None

    return await to_entrant(bot, due, laid_out)


@renders(WAITING_NOTICE)
async def render_waiting(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that a tournament has begun in which an entrant waits."""

    def laid_out(field: TournamentField, entrant: Entrant) -> View | None:
        return waiting_message(field.tournament, entrant) if entrant in field.waiting else None

    return await to_entrant(bot, due, laid_out)


@renders(START_NOTICE)
async def render_start(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that a tournament has begun."""
    return await to_entrant(bot, due, start_message)


@renders(CALLED_OFF_NOTICE)
async def render_called_off(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that a tournament does not take place."""
    return await to_entrant(bot, due, lambda field, _: called_off_message(field))


@renders(OUT_NOTICE)
async def render_out(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that an entrant is out."""

    def laid_out(field: TournamentField, entrant: Entrant) -> View | None:
        why = entrant.out_why
        return None if why is None else note_panel(out_text(field.tournament, why))

    return await to_entrant(bot, due, laid_out)


@renders(NEXT_NOTICE)
async def render_next(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message about an entrant's next opponent."""
    return await to_entrant(bot, due, next_message)


@renders(ANEW_NOTICE)
async def render_anew(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message about a match that begins anew."""
    return await to_entrant(bot, due, anew_message)


@renders(DECIDED_NOTICE)
async def render_decided(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that a group is decided."""

    def laid_out(field: TournamentField, entrant: Entrant) -> View | None:
        return None if entrant.group_number is None else decided_message(field, entrant)

    return await to_entrant(bot, due, laid_out)


@renders(AGAIN_NOTICE)
async def render_again(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the question whether an entrant plays the next season."""
    after = await bot.services.tournaments.season_after(EntrantId(due.subject))
    if after is None:
        return None

    def laid_out(_: TournamentField, entrant: Entrant) -> View:
        return again_message(after, entrant)

    return await to_entrant(bot, due, laid_out)


def again_text(season: Tournament, entry: Entrant | None) -> str:
    """Return what is answered to a user who plays again, waits for a place, or does not play."""
    name = f"**{name_of(season)}**"
    if entry is None:
        return gettext("You aren't playing in {name}.", name=name)
    if entry.state is EntrantState.WAITING:
        return gettext(
            "All places of {name} are taken, so you wait for one. I'll write to you if you get it.",
            name=name,
        )
    return gettext("You're playing in {name}.", name=name)
