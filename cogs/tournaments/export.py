"""A tournament as files: its standings and matches for spreadsheets, and records of matches."""

import io
from typing import Final

import discord

from bot.app import BoopBot
from bot.features.matches.access import Viewer, may_see
from bot.features.tournaments.formats import pairing_with
from bot.features.tournaments.legs import Decision, EntrantId, GroupNumber, LegResult
from bot.features.tournaments.tournament import (
    FINALS,
    Entrant,
    EntrantState,
    GroupLeg,
    TournamentField,
)
from bot.game import Seat
from bot.match.identity import UserId, is_former
from bot.match.record import write_record
from bot.text import NC_, Message, translate
from cogs.tournaments.bracket import round_name
from cogs.tournaments.wording import group_name
from cogs.wording.names import NAMES
from cogs.wording.phrases import former_player
from cogs.wording.records import record_of
from cogs.wording.spreadsheets import heading, moment_cell, rows_of, text_cell, user_cell

_STANDINGS: Final = (
    NC_("column of a table", "group"),
    NC_("column of a table", "place"),
    NC_("column of a table", "name"),
    NC_("column of a table", "mention"),
    NC_("column of a table", "points"),
    NC_("column of a table", "won"),
    NC_("column of a table", "drawn"),
    NC_("column of a table", "lost"),
    NC_("column of a table", "open"),
    NC_("column of a table", "out (UTC)"),
)
_MATCHES: Final = (
    # Translators: the group of a league, or the round of a cup.
    NC_("column of a table", "group or round"),
    NC_("column of a table", "match"),
    NC_("column of a table", "orange"),
    NC_("column of a table", "orange (mention)"),
    NC_("column of a table", "gray"),
    NC_("column of a table", "gray (mention)"),
    NC_("column of a table", "result"),
    NC_("column of a table", "decided by"),
    NC_("column of a table", "ended (UTC)"),
)
_DECISIONS: Final[dict[Decision, Message]] = {
    Decision.PLAYED: NC_("what decided a match", "play"),
    Decision.TIME: NC_("what decided a match", "time"),
    Decision.CALLED: NC_("what decided a match", "end of the tournament"),
    Decision.WITHDRAWN: NC_("what decided a match", "a player's leaving"),
    Decision.MANAGED: NC_("what decided a match", "the managers"),
}
_NO_RESULT: Final = "–"


async def files_of(bot: BoopBot, field: TournamentField, viewer: Viewer) -> list[discord.File]:
    """Return the files of a tournament: two tables, and the records that the viewer may see.

    Matches in direct messages are shown to their players alone.
    """
    await NAMES.learn(bot, [each.user for each in field.entrants])
    number = field.tournament.id
    tables = {
        f"tournament-{number}-standings.csv": heading(_STANDINGS) + rows_of(_standings(field)),
        f"tournament-{number}-matches.csv": heading(_MATCHES) + rows_of(_matches(field)),
    }
    files = [discord.File(io.BytesIO(data), name) for name, data in tables.items()]
    records = await _records(bot, field, viewer)
    if records:
        text = "\n".join(records).encode("utf-8")
        files.append(discord.File(io.BytesIO(text), f"tournament-{number}-records.txt"))
    return files


def _standings(field: TournamentField) -> list[tuple[str | int, ...]]:
    rows = list[tuple[str | int, ...]]()
    for group in field.tables:
        standings = field.standings(group)
        places: dict[EntrantId, int | None] = {e.entrant: e.place for e in standings.places}
        if field.is_knockout(group):
            places = {e.id: _final_place(e, group) for e in field.group(group)}
        for each in sorted(standings.places, key=lambda each: places[each.entrant] or len(places)):
            entrant, place = field.entrant(each.entrant), places[each.entrant]
            rows.append(
                (
                    _group(field, group),
                    "" if place is None else place,
                    *_player(entrant.user),
                    _points(each.points),
                    each.wins,
                    each.draws,
                    each.losses,
                    each.open,
                    _out_at(entrant),
                )
            )
        for number in standings.annulled:
            entrant = field.entrant(number)
            rows.append((group, "", *_player(entrant.user), "", "", "", "", "", _out_at(entrant)))
    return rows


def _matches(field: TournamentField) -> list[tuple[str | int, ...]]:
    return [
        (
            _round(field, each) if field.is_knockout(each.group_number) else each.group_number,
            each.match or "",
            *_player(field.entrant(each.leg.seats.orange).user),
            *_player(field.entrant(each.leg.seats.gray).user),
            _result(each),
            "" if each.leg.decision is None else translate(_DECISIONS[each.leg.decision]),
            moment_cell(each.ended_at),
        )
        for each in field.pairings
    ]


def _group(field: TournamentField, group: GroupNumber) -> str | int:
    return group_name(field, group) if group == FINALS else group


def _final_place(entrant: Entrant, group: GroupNumber) -> int | None:
    return entrant.final_place if group == FINALS else entrant.place


def _round(field: TournamentField, pairing: GroupLeg) -> str:
    own = pairing_with(field, pairing)
    return "" if own is None else round_name(own.slot)


def _player(user: UserId) -> tuple[str, str]:
    """Return two cells for a user: the name, or the mention if it is unknown; and the mention."""
    if is_former(user):
        return former_player(), ""
    known = NAMES.known(user)
    return text_cell(known) if known else user_cell(user), user_cell(user)


def _points(points: float) -> str:
    """Return points in a form that a spreadsheet does not change, as `2½`."""
    whole, half = divmod(round(points * 2), 2)
    return f"{whole}½" if half else str(whole)


def _out_at(entrant: Entrant) -> str:
    return moment_cell(entrant.out_at) if entrant.state is EntrantState.OUT else ""


def _result(pairing: GroupLeg) -> str:
    """Return the result from orange's side, in a form that a spreadsheet takes for text."""
    leg = pairing.leg
    if not leg.counts:
        return _NO_RESULT
    if leg.result is LegResult.NEITHER:
        return "0 : 0"
    points = {1.0: "1 : 0", 0.5: "½ : ½", 0.0: "0 : 1"}
    return points[leg.points_of(leg.seats.of(Seat.ORANGE))]


async def _records(bot: BoopBot, field: TournamentField, viewer: Viewer) -> list[str]:
    records = list[str]()
    for each in field.pairings:
        if each.match is None:
            continue
        record = await bot.services.replays.record(each.match)
        if record.match.outcome is not None and may_see(viewer, record.match):
            records.append(write_record(await record_of(bot, record.match, record.turns)))
    return records
