"""How often a turn goes to the database: each trip wakes two threads, or crosses a network."""

from bot.db.statements import Edge
from bot.game import read_turn
from bot.services import Services
from tests.kit.service_matches import begin
from tests.kit.trips import connection_type, count_trips


async def test_a_turn_takes_one_round_trip_to_read_and_one_to_write(services: Services) -> None:
    match = await begin(services)
    with count_trips(await connection_type(services._database)) as trips:
        await services.matches.play(match.seats.orange, match.id, read_turn("Kc3"))
    # The turn reads the match, its positions, and when its players want reminders.
    assert trips == [(Edge.BEGIN, 3), (Edge.COMMIT, 10)]
