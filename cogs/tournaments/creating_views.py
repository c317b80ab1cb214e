"""The form that makes a tournament, and the panel that shows it before it is announced."""

from dataclasses import replace
from typing import Any, Final

import discord

from bot.features.tournaments.cups import CUP_SIZES, LONG_CUP, PlayOff, Seeding
from bot.features.tournaments.formats import MOST_IN_THREADS, may_have_threads, rules_of
from bot.features.tournaments.groups import GROUP_SIZES, default_legs, fits
from bot.features.tournaments.service import LONGEST_NAME
from bot.features.tournaments.tournament import (
    CUP_FINISH_DAYS,
    Cadence,
    GroupFinal,
    Tournament,
    TournamentFormat,
    TournamentTerms,
)
from bot.match.identity import Instant, UserId
from bot.match.terms import VenueKind
from bot.text import N_, NN_, gettext, ngettext, one_by_one, translate
from cogs.core.codecs import word_of
from cogs.core.competitions import stakes_button, weekends_button
from cogs.core.components import View, button, form, form_menu, menu
from cogs.core.panels import note_panel
from cogs.tournaments.wording import (
    cadence_name,
    dotted,
    duration_lines,
    heading,
    name_of,
    start_line,
    terms_lines,
    weeks_of,
)
from cogs.wording.rulesets import ruleset_options
from cogs.wording.terms import COMPETITION_RULESETS
from cogs.wording.times import competition_time_options

ENTRANTS_OFFERED: Final = (4, 6, 8, 12, 16, 24, 32, 48, 64)
STARTS_OFFERED: Final = ("hand", "full", "1", "2", "3", "5", "7", "14", "28")
"""The ways to start: by hand, when the tournament is full, or after a number of days."""
GROUPS_OFFERED: Final = tuple(
    f"{size}x{legs}" for size in GROUP_SIZES for legs in (1, 2) if fits(12, size, legs)
)
"""The kinds of leagues: the size of a group, and the legs of each pairing."""
CUPS_OFFERED: Final = tuple(f"cup{size}" for size in CUP_SIZES)
KINDS_OFFERED: Final = (*GROUPS_OFFERED, *CUPS_OFFERED)
PLACES_OFFERED: Final = tuple(sorted({*ENTRANTS_OFFERED, *CUP_SIZES}))


def terms_of(kind: str) -> TournamentTerms:
    """Return the terms of an offered kind of tournament, with the most places that it can have."""
    if kind in CUPS_OFFERED:
        size = int(kind.removeprefix("cup"))
        return TournamentTerms(
            TournamentFormat.CUP, most_entrants=size, finish_days=CUP_FINISH_DAYS
        )
    size, legs = map(int, kind.split("x"))
    places = next(each for each in reversed(ENTRANTS_OFFERED) if fits(each, size, legs))
    return TournamentTerms(group_size=size, legs=legs, most_entrants=places)


def tournament_form(usual: TournamentTerms, user: UserId, nonce: int) -> discord.ui.Modal:
    """Return the form that asks for a tournament's name and its most important terms."""
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="name", max_length=LONGEST_NAME, placeholder=gettext("Autumn cup")
    )
    items = [
        discord.ui.Label[Any](text=gettext("Name"), component=name),
        form_menu(
            gettext("Ruleset"), "ruleset", ruleset_options(usual.ruleset.name, COMPETITION_RULESETS)
        ),
        form_menu(gettext("Time"), "time", competition_time_options(usual.time)),
        form_menu(gettext("League or cup"), "kind", _kinds(f"{usual.group_size}x{usual.legs}")),
        form_menu(gettext("Start"), "start", _starts("hand")),
    ]
    return form(gettext("New tournament"), items, "tournament-drafted", user=user, nonce=nonce)


def _kinds(chosen: str) -> list[discord.SelectOption]:
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
    for each in CUPS_OFFERED:
        terms = terms_of(each)
        weeks = weeks_of(terms)
        options.append(
            discord.SelectOption(
                label=translate(_CUP_OF, size=terms.most_entrants),
                value=each,
                default=each == chosen,
                description=ngettext("about {count} week", "about {count} weeks", weeks),
            )
        )
    return options


