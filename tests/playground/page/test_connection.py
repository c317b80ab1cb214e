"""One user's socket: what it shows, and what the user can do."""

from __future__ import annotations

from typing import Any

import pytest

from playground import Permission
from playground.page.reading import ReadMarks
from tests.kit.pages import Client, House, RequestRefused
from tests.playground.page.conftest import StartBot


def place_in(surroundings: dict[str, Any], name: str) -> dict[str, Any]:
    for server in surroundings["servers"]:
        for channel in server["channels"]:
            if channel["name"] == name:
                assert isinstance(channel, dict)
                return channel
    raise AssertionError(f"{name} is not shown")


def games(house: House) -> str:
    return str(house.playground.channel("games").id)


async def test_a_person_is_shown_their_places_people_and_themself(house: House) -> None:
    async with house.browser() as session, house.connect(session, "bob") as bob:
        shown = await bob.wait_for_event("surroundings")
    assert shown["me"] == str(house.playground.person("bob").id)
    assert [each["name"] for each in shown["people"]] == ["bot", "Ada", "Bob", "Cleo", "Dov"]
    assert [each["name"] for each in shown["servers"][0]["channels"]] == ["general", "games"]
    assert place_in(shown, "games")["may_write"] is True


async def test_the_address_of_another_playground_selects_the_first_person(house: House) -> None:
    async with (
        house.browser() as session,
        session.ws_connect("/live/12345", headers=house.origin) as socket,
    ):
        client = Client(socket)
        assert (await socket.receive_json())["kind"] == "stage"
        shown = await client.socket.receive_json()
    assert shown["me"] == str(house.playground.person("ada").id)


async def test_a_message_reaches_the_other_at_once_and_counts_as_unread(house: House) -> None:
    here = games(house)
    async with (
        house.browser() as session,
        house.connect(session, "ada") as ada,
        house.connect(session, "bob") as bob,
    ):
        bob_id = house.playground.person("bob").id
        await ada.ask("say", place=here, text=f"  hello <@{bob_id}> <b>\n")
        posted = await bob.wait_for_event("posted")
        assert posted["message"]["content"] == f"hello <@{bob_id}> <b>"
        assert posted["message"]["author"]["name"] == "Ada"
        shown = await bob.wait_for_event("surroundings", after=bob.news.index(posted))
        counts = place_in(shown, "games")
        assert (counts["unread"], counts["pings"]) == (1, 1)
        assert [each["pings"] for each in shown["people"]] == [0, 0, 1, 0, 0]
        before = len(bob.news)
        await bob.ask("read", place=here)
        counts = place_in(await bob.wait_for_event("surroundings", after=before), "games")
        assert (counts["unread"], counts["pings"]) == (0, 0)


async def test_messages_are_loaded_in_pages(house: House) -> None:
    ada = house.playground.person("ada")
    for number in range(120):
        ada.say(house.playground.channel("games"), str(number))
    async with house.browser() as session, house.connect(session, "bob") as bob:
        page = await bob.ask("open", place=games(house))
        texts = [each["content"] for each in page["messages"]]
        assert (texts[0], texts[-1], page["has_more"]) == ("70", "119", True)
        page = await bob.ask("earlier", place=games(house), before=page["messages"][0]["id"])
        assert page["messages"][-1]["content"] == "69"
        page = await bob.ask("earlier", place=games(house), before=page["messages"][0]["id"])
        assert (len(page["messages"]), page["has_more"]) == (20, False)


async def test_a_hidden_place_is_neither_shown_nor_opened(house: House) -> None:
    world, server = house.playground.world, house.playground.server()
    secret = world.add_channel(server, "secret")
    everyone = server.roles[server.id]
    world.overwrite(secret, everyone, deny=Permission.VIEW_CHANNEL)
    async with house.browser() as session, house.connect(session, "bob") as bob:
        shown = await bob.wait_for_event("surroundings")
        assert [each["name"] for each in shown["servers"][0]["channels"]] == ["general", "games"]
        for action in ({"action": "open"}, {"action": "say", "text": "hi"}, {"action": "read"}):
            with pytest.raises(RequestRefused, match="hidden from you"):
                await bob.ask(**action, place=str(secret.id))
        house.playground.person("ada").say(secret, "psst")
        await bob.ask("open", place=games(house))
        assert "posted" not in [news["kind"] for news in bob.news]


@pytest.mark.parametrize(
    "asked",
    [
        {"action": "conquer"},
        {"action": "open"},
        {"action": "open", "place": 5},
        {"action": "open", "place": "five"},
        {"action": "open", "place": "5"},
        {"action": "open", "place": "9" * 5000},
        {"action": "run", "place": "9" * 5000, "name": "x", "options": {}},
        {"action": "press", "message": "5", "custom_id": "x"},
        {"action": "select", "message": "5", "custom_id": "x", "values": []},
        {"action": "dismiss", "message": "5"},
        {"action": "submit", "values": {}},
    ],
)
async def test_malformed_actions_are_refused_with_a_sentence(
    house: House, asked: dict[str, Any]
) -> None:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        with pytest.raises(RequestRefused, match=r"\w"):
            await ada.ask(**asked)


