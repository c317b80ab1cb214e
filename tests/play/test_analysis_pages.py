"""**Show the analysis, too**: the analysis of a match on its page, once a player chose so."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from PIL import Image

from bot.match.identity import MatchId, UserId
from render.chart_canvas import HEIGHT, WIDTH
from tests.kit.answers import private_message
from tests.kit.finished_matches import CARELESS, play_and_resign, request_analysis
from tests.kit.leaderboard_pages import Page
from tests.kit.match_pages import HIDE, SHOW, Web, path_in, request_link
from tests.kit.server_matches import start_match
from tests.kit.tables import Table

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("retry_soon")]


@pytest.mark.night
async def test_a_player_shows_the_analysis_and_either_hides_it_again(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table, CARELESS)
    panel = await request_link(server_match.gray, server_match.board())
    # There is no analysis yet that could be shown.
    assert SHOW not in panel.labels
    await request_analysis(server_match)
    path = path_in(panel)
    whole = path.rpartition("/")[0]
    assert "Analysis" not in (await web.read(path)).text
    assert (await web.read(f"{whole}/analysis.png")).status == 404
    panel = await request_link(server_match.gray, server_match.board())
    panel = private_message(await server_match.gray.press(panel, SHOW))
    assert "The page shows the analysis, too." in panel.text
    text = (await web.read(path)).text
    read = Page(text)
    assert "Analysis" in read.words
    assert re.search(r"AccuracyAda\d+%Bob\d+%How much", read.words.replace("\n", ""))
    assert re.search(
        r"Turn \d (orange|gray) Winning chances \d+% → \d+%\. Better: a kitten", read.words
    )
    mistakes = re.findall(r"Turn (\d+) (?:orange|gray) ", read.words)
    assert (
        re.findall(r'href="(\d+)"[^<]*(?:<span.*?</span>)[^<]*<b class="mistake"', text) == mistakes
    )
    [curve] = [facts for tag, facts in read.tags if facts.get("src") == "analysis.png"]
    assert (curve["alt"] or "").startswith("Who was ahead: at the start orange ")
    for asked in ("", "?theme=night"):
        png = await web.read(f"{whole}/analysis.png{asked}")
        with Image.open(BytesIO(png.body)) as picture:
            assert (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT))
    assert (await web.read(f"{whole}/analysis.png?theme=pink")).status == 404
    figures = json.loads((await web.read(f"{whole}.json")).text)["analysis"]
    assert len(figures["curve"]) == len(CARELESS) + 1
    assert 0 < figures["accuracy"]["orange"] <= 1
    for mistake in figures["mistakes"]:
        assert mistake["before"] > mistake["after"]
    # On the page of the whole match, mistakes link to their turns, too.
    [first, *_] = figures["mistakes"]
    slug = whole.rpartition("/")[2]
    assert f'<a href="{slug}/{first["turn"]}">' in (await web.read(whole)).text
    assert "Gewinnchancen" in (await web.read(path, **{"Accept-Language": "de"})).text
    other = await request_link(server_match.orange, server_match.board())
    assert HIDE in other.labels
    await server_match.orange.press(other, HIDE)
    assert "Analysis" not in (await web.read(path)).text
    assert "analysis" not in json.loads((await web.read(f"{whole}.json")).text)


@pytest.mark.night
async def test_the_analysis_goes_with_the_page_and_with_the_data_of_the_user_who_showed_it(
    table: Table, web: Web
) -> None:
    server_match = await play_and_resign(table, CARELESS)
    await request_analysis(server_match)
    panel = await request_link(server_match.gray, server_match.board())
    await server_match.gray.press(panel, SHOW)
    path = path_in(await request_link(server_match.orange, server_match.board()))
    whole = path.rpartition("/")[0]
    assert (await web.read(f"{whole}/analysis.png")).status == 200
    await table.bot.services.privacy.delete(UserId(server_match.gray.id))
    assert (await web.read(path)).status == 200
    assert "Analysis" not in (await web.read(path)).text
    panel = await request_link(server_match.orange, server_match.board())
    panel = private_message(await server_match.orange.press(panel, SHOW))
    assert (await web.read(f"{whole}/analysis.png")).status == 200
    await server_match.orange.press(panel, "Stop sharing")
    assert (await web.read(f"{whole}/analysis.png")).status == 404
    again = path_in(await request_link(server_match.orange, server_match.board()))
    assert "Analysis" not in (await web.read(again)).text


@pytest.mark.night
async def test_what_is_kept_back_from_a_player_is_not_shown_to_all(table: Table, web: Web) -> None:
    server_match = await play_and_resign(table, CARELESS)
    await request_analysis(server_match)
    panel = await request_link(server_match.orange, server_match.board())
    live = await start_match(table.playground)
    await live.play(CARELESS[:4])
    refused = private_message(await server_match.orange.press(panel, SHOW))
    assert "You can't share the analysis of **#1** yet" in refused.text
    assert "Analysis" not in (await web.read(path_in(panel))).text
    await table.services.matches.resign(UserId(live.orange.id), MatchId(live.number))
