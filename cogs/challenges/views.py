"""The challenge's message, as long as it is open and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot
from bot.features.challenges.blocks import Welcome
from bot.features.challenges.challenging import turned_around
from bot.features.challenges.policy import TakesFrom
from bot.features.challenges.queries import PostedChallenge
from bot.features.challenges.service import OpenChallenges
from bot.features.settings.preferences import Page
from bot.features.standings.ratings import BothAtStake
from bot.game import Ruleset, newest_ruleset
from bot.match.challenge import Answer, Challenge, ChallengeState
from bot.match.clock import TimeControl, Weekends, write_time
from bot.match.identity import ChallengeId, Place, UserId
from bot.match.match import Match
from bot.match.terms import LONGEST_NOTE, HomeKind, Stakes, Starts, Terms
from cogs.challenges.terms import practice_lines, term_lines
from cogs.core.actions import action_id, button, form, menu
from cogs.core.levels import level_in_full
from cogs.core.names import NAMES
from cogs.core.panels import MOST_IN_MENU, View, asking, note_panel
from cogs.core.quoting import quoted_note
from cogs.core.rulesets import DEFAULT, IN_A_LINE
from cogs.core.times import time_choices, time_name
from cogs.core.words import invited, listed, mention, message_link, moment
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
    that answers this. `at_stake` is what a rated one would bring both.
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
    """List the custom ids that only messages of one challenge have."""
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
        "Accept",
        discord.ButtonStyle.success,
        "answer-challenge",
        challenge=number,
        answer=Answer.ACCEPT,
    )
    decline = button("Decline", discord.ButtonStyle.danger, "decline-challenge", challenge=number)
    other = button("Other terms…", discord.ButtonStyle.secondary, "other-terms", challenge=number)
    cancel = button(
        "Cancel",
        discord.ButtonStyle.secondary,
        "answer-challenge",
        challenge=number,
        answer=Answer.CANCEL,
    )
    explain = button(
        "What is that?", discord.ButtonStyle.secondary, "rules", page=0, ruleset=ruleset.name
    )
    to_anyone = challenge.friend is None
    rows = [Row(accept, cancel)] if to_anyone else [Row(accept, decline), Row(other, cancel)]
    return rows if ruleset is DEFAULT else [*rows, Row(explain)]


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
    lines.append(_how_it_stands(challenge, link))
    if challenge.reason is not None:
        lines.append(quoted_note(challenge.reason))
    return "\n".join(lines)


def _what_is_asked(challenge: Challenge) -> str:
    challenger = mention(challenge.challenger)
    if challenge.terms.practice is not None:
        again = f", after #{challenge.rematch_of}" if challenge.rematch_of is not None else ""
        return f"{challenger} plays {level_in_full(challenge.terms.practice.level)}{again}"
    if challenge.friend is None:
        return f"{challenger} looks for somebody to play boop with"
    friend = mention(challenge.friend)
    if challenge.counters is not None:
        of_what = (
            "" if challenge.rematch_of is None else f" for a rematch of #{challenge.rematch_of}"
        )
        return f"{challenger} answers {friend} with other terms{of_what}"
    if challenge.rematch_of is not None:
        return f"{challenger} offers {friend} a rematch of #{challenge.rematch_of}"
    return f"{challenger} challenges {friend} to a game of boop"


def _how_it_stands(challenge: Challenge, link: str | None) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    match challenge.state:
        case ChallengeState.OPEN:
            return _until_when(challenge)
        case ChallengeState.ACCEPTED:
            is_direct = challenge.home is HomeKind.DIRECT
            where = ", to be played in direct messages" if is_direct else ""
            if challenge.terms.practice is not None:
                return f"✅ Match **#{challenge.match}**{where}."
            return f"✅ {friend} accepted: match **#{challenge.match}**{where}."
        case ChallengeState.DECLINED:
            return f"❌ {friend} declined" + ("." if challenge.reason is None else ":")
        case ChallengeState.CANCELLED:
            return f"🚫 {challenger} cancelled it."
        case ChallengeState.EXPIRED:
            return "⌛ It ran out without an answer."
        case ChallengeState.COUNTERED:
            return f"↩️ {friend} answered with other terms" + (f": {link}" if link else ".")
        case _:
            assert_never(challenge.state)


def _until_when(challenge: Challenge) -> str:
    date, left = moment(challenge.expires_at, "f"), moment(challenge.expires_at)
    if challenge.friend is None:
        who = (
            "Anyone who sees this"
            if challenge.role is None
            else f"Anyone with <@&{challenge.role}>"
        )
        return f"{who} may accept until {date} ({left}): whoever presses **Accept** first plays."
    return f"{mention(challenge.friend)}, you have until {date} to answer ({left})."


REASON: Final = "reason"

_STARTS: Final = {
    Starts.ME.value: "You",
    Starts.THEM.value: "Your opponent",
    Starts.RANDOM.value: "Chance decides",
}
_STAKES: Final = {
    Stakes.RATED.value: "Yes, rated",
    Stakes.CASUAL.value: "No, casual",
}
_WEEKENDS: Final = {
    Weekends.PLAYED.value: "They run",
    Weekends.PAUSED.value: "They rest",
}


def decline_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks why a challenge is declined; it may be sent without a word.

    `nonce` keeps apart the forms that one person opens.
    """
    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=REASON,
        required=False,
        max_length=LONGEST_NOTE,
        placeholder="Send it empty to say nothing",
    )
    label: discord.ui.Label[Any] = discord.ui.Label(
        text="Why, if you like to say",
        description="Shown on the challenge, and told to whoever made it",
        component=reason,
    )
    return form(
        "Decline the challenge",
        [label],
        "challenge-declined",
        user=user,
        nonce=nonce,
        challenge=challenge.id,
    )


