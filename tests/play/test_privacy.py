"""Data about users: what is kept, how they get it, and how they delete it in Discord."""

import io
import json
import sys
import zipfile
from typing import Any

import pytest

from bot.address import DatabaseAddress
from bot.match.identity import UserId, is_former
from bot.match.match import EndReason
from playground import Answer, SeenMessage
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.personal_data import columns_with, traces
from tests.kit.rated_matches import beat
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table


async def ask_to_delete(server_match: ServerMatch) -> Answer:
    answer = await server_match.orange.command("privacy", channel=server_match.place)
    return await server_match.orange.press(answer.shown, "Delete me")


def database_address(table: Table) -> DatabaseAddress:
    return table.services._database.address


async def confirm_deletion(server_match: ServerMatch, question: Answer) -> SeenMessage:
    """Confirm the second question, and return the message that finally replaces it."""
    await server_match.orange.press(question.shown, "Delete everything")
    return await wait_for_text(server_match, question.shown.id, "leads to you now")


async def wait_for_text(server_match: ServerMatch, message: int, words: str) -> SeenMessage:
    def found() -> list[SeenMessage]:
        seen = server_match.orange.look(server_match.place)
        return [each for each in seen if each.id == message and words in each.text]

    return (await server_match.playground.until(found))[0]


def messages_with_file(server_match: ServerMatch, message: int) -> list[SeenMessage]:
    seen = server_match.orange.look(server_match.place)
    return [each for each in seen if each.id == message and each.pictures]


async def read_data(message: SeenMessage) -> dict[str, Any]:
    [file] = message.pictures
    content = await file.read()
    data: dict[str, Any] = json.loads(zipfile.ZipFile(io.BytesIO(content)).read("boop-data.json"))
    return data


