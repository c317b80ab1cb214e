"""What players see of rate limits: windows of five minutes, and buckets that are empty."""

from bot.match.identity import MatchId
from playground import Playground, Rate, Rates, Snowflake
from tests.play.sitting import sit_down
from tests.play.table import Table
from tests.play.test_rematch import played_out, result

AMPLE = Rate(10_000, 1.0)
A_WINDOW = 300.0
"""Seconds of the window in which Discord counts the threads that are begun in a channel."""


def limit_threads(playground: Playground, threads: Rate) -> None:
    """Limit how many threads may be begun in a channel, and nothing else."""
    playground.limit_rates(
        Rates(
            messages=AMPLE,
            edits=AMPLE,
            old_edits=AMPLE,
            deletions=AMPLE,
            channels=AMPLE,
            threads=threads,
            further_answers=AMPLE,
            everything=AMPLE,
        )
    )


async def test_matches_of_one_channel_get_their_threads_in_one_window(table: Table) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    limit_threads(playground, Rate(50, A_WINDOW))
    numbers = [(await sit_down(playground, ada, bob, games)).number for _ in range(3)]
    assert numbers == [1, 2, 3]


async def test_a_rematch_gets_its_thread_in_the_window_of_the_match_before(table: Table) -> None:
    playground = table.playground
    limit_threads(playground, Rate(50, A_WINDOW))
    sitting = await played_out(playground)
    await sitting.orange.press(result(sitting), "Rematch")
    accepted = await sitting.gray.press(result(sitting), "Rematch")
    assert "**#2**" in accepted.text
    begun_from = (await table.host.matches.find(MatchId(2))).home.message
    assert begun_from is not None
    thread = Snowflake(begun_from)
    await playground.until(lambda: thread in playground.world.places)
    place = playground.thread(thread)
    await playground.until(lambda: any(seen.pictures for seen in sitting.gray.look(place)))