_UP_TO_ONCE: Final = N_("League: groups of up to {size}, each pair once")
_UP_TO_TWICE: Final = N_("League: groups of up to {size}, each pair twice")
_CUP_OF: Final = N_("Cup: knockout of up to {size} players")
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
    """Show a draft as it would be announced, with controls for the other choices."""
    terms, number = tournament.terms, tournament.id
    places = ngettext("Up to {count} player", "Up to {count} players", terms.most_entrants)
    view = note_panel(
        "\n".join(
            [
                heading(name_of(tournament)),
                *terms_lines(terms),
                # The terms of a cup say how many players it has.
                *([] if terms.is_cup else [dotted(places, cadence_name(terms.cadence))]),
                start_line(tournament, now),
                *duration_lines(terms, now),
                *_warning(terms),
                *_why_no_threads(terms),
                f"-# {gettext('It stays hidden until you announce it in this channel.')}",
            ]
        )
    )
    options = [
        discord.SelectOption(
            label=ngettext("Up to {count} player", "Up to {count} players", each),
            value=str(each),
            default=each == terms.most_entrants,
        )
        for each in (CUP_SIZES if terms.is_cup else ENTRANTS_OFFERED)
        if rules_of(terms).is_possible(replace(terms, most_entrants=each))
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(gettext("How many?"), options, "tournament-places", tournament=number)
        )
    )
    view.add_item(_bracket_row(tournament) if terms.is_cup else _cadence_row(tournament))
    if terms.may_have_final:
        view.add_item(_final_row(tournament))
    view.add_item(
        discord.ui.ActionRow(
            stakes_button(terms.stakes, "tournament-stakes", tournament=number),
            weekends_button(terms.weekends, "tournament-weekends", tournament=number),
        )
    )
    view.add_item(_venue_row(tournament))
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


def _warning(terms: TournamentTerms) -> list[str]:
    if not terms.is_cup or terms.most_entrants < LONG_CUP:
        return []
    return [
        gettext(
            "⚠️ A cup this large takes months, as its rounds follow one another. In a league, all "
            "matches begin at once."
        )
    ]


def _why_no_threads(terms: TournamentTerms) -> list[str]:
    if may_have_threads(terms):
        return []
    text = ngettext(
        "Only a tournament with at most {count} match can be played in threads.",
        "Only a tournament with at most {count} matches can be played in threads.",
        MOST_IN_THREADS,
    )
    return [f"-# {text}"]


def _venue_row(tournament: Tournament) -> discord.ui.ActionRow[Any]:
    is_in_threads = tournament.terms.venue is VenueKind.THREAD
    chosen = button(
        gettext("Play in direct messages") if is_in_threads else gettext("Play in threads"),
        discord.ButtonStyle.secondary,
        "tournament-venue",
        tournament=tournament.id,
        venue=VenueKind.DIRECT if is_in_threads else VenueKind.THREAD,
    )
    chosen.item.disabled = not may_have_threads(tournament.terms)
    return discord.ui.ActionRow(chosen)


def _cadence_row(tournament: Tournament) -> discord.ui.ActionRow[Any]:
    cadences = [
        discord.SelectOption(
            label=cadence_name(each),
            value=word_of(each),
            default=each is tournament.terms.cadence,
        )
        for each in Cadence
    ]
    often = menu(gettext("How often?"), cadences, "tournament-cadence", tournament=tournament.id)
    return discord.ui.ActionRow(often)


def _final_row(tournament: Tournament) -> discord.ui.ActionRow[Any]:
    has_final = tournament.terms.has_final
    return discord.ui.ActionRow(
        button(
            gettext("No final of the group winners")
            if has_final
            else gettext("Add a final of the group winners"),
            discord.ButtonStyle.secondary,
            "tournament-final",
            tournament=tournament.id,
            final=GroupFinal.NONE if has_final else GroupFinal.PLAYED,
        )
    )


def _bracket_row(tournament: Tournament) -> discord.ui.ActionRow[Any]:
    terms = tournament.terms
    is_seeded = terms.seeding is Seeding.SEEDED
    is_played = terms.play_off is PlayOff.PLAYED
    return discord.ui.ActionRow(
        button(
            gettext("Draw opponents by lot") if is_seeded else gettext("Seed by rating"),
            discord.ButtonStyle.secondary,
            "tournament-seeding",
            tournament=tournament.id,
            seeding=Seeding.LOT if is_seeded else Seeding.SEEDED,
        ),
        button(
            gettext("No match for third place")
            if is_played
            else gettext("Add a match for third place"),
            discord.ButtonStyle.secondary,
            "tournament-play-off",
            tournament=tournament.id,
            play_off=PlayOff.NONE if is_played else PlayOff.PLAYED,
        ),
    )
