"""The world as one person sees it, as JSON for the page to draw."""

from __future__ import annotations

import itertools
from typing import Any

from playground.page.localizing import localized
from playground.page.reading import ReadMarks
from playground.people import Answer, Person, SeenMessage
from playground.world import (
    DirectChannel,
    EventStatus,
    Member,
    Ping,
    Place,
    ScheduledEvent,
    Server,
    Snowflake,
    TextChannel,
    Thread,
    User,
    World,
)

Json = dict[str, Any]
PAGE = 50
INBOX = 30


class Views:
    """Writes what one person sees."""

    def __init__(self, person: Person, world: World, reading: ReadMarks) -> None:
        self._person = person
        self._world = world
        self._reading = reading

    def surroundings(self) -> Json:
        """Return everything but the messages: the people, the places, and what is unread."""
        user = self._person.user
        servers = [each for each in self._world.servers.values() if user.id in each.members]
        direct = self._world.direct_channel(user)
        return {
            "me": str(user.id),
            "bot": str(self._world.bot.id),
            "people": [self._user_json(each) for each in self._world.users.values()],
            "servers": [self._server(server) for server in servers],
            "direct": {**self._place(direct), "name": self._world.bot.display_name},
        }

    def page(self, place: Place, before: Snowflake | None) -> Json:
        """Return the newest messages of a place, or those before one; oldest first."""
        messages = (
            message
            for message in self._world.messages.newest_first(place.id)
            if before is None or message.id < before
        )
        seen = (self.message(message.id) for message in messages)
        newest = list(itertools.islice((each for each in seen if each), PAGE + 1))
        return {"messages": newest[:PAGE][::-1], "has_more": len(newest) > PAGE}

    def message(self, message_id: Snowflake) -> Json | None:
        """Return a message in Discord's form, if this person sees it and has not dismissed it."""
        if self._reading.has_dismissed(self._person.user, message_id):
            return None
        seen, message = self._person.see(message_id), self._world.messages.find(message_id)
        return None if seen is None or message is None else _message_json(seen, message.posted_at)

    def commands(self, place: Place) -> list[Json]:
        """Return the commands that this person may use in a place, translated."""
        locale = self._person.user.locale
        return [localized(each, locale) for each in self._person.commands(place)]

    def inbox(self) -> list[Json]:
        """Return the pings that this person got, the newest first."""
        notes = self._world.messages.notifications.get(self._person.user.id, ())
        written = (self._ping(note) for note in reversed(notes))
        return list(itertools.islice((each for each in written if each), INBOX))

    def _ping(self, note: Ping) -> Json | None:
        message, place = self._person.see(note.message_id), self._world.places.get(note.channel_id)
        posted = self._world.messages.find(note.message_id)
        if message is None or place is None or posted is None:
            return None
        return {
            "place": str(place.id),
            "place_name": "" if isinstance(place, DirectChannel) else place.name,
            "message": str(message.id),
            "author": message.author.display_name,
            "text": note.text,
            "posted_at": posted.posted_at,
            "is_read": self._reading.has_read(self._person.user, note),
        }

    def _user_json(self, user: User) -> Json:
        return {
            "id": str(user.id),
            "username": user.username,
            "name": user.display_name,
            "is_bot": user.is_bot,
            "pings": self._reading.pings(user),
        }

    def _server(self, server: Server) -> Json:
        places = self._person.places(server)
        threads = [each for each in places if isinstance(each, Thread)]
        channels = [each for each in places if isinstance(each, TextChannel)]
        return {
            "id": str(server.id),
            "name": server.name,
            "members": [str(user_id) for user_id in server.members],
            "roles": [{"id": str(each.id), "name": each.name} for each in server.roles.values()],
            "worn": {
                str(member.user.id): _roles_of(server, member) for member in server.members.values()
            },
            "events": [_event(each) for each in self._world.events.listed(server)],
            "channels": [
                {
                    **self._place(channel),
                    "threads": [
                        self._place(each) for each in threads if each.parent_id == channel.id
                    ],
                }
                for channel in sorted(channels, key=lambda channel: channel.position)
            ],
        }

    def _place(self, place: Place) -> Json:
        unread = self._reading.unread(self._person.user, place)
        return {
            "id": str(place.id),
            "name": "" if isinstance(place, DirectChannel) else place.name,
            "topic": place.topic if isinstance(place, TextChannel) else None,
            "is_archived": isinstance(place, Thread) and place.is_archived,
            "may_write": self._person.may_write(place),
            "unread": unread.messages,
            "pings": unread.pings,
        }


def answered(answer: Answer) -> Json:
    """Return the bot's answer; its messages reach the page separately, as events."""
    return {
        "failed": answer.failed,
        "form": answer.modal.json if answer.modal else None,
        "message": str(answer.message.id) if answer.message else None,
    }


def _roles_of(server: Server, member: Member) -> list[str]:
    """Return the names of a member's roles, the highest first, without those of bots."""
    roles = [server.roles[role_id] for role_id in member.role_ids]
    roles.sort(key=lambda role: -role.position)
    return [role.name for role in roles if not role.is_managed]


def _event(event: ScheduledEvent) -> Json:
    return {
        "id": str(event.id),
        "name": event.name,
        "description": event.description or "",
        "location": event.location,
        "starts_at": event.starts_at,
        "ends_at": event.ends_at,
        "is_active": event.status is EventStatus.ACTIVE,
    }


def _message_json(seen: SeenMessage, posted_at: float) -> Json:
    shape = {
        **seen.json,
        "is_private": seen.ephemeral,
        "is_thinking": seen.thinking,
        # By the clock that the director moves, while Discord's own timestamp stays in real time.
        "posted_at": posted_at,
    }
    # The author's name as the page shows it; for a bot the JSON lacks it.
    shape["author"] = {**seen.json["author"], "name": seen.author.display_name}
    return shape
