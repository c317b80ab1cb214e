"""The forms of a challenge: why it is declined, and other terms for it."""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.game import Ruleset, newest_ruleset
from bot.match.challenge import Challenge
from bot.match.clock import TimeControl, Weekends, write_time
from bot.match.countering import turned_around
from bot.match.identity import UserId
from bot.match.note import LONGEST_NOTE
from bot.match.terms import Stakes, Starts, Terms
from cogs.ui.presses import Deed, custom_id
from cogs.ui.rulesets import IN_A_LINE
from cogs.ui.times import time_choices, time_chosen, time_name

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
    form = discord.ui.Modal(
        title="Decline the challenge",
        custom_id=custom_id(Deed.DECLINE_WHY, challenge.id, user, nonce),
    )
    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=REASON,
        required=False,
        max_length=LONGEST_NOTE,
        placeholder="Send it empty to say nothing",
    )
    form.add_item(
        discord.ui.Label(
            text="Why, if you like to say",
            description="Shown on the challenge, and told to whoever made it",
            component=reason,
        )
    )
    return form


def terms_form(challenge: Challenge, user: UserId, nonce: int) -> discord.ui.Modal:
    """Make the form that asks for other terms, with those of the challenge chosen already."""
    terms = turned_around(challenge.terms)
    form = discord.ui.Modal(
        title="Other terms",
        custom_id=custom_id(Deed.OTHER_TERMS_SENT, challenge.id, user, nonce),
    )
    form.add_item(_menu("Ruleset", "ruleset", _rulesets(terms.ruleset)))
    form.add_item(_menu("Time", "time", _times(terms.time)))
    form.add_item(_group("Who moves first", "first", _STARTS, terms.starts))
    form.add_item(_group("Does it count for ratings?", "stakes", _STAKES, terms.stakes))
    form.add_item(
        _group("Clocks on Saturday and Sunday (UTC)", "weekends", _WEEKENDS, terms.weekends)
    )
    return form


def terms_filled(challenge: Challenge, filled: Mapping[str, str]) -> Terms:
    """Give the terms that were filled in; what is missing stays as it was in the challenge."""
    before = turned_around(challenge.terms)
    ruleset = filled.get("ruleset", before.ruleset.name)
    time = filled.get("time")
    return Terms(
        starts=Starts(filled.get("first", before.starts.value)),
        # A challenge keeps the version of the rules that it was made under.
        ruleset=before.ruleset if ruleset == before.ruleset.name else newest_ruleset(ruleset),
        time=before.time if time is None else time_chosen(time),
        stakes=Stakes(filled.get("stakes", before.stakes.value)),
        weekends=Weekends(filled.get("weekends", before.weekends.value)),
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
