"""A person at their client: what they can see, type, press and fill in."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from playground.api.drafts import make_attachment
from playground.api.intake import Upload
from playground.interactions.interaction import Interaction, InteractionKind, NoAnswer
from playground.interactions.registry import UserAction
from playground.people.answers import Answer, Suggestion
from playground.people.errors import CannotDo
from playground.people.forms import Filled, FormInput, SeenModal
from playground.people.options import OptionValues, choose, descend, wrap
from playground.people.seen import Button, SeenMessage, Select
from playground.people.targets import chosen_in_select, require_command
from playground.people.viewer import PersonView
from playground.validation.commands import CommandKind, OptionKind
from playground.world import (
    Permission,
    Place,
    Role,
    Server,
    Snowflake,
    Thread,
    User,
    WorldMessage,
)
from playground.world.layout import Part
from playground.world.messages import Draft, Json
from playground.world.threads import ThreadChange


class Person(PersonView):
    """One user at their client; an action that the client would not allow raises `CannotDo`."""

    def say(self, place: Place | Snowflake, text: str) -> SeenMessage:
        """Write an ordinary message."""
        here = self._seen_place(place)
        if not self.may_write(here):
            raise CannotDo(f"{self.user.username} may not write here")
        return self._see(self._world.messages.post(here, Draft(self.user, content=text)))

    def delete(self, message: SeenMessage | Snowflake) -> None:
        """Delete a message: their own, or any as a moderator."""
        world_message = self._require_message(message)
        place = self._world.places[world_message.channel_id]
        moderates = self._world.permissions(self.user, place) & Permission.MANAGE_MESSAGES
        if world_message.author is not self.user and not moderates:
            raise CannotDo(f"{self.user.username} may not delete this message")
        self._world.messages.delete(world_message)

    def close_direct_messages(self) -> None:
        """Accept no direct messages from bots; Discord refuses them with 50007."""
        self.user.accepts_direct_messages = False

    def open_direct_messages(self) -> None:
        """Accept direct messages from bots of shared servers again."""
        self.user.accepts_direct_messages = True

    def join(self, server: Server, *roles: Role) -> None:
        """Become a member of a server."""
        if self.user.is_deleted:
            raise CannotDo("this account is deleted")
        self._world.join(server, self.user, roles)

    def leave(self, server: Server) -> None:
        """Leave a server; its owner has to transfer it first."""
        if server.owner_id == self.user.id:
            raise CannotDo(f"{self.user.username} owns {server.name}")
        self._world.leave(server, self.user)

    def delete_account(self) -> None:
        """Leave every server for good; the owner of a server has to transfer it first."""
        for server in self._world.servers.values():
            if server.owner_id == self.user.id:
                raise CannotDo(f"{self.user.username} owns {server.name}")
        self._world.delete_account(self.user)

    async def command(self, name: str, /, *, channel: Place | Snowflake, **options: Any) -> Answer:
        """Run a slash command; sub-commands follow the name after a space.

        An option is a user (or a `Person`), a role or a channel itself; a choice is its name or
        value.
        """
        here, command, path = self._slash_command(name, channel)
        chosen = choose(path[-1], _plain(options), is_complete=True)
        body = self._command_body(command, here)
        body["options"] = wrap(path, chosen.options)
        if resolved := self._resolved_json(here, chosen, body["options"]):
            body["resolved"] = resolved
        action = UserAction(InteractionKind.COMMAND, body, command_name=name)
        return await self._act(here, action)

    async def autocomplete(
        self, name: str, option: str, typed: str, /, *, channel: Place | Snowflake, **options: Any
    ) -> tuple[Suggestion, ...]:
        """Return the suggestions for the text of an option; `options` are already filled in."""
        here, command, path = self._slash_command(name, channel)
        offered = {each["name"]: each for each in path[-1].get("options") or []}
        focused = offered.get(option)
        if focused is None or not focused.get("autocomplete"):
            raise CannotDo(f"/{name} suggests nothing for {option!r}")
        chosen = choose(path[-1], _plain(options), is_complete=False)
        entry = {"name": option, "type": focused["type"], "value": typed, "focused": True}
        body = self._command_body(command, here)
        body["options"] = wrap(path, [*chosen.options, entry])
        kind = OptionKind(focused["type"])
        action = UserAction(InteractionKind.AUTOCOMPLETE, body, command_name=name, focused=kind)
        return (await self._act(here, action)).choices

    async def user_command(
        self, name: str, target: User | Person, /, *, channel: Place | Snowflake
    ) -> Answer:
        """Use a menu command on a user."""
        here = self._seen_place(channel)
        user = target.user if isinstance(target, Person) else target
        body = self._menu_body(name, CommandKind.USER, here)
        body["target_id"] = str(user.id)
        body["resolved"] = self._stage.payloads.resolved(here, users=(user,), viewer=self.user)
        action = UserAction(InteractionKind.COMMAND, body, command_name=name, is_context_menu=True)
        return await self._act(here, action)

    async def message_command(self, name: str, message: SeenMessage | Snowflake, /) -> Answer:
        """Use a menu command on a message."""
        world_message = self._require_message(message)
        here = self._world.places[world_message.channel_id]
        body = self._menu_body(name, CommandKind.MESSAGE, here)
        body["target_id"] = str(world_message.id)
        body["resolved"] = self._stage.payloads.resolved(
            here, messages=(world_message,), viewer=self.user
        )
        action = UserAction(InteractionKind.COMMAND, body, command_name=name, is_context_menu=True)
        return await self._act(here, action)

    async def press(
        self,
        message: SeenMessage | Snowflake,
        label: str | None = None,
        *,
        custom_id: str | None = None,
    ) -> Answer:
        """Press a button of a message as it stands now, by its label or custom_id."""
        world_message = self._require_message(message)
        button = self._see(world_message).button(label, custom_id=custom_id)
        return await self._press(world_message, button)

    async def press_as_seen(
        self, message: SeenMessage, label: str | None = None, *, custom_id: str | None = None
    ) -> Answer:
        """Press a button of `message` as the person saw it, even if it has changed since.

        Such a click is on its way while the bot changes the message.
        """
        world_message = self._require_message(message)
        return await self._press(
            world_message, message.button(label, custom_id=custom_id), message.json
        )

    async def select(
        self, message: SeenMessage | Snowflake, custom_id: str, values: Sequence[Any]
    ) -> Answer:
        """Choose in a select menu: options by value or label, or users, roles and channels."""
        world_message = self._require_message(message)
        select = self._see(world_message).select(custom_id)
        place = self._world.places[world_message.channel_id]
        if select.disabled:
            raise CannotDo(f"the select {custom_id!r} is disabled")
        if not select.min_values <= len(values) <= select.max_values:
            raise CannotDo(f"choose {select.min_values} to {select.max_values}, not {len(values)}")
        return await self._select(world_message, place, select, values)

    async def forge(
        self,
        message: SeenMessage | Snowflake,
        custom_id: str,
        values: Sequence[str] | None = None,
        kind: Part | None = None,
    ) -> Answer:
        """Send a click that no client would: any custom_id, and any values, on a message.

        Without `values` it is a button's click, with them a select menu's. The message is sent as
        if it held that button or menu, because discord.py drops a click on a message without it.
        """
        world_message = self._require_message(message)
        if kind is None:
            kind = Part.BUTTON if values is None else Part.STRING_SELECT
        body: Json = {"custom_id": custom_id, "component_type": int(kind)}
        part: Json = {"type": int(kind), "id": 2, "custom_id": custom_id}
        if values is None:
            part |= {"style": 2, "label": "Forged"}
        else:
            body["values"] = list(values)
            part |= {"min_values": 0, "max_values": len(values)}
        if kind is Part.STRING_SELECT:
            part["options"] = [{"label": value, "value": value} for value in values or ()]
        row: Json = {"type": int(Part.ACTION_ROW), "id": 1, "components": [part]}
        seen = {**self._see(world_message).json, "components": [row]}
        action = UserAction(InteractionKind.COMPONENT, body, message=world_message, seen=seen)
        return await self._act(self._world.places[world_message.channel_id], action)

    async def forge_command(
        self, name: str, channel: Place | Snowflake, options: Mapping[str, tuple[int, Any]]
    ) -> Answer:
        """Run a slash command with options that no client would send, each with its type."""
        here, command, path = self._slash_command(name, channel)
        body = self._command_body(command, here)
        sent = [
            {"name": name, "type": kind, "value": value} for name, (kind, value) in options.items()
        ]
        body["options"] = wrap(path, sent)
        return await self._act(here, UserAction(InteractionKind.COMMAND, body, command_name=name))

    async def forge_typing(
        self,
        name: str,
        channel: Place | Snowflake,
        options: Mapping[str, tuple[int, Any]],
        focused: str,
    ) -> Answer:
        """Request the suggestions for an option, with options that no client would send."""
        here, command, path = self._slash_command(name, channel)
        body = self._command_body(command, here)
        sent = [
            {"name": name, "type": kind, "value": value}
            | ({"focused": True} if name == focused else {})
            for name, (kind, value) in options.items()
        ]
        body["options"] = wrap(path, sent)
        kind = OptionKind(options[focused][0])
        action = UserAction(InteractionKind.AUTOCOMPLETE, body, command_name=name, focused=kind)
        return await self._act(here, action)

    async def forge_form(
        self,
        place: Place | Snowflake,
        custom_id: str,
        fields: Mapping[str, str],
        message: SeenMessage | Snowflake | None = None,
    ) -> Answer:
        """Submit a form that was never opened, as if from `message` if it is given."""
        here = self._seen_place(place)
        components = [
            {
                "type": int(Part.LABEL),
                "id": 2 * number,
                "component": {
                    "type": int(Part.TEXT_INPUT),
                    "id": 2 * number + 1,
                    "custom_id": name,
                    "value": value,
                },
            }
            for number, (name, value) in enumerate(fields.items(), 1)
        ]
        body = {"custom_id": custom_id, "components": components}
        world_message = None if message is None else self._require_message(message)
        opened_by = Interaction(
            id=self._world.snowflakes.next(),
            token="",
            kind=InteractionKind.COMMAND if world_message is None else InteractionKind.COMPONENT,
            user=self.user,
            place=here,
            born=0.0,
            outcome=asyncio.get_running_loop().create_future(),
            message=world_message,
            command_name="forged" if world_message is None else None,
        )
        action = UserAction(InteractionKind.MODAL, body, message=world_message, opened_by=opened_by)
        return await self._act(here, action)

    async def submit(self, modal: SeenModal, values: Mapping[str, Filled] | None = None) -> Answer:
        """Fill in a modal, each field by its custom_id or label, and send it."""
        self._seen_place(modal.place)
        filling = FormInput(modal, values or {}, lambda upload: self._upload(modal.place, upload))
        body = filling.body()
        resolved = self._resolved_json(modal.place, filling.chosen, [])
        if filling.attachments:
            resolved["attachments"] = filling.attachments
        if resolved:
            body["resolved"] = resolved
        action = UserAction(
            InteractionKind.MODAL, body, message=modal.message, opened_by=modal.opened_by
        )
        return await self._act(modal.place, action)

    def may_write(self, place: Place) -> bool:
        """Return whether the user may write in a place; in a locked thread only moderators may."""
        permissions = self._world.permissions(self.user, place)
        if not isinstance(place, Thread):
            return bool(permissions & Permission.SEND_MESSAGES)
        is_open = not place.is_locked or permissions & Permission.MANAGE_THREADS
        return bool(permissions & Permission.SEND_MESSAGES_IN_THREADS and is_open)

    async def _press(
        self, world_message: WorldMessage, button: Button, seen: Json | None = None
    ) -> Answer:
        if button.disabled:
            raise CannotDo(f"the button {button.label!r} is disabled")
        if button.custom_id is None:
            raise CannotDo(f"the button {button.label!r} only opens {button.url}")
        body = {"custom_id": button.custom_id, "component_type": int(Part.BUTTON)}
        action = UserAction(InteractionKind.COMPONENT, body, message=world_message, seen=seen)
        return await self._act(self._world.places[world_message.channel_id], action)

    async def _select(
        self, world_message: WorldMessage, place: Place, select: Select, values: Sequence[Any]
    ) -> Answer:
        picked, chosen = chosen_in_select(select, values)
        body: Json = {
            "custom_id": select.custom_id,
            "component_type": int(select.kind),
            "values": picked,
        }
        if resolved := self._resolved_json(place, chosen, []):
            body["resolved"] = resolved
        return await self._act(
            place, UserAction(InteractionKind.COMPONENT, body, message=world_message)
        )

    async def _act(self, place: Place, action: UserAction) -> Answer:
        is_suggesting = action.kind is InteractionKind.AUTOCOMPLETE
        if isinstance(place, Thread) and place.is_archived and not is_suggesting:
            # Discord's client unarchives the thread first, and sends nothing if it may not do that.
            if not self.may_write(place):
                return Answer(NoAnswer(), None, self.see, self._stage.pulse)
            self._world.threads.change(place, ThreadChange(is_archived=False))
        interaction = self._stage.interactions.send(self.user, place, action)
        outcome = await interaction.outcome
        return Answer(outcome, interaction, self.see, self._stage.pulse)

    def _slash_command(
        self, name: str, channel: Place | Snowflake
    ) -> tuple[Place, Json, list[Json]]:
        here = self._seen_place(channel)
        root, *steps = name.split(" ")
        command = self._find_command(root, CommandKind.SLASH, here)
        return here, command, descend(command, steps)

    def _find_command(self, name: str, kind: CommandKind, here: Place) -> Json:
        command = self._stage.book.find(self._world.server_of(here), name, kind)
        if command is None:
            raise CannotDo(f"there is no command {name!r} here")
        require_command(self._world, self.user, here, command)
        return command

    def _menu_body(self, name: str, kind: CommandKind, here: Place) -> Json:
        return self._command_body(self._find_command(name, kind, here), here)

    def _command_body(self, command: Json, here: Place) -> Json:
        body: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if "guild_id" in command:
            body["guild_id"] = command["guild_id"]
        return body

    def _resolved_json(self, here: Place, chosen: OptionValues, options: list[Json]) -> Json:
        resolved = self._stage.payloads.resolved(
            here,
            users=tuple(chosen.users),
            roles=tuple(chosen.roles),
            places=tuple(chosen.places),
            viewer=self.user,
        )
        for name, upload in chosen.uploads.items():
            shape = self._upload(here, upload)
            resolved.setdefault("attachments", {})[shape["id"]] = shape
            _set_value(options, name, shape["id"])
        return resolved

    def _upload(self, here: Place, upload: Upload) -> Json:
        attachment = make_attachment(self._world.snowflakes.next(), upload, None)
        self._stage.files.keep(attachment)
        return self._stage.writer.attachment(here.id, attachment)


def _as_user(value: Any) -> Any:
    return value.user if isinstance(value, Person) else value


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _as_user(value) for name, value in options.items()}


def _set_value(options: list[Json], name: str, value: str) -> None:
    for option in options:
        if "options" in option:
            _set_value(option["options"], name, value)
        elif option["name"] == name:
            option["value"] = value
