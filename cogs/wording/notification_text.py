"""The text of a notification, on a board or in a channel."""

from collections.abc import Sequence
from typing import Final, assert_never

import discord

from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.policy import Send, Sound
from bot.features.notifications.queries import Notification
from bot.features.notifications.service import ClaimedNotification
from bot.features.notifications.subjects import Subject
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.clock import DAY, NoLimit
from bot.match.ending import PATIENCE, may_call_off
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import VenueKind
from bot.text import N_, gettext, ngettext, translate
from cogs.wording.names import people_addressed
from cogs.wording.offers import is_offer_on_board, takeback_agreed_text, takeback_asked_text
from cogs.wording.phrases import invited, mention, opponent_name, outcome_name, player_name
from cogs.wording.quoting import quoted_note
from cogs.wording.times import moment, time_text

DEPARTED: Final = {
    NotificationKind.ORANGE_LEFT: Seat.ORANGE,
    NotificationKind.GRAY_LEFT: Seat.GRAY,
    NotificationKind.ORANGE_BACK: Seat.ORANGE,
    NotificationKind.GRAY_BACK: Seat.GRAY,
}
"""The player whom a notification is about, by its kind. The recipient is the opponent."""
_BACK: Final = (NotificationKind.ORANGE_BACK, NotificationKind.GRAY_BACK)


def departure_text(kind: NotificationKind, match: Match, link: str) -> str:
    """Return the text that says that a player has left or is back, and what follows."""
    seat = DEPARTED[kind]
    names = {"player": player_name(match, seat.other), "opponent": player_name(match, seat)}
    if kind not in _BACK:
        left = gettext("🚪 {player}, {opponent} has left the server.", **names)
        return f"{left} {_what_now(match, seat)} {link}"
    if match.outcome is not None:
        back = gettext(
            "👋 {player}, {opponent} is back in the server. **#{match}** is over:",
            match=match.id,
            **names,
        )
    else:
        back = gettext(
            "👋 {player}, {opponent} is back in the server. **#{match}** goes on:",
            match=match.id,
            **names,
        )
    return f"{back} {link}"


def _what_now(match: Match, seat: Seat) -> str:
    """Return the sentence that says what follows for the match after a player has left."""
    if match.outcome is not None:
        return gettext("**#{match}** is over:", match=match.id)
    if isinstance(match.clock.control, NoLimit):
        days = round(PATIENCE / DAY)
        if may_call_off(match):
            return ngettext(
                "If they aren't back within {count} day, **#{match}** is called off:",
                "If they aren't back within {count} days, **#{match}** is called off:",
                days,
                match=match.id,
            )
        return ngettext(
            "If they aren't back within {count} day, you win **#{match}**:",
            "If they aren't back within {count} days, you win **#{match}**:",
            days,
            match=match.id,
        )
    if match.position.to_move is not seat:
        return gettext(
            "**#{match}** goes on: play your turn, and their clock runs as usual:", match=match.id
        )
    deadline = match.clock.deadline
    if deadline is None:
        time = gettext("Their clock in **#{match}** is paused for now.", match=match.id)
    else:
        time = gettext(
            "Their time in **#{match}** runs out on {when}.",
            match=match.id,
            when=moment(deadline, "f"),
        )
    if may_call_off(match):
        end = gettext("If they don't come back and play, the match is called off:")
    else:
        end = gettext("If they don't come back and play, you win:")
    return f"{time} {end}"


def closed_note(user: UserId) -> str:
    """Return the note for a user who gets notifications in a channel, without direct messages."""
    text = gettext(
        "{player}, your direct messages are closed to me, so I'll tell you where you play. "
        "Change that with `/preferences`.",
        player=mention(user),
    )
    return f"-# {text}"


def most_urgent(claimed: Sequence[ClaimedNotification]) -> list[ClaimedNotification]:
    """Return the notifications without those about turns for which a reminder is among them."""
    reminded = {
        (item.notification.user, item.notification.match)
        for item in claimed
        if item.notification.kind is NotificationKind.REMINDER
    }
    turns = (NotificationKind.TURN, NotificationKind.BEGUN)
    return [
        item
        for item in claimed
        if item.notification.kind not in turns
        or (item.notification.user, item.notification.match) not in reminded
    ]


def notification_text(
    notification: Notification, about: Subject, link: str, addressed: str | None = None
) -> str:
    """Return the text of a notification. Its mentions ping only if the message allows that.

    `addressed` names the recipients; by default, they are all players of the match. Raise
    `ValueError` if the notification is about several matches.
    """
    match about:
        case Match():
            return _of_match(notification, about, link, addressed or people_addressed(about))
        case PostedChallenge():
            text, challenge = _of_challenge(notification, about.challenge, link), about.challenge
            # In the channel of a challenge, the challenge's own message shows the reason.
            is_beside = addressed is None and not challenge.is_asked_in_person
            if challenge.reason is None or is_beside:
                return text
            return f"{text}\n{quoted_note(challenge.reason)}"
        case None:
            raise ValueError(f"{notification.kind} is about many matches")
        case _:
            assert_never(about)


