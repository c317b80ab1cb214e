"""The mentions in a message's text that may ping, by its allowed mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from playground.world.layout import texts
from playground.world.messages import AllowedMentions, Json, Mentions
from playground.world.snowflakes import Snowflake

if TYPE_CHECKING:
    from collections.abc import Mapping

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def allowed_mentions_from(payload: Mapping[str, object] | None) -> AllowedMentions:
    """Return the allowed mentions of a request. One that names none allows all mentions."""
    if payload is None:
        return AllowedMentions()
    parse = payload.get("parse")
    kinds = set(parse) if isinstance(parse, list) else set()
    return AllowedMentions(
        users=None if "users" in kinds else _ids(payload.get("users")),
        roles=None if "roles" in kinds else _ids(payload.get("roles")),
        everyone="everyone" in kinds,
        replied_user=bool(payload.get("replied_user", False)),
    )


def _ids(value: object) -> frozenset[Snowflake]:
    return (
        frozenset(Snowflake(int(each)) for each in value)
        if isinstance(value, list)
        else (frozenset())
    )


def mentions_in(content: str, components: Iterable[Json], allowed: AllowedMentions) -> Mentions:
    """Return the mentions of the whole text that may ping, each once, in reading order."""
    text = "\n".join([content, *texts(components)])
    users = _mentioned_ids(_USER, text, allowed.users)
    roles = _mentioned_ids(_ROLE, text, allowed.roles)
    return Mentions(users, roles, allowed.everyone and _EVERYONE.search(text) is not None)


def _mentioned_ids(
    pattern: re.Pattern[str], text: str, allowed: frozenset[Snowflake] | None
) -> tuple[Snowflake, ...]:
    ids = dict.fromkeys(Snowflake(int(each)) for each in pattern.findall(text))
    return tuple(each for each in ids if allowed is None or each in allowed)
