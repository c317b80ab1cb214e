"""The short messages that tell somebody something."""

from typing import assert_never

from bot.match.challenge import Challenge
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store.notices import Notice, NoticeKind
from cogs.ui.clock_words import people_given, word_of_time
from cogs.ui.departures import DEPARTED, word_of_departure
from cogs.ui.quoting import quoted_note
from cogs.ui.takebacks import word_of_asking, word_of_going_back
from cogs.ui.words import invited, listed, mention, moment, outcome_name


def people_told(kind: NoticeKind) -> bool:
    """Tell whether the notice goes to the players in person and not where the match lives."""
    return kind is NoticeKind.BED_LOST


def people_meant(notice: Notice, match: Match) -> list[UserId]:
    """Give whom a notice is for: whose turn it is, or both where it begins, ends or is lost."""
    if notice.kind in (NoticeKind.REMINDER, NoticeKind.BACK) and match.to_move is not None:
        return [match.to_move]
    if notice.kind is NoticeKind.DRAW_OFFERED and match.draw_offered_by is not None:
        return [match.opponent_of(match.seats.user_of(match.draw_offered_by))]
    if notice.kind is NoticeKind.AWAY and match.to_move is not None:
        return [match.opponent_of(match.to_move)]
    if notice.kind in DEPARTED:
        return [match.seats.user_of(DEPARTED[notice.kind].other)]
    if notice.kind is NoticeKind.DAY_GIVEN:
        return people_given(match)
    if notice.kind is NoticeKind.TAKEBACK_ASKED and match.takeback_asked_by is not None:
        return [match.opponent_of(match.seats.user_of(match.takeback_asked_by))]
    again = word_of_going_back(match) is not None
    if notice.kind is NoticeKind.TURN and (notice.ply > 0 or again) and match.to_move is not None:
        return [match.to_move]
    return list(match.seats)


def notice_text(notice: Notice, about: Match | Challenge, link: str) -> str:
    """Say the notice; whoever is mentioned is pinged where the message allows it."""
    match about:
        case Match():
            return _of_match(notice, about, link)
        case Challenge():
            return _of_challenge(notice, about, link)
        case _:
            assert_never(about)


def _of_match(notice: Notice, match: Match, link: str) -> str:
    both = listed([mention(user) for user in match.seats])
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
    if notice.kind in DEPARTED:
        return word_of_departure(notice.kind, match, link)
    if match.outcome is not None:
        return f"{both}, **#{match.id}** is over. {outcome_name(match, match.outcome)}."
    mover = mention(match.to_move) if match.to_move else both
    if notice.kind is NoticeKind.DRAW_OFFERED and match.draw_offered_by is not None:
        offering = match.seats.user_of(match.draw_offered_by)
        offered = mention(match.opponent_of(offering))
        return f"🤝 {offered}, {mention(offering)} offers you a draw in **#{match.id}**: {link}"
    if notice.kind is NoticeKind.TAKEBACK_ASKED:
        return f"{word_of_asking(match)} {link}"
    if notice.kind in (NoticeKind.AWAY, NoticeKind.BACK, NoticeKind.DAY_GIVEN):
        return f"{word_of_time(notice.kind, match)}: {link}"
    if notice.kind is NoticeKind.REMINDER and match.clock.deadline is not None:
        left = moment(match.clock.deadline)
        return f"⏳ {mover}, your time in **#{match.id}** runs out {left}: {link}"
    if going_back := word_of_going_back(match):
        return f"{going_back} {link}"
    if notice.ply == 0:
        return f"{both}, your match **#{match.id}** begins! {mover} moves first: {link}"
    if match.together and match.to_move:
        opponent = mention(match.opponent_of(match.to_move))
        again = f"so it is your turn again in **#{match.id}**"
        return f"♟️ {mover}, {opponent} had planned an answer, {again}: {link}"
    return f"{mover}, it is your turn in **#{match.id}**: {link}"


def _of_challenge(notice: Notice, challenge: Challenge, link: str) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    if notice.kind is NoticeKind.EXPIRED:
        return f"{challenger}, your challenge to {friend} ran out without an answer: {link}"
    why = f"\n{quoted_note(challenge.reason)}" if challenge.reason else ""
    return f"{challenger}, {friend} declined your challenge: {link}{why}"