async def test_messages_that_are_not_requests_are_ignored(house: House) -> None:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        for text in ("{", "[]", "null", '"hello"', "[" * 200_000):
            await ada.socket.send_str(text)
        assert (await ada.ask("open", place=games(house)))["messages"] == []


async def test_a_failure_of_the_playground_is_answered_and_logged(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(ReadMarks, "read", fail)
    async with house.browser() as session, house.connect(session, "ada") as ada:
        with pytest.raises(RequestRefused, match="has a fault"):
            await ada.ask("read", place=games(house))
        assert (await ada.ask("open", place=games(house)))["messages"] == []
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 2001])
async def test_the_length_of_a_message_is_limited(house: House, text: str) -> None:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        with pytest.raises(RequestRefused, match="1 to 2000 characters"):
            await ada.ask("say", place=games(house), text=text)


async def test_a_private_answer_is_visible_to_one_person_until_dismissed(
    house: House, start_bot: StartBot
) -> None:
    await start_bot()
    here = games(house)
    async with (
        house.browser() as session,
        house.connect(session, "ada") as ada,
        house.connect(session, "bob") as bob,
    ):
        request = {"place": here, "name": "whisper", "options": {"words": "psst"}}
        answer = await ada.ask("run", **request)
        whispered = (await ada.wait_for_event("posted"))["message"]
        assert (whispered["id"], whispered["is_private"]) == (answer["message"], True)
        assert (await bob.ask("open", place=here))["messages"] == []
        with pytest.raises(RequestRefused):
            await bob.ask("dismiss", message=whispered["id"])
        await ada.ask("dismiss", message=whispered["id"])
        assert (await ada.ask("open", place=here))["messages"] == []


async def test_options_are_sent_with_their_types(house: House, start_bot: StartBot) -> None:
    await start_bot()
    bob = str(house.playground.person("bob").id)
    async with house.browser() as session, house.connect(session, "ada") as ada:
        request: dict[str, Any] = {"place": games(house), "name": "sing"}
        options = {"friend": bob, "often": "3", "loud": True, "tune": "Purr"}
        await ada.ask("run", **request, options=options)
        assert (await ada.wait_for_event("posted"))["message"]["content"] == "bob 3 True purr"
        for wrong, error in (
            ({"friend": bob}, "often"),
            ({"friend": bob, "often": "many"}, "number"),
            ({"friend": bob, "often": "10"}, "1 to 9"),
            ({"friend": "nobody", "often": "1"}, "'nobody' is no user"),
            ({"friend": "77", "often": "1"}, "'77' is no user"),
            ({"friend": bob, "often": "1", "tune": "Hiss"}, "Purr"),
            ({"friend": bob, "often": "1", "shoes": "2"}, "shoes"),
        ):
            with pytest.raises(RequestRefused, match=error):
                await ada.ask("run", **request, options=wrong)
        with pytest.raises(RequestRefused, match="no command /dance"):
            await ada.ask("run", place=games(house), name="dance", options={})


async def test_the_bot_suggests_while_a_person_types(house: House, start_bot: StartBot) -> None:
    await start_bot()
    async with house.browser() as session, house.connect(session, "ada") as ada:
        request = {"place": games(house), "name": "fruit", "option": "name", "options": {}}
        answer = await ada.ask("suggest", **request, typed="ap")
    assert answer["choices"] == [
        {"name": "Apple", "value": "fruit-1"},
        {"name": "Apricot", "value": "fruit-2"},
    ]


async def test_menus_forms_and_commands_on_users_reach_the_bot(
    house: House, start_bot: StartBot
) -> None:
    await start_bot()
    here, bob = games(house), str(house.playground.person("bob").id)
    async with house.browser() as session, house.connect(session, "ada") as ada:
        shown = (await ada.ask("run", place=here, name="show", options={}))["message"]
        me = str(house.playground.person("ada").id)
        await ada.ask("select", message=shown, custom_id="people", values=[bob, me])
        form = (await ada.ask("press", message=shown, custom_id="form"))["form"]
        assert form["title"] == "A note"
        fields = [each["component"]["custom_id"] for each in form["components"]]
        values = {fields[0]: "zzz", fields[1]: ["wild"], fields[2]: [bob]}
        with pytest.raises(RequestRefused, match="characters"):
            await ada.ask("submit", values={fields[0]: ""})
        await ada.ask("submit", values=values)
        await ada.ask("use on user", place=here, name="Wave at", user=bob)
        page = await ada.ask("open", place=here)
    texts = [each["content"] for each in page["messages"]]
    assert texts[1:] == ["chose ada and bob", "noted: zzz (wild)", "waved at bob"]


@pytest.mark.long
async def test_without_a_bot_a_command_fails_and_new_commands_are_announced(
    house: House, start_bot: StartBot
) -> None:
    async with house.browser() as session, house.connect(session, "ada") as ada:
        bot = await start_bot()
        await ada.wait_for_event("commands")
        await bot.close()
        house.playground.interactions.hasten_next(0.2)
        request = {"place": games(house), "name": "whisper", "options": {"words": "psst"}}
        answer = await ada.ask("run", **request)
    assert answer["failed"] is True
