"""The forms of challenges, and the panel of a person's open ones."""

from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.features.challenges.challenging import turned_around
from bot.features.challenges.queries import PostedChallenge
from bot.features.challenges.service import OpenChallenges
from bot.features.outbox.entries import OutboxEntry
from bot.game import newest_ruleset
from bot.match.challenge import Challenge
from bot.match.clock import TimeControl, Weekends, write_time
from bot.match.identity import InServer, UserId
from bot.match.terms import LONGEST_NOTE, Stakes, Starts, Terms, ruleset_name
from bot.text import N_, NC_, Message, gettext, ngettext, one_by_one, translate
from cogs.challenges.blocking import challengers_row
from cogs.core.actions import MOST_IN_MENU
from cogs.core.components import View, form, form_choice, form_menu, menu
from cogs.core.panels import note_panel
from cogs.wording.links import message_link
from cogs.wording.names import NAMES
from cogs.wording.phrases import invited, mention
from cogs.wording.rulesets import ruleset_options
from cogs.wording.terms import STAKES_ANSWERS, WEEKENDS_ANSWERS
from cogs.wording.times import OFFERED_MINUTES, OFFERED_TIMES, moment, time_name

REASON: Final = "reason"

_STARTS: Final = {
    Starts.ME: NC_("who moves first", "You"),
    Starts.THEM: N_("Your opponent"),
    Starts.RANDOM: N_("Random"),
    Starts.EACH: N_("Each once: two matches"),
}


def decline_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks why the user declines a challenge; it may be sent empty.

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
        description=gettext("Shown on the challenge and sent to its challenger"),
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


def challenge_form(
    usual: Terms, user: UserId, nonce: int, opponent: UserId | None = None
) -> discord.ui.Modal:
    """Return the form that asks whom to challenge and by which terms; preselect the usual ones.

    `opponent` is preselected; without one, the challenge is open to anyone. A form has at most five
    questions, so only `/challenge` takes a note. `nonce` keeps apart the forms that one user opens.
    """
    chosen = (
        [] if opponent is None else [discord.SelectDefaultValue.from_user(discord.Object(opponent))]
    )
    people: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id="opponent",
        placeholder=gettext("Anyone here"),
        min_values=0,
        required=False,
        default_values=chosen,
    )
    who: discord.ui.Label[Any] = discord.ui.Label(
        text=gettext("Who?"),
        description=gettext("Leave it empty to play the first who accepts"),
        component=people,
    )
    stakes = form_choice(
        gettext("Does it count for ratings?"), "stakes", STAKES_ANSWERS, usual.stakes
    )
    stakes.description = gettext("By default, not in someone's first match")
    items = [
        who,
        form_menu(gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name)),
        form_menu(gettext("Time"), "time", _times(usual.time)),
        form_choice(gettext("Who moves first"), "first", _STARTS, usual.starts),
        stakes,
    ]
    return form(gettext("Challenge"), items, "challenge-opponent", user=user, nonce=nonce)


def own_terms_form(usual: Terms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for a user's own terms on the list; preselect the usual ones."""
    stakes = form_choice(
        gettext("Does it count for ratings?"), "stakes", STAKES_ANSWERS, usual.stakes
    )
    items = [
        form_menu(gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name)),
        form_menu(gettext("Time"), "time", _times(usual.time)),
        form_choice(gettext("Who moves first"), "first", _STARTS, usual.starts),
        stakes,
    ]
    return form(gettext("My terms"), items, "want-by-terms", user=user, nonce=nonce)


