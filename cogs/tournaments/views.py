"""The sign-up card of a tournament, and panels to enter, leave and find tournaments."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.tournament import (
    Entrant,
    Tournament,
    TournamentField,
    TournamentFormat,
    TournamentState,
)
from bot.match.identity import Instant, UserId
from bot.match.terms import VenueKind
from bot.text import N_, gettext, translate
from cogs.core.codecs import register_numbers
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.panels import ACCENT, asking, note_panel
from cogs.tournaments.wording import (
    dotted,
    duration_lines,
    entrants_lines,
    groups_counted,
    heading,
    name_of,
    plain_name_of,
    players_counted,
    start_line,
    state_name,
    terms_lines,
    too_few_entered,
)
from cogs.wording.times import moment

register_numbers(TournamentId, EntrantId, GroupNumber)


def sign_up_card(field: TournamentField, now: Instant, viewer: UserId | None = None) -> View:
    """Show a tournament that users can enter; later show its progress, and then its result.

    `viewer` is the only reader of a private card. There, a user can either enter or leave.
    """
    tournament = field.tournament
    terms, number = tournament.terms, tournament.id
    lines = [heading(name_of(tournament)), *terms_lines(terms)]
    row: discord.ui.ActionRow[Any] | None = None
    match tournament.state:
        case TournamentState.OPEN:
            lines += [start_line(tournament, now), *duration_lines(terms, now)]
            note = translate(_NOTES[terms.format, terms.venue is VenueKind.THREAD])
            lines += ["", *entrants_lines(field), f"-# {note}"]
            enter = button(
                gettext("Enter"), discord.ButtonStyle.success, "tournament-enter", tournament=number
            )
            if viewer is None:
                buttons = [enter, leave_button(number)]
            elif field.of_user(viewer) is None:
                buttons = [enter]
            else:
                buttons = [leave_button(number)]
            row = discord.ui.ActionRow(*buttons)
        case TournamentState.CALLED_OFF:
            lines.append(
                gettext("It was called off, as too few players entered.")
                if too_few_entered(field)
                else gettext("It was called off.")
            )
        case _:
            players = sum(each.group_number is not None for each in field.entrants)
            counted = players_counted(players)
            lines.append(
                gettext("It has begun with {players}.", players=counted)
                if terms.is_cup
                else gettext(
                    "It has begun: {players} in {groups}.",
                    players=counted,
                    groups=groups_counted(players, terms.group_size),
                )
            )
            row = discord.ui.ActionRow(table_button(tournament), mine_button(number))
    return _card(lines, row)


_PLAY_LEAGUE: Final = N_(
    "You play all opponents at once, in direct messages with me or, if yours are closed, in "
    "threads here."
)
_PLAY_CUP: Final = N_(
    "You play in direct messages with me or, if yours are closed, in threads here. You may meet a "
    "player whom you have blocked."
)

_PLAY_LEAGUE_IN_THREADS: Final = N_(
    "You play all opponents at once, each match in a thread of its own."
)
_PLAY_CUP_IN_THREADS: Final = N_(
    "You play each match in a thread of its own. You may meet a player whom you have blocked."
)
_NOTES: Final = {
    (TournamentFormat.LEAGUE, False): _PLAY_LEAGUE,
    (TournamentFormat.LEAGUE, True): _PLAY_LEAGUE_IN_THREADS,
    (TournamentFormat.CUP, False): _PLAY_CUP,
    (TournamentFormat.CUP, True): _PLAY_CUP_IN_THREADS,
}
"""The sentence about opponents and venues, by the format and whether threads are used."""


def _card(lines: Sequence[str], *items: discord.ui.Item[Any] | None) -> View:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    for item in items:
        if item is not None:
            container.add_item(item)
    view = View()
    view.add_item(container)
    return view


def leave_button(number: TournamentId) -> ActionButton:
    """Return the button that takes a user out of a tournament."""
    return button(
        gettext("Leave"), discord.ButtonStyle.secondary, "tournament-leave", tournament=number
    )


def mine_button(number: TournamentId) -> ActionButton:
    """Return the button that shows a user's own matches of a tournament."""
    return button(
        gettext("My matches"), discord.ButtonStyle.primary, "tournament-mine", tournament=number
    )


def table_button(tournament: Tournament) -> ActionButton:
    """Return the button that shows the table of a user's own group, or of the first."""
    return button(
        gettext("Bracket") if tournament.terms.is_cup else gettext("Table"),
        discord.ButtonStyle.secondary,
        "tournament-table",
        tournament=tournament.id,
    )


