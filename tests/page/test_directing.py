"""The hand on the bot's clock."""

import time

import aiohttp
import pytest

from tests.page.client import House


class Hand:
    def __init__(self) -> None:
        self.ahead = 0.0

    async def advance(self, seconds: float) -> float:
        self.ahead += seconds
        return time.time() + self.ahead

    async def next_deadline(self) -> float:
        raise aiohttp.ClientConnectionError("the bot is gone")


async def test_time_passes_for_the_bot_and_every_page_hears_of_it(house: House) -> None:
    house.desk.seat_director(Hand())
    async with house.browser() as session, house.sit(session, "ada") as ada:
        first = await ada.heard("clock")
        assert (first["ahead"], first["can_move"]) == (0.0, True)
        before = len(ada.news)
        async with session.post("/direct/advance?seconds=3600", headers=house.origin) as answer:
            assert answer.status == 200
        assert (await ada.heard("clock", before))["ahead"] == pytest.approx(3600, abs=5)


@pytest.mark.parametrize("seconds", ["", "nan", "inf", "-5", "0", "soon", "1e12"])
async def test_time_does_not_pass_by_nonsense(house: House, seconds: str) -> None:
    house.desk.seat_director(Hand())
    path = f"/direct/advance?seconds={seconds}"
    async with house.browser() as session, session.post(path, headers=house.origin) as answer:
        assert answer.status == 400


async def test_a_bot_that_is_gone_is_said_to_be(house: House) -> None:
    house.desk.seat_director(Hand())
    path = "/direct/next-deadline"
    async with house.browser() as session, session.post(path, headers=house.origin) as answer:
        assert answer.status == 502
        assert "the bot is gone" in await answer.text()


async def test_nobody_moves_the_clock_without_a_director_or_from_another_page(house: House) -> None:
    async with house.browser() as session:
        path = "/direct/next-deadline"
        async with session.post(path, headers=house.origin) as answer:
            assert answer.status == 409
        async with session.post(path, headers={"Origin": "http://evil.example"}) as answer:
            assert answer.status == 403
