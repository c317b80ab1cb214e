"""The exact words of notifications, which name their recipients before a comma."""

from dataclasses import replace

import pytest

from bot.features.challenges.queries import PostedChallenge
from bot.features.notifications.kinds import NotificationKind
from bot.features.notifications.queries import Notification, NotificationState
from bot.game import Seat
from bot.match.challenge import Challenge
from bot.match.clock import DEFAULT_TIME, TurnClock
from bot.match.identity import Instant, PerSeat, Ply
from bot.match.match import NO_OFFERS, EndReason, Match, Outcome
from bot.match.terms import VenueKind
from bot.text import PSEUDO, speaking
from cogs.wording.notification_text import notification_text
from tests.kit.cards import unposted_entry
from tests.kit.matches import GRAY, NOON, ORANGE, challenge, match, open_challenge
from tests.kit.pseudo import untranslated

LINK = "https://discord.com/channels/7/70"
OFFERED = replace(match(), draws=NO_OFFERS.offered(Seat.ORANGE, Ply(4)))
TIMED = replace(match(), clock=TurnClock.started(DEFAULT_TIME, Instant(0.0)))
AWAY = replace(TIMED.clock, away=PerSeat(NOON, None))
OVER = match(outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
RAN_OUT = Instant(DEFAULT_TIME.seconds)


def notification_of(kind: NotificationKind, ply: int) -> Notification:
    waiting = NotificationState.WAITING
    return Notification(1, kind, ORANGE, None, None, Ply(ply), waiting, NOON, None, 0, None, None)


def posted(about: Match | Challenge) -> Match | PostedChallenge:
    return about if isinstance(about, Match) else PostedChallenge(about, unposted_entry(about.id))


EACH = [
    (
        NotificationKind.BEGUN,
        0,
        match(),
        f"<@{ORANGE}> and <@{GRAY}>, your match **#1** has begun! <@{ORANGE}> moves first: {LINK}",
    ),
    (NotificationKind.TURN, 2, match(), f"<@{ORANGE}>, it's your turn in **#1**: {LINK}"),
    (
        NotificationKind.DRAW_OFFERED,
        4,
        OFFERED,
        f"🤝 <@{GRAY}>, <@{ORANGE}> offers you a draw in **#1**: {LINK}",
    ),
    (
        NotificationKind.DRAW_DECLINED,
        4,
        match(),
        f"🤝 <@{ORANGE}>, <@{GRAY}> declined your draw offer in **#1**: {LINK}",
    ),
    (
        NotificationKind.TAKEBACK_DECLINED,
        4,
        match(),
        f"↩️ <@{ORANGE}>, <@{GRAY}> declined your takeback in **#1**: {LINK}",
    ),
    (
        NotificationKind.REMINDER,
        2,
        TIMED,
        f"⏳ <@{ORANGE}>, your time in **#1** runs out <t:{RAN_OUT:.0f}:R>: {LINK}",
    ),
    (
        NotificationKind.DAY_GIVEN,
        2,
        replace(TIMED, clock=replace(TIMED.clock, given=PerSeat(0, 2))),
        f"🎁 <@{ORANGE}>, <@{GRAY}> gave you 2 days in **#1**; you have until "
        f"<t:{RAN_OUT:.0f}:f>: {LINK}",
    ),
    (
        NotificationKind.DAY_GIVEN,
        2,
        replace(TIMED, clock=replace(TIMED.clock, given=PerSeat(1, 0))),
        f"🎁 <@{GRAY}>, <@{ORANGE}> gave you 1 day in **#1**: {LINK}",
    ),
    (
        NotificationKind.AWAY,
        2,
        replace(TIMED, clock=AWAY.stopped(Instant(0.0))),
        f"🏖️ <@{GRAY}>, <@{ORANGE}> is on vacation until <t:{NOON:.0f}:f>. Their clock in "
        f"**#1** is stopped, with 3 days left: {LINK}",
    ),
    (
        NotificationKind.AWAY,
        2,
        replace(match(), clock=replace(match().clock, away=AWAY.away)),
        f"🏖️ <@{GRAY}>, <@{ORANGE}> is on vacation until <t:{NOON:.0f}:f>; it's their turn "
        f"in **#1**: {LINK}",
    ),
    (
        NotificationKind.BACK,
        2,
        TIMED,
        f"⏳ <@{ORANGE}>, your vacation is over: your clock in **#1** runs again, until "
        f"<t:{RAN_OUT:.0f}:f>: {LINK}",
    ),
    (
        NotificationKind.OVER,
        9,
        OVER,
        f"<@{ORANGE}> and <@{GRAY}>, **#1** is over. <@{GRAY}> wins: <@{ORANGE}> resigned.",
    ),
    (
        NotificationKind.DECLINED,
        0,
        challenge(),
        f"<@{ORANGE}>, <@{GRAY}> declined your challenge: {LINK}",
    ),
    (
        NotificationKind.EXPIRED,
        0,
        open_challenge(),
        f"<@{ORANGE}>, your challenge to anyone expired without an answer: {LINK}",
    ),
]


@pytest.mark.parametrize(("kind", "ply", "about", "words"), EACH)
def test_a_notification_addresses_its_recipients_in_their_language(
    kind: NotificationKind, ply: int, about: Match | Challenge, words: str
) -> None:
    assert notification_text(notification_of(kind, ply), posted(about), LINK) == words
    with speaking(PSEUDO):
        text = notification_text(notification_of(kind, ply), posted(about), LINK)
    assert untranslated(text) == []
    assert text != words


@pytest.mark.parametrize(
    "kind", [NotificationKind.BOARD_LOST, NotificationKind.LEFT_DIRECT, NotificationKind.MOVED]
)
@pytest.mark.parametrize("venue", [VenueKind.CHANNEL, VenueKind.DIRECT])
def test_notifications_about_lost_or_changed_places_are_translated_completely(
    kind: NotificationKind, venue: VenueKind
) -> None:
    about = replace(match(), venue=replace(match().venue, kind=venue))
    with speaking(PSEUDO):
        assert untranslated(notification_text(notification_of(kind, 3), about, LINK)) == []


def test_a_notification_of_an_undeliverable_board_says_what_to_do() -> None:
    words = notification_text(notification_of(NotificationKind.BOARD_LOST, 3), match(), LINK)
    assert "**#1**" in words
    assert "`/board match:1`" in words
