"""The director's actions: time, the bot's processes, its requests, the server and its users."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from playground.api.faults import RateLimit
from playground.page import ProcessState
from playground.page.faults import FAULTS
from playground.world import Permission
from playground.world.threads import ThreadTerms
from tests.kit.pages import Client, House
from tests.playground.page.conftest import StartBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence


@dataclass
class FakeDirector:
    """A director whose clock is `ahead` seconds ahead; `left` is the time until a deadline."""

    ahead: float = 0.0
    left: float | None = None
    is_gone: bool = False
    refuses: str | None = None
    seeded: list[str] = field(default_factory=list)

    async def now(self) -> float:
        return time.time() + self.ahead

    async def advance(self, seconds: float) -> float:
        self._answer()
        self.ahead += seconds
        return time.time() + self.ahead

    async def until_deadline(self) -> float | None:
        self._answer()
        return self.left

    async def seed(self, kind: str, guild: int, channel: int, users: Sequence[int]) -> str | None:
        self._answer()
        self.seeded.append(f"{kind} of {len(users)} in {channel} of {guild}")
        return self.refuses

    def _answer(self) -> None:
        if self.is_gone:
            raise aiohttp.ClientConnectionError("it is gone")


@dataclass
class ProcessLog:
    """Processes that record what is done to them."""

    done: list[str] = field(default_factory=list)

    async def restart(self, process: int) -> None:
        self.done.append(f"restart {process}")

    async def kill(self, process: int) -> None:
        self.done.append(f"kill {process}")

    async def switch_off(self, process: int) -> None:
        self.done.append(f"switch off {process}")

    async def switch_on(self, process: int) -> None:
        self.done.append(f"switch on {process}")


@dataclass
class Bar:
    """The director's bar of an open page."""

    house: House
    session: aiohttp.ClientSession
    ada: Client

    async def ask(self, action: str, **facts: Any) -> tuple[int, str]:
        """Request an action; return the status and the text."""
        body = {"action": action, **facts}
        async with self.session.post("/direct", json=body, headers=self.house.origin) as answer:
            if answer.status == 200:
                return 200, (await answer.json())["message"]
            return answer.status, await answer.text()

    async def run(self, action: str, **facts: Any) -> str:
        """Request an action that succeeds; return the text."""
        status, words = await self.ask(action, **facts)
        assert status == 200, words
        return words


@asynccontextmanager
async def open_bar(house: House) -> AsyncIterator[Bar]:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        yield Bar(house, session, ada)


async def test_time_stops_when_something_is_due(house: House) -> None:
    hand = FakeDirector(left=3600.0)
    await house.page.set_director(hand)
    async with open_bar(house) as bar:
        text = await bar.run("advance", seconds=86400)
        assert text == "1 hour went by. Time stops here, for something is due."
        assert hand.ahead == 3600
        hand.left = 0.0
        assert await bar.run("advance", seconds=86400) == "1 day went by."
        hand.left = 9e9
        assert await bar.run("advance", seconds=86400) == "1 day went by."


async def test_time_passes_for_the_world_and_the_bot_and_every_page_is_notified(
    house: House,
) -> None:
    before, hand = time.time(), FakeDirector()
    await house.page.set_director(hand)
    async with open_bar(house) as bar:
        stage = await bar.ada.wait_for_event("stage")
        assert (stage["ahead"], stage["has_director"]) == (0.0, True)
        assert await bar.run("advance", seconds=90061) == "1 day 1 hour 1 minute went by."
        await bar.ada.wait_for_event("stage", lambda stage: stage["ahead"] == 90061)
    assert hand.ahead == 90061
    assert before <= house.playground.world.clock.now() - 90061 <= time.time()


async def test_time_passes_until_something_is_due_and_not_at_all_if_nothing_is(
    house: House,
) -> None:
    hand = FakeDirector(left=7200.0)
    await house.page.set_director(hand)
    async with open_bar(house) as bar:
        assert await bar.run("next deadline") == "2 hours went by."
        hand.left = None
        status, words = await bar.ask("next deadline")
    assert (status, hand.ahead) == (409, 7200)
    assert words.startswith("Nothing is due")


