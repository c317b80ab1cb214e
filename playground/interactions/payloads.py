"""The body of INTERACTION_CREATE."""

from __future__ import annotations

from playground.interactions.interaction import Interaction
from playground.wire.entities import (
    member_json,
    partial_member_json,
    place_with_permissions,
    role_json,
    user_json,
)
from playground.wire.messages import MessageWriter
from playground.world import DirectChannel, Place, Role, User, World, WorldMessage
from playground.world.messages import ATTACHMENT_BYTES, Json

_IN_SERVER, _IN_BOT_DIRECT = 0, 1


class PayloadWriter:
    """Writes interactions as the gateway sends them."""

    def __init__(self, world: World, messages: MessageWriter) -> None:
        self._world = world
        self._messages = messages

    def interaction(self, interaction: Interaction, body: Json) -> Json:
        """Return the whole event; `body` is what the person chose, typed or pressed."""
        place, user = interaction.place, interaction.user
        permissions = self._world.permissions(user, place)
        shape: Json = {
            "id": str(interaction.id),
            "application_id": str(self._world.bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": body,
            "channel_id": str(place.id),
            "channel": place_with_permissions(place, permissions),
            "app_permissions": str(int(self._world.permissions(self._world.bot, place))),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": ATTACHMENT_BYTES,
        }
        server = self._world.server_of(place)
        if server is None:
            shape["user"] = user_json(user)
            shape["context"] = _IN_BOT_DIRECT
            shape["authorizing_integration_owners"] = {"0": "0"}
        else:
            member = member_json(server.members[user.id])
            shape["member"] = {**member, "permissions": str(int(permissions))}
            shape["guild_id"] = str(server.id)
            shape["guild"] = {"id": str(server.id), "locale": server.locale, "features": []}
            shape["guild_locale"] = server.locale
            shape["context"] = _IN_SERVER
            # Where the bot is not, only users who installed it for themselves can call it.
            is_there = self._world.bot.id in server.members
            owner = {"0": str(server.id)} if is_there else {"1": str(user.id)}
            shape["authorizing_integration_owners"] = owner
        if interaction.message is not None:
            shape["message"] = self._messages.message(interaction.message)
        return shape

    def resolved(
        self,
        place: Place,
        *,
        users: tuple[User, ...] = (),
        roles: tuple[Role, ...] = (),
        places: tuple[Place, ...] = (),
        messages: tuple[WorldMessage, ...] = (),
        viewer: User,
    ) -> Json:
        """Return the objects that the ids in the body name; members have their permissions here."""
        shape: Json = {}
        server = self._world.server_of(place)
        if users:
            shape["users"] = {str(user.id): user_json(user) for user in users}
            members = {}
            for user in users:
                if server is not None and (member := server.members.get(user.id)):
                    allowed = str(int(self._world.permissions(user, place)))
                    partial = partial_member_json(member)
                    del partial["deaf"], partial["mute"]
                    members[str(user.id)] = {**partial, "permissions": allowed}
            if members:
                shape["members"] = members
        if roles:
            shape["roles"] = {str(role.id): role_json(role) for role in roles}
        if places:
            shape["channels"] = {
                str(each.id): place_with_permissions(each, self._world.permissions(viewer, each))
                for each in places
                if not isinstance(each, DirectChannel)
            }
        if messages:
            shape["messages"] = {str(each.id): self._messages.message(each) for each in messages}
        return shape
