"""The messages about ladders: the card in a channel, and messages to players."""

from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.competitions.members import ExitReason
from bot.features.ladders.errors import NoSuchLadder
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
)
from bot.features.ladders.notices import (
    ACCEPTED_NOTICE,
    CHALLENGE_NOTICE,
    CHALLENGED_NOTICE,
    CHALLENGER_NOTICE,
    LADDER_CARD,
    LADDER_DECISION_NOTICE,
    RUNG_NOTICE,
)
from bot.features.ladders.rules import RungId
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import GuildId
from bot.match.terms import ruleset_name
from bot.text import N_, gettext, speaking
from cogs.board.message import public_theme
from cogs.core.components import View
from cogs.core.outgoing import Outgoing, Picture
from cogs.delivery.outbox import Rendering, renders
from cogs.delivery.personal import in_person
from cogs.ladders.poster import ladder_poster_of, ladder_text
from cogs.ladders.views import (
    challenge_message,
    ladder_card,
    ladder_message,
    public_challenge,
    show_button,
)
from cogs.ladders.wording import accepted_text, anew_text, decision_text, result_text, rung_text
from cogs.wording.names import NAMES, drawable_name
from cogs.wording.quoting import escaped
from cogs.wording.translating import public_language
from render.leaderboard import MOST_ROWS
from render.lettering import writable
from render.theme import Theme

_LOST: Final = N_(
    "🪜 The card of a ladder couldn't be shown in {channel}: {why}. I'll try again later."
)


async def ladder_picture(
    bot: BoopBot, field: LadderField, first: int, theme: Theme
) -> Picture | None:
    """Draw a ladder, beginning at a place; None if it has no players."""
    shown = field.order[first - 1 :][:MOST_ROWS]
    if not shown:
        return None
    await NAMES.learn(bot, [field.rung(each).user for each in shown])
    guild = bot.get_guild(field.ladder.place.guild)
    name = "" if guild is None else guild.name
    poster = ladder_poster_of(
        name if name and writable(name) else gettext("Ladder"),
        ruleset_name(field.ladder.terms.ruleset.name),
        field,
        first,
        {each: drawable_name(field.rung(each).user) for each in shown},
        theme,
    )
    return Picture(await bot.studio.picture(poster), "ladder.png", ladder_text(poster))


def server_name(bot: BoopBot, guild: GuildId) -> str:
    """Return the name of a server, escaped; empty if this process does not know it."""
    server = bot.get_guild(guild)
    return "" if server is None else escaped(server.name)


@renders(LADDER_CARD, _LOST)
async def render_card(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the card of a ladder."""
    try:
        field = await bot.services.ladders.find(LadderId(due.subject))
    except NoSuchLadder:
        return None
    place = field.ladder.place
    picture = await ladder_picture(bot, field, 1, await public_theme(bot, place.guild))
    outgoing = Outgoing(view=partial(ladder_card, field, picture), picture=picture)
    return Rendering(due.revision, place, outgoing)


@renders(CHALLENGE_NOTICE)
async def render_challenge(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message to a challenged user, or in the channel if that is impossible."""
    stored = await bot.services.ladders.find_challenge(LadderChallengeId(due.subject))
    if stored is None:
        return None
    field, challenge = stored.field, stored.challenge
    is_new = due.message is None and due.after is None
    if is_new and challenge.state is not LadderChallengeState.ASKED:
        return None
    place, user = field.ladder.place, field.rung(challenge.challenged).user
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user)], replied_user=False
    )
    language = await public_language(bot, place.guild)

    def in_public() -> View:
        # The entry is for a direct message, which may have another language.
        with speaking(language):
            return public_challenge(field, challenge)

    public = Rendering(due.revision, place, Outgoing(view=in_public, mentions=mentions))
    if due.channel == place.channel:
        return public
    server = server_name(bot, place.guild)

    def laid_out() -> View:
        return challenge_message(field, challenge, server)

    return await in_person(bot, due, user, laid_out, public)


@renders(ACCEPTED_NOTICE)
async def render_accepted(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that says that a challenge was accepted."""
    stored = await bot.services.ladders.find_challenge(LadderChallengeId(due.subject))
    if stored is None:
        return None
    field, challenge = stored.field, stored.challenge
    server = server_name(bot, field.ladder.place.guild)

    def laid_out() -> View | None:
        match = challenge.match
        is_live = challenge.state is LadderChallengeState.PLAYING
        if match is None or not is_live:
            return None
        return ladder_message(field, accepted_text(field, challenge, match), server)

    return await in_person(bot, due, field.rung(challenge.challenger).user, laid_out)


@renders(CHALLENGER_NOTICE)
async def render_for_challenger(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message to a challenger about the end of their challenge."""
    return await _result(bot, due, lambda challenge: challenge.challenger)


@renders(CHALLENGED_NOTICE)
async def render_for_challenged(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message to the challenged user about the end of the challenge."""
    return await _result(bot, due, lambda challenge: challenge.challenged)


async def _result(
    bot: BoopBot, due: OutboxEntry, whose: Callable[[LadderChallenge], RungId]
) -> Rendering | None:
    stored = await bot.services.ladders.find_challenge(LadderChallengeId(due.subject))
    if stored is None:
        return None
    field, challenge = stored.field, stored.challenge
    rung = field.rung(whose(challenge))
    server = server_name(bot, field.ladder.place.guild)

    def laid_out() -> View | None:
        # Players who went off the ladder know why, unless it was for time.
        is_gone = rung.off_why not in (None, ExitReason.TIME)
        if is_gone:
            return None
        if challenge.is_open:
            if challenge.match is None or challenge.matches_before == 0:
                return None
            return ladder_message(field, anew_text(field, challenge, rung.id), server)
        text = result_text(field, challenge, rung.id)
        return ladder_message(field, text, server, show_button(field.ladder.id))

    return await in_person(bot, due, rung.user, laid_out)


@renders(RUNG_NOTICE)
async def render_rung(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message that tells a player that they rest, or are off the ladder."""
    stored = await bot.services.ladders.of_rung(RungId(due.subject))
    if stored is None:
        return None
    field, rung = stored

    def laid_out() -> View | None:
        text = rung_text(rung)
        server = server_name(bot, field.ladder.place.guild)
        if text is None:
            return None
        return ladder_message(field, text, server, show_button(field.ladder.id))

    return await in_person(bot, due, rung.user, laid_out)


@renders(LADDER_DECISION_NOTICE)
async def render_decision(bot: BoopBot, due: OutboxEntry) -> Rendering | None:
    """Return the message about a decision about a ladder, or its undoing."""
    number = RungId(due.subject)
    decided = await bot.services.managed_ladders.decision_of_message(number, due.revision)
    stored = await bot.services.ladders.of_rung(number)
    if decided is None or stored is None:
        return None
    decision, challenge = decided
    field, rung = stored

    def laid_out() -> View:
        server = server_name(bot, field.ladder.place.guild)
        return ladder_message(field, decision_text(field, decision, challenge), server)

    return await in_person(bot, due, rung.user, laid_out)
