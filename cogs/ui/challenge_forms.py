"""The forms of a challenge: why it is declined, and other terms for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.game import Ruleset, newest_ruleset
from bot.match.challenge import Challenge
from bot.match.clock import TimeControl, Weekends, write_time
from bot.match.countering import turned_around
from bot.match.identity import UserId
from bot.match.note import LONGEST_NOTE
from bot.match.terms import Stakes, Starts, Terms
from cogs.core.actions import form
from cogs.ui.rulesets import IN_A_LINE
from cogs.ui.times import time_choices, time_name

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
