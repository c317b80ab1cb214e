"""Weekly digests on the playground."""

from bot.features.settings.zones.local_time import WeeklyHour
from bot.match.calendar import WEEK
from cogs.core.actions import action_id
from playground import Person, Playground, SeenMessage, TextChannel
from tests.kit.matches import MONDAY_AT_NINE
from tests.kit.seats import Sitting, sit_down, turns_of
from tests.kit.servers import choose, owner_of, part
from tests.kit.tables import Table


async def begin_on_tuesday(table: Table) -> None:
    now = table.clock.now()
    await table.pass_time(WeeklyHour(1, 12).after(now) - now)


async def told_in(playground: Playground, name: str = "week") -> TextChannel:
    """Have the weekly digest posted in a new channel."""
    channel = playground.world.add_channel(playground.server(), name)
    panel = await part(playground, "news")
    await choose(
        panel, owner_of(playground), action_id("set-channel", setting="digest_channel"), channel
    )
    return channel


async def one_match(table: Table) -> Sitting:
    """Play a match to its end."""
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    sitting = await sit_down(playground, ada, bob, playground.channel("games"))
    turns = turns_of("line")
    await sitting.advance(table.services.matches, turns[:-1])
    await sitting.play_next(turns)
    await playground.until(lambda: "Rematch" in sitting.bed().labels)
    return sitting


async def facts_found(table: Table) -> None:
    """Compute the statistics of every finished match."""
    while await table.services.statistics.catch_up():
        pass


async def pass_to_digest(table: Table, weeks: int = 0) -> None:
    """Let time pass until the next Monday at nine, or one `weeks` weeks later."""
    await facts_found(table)
    now = table.clock.now()
    await table.pass_time(MONDAY_AT_NINE.after(now) + weeks * WEEK - now + 1)


def digests(reader: Person, channel: TextChannel) -> list[SeenMessage]:
    return [each for each in reader.look(channel) if "in boop" in each.text]


async def posted_in(playground: Playground, name: str = "puzzles") -> TextChannel:
    """Have the puzzle of the day posted in a new channel."""
    channel = playground.world.add_channel(playground.server(), name)
    panel = await part(playground, "puzzle")
    await choose(
        panel, owner_of(playground), action_id("set-channel", setting="puzzle_channel"), channel
    )
    return channel


def posts(reader: Person, channel: TextChannel) -> list[SeenMessage]:
    return [each for each in reader.look(channel) if "Puzzle of" in each.text]
