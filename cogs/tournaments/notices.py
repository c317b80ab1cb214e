"""Messages to entrants of a tournament, and to everyone in its channel."""

from typing import Any, Final

import discord

from bot.features.tournaments.cups import FINAL, LEGS, THIRD_PLACE
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    Tournament,
    TournamentField,
    TournamentState,
)
from bot.match.terms import VenueKind
from bot.text import N_, all_of, gettext, ngettext, translate
from cogs.core.components import ActionButton, View, button
from cogs.core.panels import note_panel
from cogs.tournaments.bracket import round_name
from cogs.tournaments.tables import group_lines
from cogs.tournaments.views import leave_button, mine_button, table_button
from cogs.tournaments.wording import (
    champions_lines,
    finished_in,
    group_winners_lines,
    heading,
    name_of,
    out_text,
    too_few_entered,
    waiting_text,
)
from cogs.wording.phrases import mention
from cogs.wording.times import moment


def soon_message(tournament: Tournament) -> View:
    """Tell an entrant that a tournament starts within a day."""
    starts_at = tournament.terms.starts_at
    name, when = f"**{name_of(tournament)}**", moment(starts_at or tournament.created_at)
    text = gettext(
        "{name} starts {moment}. Your boards come here one by one, without a sound.",
        name=name,
        moment=when,
    )
    if _is_in_threads(tournament):
        text = gettext(
            "{name} starts {moment}. Each match gets a thread of its own.", name=name, moment=when
        )
    return _message(text, leave_button(tournament.id))


def place_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant who waited that they have a place now."""
    tournament = field.tournament
    if tournament.state is not TournamentState.OPEN or entrant.state is not EntrantState.IN:
        return None
    name = f"**{name_of(tournament)}**"
    text = gettext("A place in {name} became free, and it's yours!", name=name)
    return _message(text, leave_button(tournament.id))


def waiting_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant who waits for a place that the tournament has begun without them."""
    tournament = field.tournament
    if entrant.state is not EntrantState.WAITING:
        return None
    text = f"{heading(name_of(tournament))}\n{waiting_text(entrant)}"
    return _message(text, leave_button(tournament.id))


def start_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant that a tournament has begun, and name all their opponents."""
    tournament = field.tournament
    if tournament.terms.is_cup:
        return _cup_start_message(field, entrant)
    opponents = sorted({each.leg.opponent_of(entrant.id) for each in field.pairings_of(entrant.id)})
    named = all_of([mention(field.entrant(each).user) for each in opponents])
    matches = len(field.pairings_of(entrant.id))
    lines = [
        heading(name_of(tournament)),
        ngettext(
            "It has begun. You play {count} match, against {opponents}.",
            "It has begun. You play {count} matches at once, against {opponents}.",
            matches,
            opponents=named,
        ),
        _boards_text(tournament),
    ]
    if tournament.finish_by is not None:
        lines.append(
            gettext(
                "What isn't over by {date} ends as a draw.", date=moment(tournament.finish_by, "f")
            )
        )
    return _message("\n".join(lines), mine_button(tournament.id))


def _is_in_threads(tournament: Tournament) -> bool:
    return tournament.terms.venue is VenueKind.THREAD


def _boards_text(tournament: Tournament) -> str:
    if _is_in_threads(tournament):
        return gettext(
            "Each match gets a thread of its own within an hour. A clock runs once its board is "
            "there."
        )
    return gettext(
        "The boards come here within an hour, without a sound. A clock runs once its board is "
        "there."
    )


def _opponent_text(opponent: str) -> str:
    return gettext(
        "Your opponent is {opponent}. You play two matches at once, and a third if they leave it "
        "equal.",
        opponent=opponent,
    )


def _cup_start_message(field: TournamentField, entrant: Entrant) -> View:
    """Tell an entrant that a cup has begun, and name their first opponent or their bye."""
    tournament, own = field.tournament, field.pairings_of(entrant.id)
    lines = [heading(name_of(tournament)), gettext("It has begun.")]
    if own:
        opponent = field.entrant(own[0].leg.opponent_of(entrant.id))
        lines += [_opponent_text(mention(opponent.user)), _boards_text(tournament)]
    else:
        lines.append(_bye_text())
    if tournament.finish_by is not None:
        lines.append(
            gettext(
                "What isn't over by {date} goes to the better score, then to the better seed.",
                date=moment(tournament.finish_by, "f"),
            )
        )
    return _message("\n".join(lines), mine_button(tournament.id))


_DECIDER_TEXT: Final = N_(
    "You and {opponent} are equal, so a third match decides. If it is a draw, {player} goes on as "
    "the better seed."
)
_LAST_DECIDER_TEXT: Final = N_(
    "You and {opponent} are equal, so a third match decides. If it is a draw, {player} wins as the "
    "better seed."
)


def next_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant of a knockout whom they play next, or that a third match decides."""
    pairings = [each for each in field.bracket().pairings if entrant.id in each.sides]
    current = next((each for each in reversed(pairings) if each.legs), None)
    if current is None or current.entrants is None:
        return _bye_message(field) if entrant.final_seed is not None else None
    [other] = [each for each in current.entrants if each != entrant.id]
    opponent = mention(field.entrant(other).user)
    lines = [heading(name_of(field.tournament), round_name(current.slot))]
    if len(current.legs) <= LEGS:
        lines.append(_opponent_text(opponent))
    else:
        better = min(map(field.entrant, current.entrants), key=lambda each: each.seed or 0)
        text = _LAST_DECIDER_TEXT if current.slot in (FINAL, THIRD_PLACE) else _DECIDER_TEXT
        lines.append(translate(text, opponent=opponent, player=mention(better.user)))
    return _message(
        "\n".join([*lines, _boards_text(field.tournament)]), mine_button(field.tournament.id)
    )


