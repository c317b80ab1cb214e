"""The reminder of a turn, which its player may do without."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot
from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.queries import Notification, NotificationKind
from bot.features.notifications.service import Subject, Word
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.identity import GuildId, MatchId, Place, UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text.sanitizing import sanitized
from cogs.core.actions import ActionButton, button
from cogs.core.names import NAMES, people_addressed, plain_name
from cogs.core.panels import View, asking, note_panel
from cogs.core.quoting import escaped, quoted_note
from cogs.core.visibility import link_of
from cogs.core.words import invited, mention, moment, opponent_name, outcome_name, player_name
from cogs.matches.takeback_views import word_of_asking, word_of_going_back
from cogs.notifications.departures import DEPARTED, departure_text
from cogs.time.views import word_of_time


def mute_button(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that drops the reminder of one's turn, where one would come."""
    if match.to_move != user or match.clock.reminder_at() is None:
        return []
    return [button("No reminder", discord.ButtonStyle.secondary, "drop-reminder", match=match.id)]


def muted_panel(number: MatchId) -> View:
    """Say that no reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            "Remind me after all", discord.ButtonStyle.secondary, "restore-reminder", match=number
        )
    )
    return asking(f"I will not remind you of this turn in **#{number}**.", row)


def reminded_panel(number: MatchId) -> View:
    """Say that a reminder of this turn comes."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button("No reminder", discord.ButtonStyle.secondary, "drop-reminder", match=number)
    )
    return asking(f"I will remind you of this turn in **#{number}** before your time is out.", row)


def no_reminder_panel(number: MatchId) -> View:
    """Say that no reminder was to come in any case."""
    return note_panel(f"No reminder is to come in **#{number}**, so there is none to drop.")


CLOSED_NOTE: Final = (
    "-# {}, your direct messages are closed to me, so I tell you where you play. "
    "`/preferences` says how you want to be told."
)


def place_of(about: Subject) -> Place:
    """Return where people are told about a match or a challenge. A `ValueError` if nowhere."""
    match about:
        case Match():
            return Place(about.venue.guild, about.venue.channel or about.venue.origin)
        case PostedChallenge():
            return about.challenge.place
        case None:
            raise ValueError("a list of many matches has no place")
        case _:
            assert_never(about)


def most_urgent(words: Sequence[Word]) -> list[Word]:
    """Leave out the turns that a reminder among these tells of too."""
    reminded = {
        (word.notification.user, word.notification.match)
        for word in words
        if word.notification.kind is NotificationKind.REMINDER
    }
    turns = (NotificationKind.TURN, NotificationKind.BEGUN)
    return [
        word
        for word in words
        if word.notification.kind not in turns
        or (word.notification.user, word.notification.match) not in reminded
    ]


def notification_text(notification: Notification, about: Subject, link: str) -> str:
    """Say the notification; whoever is mentioned is pinged where the message allows it.

    A `ValueError` for a list of many matches.
    """
    match about:
        case Match():
            return _of_match(notification, about, link)
        case PostedChallenge():
            return _of_challenge(notification, about.challenge, link)
        case None:
            raise ValueError(f"{notification.kind} is about many matches")
        case _:
            assert_never(about)


def _of_match(notification: Notification, match: Match, link: str) -> str:
    both = people_addressed(match)
    if notification.kind is NotificationKind.BED_LOST and match.venue.kind is VenueKind.DIRECT:
        return (
            f"I cannot write to one of you in person any more, so their bed of **#{match.id}** "
            "stays as it is. Nothing is lost: it follows when their direct messages are open to "
            "me again and we share a server."
        )
    if notification.kind is NotificationKind.BED_LOST:
        return (
            f"I cannot show the bed of match **#{match.id}**: the channel is gone, or I may not "
            f"write there any more ({link}). Nothing is lost. Once I may, `/board` there brings "
            f"it back; elsewhere in the server `/board match:{match.id}` shows it to you alone."
        )
    if notification.kind is NotificationKind.LEFT_DIRECT:
        return (
            f"{both}, I cannot write to both of you in person any more, so **#{match.id}** goes on "
            f"here: {link}"
        )
    if notification.kind is NotificationKind.MOVED:
        return (
            f"{both}, the place where **#{match.id}** was played was deleted, so it goes on here: "
            f"{link}"
        )
    if notification.kind in DEPARTED:
        return departure_text(notification.kind, match, link)
    if match.outcome is not None:
        return f"{both}, **#{match.id}** is over. {outcome_name(match, match.outcome)}."
    mover = player_name(match, match.position.to_move)
    if notification.kind is NotificationKind.DRAW_OFFERED and match.draw_offered_by is not None:
        offering = player_name(match, match.draw_offered_by)
        offered = player_name(match, match.draw_offered_by.other)
        return f"🤝 {offered}, {offering} offers you a draw in **#{match.id}**: {link}"
    if notification.kind in (NotificationKind.DRAW_DECLINED, NotificationKind.TAKEBACK_DECLINED):
        offerer, decliner = mention(notification.user), opponent_name(match, notification.user)
        if notification.kind is NotificationKind.DRAW_DECLINED:
            return f"🤝 {offerer}, {decliner} declined a draw in **#{match.id}**: {link}"
        return f"↩️ {offerer}, {decliner} declined to take a turn back in **#{match.id}**: {link}"
    if notification.kind is NotificationKind.TAKEBACK_ASKED:
        return f"{word_of_asking(match)} {link}"
    if notification.kind in (
        NotificationKind.AWAY,
        NotificationKind.BACK,
        NotificationKind.DAY_GIVEN,
    ):
        return f"{word_of_time(notification.kind, match)}: {link}"
    if notification.kind is NotificationKind.REMINDER and match.clock.deadline is not None:
        left = moment(match.clock.deadline)
        return f"⏳ {mover}, your time in **#{match.id}** runs out {left}: {link}"
    if going_back := word_of_going_back(match):
        return f"{going_back} {link}"
    if notification.kind is NotificationKind.BEGUN:
        return f"{both}, your match **#{match.id}** begins! {mover} moves first: {link}"
    if match.together:
        opponent = player_name(match, match.position.to_move.other)
        again = f"so it is your turn again in **#{match.id}**"
        return f"♟️ {mover}, {opponent} had planned an answer, {again}: {link}"
    return f"{mover}, it is your turn in **#{match.id}**: {link}"