def terms_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for other terms, with those of the challenge chosen already."""
    terms = turned_around(challenge.terms)
    items = [
        _menu("Ruleset", "ruleset", _rulesets(terms.ruleset)),
        _menu("Time", "time", _times(terms.time)),
        _group("Who moves first", "first", _STARTS, terms.starts),
        _group("Does it count for ratings?", "stakes", _STAKES, terms.stakes),
        _group("Clocks on Saturday and Sunday (UTC)", "weekends", _WEEKENDS, terms.weekends),
    ]
    return form(
        "Other terms",
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
        discord.SelectOption(label=name, value=name, description=line, default=name == chosen.name)
        for name, line in IN_A_LINE.items()
    ]


def _times(chosen: TimeControl) -> list[discord.SelectOption]:
    offered = {choice.value: choice.name for choice in time_choices()}
    offered.setdefault(write_time(chosen), time_name(chosen))
    return [
        discord.SelectOption(label=name, value=value, default=value == write_time(chosen))
        for value, name in offered.items()
    ]


def _menu(text: str, name: str, options: list[discord.SelectOption]) -> discord.ui.Label[Any]:
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=menu)


def _group(
    text: str, name: str, words: Mapping[str, str], chosen: Starts | Stakes | Weekends
) -> discord.ui.Label[Any]:
    options = [
        discord.RadioGroupOption(label=label, value=value, default=value == chosen.value)
        for value, label in words.items()
    ]
    group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=group)


_WHO: Final = {
    TakesFrom.ANYONE: "Anyone",
    TakesFrom.PLAYED: "People I have played with",
    TakesFrom.NOBODY: "Nobody",
}

_MEANINGS: Final = {
    TakesFrom.ANYONE: "Whom you block hears, if they ask, that you take no challenges now.",
    TakesFrom.PLAYED: "Others are told that you take no challenges from them now.",
    TakesFrom.NOBODY: "People are told that you take no challenges from them now.",
}


def welcome_row() -> discord.ui.ActionRow[Any]:
    """Return the row below other preferences that leads to the panel."""
    return discord.ui.ActionRow(
        button("Who can challenge me", discord.ButtonStyle.secondary, "who-challenges")
    )


def welcome_panel(welcome: Welcome) -> View:
    """Show whom a person takes challenges from, and whom they have blocked."""
    text = (
        "### Who may challenge you\n"
        f"**{_WHO[welcome.takes_from]}.** {_MEANINGS[welcome.takes_from]} You can always "
        "challenge people yourself."
    )
    options = [
        discord.SelectOption(label=words, value=who.value, default=who is welcome.takes_from)
        for who, words in _WHO.items()
    ]
    view = asking(text, discord.ui.ActionRow(menu("Who", options, "take-challenges-from")))
    view.add_item(discord.ui.TextDisplay(_blocked(welcome)))
    if welcome.blocked:
        latest = [
            discord.SelectOption(label=NAMES.known(user) or f"User {user}", value=str(user))
            for user in welcome.blocked[:MOST_IN_MENU]
        ]
        view.add_item(discord.ui.ActionRow(menu("Unblock …", latest, "unblock")))
    back = button(
        "All preferences",
        discord.ButtonStyle.secondary,
        "preferences",
        page=Page.PLAYING,
    )
    view.add_item(discord.ui.ActionRow(back))
    return view


def _blocked(welcome: Welcome) -> str:
    if not welcome.blocked:
        return (
            "**Nobody is blocked.** `/block`, or *Block in boop* in a member's menu, keeps "
            "somebody from playing with you, and I do not tell them that you did."
        )
    people = listed([mention(user) for user in welcome.blocked])
    text = f"**Blocked ({len(welcome.blocked)}):** {people}."
    if len(welcome.blocked) > MOST_IN_MENU:
        text += f" The menu has the latest {MOST_IN_MENU}; `/unblock` takes off any of them."
    return text


MOST_WAITING: Final = 15
"""Challenges that wait for somebody and are listed; nobody reads more at once."""


def challenges_panel(found: OpenChallenges, user: UserId) -> View:
    """List the challenges that somebody made, and those that wait for them."""
    waiting = found.waiting[:MOST_WAITING]
    lines = ["### Your open challenges here"]
    if waiting:
        lines.append("**Waiting for you**")
        lines += [f"- from {mention(each.challenge.challenger)}{_rest(each)}" for each in waiting]
        more = len(found.waiting) - len(waiting)
        if more:
            lines.append(f"- … and {more} more; answer some of these to see them.")
    if found.made:
        lines.append(f"**Made by you** ({len(found.made)} of {found.most})")
        lines += [f"- to {invited(each.challenge)}{_rest(each)}" for each in found.made]
    if len(lines) == 1:
        lines.append("There are none. Make one with `/challenge`.")
    view = note_panel("\n".join(lines))
    shown = [each.challenge for each in (*waiting, *found.made)][:MOST_IN_MENU]
    if shown:
        options = [_option(each, user) for each in shown]
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            menu("Answer or cancel one …", options, "challenge-in")
        )
        view.add_item(row)
    view.add_item(welcome_row())
    return view


def _rest(posted: PostedChallenge) -> str:
    """Say the most important of a challenge's terms, and how long it stays open."""
    challenge = posted.challenge
    place = challenge.place
    time = time_name(challenge.terms.time)
    link = message_link(place.guild, place.channel, posted.message)
    return f": {time}, runs out {moment(challenge.expires_at)} · [see it]({link})"


def _option(challenge: Challenge, user: UserId) -> discord.SelectOption:
    """Return a challenge in a line for a menu, where no mention is shown."""
    mine = challenge.challenger == user
    other = challenge.friend if mine else challenge.challenger
    name = "anyone" if other is None else NAMES.known(other) or "somebody"
    return discord.SelectOption(
        label=f"To {name}" if mine else f"From {name}",
        value=str(challenge.id),
        description=f"{challenge.terms.ruleset.name}, {time_name(challenge.terms.time)}",
    )


def place_again(bot: BoopBot, match: Match) -> Place:
    """Return where it is asked for: where the match came from, for threads hold no threads.

    `/challenge` can be answered where the bot may not write of itself; there it is asked for where
    the match lives.
    """
    home = match.home
    origin = bot.get_channel(home.origin)
    if isinstance(origin, discord.abc.GuildChannel) and home.channel is not None:
        allowed = origin.permissions_for(origin.guild.me)
        if not (allowed.view_channel and allowed.send_messages):
            return Place(home.guild, home.channel)
    return Place(home.guild, home.origin)