def _bye_message(field: TournamentField) -> View:
    """Tell the winner of a group that the final has begun and that they have a bye."""
    lines = [heading(name_of(field.tournament), round_name(FINAL)), _bye_text()]
    return _message("\n".join(lines), mine_button(field.tournament.id))


def _bye_text() -> str:
    return gettext(
        "You go on to the next round without a match. I'll write to you when your opponent is "
        "known."
    )


def anew_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant whom they play again, because a match has ended without a result."""
    opponents = [
        mention(field.entrant(each.leg.opponent_of(entrant.id)).user)
        for each in field.pairings_of(entrant.id)
        if each.matches_before and each.leg.is_open
    ]
    if not opponents:
        return None
    text = gettext(
        "You play again against {opponents}, as that match ended without a result. The board "
        "comes here without a sound.",
        opponents=all_of([*dict.fromkeys(opponents)]),
    )
    if _is_in_threads(field.tournament):
        text = gettext(
            "You play again against {opponents}, as that match ended without a result, in a new "
            "thread.",
            opponents=all_of([*dict.fromkeys(opponents)]),
        )
    text = f"{heading(name_of(field.tournament))}\n{text}"
    return _message(text, mine_button(field.tournament.id))


def out_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant why they are out of a tournament."""
    why = entrant.out_why
    return None if why is None else note_panel(out_text(field.tournament, why))


def called_off_message(field: TournamentField) -> View:
    """Tell an entrant that a tournament was called off; say why if too few players entered."""
    tournament = field.tournament
    if not too_few_entered(field):
        return _message(gettext("{name} was called off.", name=f"**{name_of(tournament)}**"))
    return _message(
        gettext(
            "{name} was called off, as too few players entered.", name=f"**{name_of(tournament)}**"
        )
    )


def decided_message(field: TournamentField, entrant: Entrant) -> View | None:
    """Tell an entrant how their group ended, or in which place they finish a cup or a final."""
    group = entrant.group_number
    if group is None:
        return None
    is_final, place = entrant.final_place is not None, entrant.final_place or entrant.place
    if place is not None and (is_final or field.tournament.terms.is_cup):
        text = f"{heading(name_of(field.tournament))}\n{finished_in(place, final=is_final)}"
        return _message(text, table_button(field.tournament))
    lines = [
        heading(name_of(field.tournament)),
        gettext("Your group is decided.")
        if len(field.groups) > 1
        else gettext("All matches are over."),
        *group_lines(field, group),
    ]
    return _message("\n".join(lines), table_button(field.tournament))


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
    """Announce the winners in the channel."""
    lines = [
        heading(gettext("{name} is over", name=name_of(field.tournament))),
        *champions_lines(field),
        *group_winners_lines(field),
    ]
    return _message("\n".join(lines), table_button(field.tournament))


def _message(text: str, *buttons: ActionButton) -> View:
    view = note_panel(text)
    if buttons:
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*buttons)
        view.add_item(row)
    return view
