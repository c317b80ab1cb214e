"""Relaxations of Discord's API description where Discord is less strict; each says why."""

from __future__ import annotations

from collections.abc import Callable

from playground.world.messages import Json


def _snowflakes_as_numbers(schemas: Json) -> None:
    """Discord reads ids as numbers too; discord.py sends them so in several places."""
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}


def _nsfw_of_commands(schemas: Json) -> None:
    """Discord documents `nsfw` of a command; the description leaves it out."""
    for name in ("CreateRequest", "UpdateRequest", "PatchRequestPartial"):
        properties = schemas[f"ApplicationCommand{name}"]["properties"]
        properties["nsfw"] = {"type": ["boolean", "null"]}


def _permissions_as_text(schemas: Json) -> None:
    """Discord documents `default_member_permissions` as a string and reads numbers as well."""
    for name in ("CreateRequest", "UpdateRequest", "PatchRequestPartial"):
        properties = schemas[f"ApplicationCommand{name}"]["properties"]
        properties["default_member_permissions"] = {"type": ["integer", "string", "null"]}


def _tts_of_edits(schemas: Json) -> None:
    """Discord ignores `tts` in an edit; discord.py always sends it."""
    for name in (
        "MessageEditRequestPartial",
        "IncomingWebhookUpdateRequestPartial",
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
    ):
        schemas[name]["properties"]["tts"] = {"type": ["boolean", "null"]}


def _flags_of_embeds(schemas: Json) -> None:
    """Discord ignores `flags` of an embed; discord.py sends back the flags that it received."""
    schemas["RichEmbed"]["properties"]["flags"] = {"type": ["integer", "null"]}


def _media_of_embeds(schemas: Json) -> None:
    """Discord ignores its own fields of an embed's picture; discord.py sends them back."""
    for name in ("RichEmbedImage", "RichEmbedThumbnail", "RichEmbedVideo"):
        properties = schemas[name]["properties"]
        for key in ("proxy_url", "content_type"):
            properties[key] = {"type": ["string", "null"]}
        properties["flags"] = {"type": ["integer", "null"]}
    for name in ("RichEmbedAuthor", "RichEmbedFooter"):
        schemas[name]["properties"]["proxy_icon_url"] = {"type": ["string", "null"]}


def _kept_attachments(schemas: Json) -> None:
    """Discord reads only the id of an attachment that is kept; discord.py sends it whole."""
    properties = schemas["MessageAttachmentRequest"]["properties"]
    for name in ("proxy_url", "url", "content_type"):
        properties[name] = {"type": ["string", "null"]}
    for name in ("size", "height", "width", "flags"):
        properties[name] = {"type": ["integer", "null"]}
    for name in ("spoiler", "ephemeral"):
        properties[name] = {"type": ["boolean", "null"]}


def _codes_of_nested_errors(schemas: Json) -> None:
    """Allow words as codes of the faults of single fields; the description says numbers."""
    fault = {
        "type": "object",
        "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        "required": ["code", "message"],
    }
    schemas["InnerErrors"]["properties"]["_errors"]["items"] = fault


def _code_of_rate_limits(schemas: Json) -> None:
    """Discord documents `code` of a 429 as optional, and plain rate limits come without."""
    whole, own = schemas["Error"], schemas["RatelimitedResponse"]["allOf"][1]
    schemas["RatelimitedResponse"] = {
        "type": "object",
        "properties": whole["properties"] | own["properties"],
        "required": ["message", *own["required"]],
    }


def _application_of_channels(schemas: Json) -> None:
    """Since August 2026 Discord sends null for a channel that no application made."""
    for name in ("GuildChannel", "PrivateChannel", "Thread", "CreatedThread"):
        schemas[f"{name}Response"]["properties"]["application_id"] = {"type": "null"}


REQUEST_RELAXATIONS: tuple[Callable[[Json], None], ...] = (
    _snowflakes_as_numbers,
    _nsfw_of_commands,
    _permissions_as_text,
    _tts_of_edits,
    _flags_of_embeds,
    _media_of_embeds,
    _kept_attachments,
)

ANSWER_RELAXATIONS: tuple[Callable[[Json], None], ...] = (
    _codes_of_nested_errors,
    _code_of_rate_limits,
    _application_of_channels,
)