def _of_challenge(notification: Notification, challenge: Challenge, link: str) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    if notification.kind is NotificationKind.EXPIRED:
        return f"{challenger}, your challenge to {friend} ran out without an answer: {link}"
    why = f"\n{quoted_note(challenge.reason)}" if challenge.reason else ""
    return f"{challenger}, {friend} declined your challenge: {link}{why}"


ROOM: Final = 1900
"""Characters of a message that lines may fill; Discord refuses more than 2 000."""
LONGEST_NAME: Final = 40

_TURNS: Final = (NotificationKind.TURN, NotificationKind.REMINDER)
LISTED: Final = (*_TURNS, NotificationKind.DIGEST)
"""What takes a short line of a list for each match, where there are several."""


async def direct_text(
    bot: BoopBot, user: UserId, words: Sequence[Word], links: Mapping[int, str]
) -> str | None:
    """Say to one person all that is due to them; nothing when there is nothing to list."""
    said = most_urgent(words)
    if len(said) == 1 and said[0].notification.kind is not NotificationKind.DIGEST:
        return await _alone(bot, said[0], links[said[0].notification.id])
    waiting: dict[MatchId, tuple[Match, str]] = {}
    lines = []
    for word in said:
        if word.notification.kind is NotificationKind.DIGEST:
            for match in await bot.services.notifications.waiting_for(user):
                work = await bot.services.outbox.work_of(match.id)
                waiting.setdefault(match.id, (match, link_of(match, work, user)))
        elif isinstance(word.about, Match) and word.notification.kind in _TURNS:
            waiting.setdefault(word.about.id, (word.about, links[word.notification.id]))
        else:
            lines.append(await _alone(bot, word, links[word.notification.id]))
    if waiting:
        lines.append(f"### It is your turn in {_matches(len(waiting))}")
        for match, link in sorted(waiting.values(), key=_time_left):
            lines.append(await _line(bot, user, match, link))
    return _fitting(lines) or None


def _time_left(entry: tuple[Match, str]) -> float:
    return entry[0].clock.deadline or float("inf")


async def _alone(bot: BoopBot, word: Word, link: str) -> str:
    """Say one thing, with names for mentions, which mean nothing where people share no server."""
    text = notification_text(word.notification, word.about, link)
    match word.about:
        case Match():
            match, told = word.about, word.notification.user
            both = people_addressed(match)
            text = text.replace(f"{both}, ", f"{mention(told)}, ", 1)
            names_opponent = opponent_name(match, told) in text
            which = _server_of(bot, match) if names_opponent else await _which(bot, told, match)
            text = text.replace(f"**#{match.id}**", which, 1)
            for user in match.people:
                text = text.replace(mention(user), await _name(bot, user))
            return text if link in text else f"{text} {link}"
        case PostedChallenge():
            challenge = word.about.challenge
            people = (challenge.challenger, challenge.friend)
            for user in filter(None, people):
                text = text.replace(mention(user), await _name(bot, user))
            return f"{text}\n-# In {_server(bot, challenge.place.guild)}"
        case _:
            return text


async def _line(bot: BoopBot, user: UserId, match: Match, link: str) -> str:
    deadline = match.clock.deadline
    left = "no limit of time" if deadline is None else f"time runs out {moment(deadline)}"
    return f"- {await _which(bot, user, match)}, {left}: {link}"


async def _which(bot: BoopBot, user: UserId, match: Match) -> str:
    other = Seat.GRAY if user == match.seats.orange else Seat.ORANGE
    opponent = escaped(await plain_name(bot, match, other))
    return f"**#{match.id}** against {opponent} in {_server(bot, match.venue.guild)}"


def _server_of(bot: BoopBot, match: Match) -> str:
    return f"**#{match.id}** in {_server(bot, match.venue.guild)}"


async def _name(bot: BoopBot, user: UserId) -> str:
    return escaped(await NAMES.of(bot, user))


def _server(bot: BoopBot, number: GuildId | None) -> str:
    guild = None if number is None else bot.get_guild(number)
    return (
        "a server that I am not in"
        if guild is None
        else escaped(sanitized(guild.name, LONGEST_NAME))
    )


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _fitting(lines: Sequence[str]) -> str:
    """Join as many lines as a message takes, and say how many are left out."""
    kept: list[str] = []
    for line in lines:
        if sum(len(each) + 1 for each in kept) + len(line) > ROOM:
            left_out = len(lines) - len(kept)
            return "\n".join([*kept, f"-# And {left_out} more: `/games` lists them all."])
        kept.append(line)
    return "\n".join(kept)