def _of_match(notification: Notification, match: Match, link: str, addressed: str) -> str:
    kind = notification.kind
    if kind is NotificationKind.BOARD_LOST:
        message = _OWN_LOST if match.venue.kind is VenueKind.DIRECT else _LOST
        return translate(message, match=match.id, link=link)
    if kind in _MOVES:
        return f"{translate(_MOVES[kind], players=addressed, match=match.id)} {link}"
    if kind in DEPARTED:
        return departure_text(kind, match, link)
    if match.outcome is not None and not link:
        # The text is for a board, and the board itself says how the match ended.
        return gettext("{players}, **#{match}** is over.", players=addressed, match=match.id)
    if match.outcome is not None:
        return gettext(
            "{players}, **#{match}** is over. {outcome}.",
            players=addressed,
            match=match.id,
            outcome=outcome_name(match, match.outcome),
        )
    return f"{_while_it_goes_on(notification, match, addressed)} {link}"


_OWN_LOST: Final = N_(
    "I can no longer message one of you, so their board of **#{match}** stays as it is. Nothing "
    "is lost: it catches up once their direct messages are open to me again and we share a server."
)
_LOST: Final = N_(
    "I can't show the board of **#{match}**: the channel is gone, or I can no longer write there "
    "({link}). Nothing is lost. Once I can again, `/board` there brings it back; elsewhere in the"
    " server, `/board match:{match}` shows it to you alone."
)
_MOVES: Final = {
    NotificationKind.LEFT_DIRECT: N_(
        "{players}, I can no longer message one of you, so **#{match}** goes on here:"
    ),
    NotificationKind.MOVED: N_(
        "{players}, the channel of **#{match}** was deleted, so the match goes on here:"
    ),
}
_DECLINED: Final = {
    NotificationKind.DRAW_DECLINED: N_(
        "🤝 {player}, {opponent} declined your draw offer in **#{match}**:"
    ),
    NotificationKind.TAKEBACK_DECLINED: N_(
        "↩️ {player}, {opponent} declined your takeback in **#{match}**:"
    ),
}
_OF_TIME: Final = (NotificationKind.AWAY, NotificationKind.BACK, NotificationKind.DAY_GIVEN)


def _while_it_goes_on(notification: Notification, match: Match, addressed: str) -> str:
    """Return the text before the link in a notification about a live match."""
    kind, to_move = notification.kind, match.position.to_move
    mover, opponent = player_name(match, to_move), player_name(match, to_move.other)
    if kind is NotificationKind.DRAW_OFFERED and match.draw_offered_by is not None:
        return gettext(
            "🤝 {player}, {opponent} offers you a draw in **#{match}**:",
            player=player_name(match, match.draw_offered_by.other),
            opponent=player_name(match, match.draw_offered_by),
            match=match.id,
        )
    if kind in _DECLINED:
        user = notification.user
        decliner = opponent_name(match, user)
        return translate(_DECLINED[kind], player=mention(user), opponent=decliner, match=match.id)
    if kind is NotificationKind.TAKEBACK_ASKED:
        return takeback_asked_text(match)
    if kind in _OF_TIME:
        return time_text(kind, match)
    if kind is NotificationKind.REMINDER and match.clock.deadline is not None:
        return gettext(
            "⏳ {player}, your time in **#{match}** runs out {when}:",
            player=mover,
            match=match.id,
            when=moment(match.clock.deadline),
        )
    if going_back := takeback_agreed_text(match):
        return going_back
    if kind is NotificationKind.BEGUN:
        return gettext(
            "{players}, your match **#{match}** has begun! {player} moves first:",
            players=addressed,
            match=match.id,
            player=mover,
        )
    if match.together:
        return gettext(
            "♟️ {player}, {opponent} had planned a reply, so it's your turn again in **#{match}**:",
            player=mover,
            opponent=opponent,
            match=match.id,
        )
    return gettext("{player}, it's your turn in **#{match}**:", player=mover, match=match.id)


def _of_challenge(notification: Notification, challenge: Challenge, link: str) -> str:
    names = {"player": mention(challenge.challenger), "opponent": invited(challenge)}
    if notification.kind is NotificationKind.EXPIRED:
        text = gettext("{player}, your challenge to {opponent} expired without an answer:", **names)
        return f"{text} {link}"
    text = gettext("{player}, {opponent} declined your challenge:", **names)
    return f"{text} {link}"


_BEFORE_LINK: Final = ":： \u00a0\u202f"
"""The characters before a link: a colon, and the spaces that a language puts around it."""


def text_on_board(claimed: Sequence[ClaimedNotification], owner: UserId | None) -> str:
    """Return the text with which a new board notifies its readers, without a link to itself.

    Omit offers, because the board shows them anyway.
    """
    addressed = None if owner is None else mention(owner)
    lines = [
        notification_text(item.notification, item.about, "", addressed).rstrip(_BEFORE_LINK)
        for item in most_urgent(claimed)
        if not (
            isinstance(item.about, Match) and is_offer_on_board(item.notification.kind, item.about)
        )
    ]
    return "\n".join(dict.fromkeys(lines))


def mentions_of(claimed: Sequence[ClaimedNotification]) -> tuple[discord.AllowedMentions, bool]:
    """Return the allowed mentions of notifications, and whether any of the notifications rings."""
    users = dict.fromkeys(item.notification.user for item in claimed)
    ringing = [user for user in users if rings_for(claimed, user)]
    objects = [discord.Object(user) for user in ringing or users]
    return discord.AllowedMentions(users=objects, everyone=False, roles=False), bool(ringing)


def rings_for(claimed: Sequence[ClaimedNotification], user: UserId) -> bool:
    """Return whether any of the notifications rings for a user."""
    return any(rings(item) for item in claimed if item.notification.user == user)


def rings(item: ClaimedNotification) -> bool:
    """Return whether a notification rings instead of arriving silently."""
    return isinstance(item.decision, Send) and item.decision.sound is Sound.RINGS
