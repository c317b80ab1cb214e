"""A match keeps its ruleset and the version of its rules for life."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import bot.game.ruleset
from bot.db.errors import RulesetNewer
from bot.game import CLASSIC, RULESETS, Ruleset
from bot.services import open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import UP_TO_A_CHOICE
from tests.kit.raw_database import rows_in
from tests.kit.service_matches import begin, offer, play
from tests.kit.thoroughness import sampled

CORRECTED = replace(CLASSIC, version=2, full_bed_wins=False)
"""A correction of the published rules, as a value beside the one that it corrects."""


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    return rows_in(path, f"SELECT * FROM {table} ORDER BY 1, 2")


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0, 4), ids=lambda ruleset: ruleset.name)
async def test_a_match_keeps_its_rules_after_a_correction(
    path: Path, clock: StandingClock, ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        match = await play(
            services, (await begin(services, ruleset=ruleset)).id, *UP_TO_A_CHOICE[:3]
        )
    newer = replace(ruleset, version=ruleset.version + 1)
    monkeypatch.setattr(bot.game.ruleset, "RULESETS", (*RULESETS, newer))
    async with open_services(path, clock, Random(1)) as services:
        assert await services.matches.find(match.id) == match
        after = await play(services, match.id, *UP_TO_A_CHOICE[3:])
        assert after.position.ruleset is ruleset
        begun = await begin(services, ruleset=newer)
        assert (await services.matches.find(begun.id)).position.ruleset is newer


async def test_a_file_with_unknown_rules_is_refused_and_not_changed(
    path: Path, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer_program:
        newer_program.setattr(bot.game.ruleset, "RULESETS", (*RULESETS, CORRECTED))
        async with open_services(path, clock, Random(1)) as services:
            old = await play(services, (await begin(services)).id, "Kc3")
            new = await play(services, (await begin(services, ruleset=CORRECTED)).id, "Kc3", "Kd4")
    before = [rows(path, table) for table in ("matches", "turns", "challenges")]
    for _ in range(2):
        with pytest.raises(RulesetNewer) as refused:
            async with open_services(path, clock, Random(1)):
                raise AssertionError("the services opened")
        assert (refused.value.ruleset, refused.value.version) == ("classic", 2)
        assert refused.value.path == path
    assert [rows(path, table) for table in ("matches", "turns", "challenges")] == before

    monkeypatch.setattr(bot.game.ruleset, "RULESETS", (*RULESETS, CORRECTED))
    async with open_services(path, clock, Random(1)) as services:
        for match in (old, new):
            assert await services.matches.find(match.id) == match


async def test_an_open_challenge_counts_as_well(
    path: Path, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer_program:
        newer_program.setattr(bot.game.ruleset, "RULESETS", (*RULESETS, CORRECTED))
        async with open_services(path, clock, Random(1)) as services:
            await offer(services, ruleset=CORRECTED)
    with pytest.raises(RulesetNewer):
        async with open_services(path, clock, Random(1)):
            raise AssertionError("the services opened")
