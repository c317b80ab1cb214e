"""The actions of a person on the page, each by the name that the page sends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from playground.page.arguments import read_options, read_picked
from playground.page.localizing import original, shown_name
from playground.page.reading import ReadMarks
from playground.page.request import Request
from playground.page.views import Json, Views, answered
from playground.people import Answer, CannotDo, Person, SeenModal
from playground.world import Place, User, World

LONGEST_TEXT = 2000


@dataclass(slots=True)
class Actions:
    """One person's actions."""

    person: Person
    world: World
    reading: ReadMarks
    views: Views
    form: SeenModal | None = field(default=None)

    async def do(self, name: str, request: Request) -> Json:
        """Do an action. Raise `CannotDo` if there is none of that name, or if it is refused."""
        actions: dict[str, Callable[[Request], Awaitable[Json]]] = {
            "open": self._open,
            "earlier": self._earlier_messages,
            "read": self._read,
            "say": self._say,
            "run": self._run,
            "suggest": self._suggest,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "dismiss": self._dismiss,
            "use on user": self._use_on_user,
            "use on message": self._use_on_message,
            "inbox": self._inbox,
        }
        if name not in actions:
            raise CannotDo(f"there is no action {name!r}")
        return await actions[name](request)

    async def _open(self, request: Request) -> Json:
        place = self._place(request)
        return {**self.views.page(place, None), "commands": self.views.commands(place)}

    async def _earlier_messages(self, request: Request) -> Json:
        return self.views.page(self._place(request), request.id("before"))

    async def _read(self, request: Request) -> Json:
        self.reading.read(self.person.user, self._place(request))
        return {}

    async def _say(self, request: Request) -> Json:
        text = request.text("text").strip()
        if not 1 <= len(text) <= LONGEST_TEXT:
            raise CannotDo(f"a message has 1 to {LONGEST_TEXT} characters, not {len(text)}")
        return {"message": str(self.person.say(self._place(request), text).id)}

    async def _run(self, request: Request) -> Json:
        place, name = self._place(request), request.text("name")
        name, options = self._original_command(place, name, request)
        return self._result(await self.person.command(name, channel=place, **options))

    async def _suggest(self, request: Request) -> Json:
        place, option = self._place(request), request.text("option")
        commands, locale = self._slash_commands(place), self.person.user.locale
        _, known = original(commands, request.text("name"), locale)
        name, options = self._original_command(place, request.text("name"), request)
        option = known.get(option, option)
        options.pop(option, None)
        typed = request.text("typed")
        choices = await self.person.autocomplete(name, option, typed, channel=place, **options)
        return {"choices": [{"name": each.name, "value": each.value} for each in choices]}

    async def _press(self, request: Request) -> Json:
        message = request.id("message")
        return self._result(await self.person.press(message, custom_id=request.text("custom_id")))

    async def _select(self, request: Request) -> Json:
        seen = self.person.see(request.id("message"))
        if seen is None:
            raise CannotDo("this message is gone")
        select = seen.select(request.text("custom_id"))
        place = self.world.places[seen.channel_id]
        picked = read_picked(self.world, place, select.kind, request.several("values"))
        return self._result(await self.person.select(seen, select.custom_id, picked))

    async def _submit(self, request: Request) -> Json:
        form = self.form
        if form is None:
            raise CannotDo("no form is open")
        kinds = {each.custom_id: each.kind for each in form.fields}
        values = {
            key: read_picked(self.world, form.place, kinds[key], value)
            if isinstance(value, list) and key in kinds
            else value
            for key, value in request.fields("values").items()
        }
        return self._result(await self.person.submit(form, values))

    async def _dismiss(self, request: Request) -> Json:
        message = self.person.see(request.id("message"))
        if message is None or not message.ephemeral:
            raise CannotDo("only a message that you alone see can be dismissed")
        self.reading.dismiss(self.person.user, message.id)
        return {}

    async def _use_on_user(self, request: Request) -> Json:
        target = self.world.users.get(request.id("user"))
        if not isinstance(target, User):
            raise CannotDo("there is no user with this id")
        name, place = self._menu_name(request), self._place(request)
        return self._result(await self.person.user_command(name, target, channel=place))

    async def _use_on_message(self, request: Request) -> Json:
        name, message = self._menu_name(request), request.id("message")
        return self._result(await self.person.message_command(name, message))

    async def _inbox(self, request: Request) -> Json:
        return {"pings": self.views.inbox()}

    def _result(self, answer: Answer) -> Json:
        if answer.modal is not None:
            self.form = answer.modal
        return answered(answer)

    def _place(self, request: Request) -> Place:
        place = self.world.places.get(request.id("place"))
        if place is None or not self.world.sees(self.person.user, place):
            raise CannotDo("this channel is gone, or hidden from you")
        return place

    def _slash_commands(self, place: Place) -> list[Json]:
        return [each for each in self.person.commands(place) if each["type"] == 1]

    def _original_command(self, place: Place, shown: str, request: Request) -> tuple[str, Json]:
        """Return the bot's name of a command that is shown as `shown`, and its options."""
        commands = self._slash_commands(place)
        name, known = original(commands, shown, self.person.user.locale)
        options = {known.get(key, key): value for key, value in request.fields("options").items()}
        root = name.split(" ", maxsplit=1)[0]
        for command in commands:
            if command["name"] == root:
                return name, read_options(self.world, place, command, name, options)
        raise CannotDo(f"there is no command /{name} here")

    def _menu_name(self, request: Request) -> str:
        """Return the bot's name of a menu command from the name that the page shows."""
        shown = request.text("name")
        for place in self.world.places.values():
            if self.world.sees(self.person.user, place):
                for each in self.person.commands(place):
                    if shown_name(each, self.person.user.locale) == shown and each["type"] != 1:
                        return str(each["name"])
        return shown
