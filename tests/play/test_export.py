"""`/export`: the record of any match that the user may see, and reading it back."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.bounded import BoundedDict
from bot.cli import boop
from bot.game import Seat, read_turn, ruleset_of, write_position
from bot.match.calendar import Day
from bot.match.identity import MatchId, UserId
from bot.match.match import EndReason, Outcome
from bot.match.record import Record
from bot.match.record_reader import read_record
from cogs.wording.names import NAMES
from playground import Answer, Problem
from tests.kit.answers import is_match_question
from tests.kit.matches import shuttle_turns
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table
from tests.kit.time_limits import set_time_limit

USER = "/users/{user_id}"


async def file_of(answer: Answer) -> str:
    """Return the text of the only file, which must be sent to one person alone."""
    assert answer.shown.ephemeral, answer.text
    [file] = answer.shown.pictures
    assert file.url.split("?")[0].endswith(".txt")
    return (await file.read()).decode("utf-8")


async def read_export(answer: Answer) -> Record:
    return read_record(await file_of(answer))


async def test_a_live_match_is_exported_in_its_current_state(
    table: Table, server_match: ServerMatch
) -> None:
    record = await read_export(
        await server_match.gray.command("export", channel=server_match.place)
    )
    assert (record.turns, record.outcome) == ((), None)
    await server_match.play(["Kc3", "Kd4"])
    match = await table.match(1)
    answer = await server_match.orange.command("export", channel=server_match.place)
    assert (
        f"The record of **#1** so far, 2 turns: <@{server_match.orange.id}> is to move."
        in answer.text
    )
    assert await read_export(answer) == Record(
        event="Match #1",
        day=Day.of(match.started_at),
        orange="Ada",
        gray="Bob",
        ruleset=ruleset_of("classic", 1),
        terms="3 days per move",
        turns=(read_turn("Kc3"), read_turn("Kd4")),
        outcome=None,
    )
    assert answer.shown.pictures[0].url.split("?")[0].endswith("/boop-1.txt")


async def test_a_finished_match_is_exported_with_its_result(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kc3"])
    await table.services.matches.resign(UserId(server_match.gray.id), MatchId(1))
    answer = await server_match.gray.command("export", channel=server_match.place)
    resigned = f"<@{server_match.orange.id}> wins: <@{server_match.gray.id}> resigned"
    assert f"The record of **#1**, 1 turn. {resigned}." in answer.text
    record = await read_export(answer)
    assert record.outcome == Outcome(EndReason.RESIGNATION, Seat.ORANGE)
    assert record.turns == (read_turn("Kc3"),)
    # Without a live match, the last match is exported.
    general = table.playground.channel("general")
    assert await read_export(await server_match.orange.command("export", channel=general)) == record


@pytest.mark.long
async def test_an_exported_record_is_read_by_boop_replay(table: Table, tmp_path: Path) -> None:
    server_match = await start_match(table.playground, turns=shuttle_turns(9))
    match = await table.match(1)
    assert match.outcome == Outcome(EndReason.FIVEFOLD, None)
    text = await file_of(await server_match.orange.command("export", channel=server_match.place))
    file = tmp_path / "boop-1.txt"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(boop, ("replay", str(file)))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 10
    assert lines[0] == "0\t-\t6/6/6/6/6/6 o 8,0 8,0"
    assert lines[-1] == f"9\tKa2\t{write_position(match.position)}"


async def test_outside_the_thread_the_only_match_is_chosen_or_the_user_is_asked(
    table: Table,
) -> None:
    first = await start_match(table.playground)
    general = table.playground.channel("general")
    assert (await read_export(await first.orange.command("export", channel=general))).gray == "Bob"

    await start_match(table.playground, gray="cleo")
    question = await first.orange.command("export", channel=general)
    assert is_match_question(question)
    for number, gray in (("2", "Cleo"), ("1", "Bob")):
        chosen = await first.orange.select(
            question.shown, question.shown.selects[0].custom_id, [number]
        )
        record = await read_export(chosen)
        assert (record.event, record.gray) == (f"Match #{number}", gray)


async def test_a_match_is_named_by_its_number_and_suggested_when_it_is_over(table: Table) -> None:
    first = await start_match(table.playground)
    await table.services.matches.resign(UserId(first.gray.id), MatchId(1))
    await start_match(table.playground, gray="cleo")
    general = table.playground.channel("general")
    for named in ("1", "#1"):
        answer = await first.orange.command("export", channel=general, match=named)
        assert (await read_export(answer)).gray == "Bob"
    suggested = await first.orange.autocomplete("export", "match", "", channel=general)
    assert [choice.name for choice in suggested] == [
        "#2 · your turn · against Cleo",
        "#1 · over · against Bob",
    ]
    suggested = await first.orange.autocomplete("export", "match", "#1", channel=general)
    assert [choice.value for choice in suggested] == ["1"]


async def test_a_name_of_any_letters_is_in_the_record(table: Table) -> None:
    table.playground.person("ada").user.display_name = 'Ada "the \\cat" 🐈‍⬛ \u202eliad'
    server_match = await start_match(table.playground)
    record = await read_export(
        await server_match.orange.command("export", channel=server_match.place)
    )
    assert record.orange == 'Ada "the \\cat" 🐈‍⬛ liad'


async def test_the_name_of_an_uncached_user_is_requested(
    server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NAMES, "_names", BoundedDict(1))
    record = await read_export(
        await server_match.orange.command("export", channel=server_match.place)
    )
    assert (record.orange, record.gray) == ("Ada", "Bob")


@pytest.mark.long
async def test_a_user_without_a_known_name_is_shown_by_id(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The work after a challenge also learns both people's names, so let it end first.
    await table.pass_time(0)
    faults = table.playground.faults
    faults.refuse("GET", USER, Problem.UNKNOWN_USER)
    for _ in range(2):
        monkeypatch.setattr(NAMES, "_names", BoundedDict(1))
        record = await read_export(
            await server_match.orange.command("export", channel=server_match.place)
        )
        assert (record.orange, record.gray) == ("Ada", str(server_match.gray.id))
        assert not faults.pending
        set_time_limit(monkeypatch, "cogs.wording.records.NAMES_WITHIN", 1.0)
        faults.delay("GET", USER, 4.0)
    faults.clear()