async def test_stored_data_is_shown_only_to_the_user(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    answer = await ada.command("privacy", channel=playground.channel("games"))
    assert answer.shown.ephemeral
    assert len(answer.text.splitlines()) == 4
    assert answer.shown.labels == ["Send me my data", "Delete me", "More"]
    full = await ada.press(answer.shown, "More")
    for word in ("turn", "time zone", "vacations", "watch", "ratings", "backups", "Discord"):
        assert word in full.text, word
    assert full.shown.labels == ["Send me my data", "Delete me"]
    in_person = await ada.command("privacy", channel=playground.world.direct_channel(ada.user))
    assert in_person.shown.labels == ["Send me my data", "Delete me", "More"]


async def test_deleting_by_the_command_asks_twice_and_lists_the_data(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    first = await server_match.orange.command(
        "privacy", channel=server_match.place, wanted="delete"
    )
    assert first.shown.labels == ["Delete me", "Keep everything"]
    second = await server_match.orange.press(first.shown, "Delete me")
    assert second.shown.ephemeral
    assert "You resign **1 live match**" in second.text
    assert second.shown.labels == ["Delete everything", "Keep everything"]
    kept = await server_match.orange.press(second.shown, "Keep everything")
    assert "nothing was deleted" in kept.text
    assert (await table.match(1)).outcome is None
    await confirm_deletion(server_match, await ask_to_delete(server_match))
    again = await server_match.orange.command(
        "privacy", channel=server_match.place, wanted="delete"
    )
    assert "nothing about you" in again.text


async def test_deleting_resigns_and_shows_a_former_player(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    ada = server_match.orange
    question = await ask_to_delete(server_match)
    done = await confirm_deletion(server_match, question)
    assert not done.buttons
    match = await table.match(1)
    assert match.outcome is not None
    assert match.outcome.why is EndReason.RESIGNATION
    assert is_former(match.seats.orange)
    await playground.until(
        lambda: (
            f"<@{server_match.gray.id}> wins: a former player resigned" in server_match.board().text
        )
    )
    assert server_match.board().labels == [
        "Replay",
        "Analyse",
        "Share",
        "Next match",
    ]
    await table.services.jobs.run_due()
    assert f"<@{ada.id}>" not in server_match.board().text
    thread = playground.world.places[server_match.place.id]
    await playground.until(lambda: "Ada" not in getattr(thread, "name", ""))
    assert "#1 · a former p… 0–1 Bob" in getattr(thread, "name", "")
    assert columns_with(database_address(table), UserId(ada.id)) == {}
    assert traces(database_address(table), UserId(ada.id)) == []


async def test_the_opponent_finds_no_rematch_and_a_record_without_a_name(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    await server_match.orange.command("resign", channel=server_match.place)
    resigned = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(resigned.shown, "Resign")
    await playground.until(lambda: "Rematch" in server_match.board().labels)
    old = server_match.board()
    question = await ask_to_delete(server_match)
    await confirm_deletion(server_match, question)
    refused = await server_match.gray.press_as_seen(old, "Rematch")
    assert "deleted" in refused.text
    record = await server_match.gray.command("export", channel=server_match.place)
    [file] = record.shown.pictures
    assert "a former player" in (await file.read()).decode()
    games = await server_match.gray.command("games", channel=server_match.place, show="over")
    assert "a former player" in games.text


@pytest.mark.long
async def test_the_export_is_a_private_file(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    answer = await server_match.orange.command("privacy", channel=server_match.place)
    sent = await server_match.orange.press(answer.shown, "Send me my data")
    assert sent.shown.ephemeral
    await table.playground.until(lambda: messages_with_file(server_match, sent.shown.id))
    data = await read_data(messages_with_file(server_match, sent.shown.id)[0])
    assert data["your_id"] == str(server_match.orange.id)
    assert [each["ply"] for each in data["tables"]["turns"]] == [1]
    assert data["tables"]["matches"][0]["gray_id"] == str(server_match.gray.id)


@pytest.mark.long
async def test_every_page_shows_a_former_player(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = (playground.person(name) for name in ("ada", "bob", "cleo"))
    games = playground.channel("games")
    for winner, loser in ((ada, bob), (bob, cleo), (cleo, ada), (ada, cleo), (bob, ada)):
        await beat(table, winner, loser)
    await table.services.jobs.run_due()
    await table.services.privacy.delete(UserId(ada.id))
    await table.services.jobs.run_due()
    pages = [
        await bob.command("match", channel=games, id="1"),
        await bob.command("history", channel=games),
        await bob.command("history", channel=games, whose="server"),
        await bob.command("games", channel=games, show="over"),
        await bob.command("leaderboard show", channel=games),
    ]
    for page in pages:
        assert "a former player" in page.text.lower(), page.text
    pages += [
        await bob.command("profile", channel=games, member=cleo),
        await cleo.command("profile", channel=games),
        await bob.command("replay", channel=games, match="1"),
        await bob.command("season", channel=games),
    ]
    for page in pages:
        assert not page.failed
        assert "<@-" not in page.text, page.text
        assert str(ada.id) not in page.text
    fresh = await ada.command("profile", channel=games)
    assert not fresh.failed
    assert "former" not in fresh.text


@pytest.mark.long
async def test_deleting_in_direct_messages_leaves_the_opponents_board(table: Table) -> None:
    ada, bob = table.playground.person("ada"), table.playground.person("bob")
    direct_match = await start_direct_match_between(table.playground, ada, bob)
    await direct_match.play(["Kb2", "Ke5"])
    direct = table.playground.world.direct_channel(ada.user)
    first = await ada.command("privacy", channel=direct, wanted="delete")
    question = await ada.press(first.shown, "Delete me")
    await ada.press(question.shown, "Delete everything")
    await table.playground.until(lambda: "a former player resigned" in direct_match.board(bob).text)
    await table.services.jobs.run_due()
    assert columns_with(database_address(table), UserId(ada.id)) == {}
    assert traces(database_address(table), UserId(ada.id)) == []
    pressed = await ada.press(direct_match.board(ada), "c")
    assert not pressed.failed


async def test_an_export_too_large_for_discord_is_reported(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["cogs.privacy.cog"], "LARGEST", 10)
    server_match = await start_match(table.playground, turns=["Kb2", "Ke5"])
    question = await server_match.orange.command(
        "privacy", channel=server_match.place, wanted="export"
    )
    await wait_for_text(server_match, question.shown.id, "Ask my host")
