"""Tournaments that the playground starts."""

from pathlib import Path
from random import Random

import pytest

from bot.cli.seeding import seed_tournament
from bot.features.tournaments.errors import TooManyTournaments
from bot.features.tournaments.tournament import TournamentFormat
from bot.services import open_services
from tests.kit.clocks import StandingClock
from tests.kit.leagues import PEOPLE, fill_league
from tests.kit.matches import GUILD, PLACE
from tests.kit.template import create_database


async def test_a_tournament_that_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    path = create_database(tmp_path / "seeding.sqlite3")
    async with open_services(path, StandingClock(), Random(1)) as services:
        for _ in range(3):
            await fill_league(services, 1)
        before = await services.tournaments.listed(GUILD)
        with pytest.raises(TooManyTournaments):
            await seed_tournament(services, TournamentFormat.CUP, PLACE, PEOPLE[3::-1], Random(1))
        assert await services.tournaments.listed(GUILD) == before