async def test_a_message_is_dated_by_the_clock_that_was_moved(house: House) -> None:
    before = time.time()
    await house.page.set_director(FakeDirector())
    async with open_bar(house) as bar:
        await bar.run("advance", seconds=86400)
        house.playground.person("bob").say(house.playground.channel("games"), "a day later")
        posted = (await bar.ada.wait_for_event("posted"))["message"]["posted_at"]
    # Ids have a precision of milliseconds.
    assert before - 0.002 <= posted - 86400 <= time.time()


@pytest.mark.parametrize("ahead", [500.0, 0.0])
async def test_a_bot_whose_clock_differs_is_brought_to_the_same_time(
    house: House, ahead: float
) -> None:
    """A bot with an old database is ahead; a bot that was off while time passed is behind."""
    house.playground.world.pass_time(200)
    before, hand = time.time(), FakeDirector(ahead)
    await house.page.set_director(hand)
    difference = house.playground.world.clock.now() - await hand.now()
    # The time that it takes to read both clocks bounds their difference.
    slack = time.time() - before + 0.001
    assert hand.ahead == pytest.approx(max(ahead, 200), abs=slack)
    assert difference == pytest.approx(0, abs=2 * slack)


@pytest.mark.parametrize("seconds", [None, "soon", True, float("inf"), -5, 0, 1e12])
async def test_invalid_amounts_of_time_are_refused(house: House, seconds: Any) -> None:
    await house.page.set_director(FakeDirector())
    async with open_bar(house) as bar:
        status, words = await bar.ask("advance", seconds=seconds)
    assert status == 409
    assert "it should be from 1 to" in words


async def test_a_tournament_is_started_for_the_people_of_a_server(house: House) -> None:
    hand = FakeDirector()
    await house.page.set_director(hand)
    server, games = house.playground.server(), house.playground.channel("games")
    async with open_bar(house) as bar:
        text = await bar.run("seed", kind="cup", place=str(games.id))
        assert text == "A cup of 4 has started in # games."
        assert hand.seeded == [f"cup of 4 in {games.id} of {server.id}"]
        for facts in ({"kind": "race", "place": str(games.id)}, {"kind": "cup", "place": "5"}):
            assert (await bar.ask("seed", **facts))[0] == 409
        assert len(hand.seeded) == 1
        hand.refuses = "You are in three already."
        refused = await bar.ask("seed", kind="league", place=str(games.id))
        assert refused == (409, "You are in three already.")


async def test_a_stopped_bot_is_reported(house: House) -> None:
    await house.page.set_director(FakeDirector(left=5.0, is_gone=True))
    async with open_bar(house) as bar:
        for asked in ({"action": "next deadline"}, {"action": "advance", "seconds": 5}):
            assert await bar.ask(**asked) == (409, "The bot did not do it: it is gone.")


async def test_the_clock_and_the_bot_need_a_director(house: House) -> None:
    async with open_bar(house) as bar:
        assert (await bar.ask("next deadline"))[0] == 409
        assert (await bar.ask("advance", seconds=5))[0] == 409
        assert await bar.ask("kill", process=0) == (
            409,
            "The bot was not started by this playground.",
        )


async def test_another_page_cannot_direct(house: House) -> None:
    async with house.browser() as session:
        foreign = {"Origin": "http://evil.example"}
        for headers in (foreign, {}):
            async with session.post("/direct", json={}, headers=headers) as answer:
                assert answer.status == 403
    async with (
        aiohttp.ClientSession(house.playground.address) as stranger,
        stranger.post("/direct", json={"action": "forget plans"}, headers=house.origin) as answer,
    ):
        assert answer.status == 403


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[]", 400), ("null", 400), ("", 413), (f'"{"x" * 300_000}"', 413)],
)
async def test_malformed_and_overlong_requests_are_refused(
    house: House, body: str, status: int
) -> None:
    async with (
        house.browser() as session,
        session.post("/direct", data=body, headers=house.origin) as answer,
    ):
        assert answer.status == status


