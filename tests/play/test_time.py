"""Time in Discord: terms, deadlines on the board, a reminder, a forfeit, a turn too late."""

import pytest

from bot.match.clock import DAY
from bot.match.identity import Seconds
from tests.kit.finished_matches import win_on_time
from tests.kit.server_matches import A_TURN_EACH, ServerMatch, start_match
from tests.kit.tables import Table

LIMIT = 3 * DAY


def is_reminded(server_match: ServerMatch) -> bool:
    return any("your time in" in seen.text for seen in server_match.orange.look(server_match.place))


@pytest.mark.long
async def test_a_forfeit_comes_after_three_days(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    await table.pass_time(LIMIT + 60)
    text = win_on_time(server_match.gray, server_match.orange)
    await table.playground.until(lambda: text in server_match.board().text)
    await table.playground.until(
        lambda: text in server_match.gray.look(server_match.place)[-1].text
    )
    assert server_match.board().labels[:1] == ["Rematch"]
    assert not is_reminded(server_match)


async def test_a_turn_that_comes_too_late_is_not_played_and_the_end_is_shown(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    opened = await server_match.orange.press(server_match.board(), "More")
    await table.bot.remove_cog("Outbox")
    await table.leap(LIMIT)
    answer = await server_match.orange.command("place", channel=server_match.place, square="a1")
    assert win_on_time(server_match.gray, server_match.orange) in answer.text
    late = await server_match.orange.press(opened.shown, "Resign")
    assert late.shown.ephemeral


async def test_a_turn_right_after_an_outage_is_in_time(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    await table.bot.remove_cog("Outbox")
    table.clock.advance(Seconds(LIMIT + DAY))
    await server_match.orange.autocomplete("place", "square", "a", channel=server_match.place)
    match = await table.match(server_match.number)
    assert match.clock.has_run_out(table.clock.now()), "a suggestion waits for no heartbeat"
    await server_match.play_one(server_match.orange, "Ka1")
    table.clock.advance(Seconds(LIMIT + DAY))
    await server_match.press_behind_more(server_match.orange, "Give them a day")
    match = await table.match(server_match.number)
    assert (match.outcome, match.ply) == (None, 3)


async def test_players_do_not_lose_while_the_bot_is_disconnected(table: Table) -> None:
    server_match = await start_match(table.playground, turns=A_TURN_EACH)
    for shard in table.bot.shards.values():
        await shard.disconnect()
    table.clock.advance(Seconds(4 * DAY))
    await table.services.jobs.run_due()
    match = await table.match(server_match.number)
    assert match.outcome is None
    assert await table.services.clocks.beat() >= 4 * DAY
    await table.services.jobs.run_due()
    assert (await table.services.matches.find(match.id)).outcome is None
