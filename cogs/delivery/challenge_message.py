"""The message of a challenge, open or closed."""

from collections.abc import Sequence
from typing import Any, Final, assert_never

import discord

from bot.features.standings.ratings import PointsOfBoth
from bot.game import Seat
from bot.match.challenge import Challenge, ChallengeAnswer, ChallengeState, StakesBy
from bot.match.identity import ChallengeId, InServer
from bot.match.match import Match, Outcome
from bot.match.terms import Starts, VenueKind
from bot.text import N_, gettext, translate
from cogs.board.buttons import result_rows
from cogs.board.layout import DRAWN_ACCENT
from cogs.core.actions import action_id
from cogs.core.components import Row, View, button
from cogs.core.panels import ACCENTS
from cogs.wording.levels import level_in_full
from cogs.wording.links import message_link
from cogs.wording.names import both_players
from cogs.wording.phrases import invited, mention, outcome_name
from cogs.wording.quoting import quoted_note
from cogs.wording.rating_changes import stakes_line
from cogs.wording.rulesets import is_usual
from cogs.wording.terms import practice_term_lines, term_lines
from cogs.wording.times import moment


def challenge_message(
    challenge: Challenge,
    earlier: Challenge | None = None,
    link: str | None = None,
    at_stake: PointsOfBoth | None = None,
    matches: Sequence[Match] = (),
) -> View:
    """Lay out a challenge, with buttons while it is open. Return a new view at each call.

    `earlier` is the challenge to which this one is a counter-offer; `link` leads to the
    counter-offer to this one. `at_stake` says how a rated match would change both ratings.
    `matches` are the last two of the thread that began from the message, the newest first: the
    layout shows the result of the last match that is over.
    """
    result = thread_result(matches)
    if result is not None:
        return result
    is_open = challenge.state is ChallengeState.OPEN
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENTS[Seat.ORANGE if is_open else Seat.GRAY]
    )
    container.add_item(discord.ui.TextDisplay(_text(challenge, earlier, link, at_stake)))
    if is_open:
        for row in _answers(challenge):
            container.add_item(row)
    elif challenge.match is not None and _is_played_in_person(challenge):
        # Each player has their own board, so one link cannot lead both players to theirs.
        way = button(
            gettext("Go to my match"),
            discord.ButtonStyle.secondary,
            "go-to-begun",
            match=challenge.match,
        )
        container.add_item(Row(way))
    view = View()
    view.add_item(container)
    return view


def thread_result(matches: Sequence[Match]) -> View | None:
    """Return the result of a thread's last finished match; None if no match is over.

    `matches` are the last two of the thread, the newest first.
    """
    for match in matches:
        if match.outcome is not None:
            latest = matches[0]
            return _result_message(match, match.outcome, None if match is latest else latest)
    return None


def _result_message(match: Match, outcome: Outcome, rematch: Match | None) -> View:
    """Lay out a result for users who find the thread archived, with a link to a rematch in it."""
    winner = outcome.winner
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=DRAWN_ACCENT if winner is None else ACCENTS[winner]
    )
    lines = [f"### {outcome_name(match, outcome)}", f"-# #{match.id} · {both_players(match)}"]
    link = None
    if rematch is not None and rematch.venue.channel is not None:
        lines.append(gettext("▶️ The rematch **#{match}** goes on.", match=rematch.id))
        link = message_link(InServer(rematch.venue.guild, rematch.venue.channel))
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View()
    view.add_item(container)
    for row in result_rows(match, link):
        view.add_item(row)
    return view


def _is_played_in_person(challenge: Challenge) -> bool:
    is_accepted = challenge.state is ChallengeState.ACCEPTED
    return is_accepted and challenge.venue is VenueKind.DIRECT


def custom_ids_of_challenge(number: ChallengeId) -> list[str]:
    """Return the custom ids that only messages of this challenge have."""
    return [
        *(
            action_id("answer-challenge", challenge=number, answer=answer)
            for answer in (ChallengeAnswer.ACCEPT, ChallengeAnswer.CANCEL)
        ),
        action_id("decline-challenge", challenge=number),
        action_id("other-terms", challenge=number),
    ]


def mentions_of_invited(challenge: Challenge) -> discord.AllowedMentions:
    """Return mentions that ping the invited user. For a challenge to anyone, they ping no one."""
    friend = None if challenge.is_listed else challenge.friend
    users: list[discord.abc.Snowflake] = [] if friend is None else [discord.Object(friend)]
    return discord.AllowedMentions(users=users)


def _answers(challenge: Challenge) -> list[Row]:
    """Return the buttons that answer a challenge, in rows of two, which fit a frame on a phone.

    A challenge to anyone has no buttons to decline it or to change its terms.
    """
    number, ruleset = challenge.id, challenge.terms.ruleset
    accept = button(
        gettext("Accept"),
        discord.ButtonStyle.success,
        "answer-challenge",
        challenge=number,
        answer=ChallengeAnswer.ACCEPT,
    )
    decline = button(
        gettext("Decline"), discord.ButtonStyle.danger, "decline-challenge", challenge=number
    )
    other = button(
        gettext("Other terms…"), discord.ButtonStyle.secondary, "other-terms", challenge=number
    )
    withdraw = button(
        gettext("Withdraw"),
        discord.ButtonStyle.secondary,
        "answer-challenge",
        challenge=number,
        answer=ChallengeAnswer.CANCEL,
    )
    explain = button(
        gettext("Explain the ruleset"),
        discord.ButtonStyle.secondary,
        "rules",
        page=0,
        ruleset=ruleset.name,
    )
    to_anyone = challenge.friend is None
    explained = [] if is_usual(ruleset.name) else [explain]
    if to_anyone:
        rows = [[accept, withdraw], explained]
    else:
        # The challenger's button has its own row, apart from the friend's answers.
        rows = [[accept, decline], [other, *explained], [withdraw]]
    return [Row(*row) for row in rows if row]