@pytest.mark.parametrize(("processes", "name"), [(1, "The bot"), (3, "Process 1")])
async def test_each_process_is_restarted_killed_and_switched(
    house: House, processes: int, name: str
) -> None:
    process, actions = ProcessLog(), ("restart", "kill", "switch off", "switch on")
    house.page.set_keeper(process, processes)
    async with open_bar(house) as bar:
        for action in actions:
            assert (await bar.run(action, process=0)).startswith(f"{name} ")
        assert process.done == [f"{action} 0" for action in actions]
        await bar.run("kill", process=processes - 1)
        assert process.done[-1] == f"kill {processes - 1}"
        assert (await bar.ask("kill", process=processes))[0] == 409
        assert (await bar.ask("kill"))[0] == 409


async def test_the_page_shows_the_state_of_each_process(house: House) -> None:
    house.page.set_keeper(ProcessLog(), 2)
    house.page.show(ProcessState.OFF, 1)
    async with open_bar(house) as bar:
        stage = await bar.ada.wait_for_event("stage")
        assert (stage["processes"], stage["bot"]) == (["running", "off"], "offline")
        house.page.show(ProcessState.STARTING, 0)
        await bar.ada.wait_for_event("stage", lambda stage: stage["bot"] == "starting")
        house.page.show(ProcessState.OFF, 0)
        await bar.ada.wait_for_event("stage", lambda stage: stage["bot"] == "off")


async def test_the_page_shows_the_state_of_the_bot(house: House, start_bot: StartBot) -> None:
    house.page.show(ProcessState.STARTING)
    async with open_bar(house) as bar:
        assert (await bar.ada.wait_for_event("stage"))["bot"] == "starting"
        bot = await start_bot()
        house.page.show(ProcessState.RUNNING)
        await bar.ada.wait_for_event("stage", lambda stage: stage["bot"] == "online")
        await bot.close()
        await bar.ada.wait_for_event("stage", lambda stage: stage["bot"] == "offline")
        house.page.show(ProcessState.OFF)
        await bar.ada.wait_for_event("stage", lambda stage: stage["bot"] == "off")


@pytest.mark.parametrize("name", FAULTS)
async def test_the_next_requests_fail_as_planned(house: House, name: str) -> None:
    async with open_bar(house) as bar:
        assert (await bar.run("plan", fault=name, times=2)).startswith("The bot's next 2")
        stage = await bar.ada.wait_for_event("stage", lambda stage: stage["plans"])
        assert stage["plans"] == [{"words": FAULTS[name][0], "left": 2}]
        assert house.playground.faults.take("POST", "/anything") == FAULTS[name][1]
        await bar.run("forget plans")
        assert house.playground.faults.pending == ()


@pytest.mark.parametrize("facts", [{"fault": "fire", "times": 1}, {"fault": "500"}])
async def test_an_unknown_fault_is_refused(house: House, facts: dict[str, Any]) -> None:
    async with open_bar(house) as bar:
        assert (await bar.ask("plan", **facts))[0] == 409


async def test_a_fault_planned_by_a_test_is_shown_too(house: House) -> None:
    house.playground.faults.plan("*", "*", RateLimit(9.0))
    async with open_bar(house) as bar:
        assert "9.0" in (await bar.ada.wait_for_event("stage"))["plans"][0]["words"]


