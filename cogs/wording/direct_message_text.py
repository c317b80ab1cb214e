"""The text of a direct message with all notifications that are due for a user."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.app import BoopBot
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.service import ClaimedNotification
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match
from bot.text import gettext, ngettext
from bot.text.sanitizing import sanitized
from cogs.wording.links import link_of
from cogs.wording.names import NAMES, plain_name
from cogs.wording.notification_text import most_urgent, notification_text
from cogs.wording.phrases import mention, opponent_name
from cogs.wording.quoting import escaped
from cogs.wording.times import moment

ROOM: Final = 1900
"""Characters of a message that the lines may fill. Discord accepts 2 000."""
LONGEST_NAME: Final = 40
_TURNS: Final = (NotificationKind.TURN, NotificationKind.REMINDER)
LISTED: Final = (*_TURNS, NotificationKind.DIGEST)
"""The kinds of notifications that become a list with one short line for each match."""


async def direct_message_text(
    bot: BoopBot, user: UserId, claimed: Sequence[ClaimedNotification], links: Mapping[int, str]
) -> str | None:
    """Return one text for all notifications that are due for a user; None if the text is empty."""
    urgent = most_urgent(claimed)
    if len(urgent) == 1 and urgent[0].notification.kind is not NotificationKind.DIGEST:
        return await _single_text(bot, urgent[0], links[urgent[0].notification.id])
    waiting: dict[MatchId, tuple[Match, str]] = {}
    lines = []
    for item in urgent:
        if item.notification.kind is NotificationKind.DIGEST:
            for match in await bot.services.notifications.waiting_for(user):
                work = await bot.services.boards.work_of(match.id)
                waiting.setdefault(match.id, (match, link_of(match, work, user)))
        elif isinstance(item.about, Match) and item.notification.kind in _TURNS:
            waiting.setdefault(item.about.id, (item.about, links[item.notification.id]))
        else:
            lines.append(await _single_text(bot, item, links[item.notification.id]))
    if waiting:
        heading = ngettext(
            "{count} match is waiting for you", "{count} matches are waiting for you", len(waiting)
        )
        lines.append(f"### {heading}")
        for match, link in sorted(waiting.values(), key=_time_left):
            lines.append(await _line(bot, user, match, link))
    return _fitting(lines) or None


def _time_left(entry: tuple[Match, str]) -> float:
    return entry[0].clock.deadline or float("inf")


async def _single_text(bot: BoopBot, item: ClaimedNotification, link: str) -> str:
    """Return the text of one notification, with names in place of mentions.

    Discord shows a mention as a name only to users who share a server with the mentioned user.
    """
    recipient = item.notification.user
    text = notification_text(item.notification, item.about, link, mention(recipient))
    match item.about:
        case Match():
            match = item.about
            # The text about a beginning names who moves first, which need not be the opponent.
            is_new = item.notification.kind is NotificationKind.BEGUN
            names_opponent = opponent_name(match, recipient) in text and not is_new
            which = (
                _server_of(bot, match) if names_opponent else await _label_of(bot, recipient, match)
            )
            text = text.replace(f"**#{match.id}**", which, 1)
            for user in match.people:
                text = text.replace(mention(user), await _name(bot, user))
            return text if link in text else f"{text} {link}"
        case PostedChallenge():
            challenge = item.about.challenge
            people = (challenge.challenger, challenge.friend)
            for user in filter(None, people):
                text = text.replace(mention(user), await _name(bot, user))
            where = gettext("In {server}", server=_server(bot, challenge.place.guild))
            return f"{text}\n-# {where}"
        case _:
            return text


async def _line(bot: BoopBot, user: UserId, match: Match, link: str) -> str:
    deadline, which = match.clock.deadline, await _label_of(bot, user, match)
    if deadline is None:
        line = gettext("{match}, no time limit: {link}", match=which, link=link)
    else:
        line = gettext(
            "{match}, time runs out {when}: {link}",
            match=which,
            when=moment(deadline),
            link=link,
        )
    return f"- {line}"


async def _label_of(bot: BoopBot, user: UserId, match: Match) -> str:
    opponent = escaped(await plain_name(bot, match, match.opponent_seat_of(user)))
    server = _server(bot, match.venue.guild)
    return gettext(
        "**#{match}** against {opponent} in {server}",
        match=match.id,
        opponent=opponent,
        server=server,
    )


def _server_of(bot: BoopBot, match: Match) -> str:
    server = _server(bot, match.venue.guild)
    return gettext("**#{match}** in {server}", match=match.id, server=server)


async def _name(bot: BoopBot, user: UserId) -> str:
    return escaped(await NAMES.of(bot, user))


def _server(bot: BoopBot, number: GuildId) -> str:
    guild = bot.get_guild(number)
    if guild is not None:
        return escaped(sanitized(guild.name, LONGEST_NAME))
    if not bot.serves(number):
        # Translators: stands as {server} in "In {server}" and "… in {server}".
        return gettext("another server")
    # Translators: stands as {server} in "In {server}" and "… in {server}".
    return gettext("a server that I'm not in")


def _fitting(lines: Sequence[str]) -> str:
    kept: list[str] = []
    for line in lines:
        if sum(len(each) + 1 for each in kept) + len(line) > ROOM:
            left_out = ngettext(
                "And {count} more: `/games` lists them all.",
                "And {count} more: `/games` lists them all.",
                len(lines) - len(kept),
            )
            return "\n".join([*kept, f"-# {left_out}"])
        kept.append(line)
    return "\n".join(kept)
