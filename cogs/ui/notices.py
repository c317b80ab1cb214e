"""The short messages that tell somebody something."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.host.notices import Word
from bot.host.subjects import Subject
from bot.match.challenge import Challenge
from bot.match.identity import Place
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store.challenges import PostedChallenge
from bot.store.notices import Notice, NoticeKind
from cogs.ui.clock_words import word_of_time
from cogs.ui.departures import DEPARTED, word_of_departure
from cogs.ui.players import people_addressed
from cogs.ui.quoting import quoted_note
from cogs.ui.takebacks import word_of_asking, word_of_going_back
from cogs.ui.words import invited, mention, moment, opponent_name, outcome_name, player_name

CLOSED_NOTE: Final = (
    "-# {}, your direct messages are closed to me, so I tell you where you play. "
    "`/preferences` says how you want to be told."
)


def place_of(about: Subject) -> Place:
    """Give where people are told about a match or a challenge. A `ValueError` if nowhere."""
    match about:
        case Match():
            return Place(about.home.guild, about.home.channel or about.home.origin)
        case PostedChallenge():
            return about.challenge.place
        case None:
            raise ValueError("a list of many matches has no place")
        case _:
            assert_never(about)


def most_urgent(words: Sequence[Word]) -> list[Word]:
    """Leave out the turns that a reminder among these tells of too."""
    reminded = {
        (word.notice.user, word.notice.match)
        for word in words
        if word.notice.kind is NoticeKind.REMINDER
    }
    turns = (NoticeKind.TURN, NoticeKind.BEGUN)
    return [
        word
        for word in words
        if word.notice.kind not in turns or (word.notice.user, word.notice.match) not in reminded
    ]


def notice_text(notice: Notice, about: Subject, link: str) -> str:
    """Say the notice; whoever is mentioned is pinged where the message allows it.

    A `ValueError` for a list of many matches.
    """
    match about:
        case Match():
            return _of_match(notice, about, link)
        case PostedChallenge():
            return _of_challenge(notice, about.challenge, link)
        case None:
            raise ValueError(f"{notice.kind} is about many matches")
        case _:
            assert_never(about)


def _of_match(notice: Notice, match: Match, link: str) -> str:
    both = people_addressed(match)
    if notice.kind is NoticeKind.BED_LOST and match.home.kind is HomeKind.DIRECT:
        return (
            f"I cannot write to one of you in person any more, so their bed of **#{match.id}** "
            "stays as it is. Nothing is lost: it follows when their direct messages are open to "
            "me again and we share a server."
        )
    if notice.kind is NoticeKind.BED_LOST:
        return (
            f"I cannot show the bed of match **#{match.id}**: the channel is gone, or I may not "
            f"write there any more ({link}). Nothing is lost. Once I may, `/board` there brings "
            f"it back; elsewhere in the server `/board match:{match.id}` shows it to you alone."
        )
    if notice.kind is NoticeKind.LEFT_DIRECT:
        return (
            f"{both}, I cannot write to both of you in person any more, so **#{match.id}** goes on "
            f"here: {link}"
        )
    if notice.kind is NoticeKind.MOVED:
        return (
            f"{both}, the place where **#{match.id}** was played was deleted, so it goes on here: "
            f"{link}"
        )
    if notice.kind in DEPARTED:
        return word_of_departure(notice.kind, match, link)
    if match.outcome is not None:
        return f"{both}, **#{match.id}** is over. {outcome_name(match, match.outcome)}."
    mover = player_name(match, match.position.to_move)
    if notice.kind is NoticeKind.DRAW_OFFERED and match.draw_offered_by is not None:
        offering = player_name(match, match.draw_offered_by)
        offered = player_name(match, match.draw_offered_by.other)
        return f"🤝 {offered}, {offering} offers you a draw in **#{match.id}**: {link}"
    if notice.kind in (NoticeKind.DRAW_DECLINED, NoticeKind.TAKEBACK_DECLINED):
        offerer, decliner = mention(notice.user), opponent_name(match, notice.user)
        if notice.kind is NoticeKind.DRAW_DECLINED:
            return f"🤝 {offerer}, {decliner} declined a draw in **#{match.id}**: {link}"
        return f"↩️ {offerer}, {decliner} declined to take a turn back in **#{match.id}**: {link}"
    if notice.kind is NoticeKind.TAKEBACK_ASKED:
        return f"{word_of_asking(match)} {link}"
    if notice.kind in (NoticeKind.AWAY, NoticeKind.BACK, NoticeKind.DAY_GIVEN):
        return f"{word_of_time(notice.kind, match)}: {link}"
    if notice.kind is NoticeKind.REMINDER and match.clock.deadline is not None:
        left = moment(match.clock.deadline)
        return f"⏳ {mover}, your time in **#{match.id}** runs out {left}: {link}"
    if going_back := word_of_going_back(match):
        return f"{going_back} {link}"
    if notice.kind is NoticeKind.BEGUN:
        return f"{both}, your match **#{match.id}** begins! {mover} moves first: {link}"
    if match.together:
        opponent = player_name(match, match.position.to_move.other)
        again = f"so it is your turn again in **#{match.id}**"
        return f"♟️ {mover}, {opponent} had planned an answer, {again}: {link}"
    return f"{mover}, it is your turn in **#{match.id}**: {link}"


def _of_challenge(notice: Notice, challenge: Challenge, link: str) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    if notice.kind is NoticeKind.EXPIRED:
        return f"{challenger}, your challenge to {friend} ran out without an answer: {link}"
    why = f"\n{quoted_note(challenge.reason)}" if challenge.reason else ""
    return f"{challenger}, {friend} declined your challenge: {link}{why}"
