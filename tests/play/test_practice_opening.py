"""The panel for a match with the bot: how it opens, and that it begins only one match."""

from pathlib import Path

import pytest

from bot.app import BoopBot
from bot.match.identity import ChallengeId, ChannelId, InServer, UserId
from bot.match.terms import Pace
from cogs.delivery.challenge_delivery import publish_challenge
from cogs.practice import beginning
from cogs.practice.beginning import own_id
from tests.kit.practice import practice_terms
from tests.kit.servers import guild_of
from tests.kit.tables import Table, open_table

TERMS_OF_OTHERS: tuple[tuple[dict[str, str | int], str | None], ...] = (
    ({}, None),
    ({"stakes": "casual", "expires": 7}, None),
    ({"stakes": "rated"}, "`stakes`"),
    ({"note": "Be gentle", "stakes": "rated", "expires": 1}, "`note`, `stakes` or `expires`"),
)


async def test_challenging_the_bot_names_the_terms_that_do_not_apply(
    table: Table,
) -> None:
    bot, games = table.playground.world.bot, table.playground.channel("games")
    ada = table.playground.person("ada")
    for options, named in TERMS_OF_OTHERS:
        panel = await ada.command("challenge", channel=games, opponent=bot, **options)
        texts = [line for line in panel.text.splitlines() if "can't be chosen" in line]
        line = f"-# A match with me is casual and starts at once, so {named} can't be chosen."
        assert texts == ([] if named is None else [line])
        assert panel.shown.labels[-2:] == ["Play", "Play in this channel"]
    panel = await ada.command("challenge", channel=games, opponent=bot, time="300+3")
    line = "-# Matches by minutes are for two people, so this one isn't by minutes."
    assert line in panel.text.splitlines()
    assert "can't be chosen" not in panel.text


async def test_a_level_that_is_no_longer_offered_is_replaced_by_the_highest(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    monkeypatch.setattr("bot.features.practice.service.is_fast", lambda: True)
    place = InServer(guild_of(table), ChannelId(games.id))
    terms = practice_terms(level=8, pace=Pace.UNHURRIED)
    await table.services.practising.begin(UserId(ada.id), own_id(table.bot), place, terms)
    monkeypatch.setattr("bot.features.practice.service.is_fast", lambda: False)
    panel = await ada.command("practice", channel=games)
    assert "**🐯 Saber**" in panel.text
    panel = await ada.command("challenge", channel=games, opponent=table.playground.world.bot)
    assert "**🐯 Saber**" in panel.text


async def test_a_panel_begins_one_match_even_if_showing_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [RuntimeError("not now")]

    async def publish_or_fail(bot: BoopBot, number: ChallengeId) -> None:
        if failures:
            raise failures.pop()
        await publish_challenge(bot, number)

    monkeypatch.setattr(beginning, "publish_challenge", publish_or_fail)
    async with open_table(tmp_path) as table:
        ada, games = table.playground.person("ada"), table.playground.channel("games")
        panel = await ada.command("practice", channel=games, pace="unhurried")
        await ada.press_as_seen(panel.shown, "Play")
        again = await ada.press_as_seen(panel.shown, "Play")
        assert again.text == "Your match has already started: **#1**."
        await table.playground.until(lambda: not failures)
        assert len(await table.services.matches.live_of(UserId(ada.id))) == 1


async def test_a_panel_whose_match_was_refused_can_be_pressed_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    panel = await ada.command("practice", channel=games, pace="unhurried")
    monkeypatch.setattr("bot.features.practice.service.MOST_LIVE", 0)
    assert "the most you can play" in (await ada.press(panel.shown, "Play")).text
    monkeypatch.undo()
    await ada.press(panel.shown, "Play")
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1
