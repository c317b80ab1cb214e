"""Weekly digests on the playground."""

from bot.features.settings.zones.local_time import WeeklyHour
from bot.match.calendar import WEEK
from cogs.core.actions import action_id
from playground import Person, Playground, SeenMessage, TextChannel
from tests.kit.matches import MONDAY_AT_NINE
from tests.kit.server_matches import ServerMatch, start_match_between, turns_of
from tests.kit.servers import choose, open_settings, owner_of
from tests.kit.tables import Table


async def pass_to_tuesday(table: Table) -> None:
    now = table.clock.now()
    await table.pass_time(WeeklyHour(1, 12).after(now) - now)


async def add_digest_channel(playground: Playground, name: str = "week") -> TextChannel:
    """Have the weekly digest posted in a new channel."""
    channel = playground.world.add_channel(playground.server(), name)
    panel = await open_settings(playground, "news")
    await choose(
        panel, owner_of(playground), action_id("set-channel", setting="digest_channel"), channel
    )
    return channel


async def play_match(table: Table) -> ServerMatch:
    """Play a match to its end."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    turns = turns_of("line")
    await server_match.advance(table.services.matches, turns[:-1])
    await server_match.play_next(turns)
    await playground.until(lambda: "Rematch" in server_match.board().labels)
    return server_match


async def compute_statistics(table: Table) -> None:
    """Compute the statistics of every finished match."""
    while await table.services.statistics.catch_up():
        pass


async def pass_to_digest(table: Table, weeks: int = 0) -> None:
    """Let time pass until the next Monday at nine, or until the one `weeks` weeks later."""
    await compute_statistics(table)
    now = table.clock.now()
    await table.pass_time(MONDAY_AT_NINE.after(now) + weeks * WEEK - now + 1)


def digests(reader: Person, channel: TextChannel) -> list[SeenMessage]:
    return [each for each in reader.look(channel) if "in boop" in each.text]


async def add_puzzle_channel(playground: Playground, name: str = "puzzles") -> TextChannel:
    """Have the puzzle of the day posted in a new channel."""
    channel = playground.world.add_channel(playground.server(), name)
    panel = await open_settings(playground, "puzzle")
    await choose(
        panel, owner_of(playground), action_id("set-channel", setting="puzzle_channel"), channel
    )
    return channel


def puzzle_posts(reader: Person, channel: TextChannel) -> list[SeenMessage]:
    return [each for each in reader.look(channel) if "Puzzle of" in each.text]
