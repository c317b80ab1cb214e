"""The challenge's message, as long as it is open and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot
from bot.features.challenges.challenging import turned_around
from bot.features.challenges.queries import PostedChallenge
from bot.features.challenges.service import OpenChallenges
from bot.features.standings.ratings import BothAtStake
from bot.game import Ruleset, newest_ruleset
from bot.match.challenge import Answer, Challenge, ChallengeState, StakesBy
from bot.match.clock import TimeControl, Weekends, write_time
from bot.match.identity import ChallengeId, Place, UserId
from bot.match.match import Match
from bot.match.terms import LONGEST_NOTE, Stakes, Starts, Terms, VenueKind
from bot.text import N_, NC_, Message, gettext, ngettext, one_by_one, translate
from cogs.challenges.blocking import welcome_row
from cogs.challenges.terms import practice_lines, term_lines
from cogs.core.actions import action_id
from cogs.core.items import button, form, menu
from cogs.core.names import NAMES
from cogs.core.panels import MOST_IN_MENU, View, note_panel
from cogs.core.times import OFFERED_TIMES, time_name
from cogs.core.words import (
    DEFAULT,
    IN_A_LINE,
    invited,
    level_in_full,
    mention,
    message_link,
    moment,
    quoted_note,
)
from cogs.standings.rated import stakes_line

ACCENT: Final = 0xF0913A
CLOSED_ACCENT: Final = 0x8A93A0

Row = discord.ui.ActionRow[Any]


def challenge_message(
    challenge: Challenge,
    earlier: Challenge | None = None,
    link: str | None = None,
    at_stake: BothAtStake | None = None,
) -> discord.ui.LayoutView:
    """Lay out a challenge, with its buttons while it is open. A new view each time.

    `earlier` is the challenge that this one answers with other terms, `link` leads to the one
    that answers this. `at_stake` is what a rated one would change for both.
    """
    is_open = challenge.state is ChallengeState.OPEN
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENT if is_open else CLOSED_ACCENT
    )
    container.add_item(discord.ui.TextDisplay(_text(challenge, earlier, link, at_stake)))
    if is_open:
        for row in _answers(challenge):
            container.add_item(row)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


def challenge_buttons(number: ChallengeId) -> list[str]:
    """Return the custom ids that only messages of one challenge have."""
    return [
        *(
            action_id("answer-challenge", challenge=number, answer=answer)
            for answer in (Answer.ACCEPT, Answer.CANCEL)
        ),
        action_id("decline-challenge", challenge=number),
        action_id("other-terms", challenge=number),
    ]


def people_asked(challenge: Challenge) -> discord.AllowedMentions:
    """Allow the challenge's message to ping the friend, or nobody when it is open to anyone."""
    friend = challenge.friend
    users: list[discord.abc.Snowflake] = [] if friend is None else [discord.Object(friend)]
    return discord.AllowedMentions(users=users)


def _answers(challenge: Challenge) -> list[Row]:
    """Return a button for each answer; a challenge to anyone is no one's to decline or to change.

    Two in a row, for that is what a phone shows side by side inside a frame.
    """
    number, ruleset = challenge.id, challenge.terms.ruleset
    accept = button(
        gettext("Accept"),
        discord.ButtonStyle.success,
        "answer-challenge",
        challenge=number,
        answer=Answer.ACCEPT,
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
        answer=Answer.CANCEL,
    )
    explain = button(
        gettext("Explain the ruleset"),
        discord.ButtonStyle.secondary,
        "rules",
        page=0,
        ruleset=ruleset.name,
    )
    to_anyone = challenge.friend is None
    explained = [] if ruleset is DEFAULT else [explain]
    if to_anyone:
        rows = [[accept, withdraw], explained]
    else:
        # What is the challenger's is in a row of its own, apart from the friend's answers.
        rows = [[accept, decline], [other, *explained], [withdraw]]
    return [Row(*row) for row in rows if row]


def _text(
    challenge: Challenge,
    earlier: Challenge | None,
    link: str | None,
    at_stake: BothAtStake | None,
) -> str:
    lines = [f"### 🐾 {_what_is_asked(challenge)}"]
    if challenge.note is not None:
        lines.append(quoted_note(challenge.note))
    if challenge.terms.practice is not None:
        lines += practice_lines(challenge, challenge.terms.practice)
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
    match challenge.counters, challenge.rematch_of:
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
            return _accepted(challenge, friend)
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


