"""The control director, tested on a control socket on loopback that records requests."""

import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.cli import directors
from bot.cli.directors import ControlDirector

Requests = list[tuple[str, object]]


@pytest.fixture
def requests() -> Requests:
    return []


@pytest.fixture
async def address(requests: Requests) -> AsyncIterator[str]:
    async def answer(request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Bearer right":
            return web.Response(status=401)
        requests.append((request.path, await request.json()))
        return web.json_response({"now": 1_000.5, "left": 7.5, "refused": "Not now."})

    application = web.Application()
    application.router.add_post("/{action}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_the_director_asks_for_each_action(address: str, requests: Requests) -> None:
    director = ControlDirector(address, "right")
    assert await director.advance(60) == 1_000.5
    assert await director.until_deadline() == 7.5
    assert await director.run_due() == 1_000.5
    assert await director.seed("cup", 1, 2, [3, 4]) == "Not now."
    assert requests == [
        ("/advance", {"seconds": 60}),
        ("/until-deadline", {}),
        ("/run-due", {}),
        ("/seed", {"kind": "cup", "guild": 1, "channel": 2, "users": [3, 4]}),
    ]


async def test_a_wrong_key_has_no_effect(address: str, requests: Requests) -> None:
    with pytest.raises(aiohttp.ClientResponseError, match="401"):
        await ControlDirector(address, "wrong").run_due()
    assert requests == []


async def test_a_bot_that_hangs_counts_as_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directors, "ANSWERS_WITHIN", 0.01)
    # Like a stopped bot, it accepts connections and reads nothing.
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        director = ControlDirector(f"http://127.0.0.1:{hanging.getsockname()[1]}", "right")
        with pytest.raises(aiohttp.ClientError):
            await director.now()


def test_the_director_is_found_once_the_bot_has_written_its_address(tmp_path: Path) -> None:
    control = tmp_path / "control.json"
    assert ControlDirector.from_file(control) is None
    control.write_text('{"address": "http://127')
    assert ControlDirector.from_file(control) is None
    control.write_text(json.dumps({"address": "http://127.0.0.1:1", "key": "k"}))
    assert ControlDirector.from_file(control) == ControlDirector("http://127.0.0.1:1", "k")
