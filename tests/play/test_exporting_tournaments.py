"""A tournament as files: its tables for everyone in its server, records for its players."""

import pytest

from bot.match.identity import UserId
from bot.match.record import Result
from bot.match.record_reader import read_record
from tests.kit.servers import owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import (
    export_files,
    field_of,
    four_members,
    rows_of,
    show_everything_due,
    start_league,
)


@pytest.mark.long
async def test_tables_are_exported_for_all_and_records_only_for_players(table: Table) -> None:
    await start_league(table, table.playground.channel("games"))
    ada, bob, cleo, _ = four_members(table)
    players = {UserId(ada.id), UserId(bob.id)}
    field = await field_of(table)
    [pairing] = [
        each
        for each in field.pairings
        if {field.entrant(number).user for _, number in each.leg.seats} == players
    ]
    assert pairing.match is not None
    await table.services.matches.resign(UserId(bob.id), pairing.match)
    await show_everything_due(table)

    files = await export_files(table, ada)
    standings = rows_of(files["tournament-1-standings.csv"])
    first = standings[0]
    assert (first["place"], first["points"], first["won"]) == ("1", "1", "1")
    assert first["mention"] == f"<@{ada.id}>"
    matches = rows_of(files["tournament-1-matches.csv"])
    assert len(matches) == 6
    [over] = [each for each in matches if each["match"] == str(pairing.match)]
    is_orange = over["orange (mention)"] == f"<@{ada.id}>"
    assert over["result"] == ("1 : 0" if is_orange else "0 : 1")
    assert over["decided by"] == "play"
    assert sorted({each["result"] for each in matches}) == sorted({over["result"], "–"})
    record = read_record(files["tournament-1-records.txt"])
    assert record.result is (Result.ORANGE_WON if is_orange else Result.GRAY_WON)

    assert "tournament-1-records.txt" not in await export_files(table, cleo)
    assert len(await export_files(table, owner_of(table.playground))) >= 2
