"""`/challenge first: each once`: two matches, one after the other, with the seats swapped."""

from dataclasses import replace

import pytest

from bot.features.challenges.pairs import SecondMatches
from bot.features.challenges.writer import AnsweredChallenge
from bot.match.identity import InServer, MatchId, UserId
from playground import Person, SeenMessage
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import Table
from tests.kit.unwritable import blocked_writes


async def resign(server_match: ServerMatch, person: Person) -> None:
    question = await person.command("resign", channel=server_match.place)
    await person.press(question.shown, "Resign")


async def begin_two(table: Table) -> ServerMatch:
    """Begin two matches; each player has had a turn in the first."""
    ada, bob = table.playground.person("ada"), table.playground.person("bob")
    server_match = await start_match_between(
        table.playground, ada, bob, table.playground.channel("games"), first="each"
    )
    if f"<@{ada.id}> is to move" not in server_match.board().text:
        server_match = replace(server_match, orange=bob, gray=ada)
    challenges = ada.look(table.playground.channel("games"))
    assert any(" to two matches of boop" in seen.text for seen in challenges)
    assert "⚖️ The first of two matches: the second follows" in server_match.board().text
    await server_match.play(["Kc3", "Kd4"])
    return server_match


def messages_of(server_match: ServerMatch) -> list[SeenMessage]:
    return server_match.gray.look(server_match.place)


async def test_the_second_match_begins_below_the_first_and_says_how_both_ended(
    table: Table,
) -> None:
    server_match = await begin_two(table)
    first, second = server_match.orange, server_match.gray
    await resign(server_match, first)
    await table.playground.until(
        lambda: "⚖️ The second match follows in a moment" in server_match.board().text
    )
    await table.pass_time(60)
    await table.playground.until(lambda: "**#2** has begun" in server_match.board().text)
    assert f"### #2 · 🟠 <@{second.id}> against ⚪ <@{first.id}>" in server_match.board().text
    assert f"<@{second.id}> is to move" in server_match.board().text
    assert "of two matches" not in server_match.board().text
    [result] = [each for each in messages_of(server_match) if "Rematch" in each.labels]
    again = await first.press(result, "Rematch")
    assert "**#1** was the first of two matches. **#2** is the second." in again.text
    assert again.text.endswith(f"/{server_match.board().id}")
    await replace(server_match, number=2, orange=second, gray=first).play(["Kc3", "Kd4"])
    await resign(server_match, first)
    score = f"⚖️ Both matches: <@{second.id}> 2 · <@{first.id}> 0"
    await table.playground.until(lambda: score in server_match.board().text)
    await table.pass_time(60)
    assert "#3" not in server_match.board().text


async def test_the_second_match_has_a_thread_of_its_own_if_that_of_the_first_is_gone(
    table: Table,
) -> None:
    server_match = await begin_two(table)
    playground = table.playground
    await resign(server_match, server_match.orange)
    await playground.until(lambda: "resigned" in server_match.board().text)
    playground.world.threads.delete(playground.thread(server_match.place.id))
    await table.pass_time(60)
    games = playground.channel("games")
    [begun] = await playground.until(
        lambda: [
            seen
            for seen in server_match.gray.look(games)
            if "the second of their two matches" in seen.text
        ]
    )
    assert "✅ **#2** has begun." in begun.text
    thread = await playground.until(lambda: playground.world.places.get(begun.id))
    assert thread is not None


@pytest.mark.sqlite
async def test_the_second_match_begins_later_if_it_cannot_be_stored(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match, begin, refused = await begin_two(table), SecondMatches.begin, []

    async def fail_to_begin(
        self: SecondMatches, first: MatchId, place: InServer
    ) -> AnsweredChallenge | None:
        monkeypatch.undo()
        refused.append(first)
        async with blocked_writes(table.database):
            return await begin(self, first, place)

    monkeypatch.setattr(SecondMatches, "begin", fail_to_begin)
    await resign(server_match, server_match.orange)
    await table.pass_time(60)
    await table.playground.until(lambda: refused)
    await table.pass_time(60)
    await table.playground.until(lambda: "**#2** has begun" in server_match.board().text)


async def test_the_second_match_does_not_begin_without_a_player_who_has_left(table: Table) -> None:
    server_match = await begin_two(table)
    await resign(server_match, server_match.orange)
    bob = next(
        each for each in (server_match.orange, server_match.gray) if each.user.username == "bob"
    )
    bob.leave(table.playground.server())
    await table.pass_time(60)
    assert "#2" not in server_match.board().text
    await table.pass_time(60)
    ada = server_match.opponent_of(bob)
    assert "⚖️ The second match can't begin: a player has left" in server_match.board_of(ada).text
    assert (await table.services.matches.live_of(UserId(bob.id))) == []


async def test_a_challenge_to_the_bot_cannot_be_for_two_matches(table: Table) -> None:
    ada = table.playground.person("ada")
    games = table.playground.channel("games")
    question = await ada.command(
        "challenge", channel=games, opponent=table.playground.world.bot, first="each"
    )
    assert "`first`" in question.shown.text
