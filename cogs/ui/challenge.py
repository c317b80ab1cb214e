"""The challenge's message, as long as it is open and after."""

from typing import Any, Final, assert_never

import discord

from bot.host.ratings import BothAtStake
from bot.match.challenge import Answer, Challenge, ChallengeState
from bot.match.identity import ChallengeId
from bot.match.terms import HomeKind
from cogs.core.actions import action_id, button
from cogs.ui.challenge_terms import practice_lines, term_lines
from cogs.ui.levels import level_in_full
from cogs.ui.quoting import quoted_note
from cogs.ui.rated import stakes_line
from cogs.ui.rulesets import DEFAULT
from cogs.ui.words import invited, mention, moment

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
    """Give a button for each answer; a challenge to anyone is no one's to decline or to change.

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
