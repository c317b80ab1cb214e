"""The page on the local network: only for browsers that were let in, and nothing else is served."""

import sys

import aiohttp
import pytest

from playground.assembly import authority
from playground.world.messages import Attachment
from tests.kit.pages import House

ELSEWHERE = "127.0.0.2"
"""An address of this machine that is not the one on which the playground listens."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="has only one address of its own without a network"
)


async def test_the_key_in_the_address_lets_a_phone_in(house: House) -> None:
    async with house.page.on_network(ELSEWHERE) as address:
        assert address.startswith(f"http://{ELSEWHERE}:{house.playground.port}/?key=")
        assert address.partition("?")[2] != house.page.invitation().partition("?")[2]
        async with open_phone_session() as session:
            async with session.get(address) as answer:
                assert answer.status == 200
                assert "<title>playground</title>" in await answer.text()
            origin = f"http://{ELSEWHERE}:{house.playground.port}"
            ada = house.playground.person("ada").user
            async with session.ws_connect(
                f"{origin}/live/{ada.id}", headers={"Origin": origin}
            ) as socket:
                assert (await socket.receive_json())["kind"] in ("stage", "surroundings")
        async with open_phone_session() as another, another.get(address) as answer:
            assert answer.status == 403
            assert "This address was used already" in await answer.text()
    [announced] = house.announced
    assert announced.startswith(f"http://{ELSEWHERE}:")


async def test_only_the_page_is_served_on_the_network(house: House) -> None:
    async with house.page.on_network(ELSEWHERE) as address, open_phone_session() as session:
        origin = address.partition("/?")[0]
        for path in ("/api/v10/gateway", "/gateway", "/api/v10/users/@me"):
            async with session.get(f"{origin}{path}") as answer:
                assert answer.status == 404


async def test_pictures_are_for_browsers_that_were_let_in(house: House) -> None:
    playground = house.playground
    channel, picture = playground.channel("games").id, playground.world.snowflakes.next()
    playground.files.keep(Attachment(picture, "bed.png", b"picture", "image/png"))
    path = f"/attachments/{channel}/{picture}/bed.png"
    async with house.page.on_network(ELSEWHERE) as address, open_phone_session() as session:
        origin = address.partition("/?")[0]
        async with session.get(f"{origin}{path}") as answer:
            assert answer.status == 403
        await session.get(address)
        async with session.get(f"{origin}{path}") as answer:
            assert (answer.status, await answer.read()) == (200, b"picture")


async def test_another_name_for_the_address_on_the_network_is_refused(house: House) -> None:
    async with house.page.on_network(ELSEWHERE) as address, open_phone_session() as session:
        host = {"Host": f"evil.example:{house.playground.port}"}
        async with session.get(address, headers=host) as answer:
            assert answer.status == 421


@pytest.mark.parametrize(
    ("host", "port", "named"),
    [
        ("192.168.1.5", 8080, "192.168.1.5:8080"),
        ("192.168.1.5", 80, "192.168.1.5"),
        ("fd00::5", 8080, "[fd00::5]:8080"),
        ("fd00::5", 80, "[fd00::5]"),
    ],
)
def test_an_address_is_named_as_browsers_name_it(host: str, port: int, named: str) -> None:
    assert authority(host, port) == named


async def test_the_playground_itself_stays_on_loopback(house: House) -> None:
    async with open_phone_session() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"http://{ELSEWHERE}:{house.playground.port}/")


def open_phone_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
