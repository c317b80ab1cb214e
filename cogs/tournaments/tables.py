"""The card and the panels with the tables of a tournament, and a player's own matches."""

from typing import Any, Final

import discord

from bot.features.tournaments.legs import EntrantId, GroupNumber
from bot.features.tournaments.service import OwnMatches
from bot.features.tournaments.tournament import FINALS, Entrant, TournamentField, TournamentState
from bot.match.identity import MatchId, UserId
from bot.text import gettext
from cogs.core.components import View, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT, note_panel
from cogs.tournaments.bracket import bracket_lines
from cogs.tournaments.views import leave_button, mine_button, table_button, text_button, web_button
from cogs.tournaments.wording import (
    annulled_line,
    champions_lines,
    finished_in,
    group_name,
    group_winners_lines,
    heading,
    name_of,
    own_match_line,
    results_line,
    standing_line,
    still_open,
    waiting_text,
)
from cogs.wording.phrases import mention
from cogs.wording.times import moment

MOST_FIRST: Final = 3
"""How many entrants of each group the card lists if there are several groups."""


def tournament_card(
    field: TournamentField, picture: Picture | None, page: str | None = None
) -> View:
    """Show everyone the standings of a tournament that is under way or over.

    `page` is the URL of its page on the web, if it has one.
    """
    tournament = field.tournament
    lines = [heading(name_of(tournament))]
    is_over = tournament.state is not TournamentState.RUNNING
    match tournament.state:
        case TournamentState.ENDED:
            lines += [*champions_lines(field), *group_winners_lines(field)]
        case TournamentState.CALLED_OFF:
            lines.append(gettext("It was called off."))
        case _:
            lines.append(_deadline_text(field))
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        container.add_item(gallery(picture))
    standings = _standings(field)
    if standings:
        container.add_item(discord.ui.TextDisplay("\n".join(standings)))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(mine_button(tournament.id))
    row.add_item(
        text_button(field, field.groups[0]) if len(field.groups) == 1 else table_button(tournament)
    )
    if not is_over:
        row.add_item(leave_button(tournament.id))
    if page is not None:
        row.add_item(web_button(tournament, page))
    container.add_item(row)
    view = View()
    view.add_item(container)
    return view


def _deadline_text(field: TournamentField) -> str:
    finish_by, terms = field.tournament.finish_by, field.tournament.terms
    if finish_by is None:
        return ""
    date = moment(finish_by, "D")
    if terms.has_final and not field.is_final_begun and len(field.groups) > 1:
        return gettext("Groups until {date} at the latest, then the final", date=date)
    return gettext("Until {date} at the latest", date=date)


def _standings(field: TournamentField) -> list[str]:
    """Return the standings of the only group, or the first `MOST_FIRST` of each group.

    Once the final has begun, return the final instead; once it is over, nothing.
    """
    if field.is_final_begun:
        is_over = field.tournament.state is not TournamentState.RUNNING
        return [] if is_over else [*group_lines(field, FINALS), *group_winners_lines(field)]
    if len(field.groups) == 1:
        return group_lines(field, field.groups[0])
    lines = []
    for group in field.groups:
        standings = field.standings(group)
        lines.append(f"**{group_name(field, group)}** · {still_open(field, group)}")
        lines += [standing_line(field, each, standings) for each in standings.places[:MOST_FIRST]]
    return lines


def group_lines(field: TournamentField, group: GroupNumber) -> list[str]:
    """Return the standings of a group, or the rounds of a bracket that are not decided."""
    if field.is_knockout(group):
        return [*bracket_lines(field.bracket(), _mentions(field), open_only=True)]
    standings = field.standings(group)
    lines = [standing_line(field, each, standings) for each in standings.places]
    lines += [annulled_line(field, each) for each in standings.annulled]
    if not standings.is_finished:
        note = gettext(
            "The places hold unless a player leaves. {open}", open=still_open(field, group)
        )
        lines.append(f"-# {note}")
    return lines


def _mentions(field: TournamentField) -> dict[EntrantId, str]:
    return {each.id: mention(each.user) for each in field.entrants}


