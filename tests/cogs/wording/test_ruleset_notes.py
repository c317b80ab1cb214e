"""When a text names the ruleset: not if it is the usual one, in any version."""

from dataclasses import replace

from bot.game import CLASSIC, ROWS
from cogs.wording.rulesets import ruleset_named, ruleset_note


def test_only_another_ruleset_is_named_not_another_version_of_the_usual_one() -> None:
    other_version = replace(CLASSIC, version=CLASSIC.version + 1, pieces=7)
    for ruleset in (CLASSIC, other_version):
        assert ruleset_note(ruleset) == ruleset_named(ruleset) == []
    assert ruleset_named(ROWS) == ["-# Ruleset **rows**"]
    assert ruleset_note(ROWS)[0].startswith("-# Ruleset **rows**: ")
