"""The form that makes a tournament, and the panel that shows it before it is announced."""

from typing import Any, Final

import discord

from bot.features.tournaments.groups import GROUP_SIZES, default_legs, fits
from bot.features.tournaments.service import LONGEST_NAME
from bot.features.tournaments.tournament import (
    LEAGUE_TIME,
    Cadence,
    Tournament,
    TournamentTerms,
)
from bot.match.clock import DAY, HOUR, Bank, PerMove, TimeControl, Weekends, write_time
from bot.match.identity import Instant, Seconds, UserId
from bot.match.terms import Stakes
from bot.text import N_, NN_, gettext, ngettext, one_by_one, translate
from cogs.core.codecs import word_of
from cogs.core.components import View, button, form, menu
from cogs.core.panels import note_panel
from cogs.tournaments.wording import (
    beside,
    cadence_name,
    duration_line,
    heading,
    name_of,
    start_line,
    terms_lines,
)
from cogs.wording.phrases import ruleset_options
from cogs.wording.times import time_name

ENTRANTS_OFFERED: Final = (6, 8, 12, 16, 24, 32, 48, 64)
TIMES_OFFERED: Final[tuple[TimeControl, ...]] = (
    LEAGUE_TIME,
    Bank(Seconds(DAY), Seconds(6 * HOUR), Seconds(2 * DAY)),
    Bank(Seconds(7 * DAY), Seconds(12 * HOUR), Seconds(14 * DAY)),
    PerMove(DAY),
    PerMove(Seconds(2 * DAY)),
    PerMove(Seconds(3 * DAY)),
)
"""The time controls of a league, each by days."""
RULESETS_OFFERED: Final = ("classic", "rows", "seam", "scarce")
"""All rulesets but the one whose first player wins by force."""
STARTS_OFFERED: Final = ("hand", "full", "1", "2", "3", "5", "7", "14", "28")
"""By hand, when it is full, or after a number of days."""
GROUPS_OFFERED: Final = tuple(
    f"{size}x{legs}" for size in GROUP_SIZES for legs in (1, 2) if fits(12, size, legs)
)
"""The sizes of groups, each with the legs of a pairing."""


def league_form(usual: TournamentTerms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for a league's name and its most important terms."""
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="name", max_length=LONGEST_NAME, placeholder=gettext("Autumn league")
    )
    items = [
        discord.ui.Label[Any](text=gettext("Name"), component=name),
        _menu(gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name, RULESETS_OFFERED)),
        _menu(gettext("Time"), "time", _times(usual.time)),
        _menu(gettext("Groups"), "groups", _groups(f"{usual.group_size}x{usual.legs}")),
        _menu(gettext("Start"), "start", _starts("hand")),
    ]
    return form(gettext("New league"), items, "tournament-drafted", user=user, nonce=nonce)


def _menu(text: str, name: str, options: list[discord.SelectOption]) -> discord.ui.Label[Any]:
    chosen: discord.ui.Select[Any] = discord.ui.Select(custom_id=name, options=options)
    return discord.ui.Label(text=text, component=chosen)


def _times(chosen: TimeControl) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=time_name(each), value=write_time(each), default=each == chosen)
        for each in TIMES_OFFERED
    ]


def _groups(chosen: str) -> list[discord.SelectOption]:
    options = []
    for each in GROUPS_OFFERED:
        size, legs = map(int, each.split("x"))
        label = translate(_UP_TO_TWICE if legs > 1 else _UP_TO_ONCE, size=size)
        is_usual = legs == default_legs(size)
        matches = ngettext(
            "{count} match each at once", "{count} matches each at once", legs * (size - 1)
        )
        options.append(
            discord.SelectOption(
                label=label,
                value=each,
                default=each == chosen,
                description=one_by_one([matches, gettext("usual")]) if is_usual else matches,
            )
        )
    return options


_UP_TO_ONCE: Final = N_("Up to {size} players, each pair once")
_UP_TO_TWICE: Final = N_("Up to {size} players, each pair twice")
_IN_DAYS: Final = NN_("In {count} day", "In {count} days")


def _starts(chosen: str) -> list[discord.SelectOption]:
    labels = {"hand": gettext("When I start it"), "full": gettext("When all places are taken")}
    return [
        discord.SelectOption(
            label=labels.get(each) or translate(_IN_DAYS, count=int(each)),
            value=each,
            default=each == chosen,
        )
        for each in STARTS_OFFERED
    ]


def draft_panel(tournament: Tournament, now: Instant) -> View:
    """Show a league as it would be announced, with what is left to choose."""
    terms, number = tournament.terms, tournament.id
    starts_at = terms.starts_at or now
    matches = ngettext("Up to {count} player", "Up to {count} players", terms.most_entrants)
    view = note_panel(
        "\n".join(
            [
                heading(name_of(tournament)),
                *terms_lines(terms),
                beside(matches, cadence_name(terms.cadence)),
                start_line(tournament, now),
                duration_line(terms, starts_at),
                f"-# {gettext('It stays hidden until you announce it in this channel.')}",
            ]
        )
    )
    places = [
        discord.SelectOption(
            label=ngettext("Up to {count} player", "Up to {count} players", each),
            value=str(each),
            default=each == terms.most_entrants,
        )
        for each in ENTRANTS_OFFERED
        if fits(each, terms.group_size, terms.legs)
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(gettext("How many?"), places, "tournament-places", tournament=number)
        )
    )
    cadences = [
        discord.SelectOption(
            label=cadence_name(each), value=word_of(each), default=each is terms.cadence
        )
        for each in Cadence
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(gettext("How often?"), cadences, "tournament-cadence", tournament=number)
        )
    )
    is_rated = terms.stakes is Stakes.RATED
    are_played = terms.weekends is Weekends.PLAYED
    view.add_item(
        discord.ui.ActionRow(
            button(
                gettext("Make it casual") if is_rated else gettext("Make it rated"),
                discord.ButtonStyle.secondary,
                "tournament-stakes",
                tournament=number,
                stakes=Stakes.CASUAL if is_rated else Stakes.RATED,
            ),
            button(
                gettext("Stop clocks on weekends")
                if are_played
                else gettext("Run clocks on weekends"),
                discord.ButtonStyle.secondary,
                "tournament-weekends",
                tournament=number,
                weekends=Weekends.PAUSED if are_played else Weekends.PLAYED,
            ),
        )
    )
    view.add_item(
        discord.ui.ActionRow(
            button(
                gettext("Announce it here"),
                discord.ButtonStyle.success,
                "tournament-announce",
                tournament=number,
            ),
            button(gettext("Discard"), discord.ButtonStyle.secondary, "tournament-discard"),
        )
    )
    return view