def text_button(field: TournamentField, group: GroupNumber) -> ActionButton:
    """Return the button that shows the table of a group in words."""
    return button(
        gettext("Bracket as text") if field.is_knockout(group) else gettext("Table as text"),
        discord.ButtonStyle.secondary,
        "tournament-text",
        tournament=field.tournament.id,
        group=group,
    )


def web_button(tournament: Tournament, page: str) -> discord.ui.Button[Any]:
    """Return the button that leads to the page of a tournament."""
    if tournament.terms.is_cup:
        # Translators: a button that opens a page outside of Discord with the bracket of a cup.
        return discord.ui.Button(label=gettext("Bracket on the web"), url=page)
    # Translators: a button that opens a page outside of Discord with the table of a tournament.
    return discord.ui.Button(label=gettext("Table on the web"), url=page)


def entered_panel(field: TournamentField, entrant: Entrant) -> View:
    """Tell a user that they entered or wait for a place, and what happens next."""
    name = f"**{name_of(field.tournament)}**"
    if entrant in field.waiting:
        text = gettext(
            "All places of {name} are taken, so you wait for one. I'll write to you if you get it.",
            name=name,
        )
        note = gettext("*Leave* takes you off the list.")
    else:
        text = gettext("You're in {name}!", name=name)
        note = gettext(
            "I'll write to you when it begins. Keep direct messages from this server open."
        )
    return note_panel(f"{text}\n-# {note}")


_LEAVE_LEAGUE: Final = N_(
    "Leave **{name}**? Your open matches end at once and are lost. If fewer than half of your "
    "matches are over, none of your results counts, for anyone, and you can't enter the next "
    "season. You can't undo this."
)
_LEAVE_CUP: Final = N_(
    "Leave **{name}**? Your open matches end at once and are lost, and your opponent goes on. You "
    "can't undo this."
)


def leaving_panel(field: TournamentField) -> View:
    """Ask whether to leave a tournament that is under way."""
    is_knockout = field.tournament.terms.is_cup or field.is_final_begun
    question = _LEAVE_CUP if is_knockout else _LEAVE_LEAGUE
    view = asking(
        translate(question, name=name_of(field.tournament)),
        discord.ui.ActionRow(
            button(
                gettext("Leave the tournament"),
                discord.ButtonStyle.danger,
                "tournament-really-leave",
                tournament=field.tournament.id,
            )
        ),
    )
    stay = button(
        gettext("Stay"),
        discord.ButtonStyle.secondary,
        "tournament-mine",
        tournament=field.tournament.id,
    )
    view.add_item(discord.ui.ActionRow(stay))
    return view


def list_panel(tournaments: Sequence[Tournament]) -> View:
    """List a server's tournaments."""
    lines = [heading(gettext("Tournaments here"))]
    for each in tournaments:
        when = each.begun_at or each.terms.starts_at
        parts = [f"**{name_of(each)}**", state_name(each.state)]
        if when is not None:
            parts.append(moment(when, "d"))
        lines.append(f"- {dotted(*parts)}")
    if not tournaments:
        lines.append(gettext("None yet. Those who manage the server can make one."))
    lines.append(f"-# {gettext('`/ladder show` shows the ladders, which go on for good.')}")
    view = note_panel("\n".join(lines))
    if tournaments:
        shown = menu(gettext("Show one…"), _options_of(tournaments), "tournament-show")
        view.add_item(discord.ui.ActionRow(shown))
    return view


def which_panel(tournaments: Sequence[Tournament], name: str) -> View:
    """Ask which tournament a command is about; `name` is the action to run with it."""
    question = gettext("Which tournament?")
    chosen = menu(question, _options_of(tournaments), name)
    return asking(question, discord.ui.ActionRow(chosen))


def _options_of(tournaments: Sequence[Tournament]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=plain_name_of(each), value=str(each.id), description=state_name(each.state)
        )
        for each in tournaments
    ]


def shown_panel(field: TournamentField, user: UserId, now: Instant, *, may_start: bool) -> View:
    """Show one user a tournament that has not begun, or that never will."""
    view = sign_up_card(field, now, user)
    if may_start and field.tournament.state is TournamentState.OPEN:
        view.add_item(
            discord.ui.ActionRow(
                button(
                    gettext("Start it now"),
                    discord.ButtonStyle.primary,
                    "tournament-start",
                    tournament=field.tournament.id,
                )
            )
        )
    return view
