"""Failed requests to Discord: the failure passes by itself, or a user has to change something."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.core.errors import is_passing


def failure(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("status", "code", "passes"),
    [
        (401, 0, True),  # Our token was refused, by a proxy perhaps.
        (401, 50027, False),  # An interaction's token has expired.
        (403, 50013, False),
        (404, 10008, False),
        (408, 0, True),  # A proxy waited too long.
        (429, 0, True),
        (503, 0, True),
    ],
)
def test_failures_are_temporary_or_permanent(status: int, code: int, passes: bool) -> None:  # noqa: FBT001
    assert is_passing(failure(status, code)) == passes
