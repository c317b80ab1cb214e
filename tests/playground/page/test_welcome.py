"""The welcome without a browser: what the page receives, and what the buttons do."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from playground import Playground
from playground.page import Opening, Places, Welcome
from tests.kit.pages import House

FIRST = ("wave", "echo")


class Script:
    """The action of a button, which waits until the test lets it continue."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_go_on = asyncio.Event()

    async def say_hello(self, playground: Playground) -> Places:
        self.begun += 1
        await self.may_go_on.wait()
        ada, games = playground.person("ada"), playground.channel("games")
        ada.say(games, "hello")
        return {ada.id: games.id}

    async def fail(self, playground: Playground) -> Places:
        ada, games = playground.person("ada"), playground.channel("games")
        ada.say(games, "hello?")
        await playground.until(lambda: False, within=0.01)
        raise AssertionError("never reached")


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def welcome(script: Script) -> Welcome:
    openings = (Opening("Say hello", script.say_hello), Opening("Fail", script.fail))
    picture, alt = b"\x89PNG", "A hand that waves."
    text = "A bot that waves."
    return Welcome("Hello", text, openings, first_commands=FIRST, picture=picture, alt=alt)


async def begin(session: aiohttp.ClientSession, house: House, number: object) -> tuple[int, str]:
    async with session.post("/begin", json={"opening": number}, headers=house.origin) as answer:
        return answer.status, await answer.text()


async def test_the_picture_is_served_only_to_browsers_that_were_let_in(house: House) -> None:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        welcome = (await ada.wait_for_event("stage"))["welcome"]
        assert welcome["alt"] == "A hand that waves."
        async with session.get(welcome["picture"]) as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")
            assert await answer.read() == b"\x89PNG"
    address = house.playground.address + welcome["picture"]
    async with aiohttp.ClientSession() as stranger, stranger.get(address) as answer:
        assert answer.status == 403


async def test_the_welcome_is_shown_until_the_first_message(house: House, script: Script) -> None:
    script.may_go_on.set()
    async with house.browser() as session, house.connect(session, "ada") as ada:
        stage = await ada.wait_for_event("stage")
        assert stage["welcome"]["title"] == "Hello"
        assert stage["welcome"]["openings"] == ["Say hello", "Fail"]
        assert stage["first_commands"] == list(FIRST)
        status, text = await begin(session, house, 0)
        games = house.playground.channel("games")
        assert (status, text) == (200, f'{{"places": {{"{ada_id(house)}": "{games.id}"}}}}')
        await ada.wait_for_event("stage", lambda news: news["welcome"] is None)
        assert (await begin(session, house, 0))[0] == 409
    assert script.begun == 1


async def test_two_clicks_begin_once(house: House, script: Script) -> None:
    async with house.browser() as session:
        first = asyncio.ensure_future(begin(session, house, 0))
        await house.playground.until(lambda: script.begun)
        assert await begin(session, house, 0) == (409, "The playground has begun already.")
        script.may_go_on.set()
        assert (await first)[0] == 200
    assert script.begun == 1


async def test_a_failure_is_reported_and_can_be_retried(house: House, script: Script) -> None:
    script.may_go_on.set()
    async with house.browser() as session:
        assert await begin(session, house, 1) == (409, "The bot didn't answer; try again.")
        async with house.connect(session, "ada") as ada:
            assert (await ada.wait_for_event("stage"))["welcome"]["title"] == "Hello"
            assert (await begin(session, house, 0))[0] == 200
            await ada.wait_for_event("stage", lambda news: news["welcome"] is None)


@pytest.mark.parametrize("number", [2, -1, "0", None, 10**9])
async def test_an_unknown_button_begins_nothing(
    house: House, script: Script, number: object
) -> None:
    async with house.browser() as session:
        assert (await begin(session, house, number))[0] == 409
    assert not script.begun


async def test_only_browsers_that_were_let_in_can_begin(house: House, script: Script) -> None:
    async with aiohttp.ClientSession(house.playground.address) as session:
        assert (await begin(session, house, 0))[0] == 403
    assert not script.begun


def ada_id(house: House) -> str:
    return str(house.playground.person("ada").id)
