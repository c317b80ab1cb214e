"""A separate process that hosts on a file: it leads, or plays random turns until it is killed.

Tests run it as `python -m tests.kit.host_process lead|play FILE SEED`. It prints a line for each
step that it has done: it leads, has begun a match, has played a turn.
"""

import asyncio
import sys
from random import Random

from bot.address import DatabaseAddress, read_address
from bot.db.errors import DatabaseInUse
from bot.game import legal_turns, write_turn
from bot.jobs.clock import SystemClock
from bot.match.playing import CompleteTurn
from bot.services import open_services
from tests.kit.matches import ORANGE
from tests.kit.service_matches import begin, mover_of


def write_line(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def lead(path: DatabaseAddress) -> None:
    """Lead until standard input ends."""
    try:
        async with open_services(path, SystemClock(), Random(0)) as services:
            keeping = asyncio.create_task(services.leadership.keep())
            write_line("leads")
            await asyncio.to_thread(sys.stdin.read)
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
            write_line("leaves")
    except DatabaseInUse as refusal:
        write_line("refused", refusal.process)


async def play_until_killed(path: DatabaseAddress, chance: Random) -> None:
    """Continue the unfinished match, and begin another after each end."""
    async with open_services(path, SystemClock(), chance) as services:
        write_line("leads")
        while True:
            live = await services.matches.live_of(ORANGE)
            match = live[0] if live else await begin(services)
            write_line("begun", match.id)
            while match.outcome is None:
                turn = chance.choice(list(legal_turns(match.position)))
                done = await services.matches.play(mover_of(match), match.id, turn)
                assert isinstance(done, CompleteTurn)
                match = done.match
                write_line("turn", match.id, match.ply, write_turn(done.step.turn))


async def main(action: str, path: DatabaseAddress, seed: int) -> None:
    await (lead(path) if action == "lead" else play_until_killed(path, Random(seed)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], read_address(sys.argv[2]), int(sys.argv[3])))
