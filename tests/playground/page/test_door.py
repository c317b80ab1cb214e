"""Who may open the page."""

from importlib.resources import files

import aiohttp
import pytest

from tests.kit.pages import House


async def test_the_page_is_closed_without_a_key(house: House) -> None:
    house.page.invitation()
    async with aiohttp.ClientSession(house.playground.address) as session:
        for path in ("/", "/?key=guessed", "/?key="):
            async with session.get(path) as answer:
                assert answer.status == 403
    assert house.announced == []


async def test_the_key_lets_one_browser_in_and_its_cookie_does_so_afterwards(house: House) -> None:
    address = house.page.invitation()
    async with house.browser() as session:
        for path in (address, "/"):
            async with session.get(path) as answer:
                assert answer.status == 200
                assert "<title>playground</title>" in await answer.text()
    async with aiohttp.ClientSession() as other, other.get(address) as answer:
        assert answer.status == 403


async def test_opening_a_used_address_announces_a_new_one_once(house: House) -> None:
    spent = house.page.invitation()
    async with house.browser(), aiohttp.ClientSession() as late:
        for _ in range(3):
            async with late.get(spent) as answer:
                assert answer.status == 403
        assert len(house.announced) == 1
        async with late.get(house.announced[0]) as answer:
            assert answer.status == 200


async def test_an_address_that_was_used_says_so_and_what_to_do(house: House) -> None:
    spent = house.page.invitation()
    async with house.browser(), aiohttp.ClientSession() as late, late.get(spent) as answer:
        assert (answer.status, answer.content_type) == (403, "text/html")
        text = await answer.text()
    assert "This address was used already" in text
    assert "shows a new address now" in text


@pytest.mark.parametrize("query", ["", "?key=guessed"])
async def test_another_address_says_where_the_right_one_is(house: House, query: str) -> None:
    house.page.invitation()
    address = f"{house.playground.address}/{query}"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert (answer.status, answer.content_type) == (403, "text/html")
        text = await answer.text()
    assert "Open the address from the terminal" in text
    assert "used already" not in text


async def test_the_page_for_outsiders_may_load_its_style(house: House) -> None:
    async with aiohttp.ClientSession(house.playground.address) as session:
        for name in ("colours.css", "welcome.css"):
            async with session.get(f"/page/{name}") as answer:
                assert answer.status == 200


@pytest.mark.parametrize("path", ["/", "/page/main.js"])
async def test_requests_from_another_page_are_refused(house: House, path: str) -> None:
    async with (
        house.browser() as session,
        session.get(path, headers={"Origin": "http://evil.example"}) as answer,
    ):
        assert answer.status == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
async def test_a_socket_of_another_page_is_refused(house: House, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    async with house.browser() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect("/live/1", headers=headers)
    assert refusal.value.status == 403


async def test_a_socket_without_the_cookie_is_refused(house: House) -> None:
    async with aiohttp.ClientSession(house.playground.address) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect("/live/1", headers=house.origin)
    assert refusal.value.status == 403


async def test_another_name_for_this_address_is_refused(house: House) -> None:
    host = {"Host": f"evil.example:{house.playground.port}"}
    async with house.browser() as session:
        for path in ("/", "/page/main.js", "/live/1"):
            async with session.get(path, headers=host) as answer:
                assert answer.status == 421


@pytest.mark.parametrize(
    "name", ["server.py", "..%2Fserver.py", "..%5Cserver.py", "", "nothing.js"]
)
async def test_no_file_name_leads_out_of_the_pages_folder(house: House, name: str) -> None:
    async with house.browser() as session, session.get(f"/page/{name}") as answer:
        assert answer.status == 404


async def test_the_page_may_load_only_its_own_files(house: House) -> None:
    async with house.browser() as session, session.get("/") as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_no_script_of_the_page_writes_markup() -> None:
    for file in (files("playground.page") / "static").iterdir():
        text = file.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, file.name
