"""The rules in the browser against `bot.game`: both play the same random matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from playwright.async_api import Page

from bot.game import RULESETS, Position, legal_turns, play, write_position, write_turn
from bot.web import pages
from tests.kit.chromium import MISSING, find_chromium, open_chromium
from tests.kit.thoroughness import quick_or_thorough

pytestmark = pytest.mark.browser

POSITIONS = quick_or_thorough(500, 100_000)
AT_ONCE = 500
EVERY_TURN = 20
"""In one position of this many, all turns are compared; in the others, only their number is."""

Compared = tuple[str, str, list[str] | int, str, str, bool]
"""A position's ruleset, text and turns; then one turn, the text after it, and whether it wins."""
RULES = Path(pages.__file__).with_name("scripts") / "rules.js"

CHECK = """(compared) => {
  const { legalTurns, play, readPosition, readTurn, writePosition, writeTurn } = window.rules;
  return compared.filter(([name, text, turns, turn, after, wins]) => {
    const position = readPosition(text, name);
    const mine = legalTurns(position).map(writeTurn);
    const same = typeof turns === "number" ? mine.length === turns : mine.join() === turns.join();
    const step = play(position, readTurn(turn));
    return !(same && writePosition(position) === text && writePosition(step.after) === after
      && Boolean(step.win) === wins);
  });
}"""


def positions(chance: random.Random) -> Iterator[Compared]:
    """Yield the positions of matches in which both sides play at random, but win when they can."""
    for ruleset in cycle(RULESETS):
        position = Position.start(ruleset)
        for _ in range(120):
            turns = list(legal_turns(position))
            winning = [turn for turn in turns if turn.wins]
            leaving = [turn for turn in turns if turn.leaves]
            turn = chance.choice(winning or (leaving if chance.random() < 0.7 else []) or turns)
            step = play(position, turn)
            is_whole = chance.randrange(EVERY_TURN) == 0 or len(turns) < 60
            yield (
                ruleset.versioned_name,
                write_position(position),
                [write_turn(each) for each in turns] if is_whole else len(turns),
                write_turn(turn),
                write_position(step.after),
                step.win is not None,
            )
            if step.win is not None:
                break
            position = step.after


async def differing(page: Page) -> list[Compared]:
    left = islice(positions(random.Random(34)), POSITIONS)
    while some := list(islice(left, AT_ONCE)):
        found: list[Compared] = await page.evaluate(CHECK, some)
        if found:
            return found[:3]
    return []


async def test_the_rules_in_the_browser_are_those_of_the_game() -> None:
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    async with open_chromium(path) as browser:
        page = await browser.new_page()
        exports = RULES.read_text(encoding="utf-8").replace("export ", "")
        names = "legalTurns, play, readPosition, readTurn, writePosition, writeTurn"
        await page.add_script_tag(content=f"{{{exports}\nwindow.rules = {{ {names} }};}}")
        assert await differing(page) == []