async def test_people_and_the_bot_are_removed_and_added(house: House) -> None:
    world, server = house.playground.world, house.playground.server()
    bob = house.playground.person("bob").user
    async with open_bar(house) as bar:
        for user in (bob, world.bot):
            facts = {"server": str(server.id), "user": str(user.id)}
            assert "is out of Quilt Club" in await bar.run("take out", **facts)
            assert user.id not in server.members
            assert (await bar.ask("take out", **facts))[0] == 409
            assert "is in Quilt Club" in await bar.run("let in", **facts)
            assert user.id in server.members
        assert world.permissions(world.bot, house.playground.channel("games"))
        for facts in (
            {"server": "1", "user": str(bob.id)},
            {"server": str(server.id), "user": "1"},
        ):
            assert (await bar.ask("take out", **facts))[0] == 409


async def test_direct_messages_are_closed_and_opened(house: House) -> None:
    bob = house.playground.person("bob").user
    async with open_bar(house) as bar:
        await bar.run("close direct messages", user=str(bob.id))
        assert not bob.accepts_direct_messages
        await bar.run("open direct messages", user=str(bob.id))
        assert bob.accepts_direct_messages


async def test_a_person_and_a_server_have_languages_of_their_own(house: House) -> None:
    ada, server = house.playground.person("ada").user, house.playground.server()
    async with open_bar(house) as bar:
        text = await bar.run("speak", user=str(ada.id), locale="de")
        assert (text, ada.locale) == ("Ada's Discord is in Deutsch.", "de")
        text = await bar.run("speak in server", server=str(server.id), locale="pt-BR")
        assert (text, server.locale) == ("Quilt Club is in Português do Brasil.", "pt-BR")
        assert (await bar.ask("speak", user=str(ada.id), locale="tlh"))[0] == 409


async def test_messages_are_deleted(house: House, start_bot: StartBot) -> None:
    bot = await start_bot()
    bob, games = house.playground.person("bob"), house.playground.channel("games")
    own = bob.say(games, "mine")
    await bob.command("fruit", channel=games, name="a")
    async with open_bar(house) as bar:
        assert await bar.run("delete", message=str(own.id)) == "Deleted the message."
        assert (await bar.ask("delete", message=str(own.id)))[0] == 409
        text = await bar.run("delete last", place=str(games.id))
        assert text == "The bot's last message in games is deleted."
        assert bob.look(games) == []
        assert (await bar.ask("delete last", place=str(games.id)))[0] == 409
    assert bot.is_ready()


async def test_threads_are_archived_and_reopened(house: House) -> None:
    games, ada = house.playground.channel("games"), house.playground.person("ada").user
    thread = house.playground.world.threads.begin(games, ada, ThreadTerms("a talk"))
    async with open_bar(house) as bar:
        await bar.run("archive", place=str(thread.id))
        assert thread.is_archived
        await bar.ada.wait_for_event(
            "surroundings", lambda each: "'is_archived': True" in str(each)
        )
        await bar.run("unarchive", place=str(thread.id))
        assert not thread.is_archived
        for place in (str(games.id), "1", str(house.playground.world.direct_channel(ada).id)):
            assert (await bar.ask("archive", place=place))[0] == 409


def denied_permissions(stage: dict[str, Any]) -> Any:
    """Return the permissions that the bot lacks in the second channel."""
    return stage["servers"][0]["places"][1]["denied"]


async def test_permissions_of_the_bot_are_revoked_and_given_back(house: House) -> None:
    world, games = house.playground.world, house.playground.channel("games")
    facts = {"place": str(games.id), "permission": "Attach files"}
    async with open_bar(house) as bar:
        assert await bar.run("revoke", **facts) == "The bot lost “Attach files” in games."
        assert not world.permissions(world.bot, games) & Permission.ATTACH_FILES
        await bar.ada.wait_for_event(
            "stage", lambda stage: denied_permissions(stage) == ["Attach files"]
        )
        since = len(bar.ada.news)
        await bar.run("give back", **facts)
        await bar.ada.wait_for_event("stage", lambda stage: denied_permissions(stage) == [], since)
        assert world.permissions(world.bot, games) & Permission.ATTACH_FILES
        assert (await bar.ask("revoke", place=str(games.id), permission="Fly"))[0] == 409
        assert await bar.ask("conquer") == (409, "There is no action 'conquer'.")