def _accepted(challenge: Challenge, friend: str) -> str:
    if challenge.match is None:
        raise AssertionError("a challenge that was accepted has a match")
    is_direct = challenge.venue is VenueKind.DIRECT
    if challenge.terms.practice is not None:
        message = _PRACTICE_DIRECT if is_direct else _PRACTICE
    else:
        message = _ACCEPTED_DIRECT if is_direct else _ACCEPTED
    said = translate(message, friend=friend, match=challenge.match)
    if challenge.stakes_by is StakesBy.FIRST_MATCH:
        said += " " + gettext("It's casual, since it is {friend}'s first match.", friend=friend)
    return said


_PRACTICE: Final = N_("✅ Match **#{match}** is on.")
_PRACTICE_DIRECT: Final = N_("✅ Match **#{match}** is on, in direct messages.")
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


REASON: Final = "reason"

_STARTS: Final = {
    Starts.ME.value: NC_("who moves first", "You"),
    Starts.THEM.value: N_("Your opponent"),
    Starts.RANDOM.value: N_("Random"),
}
_STAKES: Final = {
    Stakes.RATED.value: N_("Yes, rated"),
    Stakes.CASUAL.value: N_("No, casual"),
}
_WEEKENDS: Final = {
    Weekends.PLAYED.value: N_("They run"),
    Weekends.PAUSED.value: N_("They stop"),
}


def decline_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks why a challenge is declined; it may be sent empty.

    `nonce` keeps apart the forms that one person opens.
    """
    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=REASON,
        required=False,
        max_length=LONGEST_NOTE,
        placeholder=gettext("Leave this empty to give no reason"),
    )
    label: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Reason (optional)"),
        description=gettext("Shown on the challenge and sent to whoever made it"),
        component=reason,
    )
    return form(
        gettext("Decline the challenge"),
        [label],
        "challenge-declined",
        user=user,
        nonce=nonce,
        challenge=challenge.id,
    )


def challenge_form(usual: Terms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks whom to challenge, and by which terms, the usual ones chosen.

    Without a person the challenge is open to anyone. Whether it is rated is left to what is usual,
    which depends on the opponent. `nonce` keeps apart the forms that one person opens.
    """
    opponent: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id="opponent", placeholder=gettext("Anyone here"), min_values=0, required=False
    )
    who: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Who?"),
        description=gettext("Leave it empty to play whoever accepts first"),
        component=opponent,
    )
    note: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Message (optional)"),
        component=discord.ui.TextInput(custom_id="note", required=False, max_length=LONGEST_NOTE),
    )
    items = [
        who,
        _menu(gettext("Ruleset"), "ruleset", _rulesets(usual.ruleset)),
        _menu(gettext("Time"), "time", _times(usual.time)),
        _group(gettext("Who moves first"), "first", _STARTS, usual.starts),
        note,
    ]
    return form(gettext("Challenge"), items, "challenge-opponent", user=user, nonce=nonce)