def terms_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for other terms; preselect those of the challenge."""
    terms = turned_around(challenge.terms)
    weekends = form_choice(
        gettext("Clocks on weekends (UTC)"), "weekends", WEEKENDS_ANSWERS, terms.weekends
    )
    weekends.description = gettext("In a match by minutes, they always run")
    items = [
        form_menu(gettext("Ruleset"), "ruleset", ruleset_options(terms.ruleset.name)),
        form_menu(gettext("Time"), "time", _times(terms.time)),
        form_choice(gettext("Who moves first"), "first", _STARTS, terms.starts),
        form_choice(gettext("Does it count for ratings?"), "stakes", STAKES_ANSWERS, terms.stakes),
        weekends,
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
class FilledTerms:
    """The terms filled into a form; those that are None stay as in the challenge."""

    ruleset: str | None = None
    time: TimeControl | None = None
    first: Starts | None = None
    stakes: Stakes | None = None
    weekends: Weekends | None = None

    def applied(self, challenge: Challenge) -> Terms:
        """Return the terms that are offered to the challenger."""
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


def _times(chosen: TimeControl) -> list[discord.SelectOption]:
    offered = {write_time(each): time_name(each) for each in (*OFFERED_TIMES, *OFFERED_MINUTES)}
    offered.setdefault(write_time(chosen), time_name(chosen))
    return [
        discord.SelectOption(label=name, value=value, default=value == write_time(chosen))
        for value, name in offered.items()
    ]


MOST_WAITING: Final = 10
"""The most challenges to list among those that wait for the user."""


def challenges_panel(challenges: OpenChallenges, user: UserId) -> View:
    """Show the challenges that a user made, and those that wait for them."""
    waiting = challenges.waiting[:MOST_WAITING]
    lines = [f"### {gettext('Your open challenges here')}"]
    if waiting:
        lines.append(gettext("**Waiting for you**"))
        lines += [_line(_FROM, mention(each.challenge.challenger), each) for each in waiting]
        more = len(challenges.waiting) - len(waiting)
        if more:
            lines.append(
                ngettext(
                    "- … and {count} more challenge; answer some of these to see it.",
                    "- … and {count} more challenges; answer some of these to see them.",
                    more,
                )
            )
    if challenges.made:
        lines.append(
            gettext(
                "**Made by you** ({made} of {most})",
                made=len(challenges.made),
                most=challenges.most,
            )
        )
        lines += [
            _line(_TO, invited(each.challenge), each, challenges.panel) for each in challenges.made
        ]
    if len(lines) == 1:
        lines.append(gettext("None. Make one with `/challenge`."))
    view = note_panel("\n".join(lines))
    shown = [each.challenge for each in (*waiting, *challenges.made)][:MOST_IN_MENU]
    if shown:
        options = [_option(each, user) for each in shown]
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            menu(gettext("Answer or withdraw one…"), options, "challenge-in")
        )
        view.add_item(row)
    view.add_item(challengers_row())
    return view


_FROM: Final = N_("- from {person}: {time}, expires {moment} · [view]({link})")
_TO: Final = N_("- to {person}: {time}, expires {moment} · [view]({link})")


def _line(
    message: Message, person: str, posted: PostedChallenge, panel: OutboxEntry | None = None
) -> str:
    """Return a challenge in a line: the most important term, and how long it stays open.

    It links to the message that shows it, which may be the panel of users who want to play.
    """
    challenge = posted.challenge
    place, shown = challenge.place, posted.message
    if challenge.is_listed and panel is not None and panel.channel is not None:
        place, shown = InServer(place.guild, panel.channel), panel.message
    return translate(
        message,
        person=person,
        time=time_name(challenge.terms.time),
        moment=moment(challenge.expires_at),
        link=message_link(place, shown),
    )


def _option(challenge: Challenge, user: UserId) -> discord.SelectOption:
    """Return a challenge in a line for a menu, where no mention is shown."""
    mine = challenge.challenger == user
    other = challenge.friend if mine else challenge.challenger
    name = gettext("anyone") if other is None else NAMES.known(other) or gettext("someone")
    return discord.SelectOption(
        label=translate(_OPTION_TO if mine else _OPTION_FROM, person=name),
        value=str(challenge.id),
        description=_terms_in_short(challenge.terms),
    )


def _terms_in_short(terms: Terms) -> str:
    return one_by_one([ruleset_name(terms.ruleset.name), time_name(terms.time)])


_OPTION_TO: Final = N_("To {person}")
_OPTION_FROM: Final = N_("From {person}")
