"""Accounts that leave servers or are deleted, as seen in the API."""

import discord
import pytest

from playground import CannotDo, Playground
from tests.playground.tiny import StartBot


async def test_a_deleted_account_is_an_unknown_user_of_a_server_and_has_no_name(
    playground: Playground, start_bot: StartBot
) -> None:
    bot = await start_bot()
    bob, server = playground.person("bob"), playground.server()
    bob.delete_account()
    guild = await bot.fetch_guild(server.id)
    with pytest.raises(discord.NotFound) as caught:
        await guild.fetch_member(bob.id)
    assert caught.value.code == 10013
    assert (await bot.fetch_user(bob.id)).name.startswith("deleted_user_")
    assert bob.places(server) == []
    with pytest.raises(CannotDo, match="is deleted"):
        bob.join(server)


async def test_an_owner_cannot_leave_or_delete_their_account(playground: Playground) -> None:
    ada, server = playground.person("ada"), playground.server()
    with pytest.raises(CannotDo, match="owns Quilt Club"):
        ada.leave(server)
    with pytest.raises(CannotDo, match="owns Quilt Club"):
        ada.delete_account()
    assert ada.places(server) != []
