"""The world as one person sees it at their client."""

from __future__ import annotations

from dataclasses import dataclass

from playground.api.files import Files
from playground.interactions.book import CommandBook
from playground.interactions.payloads import PayloadWriter
from playground.interactions.registry import Interactions
from playground.people.errors import CannotDo
from playground.people.seen import Fetch, SeenMessage, see
from playground.people.targets import require_command
from playground.pulse import Pulse
from playground.wire.messages import MessageWriter
from playground.world import (
    DirectChannel,
    Ping,
    Place,
    Server,
    Snowflake,
    TextChannel,
    Thread,
    User,
    World,
    WorldMessage,
)
from playground.world.messages import Json


@dataclass(frozen=True, slots=True)
class PeopleStage:
    """The parts of the playground that people's clients use."""

    world: World
    interactions: Interactions
    book: CommandBook
    writer: MessageWriter
    payloads: PayloadWriter
    files: Files
    pulse: Pulse
    fetch: Fetch


class PersonView:
    """The view of one user at their client."""

    def __init__(self, user: User, stage: PeopleStage) -> None:
        self.user = user
        self._stage = stage
        self._world = stage.world

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.user.username!r})"

    @property
    def id(self) -> Snowflake:
        """The user's id."""
        return self.user.id

    @property
    def mention(self) -> str:
        """The text that pings this person."""
        return self.user.mention

    def look(self, place: Place | Snowflake) -> list[SeenMessage]:
        """Return what this person sees in a place, oldest first; nothing if it is hidden."""
        here = self._place(place)
        if not self._world.sees(self.user, here):
            return []
        messages = self._world.messages.oldest_first(here.id)
        return [self._see(message) for message in messages if self._is_for_me(message)]

    def newest(self, place: Place | Snowflake) -> SeenMessage | None:
        """Return the last message of a place that this person sees."""
        here = self._place(place)
        if not self._world.sees(self.user, here):
            return None
        messages = self._world.messages.newest_first(here.id)
        return next((self._see(each) for each in messages if self._is_for_me(each)), None)

    def see(self, message: SeenMessage | Snowflake) -> SeenMessage | None:
        """Return a message as it stands now, if this person can still see it."""
        world_message = self._message(message)
        return None if world_message is None else self._see(world_message)

    @property
    def notifications(self) -> list[Ping]:
        """The pings that this person got, oldest first."""
        return list(self._world.messages.notifications.get(self.user.id, ()))

    def direct_messages(self) -> list[SeenMessage]:
        """Return the messages between the bot and this person."""
        return self.look(self._world.direct_channel(self.user))

    def places(self, server: Server) -> list[TextChannel | Thread]:
        """Return the channels and threads of a server that this person sees."""
        places: list[TextChannel | Thread] = [*server.channels.values(), *server.threads.values()]
        return [place for place in places if self._world.sees(self.user, place)]

    def commands(self, place: Place | Snowflake) -> list[Json]:
        """Return the commands that this person can use in a place."""
        here = self._place(place)
        usable = []
        for command in self._stage.book.offered(self._world.server_of(here)):
            try:
                require_command(self._world, self.user, here, command)
            except CannotDo:
                continue
            usable.append(command)
        return usable

    def _place(self, place: Place | Snowflake) -> Place:
        if not isinstance(place, int):
            return place
        known = self._world.places.get(Snowflake(place))
        if known is None:
            raise CannotDo(f"there is no channel {place}")
        return known

    def _seen_place(self, place: Place | Snowflake) -> Place:
        here = self._place(place)
        if here.id not in self._world.places or not self._world.sees(self.user, here):
            name = "these direct messages" if isinstance(here, DirectChannel) else here.name
            raise CannotDo(f"{self.user.username} does not see {name}")
        server = self._world.server_of(here)
        if server is not None and not server.is_available:
            raise CannotDo(f"{server.name} cannot be reached")
        return here

    def _is_for_me(self, message: WorldMessage) -> bool:
        return message.only_for in (None, self.user.id)

    def _message(self, message: SeenMessage | Snowflake) -> WorldMessage | None:
        id_ = message.id if isinstance(message, SeenMessage) else message
        world_message = self._world.messages.find(id_)
        if world_message is None or not self._is_for_me(world_message):
            return None
        place = self._world.places[world_message.channel_id]
        return world_message if self._world.sees(self.user, place) else None

    def _require_message(self, message: SeenMessage | Snowflake) -> WorldMessage:
        world_message = self._message(message)
        if world_message is None:
            raise CannotDo(f"{self.user.username} does not see this message")
        return world_message

    def _see(self, message: WorldMessage) -> SeenMessage:
        return see(message, self._stage.writer.message(message), self._stage.fetch)