def terms_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for other terms, with those of the challenge chosen already."""
    terms = turned_around(challenge.terms)
    items = [
        _menu(gettext("Ruleset"), "ruleset", _rulesets(terms.ruleset)),
        _menu(gettext("Time"), "time", _times(terms.time)),
        _group(gettext("Who moves first"), "first", _STARTS, terms.starts),
        _group(gettext("Does it count for ratings?"), "stakes", _STAKES, terms.stakes),
        _group(gettext("Clocks on weekends (UTC)"), "weekends", _WEEKENDS, terms.weekends),
    ]
    return form(
        gettext("Other terms"),
        items,
        "terms-offered",
        user=user,
        nonce=nonce,
        challenge=challenge.id,
    )


@dataclass(frozen=True, slots=True)
class TermsFilled:
    """What was filled into the form; what is left out stays as it was in the challenge."""

    ruleset: str | None = None
    time: TimeControl | None = None
    first: Starts | None = None
    stakes: Stakes | None = None
    weekends: Weekends | None = None

    def applied(self, challenge: Challenge) -> Terms:
        """Return the terms that are offered to whoever made the challenge."""
        before = turned_around(challenge.terms)
        name = self.ruleset or before.ruleset.name
        return Terms(
            starts=self.first or before.starts,
            # A challenge keeps the version of the rules that it was made under.
            ruleset=before.ruleset if name == before.ruleset.name else newest_ruleset(name),
            time=self.time or before.time,
            stakes=self.stakes or before.stakes,
            weekends=self.weekends or before.weekends,
        )


def _rulesets(chosen: Ruleset) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=name, value=name, description=translate(line), default=name == chosen.name
        )
        for name, line in IN_A_LINE.items()
    ]


def _times(chosen: TimeControl) -> list[discord.SelectOption]:
    offered = {write_time(each): time_name(each) for each in OFFERED_TIMES}
    offered.setdefault(write_time(chosen), time_name(chosen))
    return [
        discord.SelectOption(label=name, value=value, default=value == write_time(chosen))
        for value, name in offered.items()
    ]


def _menu(text: str, name: str, options: list[discord.SelectOption]) -> discord.ui.Label[Any]:
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=menu)


def _group(
    text: str, name: str, words: Mapping[str, Message], chosen: Starts | Stakes | Weekends
) -> discord.ui.Label[Any]:
    options = [
        discord.RadioGroupOption(label=translate(label), value=value, default=value == chosen.value)
        for value, label in words.items()
    ]
    group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=group)


MOST_WAITING: Final = 10
"""Challenges that wait for somebody and are listed; nobody reads more at once."""


def challenges_panel(found: OpenChallenges, user: UserId) -> View:
    """Show the challenges that somebody made, and those that wait for them."""
    waiting = found.waiting[:MOST_WAITING]
    lines = [f"### {gettext('Your open challenges here')}"]
    if waiting:
        lines.append(gettext("**Waiting for you**"))
        lines += [_line(_FROM, mention(each.challenge.challenger), each) for each in waiting]
        more = len(found.waiting) - len(waiting)
        if more:
            lines.append(
                ngettext(
                    "- … and {count} more challenge; answer some of these to see it.",
                    "- … and {count} more challenges; answer some of these to see them.",
                    more,
                )
            )
    if found.made:
        lines.append(
            gettext("**Made by you** ({made} of {most})", made=len(found.made), most=found.most)
        )
        lines += [_line(_TO, invited(each.challenge), each) for each in found.made]
    if len(lines) == 1:
        lines.append(gettext("None. Make one with `/challenge`."))
    view = note_panel("\n".join(lines))
    shown = [each.challenge for each in (*waiting, *found.made)][:MOST_IN_MENU]
    if shown:
        options = [_option(each, user) for each in shown]
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            menu(gettext("Answer or withdraw one …"), options, "challenge-in")
        )
        view.add_item(row)
    view.add_item(welcome_row())
    return view


_FROM: Final = N_("- from {person}: {time}, expires {moment} · [view]({link})")
_TO: Final = N_("- to {person}: {time}, expires {moment} · [view]({link})")


def _line(message: Message, person: str, posted: PostedChallenge) -> str:
    """Return a challenge in a line: the most important term, and how long it stays open."""
    challenge = posted.challenge
    place = challenge.place
    return translate(
        message,
        person=person,
        time=time_name(challenge.terms.time),
        moment=moment(challenge.expires_at),
        link=message_link(place.guild, place.channel, posted.message),
    )


def _option(challenge: Challenge, user: UserId) -> discord.SelectOption:
    """Return a challenge in a line for a menu, where no mention is shown."""
    mine = challenge.challenger == user
    other = challenge.friend if mine else challenge.challenger
    name = gettext("anyone") if other is None else NAMES.known(other) or gettext("someone")
    return discord.SelectOption(
        label=translate(_OPTION_TO if mine else _OPTION_FROM, person=name),
        value=str(challenge.id),
        description=one_by_one([challenge.terms.ruleset.name, time_name(challenge.terms.time)]),
    )


_OPTION_TO: Final = N_("To {person}")
_OPTION_FROM: Final = N_("From {person}")


def place_again(bot: BoopBot, match: Match) -> Place:
    """Return where it is asked for: where the match came from, for threads hold no threads.

    `/challenge` can be answered where the bot may not write of itself; there it is asked for where
    the match lives.
    """
    venue = match.venue
    origin = bot.get_channel(venue.origin)
    if isinstance(origin, discord.abc.GuildChannel) and venue.channel is not None:
        allowed = origin.permissions_for(origin.guild.me)
        if not (allowed.view_channel and allowed.send_messages):
            return Place(venue.guild, venue.channel)
    return Place(venue.guild, venue.origin)