def _text(
    challenge: Challenge,
    earlier: Challenge | None,
    link: str | None,
    at_stake: PointsOfBoth | None,
) -> str:
    lines = [f"### 🐾 {_what_is_asked(challenge)}"]
    if challenge.note is not None:
        lines.append(quoted_note(challenge.note))
    if challenge.terms.practice is not None:
        lines += practice_term_lines(challenge, challenge.terms.practice)
    elif challenge.state is ChallengeState.OPEN:
        lines += term_lines(challenge, earlier)
        lines += filter(None, [stakes_line(challenge, at_stake)])
    lines.append(_status_line(challenge, link))
    if challenge.reason is not None:
        lines.append(quoted_note(challenge.reason))
    return "\n".join(lines)


def _what_is_asked(challenge: Challenge) -> str:
    challenger = mention(challenge.challenger)
    if challenge.terms.practice is not None:
        cat = level_in_full(challenge.terms.practice.level)
        if challenge.rematch_of is None:
            return gettext("{player} plays {cat}", player=challenger, cat=cat)
        return gettext(
            "{player} plays {cat}, after #{match}",
            player=challenger,
            cat=cat,
            match=challenge.rematch_of,
        )
    if challenge.friend is None:
        return gettext("{player} is looking for someone to play boop with", player=challenger)
    names = {"player": challenger, "friend": mention(challenge.friend)}
    if challenge.is_listed:
        # Translators: The heading above a match of two users who were on a list of who wants to
        # play boop.
        return gettext("{player} and {friend} wanted to play", **names)
    if challenge.terms.starts is Starts.SWAPPED:
        return gettext("{player} and {friend} play the second of their two matches", **names)
    match challenge.counters, challenge.rematch_of:
        case None, None if challenge.terms.starts is Starts.EACH:
            return gettext("{player} challenges {friend} to two matches of boop", **names)
        case None, None:
            return gettext("{player} challenges {friend} to a match of boop", **names)
        case None, rematch_of:
            return gettext(
                "{player} offers {friend} a rematch of #{match}", match=rematch_of or 0, **names
            )
        case _, None:
            return gettext("{player} answers {friend} with other terms", **names)
        case _, rematch_of:
            return gettext(
                "{player} answers {friend} with other terms for a rematch of #{match}",
                match=rematch_of or 0,
                **names,
            )


def _status_line(challenge: Challenge, link: str | None) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    match challenge.state:
        case ChallengeState.OPEN:
            return _until_when(challenge)
        case ChallengeState.ACCEPTED:
            return _accepted_text(challenge, friend)
        case ChallengeState.DECLINED:
            if challenge.reason is None:
                return gettext("❌ {friend} declined.", friend=friend)
            return gettext("❌ {friend} declined:", friend=friend)
        case ChallengeState.CANCELLED:
            return gettext("🚫 {player} withdrew it.", player=challenger)
        case ChallengeState.EXPIRED:
            return gettext("⌛ It expired without an answer.")
        case ChallengeState.COUNTERED:
            if link is None:
                return gettext("↩️ {friend} answered with other terms.", friend=friend)
            return gettext("↩️ {friend} answered with other terms: {link}", friend=friend, link=link)
        case _:
            assert_never(challenge.state)


def _accepted_text(challenge: Challenge, friend: str) -> str:
    if challenge.match is None:
        raise AssertionError("a challenge that was accepted has a match")
    is_direct = challenge.venue is VenueKind.DIRECT
    if challenge.terms.practice is not None or challenge.terms.starts is Starts.SWAPPED:
        message = _BEGUN_DIRECT if is_direct else _BEGUN
    else:
        message = _ACCEPTED_DIRECT if is_direct else _ACCEPTED
    text = translate(message, friend=friend, match=challenge.match)
    if challenge.stakes_by is StakesBy.FIRST_MATCH:
        text += " " + gettext("It's casual, since it is {friend}'s first match.", friend=friend)
    if challenge.terms.starts is Starts.EACH:
        text += " " + gettext("The second match follows it, with the seats swapped.")
    return text


_BEGUN: Final = N_("✅ **#{match}** has begun.")
_BEGUN_DIRECT: Final = N_("✅ **#{match}** has begun in direct messages.")
_ACCEPTED: Final = N_("✅ {friend} accepted: match **#{match}**.")
_ACCEPTED_DIRECT: Final = N_("✅ {friend} accepted: match **#{match}**, played in direct messages.")


def _until_when(challenge: Challenge) -> str:
    date, left = moment(challenge.expires_at, "f"), moment(challenge.expires_at)
    if challenge.friend is not None:
        return gettext(
            "{friend}, you have until {moment} to answer ({left}).",
            friend=mention(challenge.friend),
            moment=date,
            left=left,
        )
    if challenge.role is None:
        return gettext(
            "Anyone can accept until {moment} ({left}). The first to press **Accept** plays.",
            moment=date,
            left=left,
        )
    return gettext(
        "Anyone with {role} can accept until {moment} ({left}). The first to press **Accept** "
        "plays.",
        role=f"<@&{challenge.role}>",
        moment=date,
        left=left,
    )
