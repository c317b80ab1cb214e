"""Names as they stand in thread titles and menus."""

from dataclasses import dataclass
from typing import Any, cast

import discord
import pytest

from bot.match.identity import PlayerKey, UserId, former
from cogs.wording.names import LONGEST, NAMES, NameCache, drawable_name, server_name


@dataclass(frozen=True, slots=True)
class NamedObject:
    """A user or a server with the attributes that names are made of."""

    id: int
    name: str
    global_name: str | None = None
    nick: str | None = None

    @property
    def display_name(self) -> str:
        return self.nick or self.global_name or self.name

    def get_guild(self, _guild: int) -> "NamedObject":
        return self


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\u202ebob\u2066", "bob"),
        ("X" + "\u0301" * 30, "X" + "\u0301" * 3),
        ("x" * 80, "x" * LONGEST),
        ("\u3164", None),
    ],
)
def test_a_name_cannot_reverse_a_title_or_reach_another_line(
    written: str, shown: str | None
) -> None:
    names = NameCache()
    user = names.remember(cast("Any", NamedObject(7, written)))
    assert (names.known(user), names.account(UserId(7))) == (shown, shown)
    assert names.outside(user) == shown


def test_a_server_nickname_is_not_shown_outside_of_discord() -> None:
    names = NameCache()
    user = names.remember(cast("Any", NamedObject(7, "ada.l", "Ada", "Countess")))
    assert (names.known(user), names.outside(user)) == ("Countess", "Ada")


def test_pictures_use_no_nicknames_because_they_may_leave_the_server() -> None:
    user = NAMES.remember(cast("Any", NamedObject(7, "ada.l", "Ada", "Countess")))
    assert drawable_name(user) == "Ada"
    NAMES.forget(user)
    user = NAMES.remember(cast("Any", NamedObject(7, "ada.l", "\U0001d4d0", "Countess")))
    assert drawable_name(user) == "ada.l"
    NAMES.forget(user)


def test_the_name_of_a_server_cannot_reverse_a_sentence() -> None:
    client = cast("discord.Client", NamedObject(7, "\u202eCattery"))
    assert server_name(client, cast("Any", 7)) == "Cattery"


@pytest.mark.parametrize("user", [None, former(PlayerKey(3))])
def test_a_former_player_has_a_capital_letter_in_a_picture(user: UserId | None) -> None:
    assert drawable_name(user) == "A former player"
