"""The challenge's message, as long as it is open and after."""

from typing import Any, Final, assert_never

import discord

from bot.match.challenge import Challenge, ChallengeState
from bot.match.terms import Starts
from cogs.ui.presses import Deed, PressButton, button
from cogs.ui.quoting import quoted_note
from cogs.ui.rulesets import DEFAULT, ruleset_line
from cogs.ui.times import time_name
from cogs.ui.words import invited, mention, moment

ACCENT: Final = 0xF0913A
CLOSED_ACCENT: Final = 0x8A93A0


def challenge_message(challenge: Challenge) -> discord.ui.LayoutView:
    """Lay out a challenge, with its buttons while it is open. A new view each time."""
    is_open = challenge.state is ChallengeState.OPEN
    container: discord.ui.Container[Any] = discord.ui.Container(
        accent_colour=ACCENT if is_open else CLOSED_ACCENT
    )
    container.add_item(discord.ui.TextDisplay(_text(challenge)))
    if is_open:
        container.add_item(discord.ui.ActionRow(*_answers(challenge)))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


def people_asked(challenge: Challenge) -> discord.AllowedMentions:
    """Allow the challenge's message to ping the friend, or nobody when it is open to anyone."""
    friend = challenge.friend
    users: list[discord.abc.Snowflake] = [] if friend is None else [discord.Object(friend)]
    return discord.AllowedMentions(users=users)


def _answers(challenge: Challenge) -> list[PressButton]:
    """Give a button for each answer; a challenge to anyone is no one's to decline."""
    accept = button("Accept", discord.ButtonStyle.success, Deed.ACCEPT, challenge.id)
    decline = button("Decline", discord.ButtonStyle.danger, Deed.DECLINE, challenge.id)
    cancel = button("Cancel", discord.ButtonStyle.secondary, Deed.CANCEL, challenge.id)
    answers = [accept, cancel] if challenge.friend is None else [accept, decline, cancel]
    if challenge.terms.ruleset is DEFAULT:
        return answers
    name = challenge.terms.ruleset.name
    explain = button("What is that?", discord.ButtonStyle.secondary, Deed.RULES, 0, name)
    return [*answers, explain]


def _text(challenge: Challenge) -> str:
    lines = [f"### 🐾 {_what_is_asked(challenge)}"]
    if challenge.note is not None:
        lines.append(quoted_note(challenge.note))
    if challenge.terms.ruleset is not DEFAULT:
        lines.append(f"Ruleset {ruleset_line(challenge.terms.ruleset)}.")
    lines.append(_how_it_stands(challenge))
    return "\n".join(lines)


def _what_is_asked(challenge: Challenge) -> str:
    challenger = mention(challenge.challenger)
    if challenge.friend is None:
        return f"{challenger} looks for somebody to play boop with"
    if challenge.rematch_of is not None:
        return (
            f"{challenger} offers {mention(challenge.friend)} a rematch of #{challenge.rematch_of}"
        )
    return f"{challenger} challenges {mention(challenge.friend)} to a game of boop"


def _how_it_stands(challenge: Challenge) -> str:
    challenger, friend = mention(challenge.challenger), invited(challenge)
    match challenge.state:
        case ChallengeState.OPEN:
            time = time_name(challenge.terms.time)
            return f"{_who_starts(challenge)} Time: {time}. {_until_when(challenge)}"
        case ChallengeState.ACCEPTED:
            return f"✅ {friend} accepted: match **#{challenge.match}**."
        case ChallengeState.DECLINED:
            return f"❌ {friend} declined."
        case ChallengeState.CANCELLED:
            return f"🚫 {challenger} cancelled it."
        case ChallengeState.EXPIRED:
            return "⌛ It ran out without an answer."
        case _:
            assert_never(challenge.state)


def _until_when(challenge: Challenge) -> str:
    date, left = moment(challenge.expires_at, "f"), moment(challenge.expires_at)
    if challenge.friend is None:
        return (
            f"Anyone who sees this may accept until {date} ({left}): whoever presses **Accept** "
            "first plays."
        )
    return f"{mention(challenge.friend)}, you have until {date} to answer ({left})."


def _who_starts(challenge: Challenge) -> str:
    match challenge.terms.starts:
        case Starts.ME:
            return f"{mention(challenge.challenger)} moves first."
        case Starts.THEM:
            if challenge.friend is None:
                return "Whoever accepts moves first."
            return f"{mention(challenge.friend)} moves first."
        case Starts.RANDOM:
            return "Chance decides who moves first."
        case _:
            assert_never(challenge.terms.starts)
