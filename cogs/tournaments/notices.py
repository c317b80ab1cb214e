"""What entrants of a tournament are told in person, and all in its channel."""

from typing import Any

import discord

from bot.features.tournaments.groups import FEWEST_ENTRANTS
from bot.features.tournaments.tournament import (
    Entrant,
    Tournament,
    TournamentField,
)
from bot.text import gettext, ngettext
from cogs.core.components import ActionButton, View, button
from cogs.core.panels import note_panel
from cogs.tournaments.tables import group_lines
from cogs.tournaments.views import leave_button, mine_button, table_button
from cogs.tournaments.wording import (
    champions_line,
    heading,
    name_of,
    unfilled_text,
)
from cogs.wording.phrases import listed, mention, moment


def soon_message(tournament: Tournament) -> View:
    """Tell an entrant that a tournament starts within a day."""
    starts_at = tournament.terms.starts_at
    text = gettext(
        "{name} starts {moment}. Your boards come here one by one, without a sound.",
        name=f"**{name_of(tournament)}**",
        moment=moment(starts_at or tournament.created_at),
    )
    return _message(text, leave_button(tournament.id))


def place_message(tournament: Tournament) -> View:
    """Tell an entrant who waited that they have a place."""
    name = f"**{name_of(tournament)}**"
    text = gettext("A place in {name} became free, and it's yours!", name=name)
    return _message(text, leave_button(tournament.id))


def waiting_message(tournament: Tournament) -> View:
    """Tell an entrant that a tournament has begun in which they wait for a place."""
    text = f"{heading(name_of(tournament))}\n{unfilled_text()}"
    return _message(text, leave_button(tournament.id))


def start_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant that a tournament has begun, with all opponents."""
    tournament = field.tournament
    opponents = sorted({each.leg.opponent_of(entrant.id) for each in field.pairings_of(entrant.id)})
    named = listed([mention(field.entrant(each).user) for each in opponents])
    matches = len(field.pairings_of(entrant.id))
    lines = [
        heading(name_of(tournament)),
        ngettext(
            "It has begun. You play {count} match, against {opponents}.",
            "It has begun. You play {count} matches at once, against {opponents}.",
            matches,
            opponents=named,
        ),
        gettext(
            "The boards come here within an hour, without a sound. A clock runs once its board is "
            "there."
        ),
    ]
    if tournament.finish_by is not None:
        lines.append(
            gettext(
                "What isn't over {date} ends as a draw.", date=moment(tournament.finish_by, "f")
            )
        )
    return _message("\n".join(lines), mine_button(tournament.id))


def called_off_message(field: TournamentField) -> View:
    """Tell an entrant that a tournament does not take place, or ends without a result."""
    tournament = field.tournament
    if len(field.entered) >= FEWEST_ENTRANTS:
        return _message(gettext("{name} was called off.", name=f"**{name_of(tournament)}**"))
    return _message(
        gettext(
            "{name} was called off, as too few players entered.", name=f"**{name_of(tournament)}**"
        )
    )


def decided_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant how their group ended."""
    group = entrant.group_number
    if group is None:
        raise AssertionError(f"entrant {entrant.id} has no group")
    lines = [
        heading(name_of(field.tournament)),
        gettext("Your group is decided.")
        if len(field.groups) > 1
        else gettext("All matches are over."),
        *group_lines(field, group),
    ]
    return _message("\n".join(lines), table_button(field.tournament.id))


def again_message(after: TournamentField, entrant: Entrant) -> View:
    """Ask an entrant of a season whether they play the next one."""
    season, entry = after.tournament, after.of_user(entrant.user)
    starts_at = season.terms.starts_at or season.created_at
    if entry is None:
        note = gettext("You're not in unless you say yes.")
    elif entry in after.waiting:
        note = gettext("All places are taken, so you wait for one unless you say no.")
    else:
        note = gettext("You're in unless you say no.")
    text = gettext(
        "{name} begins {moment}. Play again?",
        name=f"**{name_of(season)}**",
        moment=moment(starts_at),
    )
    yes = button(
        gettext("Play again"),
        discord.ButtonStyle.success,
        "tournament-again",
        entrant=entrant.id,
    )
    no = button(
        gettext("Not this time"),
        discord.ButtonStyle.secondary,
        "tournament-not-again",
        entrant=entrant.id,
    )
    return _message(f"{text}\n-# {note}", yes, no)


def champions_message(field: TournamentField) -> View:
    """Say in the channel who has won."""
    lines = [
        heading(gettext("{name} is over", name=name_of(field.tournament))),
        *(champions_line(field, group) for group in field.groups),
    ]
    return _message("\n".join(lines), table_button(field.tournament.id))


def _message(text: str, *buttons: ActionButton) -> View:
    view = note_panel(text)
    if buttons:
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*buttons)
        view.add_item(row)
    return view
