"""Invalid requests are answered with 400 and recorded; Discord's API description is checked."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from playground import InvalidRequests, Limits, Person, Playground, TextChannel
from playground.api import application
from playground.api.intake import Call, Reply
from playground.api.middleware import Route
from playground.gateway import announcer
from playground.validation.description import read_description
from playground.validation.relaxations import ANSWER_RELAXATIONS, REQUEST_RELAXATIONS
from tests.kit.messages import channel_of, png
from tests.playground.tiny import (
    OPENAPI,
    Click,
    Raw,
    StartBot,
    TinyBot,
    needs_description,
    point_discord_at,
    running,
)

CREATE = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
COMMANDS = ("PUT", "/applications/{application_id}/commands")


async def test_an_invalid_request_is_refused_and_recorded(
    playground: Playground, raw: Raw, games: TextChannel
) -> None:
    playground.expect_valid()
    path = f"/channels/{games.id}/messages"
    body = {"flags": 1 << 15, "content": "x", "components": [{"type": 10, "content": "y"}]}
    status, answer = await raw("POST", path, body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    [error] = answer["errors"]["content"]["_errors"]
    assert error["code"] == "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    with pytest.raises(InvalidRequests, match="'content' field cannot be used") as caught:
        playground.expect_valid()
    assert caught.value.violations == playground.violations
    assert playground.person("ada").look(games) == []


async def test_an_error_of_the_playground_itself_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground() as playground, aiohttp.ClientSession() as session:
        monkeypatch.setattr(playground.world.messages, "post", None)
        path = f"/channels/{playground.channel('games').id}/messages"
        assert (await Raw(playground, session)("POST", path, {"content": "x"}))[0] == 500
        with pytest.raises(InvalidRequests, match="TypeError"):
            playground.expect_valid()


async def test_the_bot_reads_the_nested_errors(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        @bot.tree.command(description="Is careless.")
        async def careless(interaction: Click) -> None:
            row: Any = discord.ui.ActionRow()
            row.add_item(discord.ui.Button(label="A", custom_id="same"))
            row.add_item(discord.ui.Button(label="B", custom_id="same"))
            view = discord.ui.LayoutView()
            view.add_item(row)
            await interaction.response.send_message(view=view)

    bot = await start_bot(setup)
    playground.interactions.limits = Limits(answer_within=0.2)
    answer = await ada.command("careless", channel=games)
    assert answer.failed
    [error] = bot.errors
    assert isinstance(error, discord.HTTPException)
    assert error.code == 50035
    assert "In data.components.0.components.1.custom_id" in error.text


async def test_a_bad_form_and_bad_suggestions_are_refused(
    playground: Playground, start_bot: StartBot, ada: Person, games: TextChannel
) -> None:
    def setup(bot: TinyBot) -> None:
        async def suggest(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=str(n), value=str(n)) for n in range(26)]

        @bot.tree.command(description="Has bad forms.")
        @app_commands.autocomplete(what=suggest)
        async def bad(interaction: Click, what: str) -> None:
            modal = discord.ui.Modal(title="x" * 46)
            modal.add_item(discord.ui.TextInput(label="Name"))
            await interaction.response.send_modal(modal)

    bot = await start_bot(setup)
    playground.interactions.limits = Limits(answer_within=0.2)
    assert await ada.autocomplete("bad", "what", "", channel=games) == ()
    assert (await ada.command("bad", channel=games, what="x")).failed
    assert len(bot.errors) == 1
    suggestions, form = playground.violations
    assert suggestions.findings[0].path.startswith("data")
    assert form.findings[0].path == "data.title"


async def test_bad_commands_are_refused_at_sync(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot()

    @bot.tree.command(description="Places.")
    @app_commands.choices(square=[app_commands.Choice(name="x" * 101, value="x")])
    async def place(interaction: Click, square: str) -> None:
        await interaction.response.send_message(square)

    with pytest.raises(app_commands.CommandSyncFailure, match="Failed to upload commands"):
        await bot.tree.sync()
    assert len(playground.violations) == 1
    assert playground.book.all(None) == []


async def test_single_bad_commands_are_refused(playground: Playground, raw: Raw) -> None:
    base = f"/applications/{playground.application_id}/commands"
    assert (await raw("POST", base, {"name": "Bad", "description": "x"}))[0] == 400
    _, good = await raw("POST", base, {"name": "good", "description": "x"})
    assert (await raw("PATCH", f"{base}/{good['id']}", {"name": "Bad"}))[0] == 400
    for number in range(4):
        assert (await raw("POST", base, {"name": f"Menu {number}", "type": 2}))[0] == 201
    assert (await raw("POST", base, {"name": "Menu 5", "type": 2}))[0] == 201
    status, answer = await raw("POST", base, {"name": "Menu 6", "type": 2})
    assert (status, answer["code"]) == (400, 30032)


@needs_description
@pytest.mark.parametrize(
    ("route", "body", "path"),
    [
        (CREATE, {"contents": "x"}, ""),
        (CREATE, {"content": "x", "allowed_mentions": {"user": []}}, "allowed_mentions"),
        (
            CREATE,
            {
                "flags": 1 << 15,
                "components": [
                    {"type": 17, "components": [{"type": 10, "content": "x", "colour": 1}]}
                ],
            },
            "components.0.components.0",
        ),
        (CREATE, {"components": [{"type": 99}]}, "components.0.type"),
        (CREATE, {"embeds": [{"titel": "x"}]}, "embeds.0"),
        (EDIT, {"nonce": "1"}, ""),
        (CALLBACK, {"type": 4, "data": {"ephemeral": True}}, "data"),
        (CALLBACK, {"type": 9, "data": {"title": "x"}}, "data"),
        (CALLBACK, {"type": 2}, "type"),
        (COMMANDS, [{"name": "x", "description": "y", "option": []}], "0"),
        (("GET", "/gateway"), {"x": 1}, ""),
    ],
)
def test_the_description_refuses_unknown_fields(
    route: tuple[str, str], body: Any, path: str
) -> None:
    assert OPENAPI is not None
    findings = read_description(Path(OPENAPI)).check(*route, body)
    assert path in [finding.path for finding in findings]


@needs_description
@pytest.mark.parametrize(
    ("route", "body"),
    [
        (CREATE, {"content": "x", "allowed_mentions": {"users": [1], "parse": []}}),
        (CREATE, {"content": "x", "attachments": [{"id": 0, "filename": "a"}]}),
        (("POST", "/users/@me/channels"), {"recipient_id": 7}),
        (COMMANDS, [{"name": "x", "description": "y", "nsfw": False}]),
        (COMMANDS, [{"name": "x", "description": "y", "default_member_permissions": "32"}]),
        (EDIT, {"content": "x", "tts": False}),
        (CALLBACK, {"type": 7, "data": {"tts": False, "components": []}}),
        (CREATE, {"embeds": [{"title": "x", "flags": 0}]}),
        (EDIT, {"attachments": [{"id": "1", "url": "x", "size": 3, "spoiler": False}]}),
        (CREATE, {"content": None, "components": None}),
    ],
)
def test_the_description_is_relaxed_where_discord_is(route: tuple[str, str], body: Any) -> None:
    assert OPENAPI is not None
    assert read_description(Path(OPENAPI)).check(*route, body) == []


def test_each_relaxation_says_why() -> None:
    for relax in (*REQUEST_RELAXATIONS, *ANSWER_RELAXATIONS):
        assert relax.__doc__
        assert relax.__doc__.strip().endswith(".")


@needs_description
async def test_a_misspelt_key_is_refused_and_recorded(
    playground: Playground, raw: Raw, games: TextChannel
) -> None:
    status, body = await raw("POST", f"/channels/{games.id}/messages", {"contents": "x"})
    assert (status, body["code"]) == (400, 50035)
    [violation] = playground.violations
    assert "'contents' was unexpected" in str(violation)


async def test_a_valid_bot_has_no_violations(
    playground: Playground, start_bot: StartBot, games: TextChannel
) -> None:
    bot = await start_bot()
    embed = discord.Embed(title="Bed", colour=0xFF8800, timestamp=datetime(2027, 1, 15, tzinfo=UTC))
    embed.set_author(name="boop", url="https://example.org")
    embed.set_image(url="attachment://bed.png").set_thumbnail(url="https://example.org/a.png")
    embed.add_field(name="x", value="y", inline=False).set_footer(text="soft")
    sent = await channel_of(bot, games).send(
        "hello",
        embed=embed,
        file=png(),
        silent=True,
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(1)]),
    )
    await sent.edit(embeds=sent.embeds, suppress=True)
    playground.expect_valid()


@needs_description
async def test_an_invalid_response_of_the_playground_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground(description=OPENAPI) as playground, aiohttp.ClientSession() as session:
        monkeypatch.setattr(application, "user_json", lambda user: {"id": "7", "colour": 1})
        assert (await Raw(playground, session)("GET", "/users/@me"))[0] == 200
        with pytest.raises(InvalidRequests, match=r"answer to GET /users/@me: .*'colour'"):
            playground.expect_valid()


@needs_description
async def test_an_invalid_event_of_the_playground_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Playground(description=OPENAPI) as playground:
        point_discord_at(playground, monkeypatch)
        async with running(playground) as bot:
            playground.expect_valid()
            monkeypatch.setattr(announcer, "channel_json", lambda channel: {"id": "x", "type": 0})
            playground.world.add_channel(playground.server(), "attic")
            assert bot.is_ready()
        with pytest.raises(InvalidRequests, match=r"EVENT CHANNEL_CREATE: .*flags"):
            playground.expect_valid()


@needs_description
@pytest.mark.parametrize(
    ("route", "status", "body", "path"),
    [
        (CREATE, 200, {"id": "7"}, ""),
        (CREATE, 200, None, ""),
        (CREATE, 403, {"message": "Missing Access"}, ""),
        (CREATE, 403, {"message": "Missing Access", "code": "50001"}, "code"),
        (CREATE, 429, {"message": "Slowly.", "global": False}, ""),
        (CREATE, 400, {"message": "x", "code": 50035, "errors": {"content": []}}, "errors"),
        (("DELETE", EDIT[1]), 204, {}, ""),
    ],
)
def test_the_description_refuses_invalid_answers(
    route: tuple[str, str], status: int, body: Any, path: str
) -> None:
    assert OPENAPI is not None
    findings = read_description(Path(OPENAPI)).check_answer(*route, status, body)
    assert path in [finding.path for finding in findings]


@needs_description
@pytest.mark.parametrize(
    ("status", "body"),
    [
        (403, {"message": "Missing Access", "code": 50001}),
        (429, {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}),
        (429, {"message": "x", "retry_after": 0.5, "global": False, "code": 30046}),
        (
            400,
            {
                "message": "Invalid Form Body",
                "code": 50035,
                "errors": {"embeds": {"0": {"_errors": [{"code": "X", "message": "y"}]}}},
            },
        ),
    ],
)
def test_the_description_of_answers_is_relaxed_where_discord_is(status: int, body: Any) -> None:
    assert OPENAPI is not None
    assert read_description(Path(OPENAPI)).check_answer(*CREATE, status, body) == []


@needs_description
async def test_a_route_that_discord_does_not_have_is_recorded(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def bed(call: Call) -> Reply:
        return Reply()

    playground.expect_valid()
    made_up = Route("GET", "/beds/{bed_id}", bed)
    monkeypatch.setattr(application.ApplicationRoutes, "routes", lambda self: [made_up])
    async with Playground(description=OPENAPI) as other:
        with pytest.raises(InvalidRequests, match="Discord has no such route"):
            other.expect_valid()
