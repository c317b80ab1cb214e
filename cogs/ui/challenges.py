"""A person's open challenges in a server, as a private list from which each can be looked at."""

from typing import Any, Final

import discord

from bot.host.challenges import OpenChallenges
from bot.match.challenge import Challenge
from bot.match.identity import UserId
from bot.store.challenges import PostedChallenge
from cogs.core.actions import menu
from cogs.ui.challenge_policy import welcome_row
from cogs.ui.names import NAMES
from cogs.ui.panels import MOST_IN_MENU, View, note_panel
from cogs.ui.times import time_name
from cogs.ui.words import invited, mention, message_link, moment

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
    """Give a challenge in a line for a menu, where no mention is shown."""
    mine = challenge.challenger == user
    other = challenge.friend if mine else challenge.challenger
    name = "anyone" if other is None else NAMES.known(other) or "somebody"
    return discord.SelectOption(
        label=f"To {name}" if mine else f"From {name}",
        value=str(challenge.id),
        description=f"{challenge.terms.ruleset.name}, {time_name(challenge.terms.time)}",
    )