def table_panel(
    field: TournamentField,
    group: GroupNumber,
    picture: Picture | None,
    user: UserId,
    page: str | None = None,
) -> View:
    """Show the table of a group to one user, with controls that open other tables.

    `page` is the URL of the tournament's page on the web, if it has one.
    """
    number = field.tournament.id
    view = note_panel(heading(name_of(field.tournament), group_name(field, group)))
    if picture is not None:
        view.add_item(gallery(picture))
    lines = group_lines(field, group) or champions_lines(field)
    view.add_item(discord.ui.TextDisplay("\n".join(lines)))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(text_button(field, group))
    if field.of_user(user) is not None:
        row.add_item(mine_button(number))
    if page is not None:
        row.add_item(web_button(field.tournament, page))
    view.add_item(row)
    _add_groups(view, field, group)
    return view


def _add_groups(view: View, field: TournamentField, shown: GroupNumber) -> None:
    if len(field.groups) < 2:
        return
    options = [
        discord.SelectOption(label=group_name(field, each), value=str(each), default=each == shown)
        for each in field.tables
    ]
    view.add_item(
        discord.ui.ActionRow(
            menu(
                gettext("Which group?"),
                options,
                "tournament-group",
                tournament=field.tournament.id,
            )
        )
    )


def text_panel(field: TournamentField, group: GroupNumber) -> View:
    """Show the table of a group in words: the standings, and who played whom."""
    if field.is_knockout(group):
        rounds = bracket_lines(field.bracket(), _mentions(field), open_only=False)
        return note_panel("\n".join([heading(name_of(field.tournament)), *rounds]))
    standings = field.standings(group)
    legs = [each.leg for each in field.pairings_in(group)]
    lines = [heading(name_of(field.tournament), group_name(field, group))]
    lines += group_lines(field, group)
    lines.append("")
    for each in standings.places:
        line = results_line(field, each.entrant, legs, standings.annulled)
        if line:
            lines.append(line)
    return note_panel("\n".join(lines))


def own_panel(own: OwnMatches, user: UserId, links: dict[MatchId, str]) -> View:
    """Show a user's matches in a tournament, with a button to the next one."""
    field, entrant = own.field, own.entrant
    lines = [heading(name_of(field.tournament))]
    group = entrant.group_number
    if field.tournament.terms.is_cup and group is not None:
        lines += _cup_lines(own)
    elif group is not None:
        standings = field.standings(group)
        standing = standings.of(entrant.id)
        if standing is not None:
            lines.append(standing_line(field, standing, standings))
        if entrant.final_seed is not None:
            lines += _cup_lines(own)
    if group is None:
        lines.append(
            gettext("It hasn't begun. I'll write to you when it does.")
            if field.tournament.state is TournamentState.OPEN
            else waiting_text(entrant)
        )
    for each in own.matches:
        link = None if each.match is None else links.get(each.match.id)
        lines.append(own_match_line(each, entrant, user, link))
    view = note_panel("\n".join(lines))
    following = next(
        (
            links[each.match.id]
            for each in own.matches
            if each.match is not None and each.match.to_move == user and each.match.id in links
        ),
        None,
    )
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if following is not None:
        row.add_item(discord.ui.Button(label=gettext("Next match"), url=following))
    if group is not None:
        row.add_item(table_button(field.tournament))
    is_on = field.tournament.state in (TournamentState.OPEN, TournamentState.RUNNING)
    if is_on and not _is_settled(field, entrant):
        row.add_item(leave_button(field.tournament.id))
    if row.children:
        view.add_item(row)
    return view


def _is_settled(field: TournamentField, entrant: Entrant) -> bool:
    """Return whether an entrant has no match left to play."""
    is_through = field.is_through(entrant)
    return is_through if field.tournament.terms.has_final else entrant.place is not None


def _cup_lines(own: OwnMatches) -> list[str]:
    """Return a user's place in a cup or a final, or that they wait for an opponent."""
    entrant = own.entrant
    place = entrant.place if entrant.final_seed is None else entrant.final_place
    if place is not None:
        return [finished_in(place, final=entrant.final_seed is not None)]
    if any(each.pairing.leg.is_open for each in own.matches):
        return []
    return [gettext("You wait for your next opponent. I'll write to you when it goes on.")]
