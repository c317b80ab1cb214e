"""Routes of threads and of channels as such."""

from __future__ import annotations

from typing import TypeVar

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Call, Reply
from playground.api.lookups import Lookups
from playground.api.middleware import Route
from playground.validation.notes import Notes
from playground.wire.entities import (
    PRIVATE_THREAD,
    place_json,
    thread_json,
    thread_member_json,
)
from playground.world import (
    DirectChannel,
    Permission,
    Place,
    TextChannel,
    Thread,
    ThreadChange,
    ThreadTerms,
    World,
)
from playground.world.events import ChannelChanged
from playground.world.messages import Json, MessageKind

ARCHIVE_MINUTES = frozenset({60, 1440, 4320, 10080})
CHANNEL = "/channels/{channel_id}"
_P = TypeVar("_P", TextChannel, Thread)
_MODERATED = frozenset({"locked", "invitable", "rate_limit_per_user"})


class ThreadRoutes:
    """Begins, joins and archives threads; reads and changes any channel."""

    def __init__(self, world: World, lookups: Lookups) -> None:
        self._world = world
        self._lookups = lookups

    def routes(self) -> list[Route]:
        """Return the routes served here."""
        members = CHANNEL + "/thread-members"
        return [
            Route("GET", CHANNEL, self.read),
            Route("PATCH", CHANNEL, self.change),
            Route("DELETE", CHANNEL, self.delete),
            Route("POST", CHANNEL + "/threads", self.begin),
            Route("POST", CHANNEL + "/messages/{message_id}/threads", self.begin_from_message),
            Route("GET", members, self.members),
            Route("PUT", members + "/@me", self.join),
            Route("DELETE", members + "/@me", self.leave),
            Route("PUT", members + "/{user_id}", self.add),
            Route("DELETE", members + "/{user_id}", self.remove),
        ]

    async def read(self, call: Call) -> Reply:
        """Return one channel."""
        place = self._lookups.place(call.id("channel_id"))
        return Reply(place_json(place, self._world.bot))

    async def begin(self, call: Call) -> Reply:
        """Begin a thread without a message; it is private by default, as in Discord."""
        channel = self._text_channel(call)
        form = call.form()
        terms = _terms(form, is_private=form.get("type", PRIVATE_THREAD) == PRIVATE_THREAD)
        needed = Permission.CREATE_PUBLIC_THREADS
        if terms.is_private:
            needed = Permission.CREATE_PRIVATE_THREADS
        self._lookups.require(channel, needed)
        thread = self._world.threads.begin(channel, self._world.bot, terms)
        return Reply(thread_json(thread, self._world.bot), 201)

    async def begin_from_message(self, call: Call) -> Reply:
        """Begin a thread from a message; there can be only one."""
        channel = self._text_channel(call)
        message = self._lookups.message(channel, call.id("message_id"))
        self._lookups.require(
            channel, Permission.CREATE_PUBLIC_THREADS | Permission.READ_MESSAGE_HISTORY
        )
        if message.id in self._world.places:
            raise DiscordError(Problem.THREAD_EXISTS)
        if message.kind is MessageKind.THREAD_CREATED:
            raise DiscordError(Problem.WRONG_CHANNEL_TYPE)
        terms = _terms(call.form(), is_private=False)
        thread = self._world.threads.begin(channel, self._world.bot, terms, from_message=message)
        return Reply(thread_json(thread, self._world.bot), 201)

    async def change(self, call: Call) -> Reply:
        """Change a thread or a channel."""
        place = self._lookups.place(call.id("channel_id"))
        form = call.form()
        if isinstance(place, DirectChannel):
            raise DiscordError(Problem.DIRECT_CHANNEL_ACTION)
        if isinstance(place, TextChannel):
            self._lookups.require(place, Permission.MANAGE_CHANNELS)
            place.name = form.get("name") or place.name
            place.topic = form.get("topic", place.topic)
            self._world.publish(ChannelChanged(place))
            return Reply(place_json(place))
        self._change_thread(place, form)
        return Reply(thread_json(place, self._world.bot))

    def _change_thread(self, thread: Thread, form: Json) -> None:
        self._require_change(thread, form)
        notes = Notes()
        notes.optional_text("name", form.get("name"), 1, 100)
        _check_terms(notes, form)
        if notes.findings:
            raise invalid_form(*notes.findings)
        change = ThreadChange(
            name=form.get("name"),
            is_archived=form.get("archived"),
            is_locked=form.get("locked"),
            is_invitable=form.get("invitable"),
            auto_archive_minutes=form.get("auto_archive_duration"),
            slowmode_seconds=form.get("rate_limit_per_user"),
        )
        self._world.threads.change(thread, change)

    def _require_change(self, thread: Thread, form: Json) -> None:
        """Let the owner rename and archive; let anyone who may talk unarchive, unless locked."""
        bot = self._world.bot
        permissions = self._world.permissions(bot, thread)
        if permissions & Permission.MANAGE_THREADS:
            return
        unarchives = form.get("archived") is False
        if thread.is_archived and not unarchives:
            raise DiscordError(Problem.THREAD_ARCHIVED)
        if thread.is_locked or _MODERATED & form.keys():
            raise DiscordError(Problem.MISSING_PERMISSIONS)
        only_unarchives = unarchives and form.keys() <= {"archived"}
        may_talk = permissions & Permission.SEND_MESSAGES_IN_THREADS
        if thread.owner_id != bot.id and not (only_unarchives and may_talk):
            raise DiscordError(Problem.MISSING_PERMISSIONS)

    async def delete(self, call: Call) -> Reply:
        """Delete a thread or a channel."""
        place = self._lookups.place(call.id("channel_id"))
        shape = place_json(place, self._world.bot)
        match place:
            case Thread():
                self._lookups.require(place, Permission.MANAGE_THREADS)
                self._world.threads.delete(place)
            case TextChannel():
                self._lookups.require(place, Permission.MANAGE_CHANNELS)
                self._world.delete_channel(place)
            case DirectChannel():
                # This closes the bot's side; the messages stay, and return once it is opened again.
                pass
        return Reply(shape)

    async def members(self, call: Call) -> Reply:
        """Return who is in a thread."""
        thread = self._thread(call)
        return Reply([thread_member_json(thread, user_id) for user_id in thread.joined])

    async def join(self, call: Call) -> Reply:
        """Let the bot join a thread."""
        thread = self._thread(call)
        self._lookups.require_open(thread)
        self._world.threads.join(thread, [self._world.bot])
        return Reply()

    async def leave(self, call: Call) -> Reply:
        """Let the bot leave a thread."""
        thread = self._thread(call)
        self._lookups.require_open(thread)
        self._world.threads.leave(thread, self._world.bot)
        return Reply()

    async def add(self, call: Call) -> Reply:
        """Add a member of the server to a thread."""
        thread = self._thread(call)
        self._lookups.require(thread, Permission.SEND_MESSAGES_IN_THREADS)
        self._lookups.require_open(thread)
        member = self._world.servers[thread.server_id].members.get(call.id("user_id"))
        if member is None:
            raise DiscordError(Problem.UNKNOWN_MEMBER)
        if not self._world.permissions(member.user, thread) & Permission.VIEW_CHANNEL:
            raise DiscordError(Problem.MISSING_ACCESS)
        self._world.threads.join(thread, [member.user])
        return Reply()

    async def remove(self, call: Call) -> Reply:
        """Take someone out of a thread."""
        thread = self._thread(call)
        if not (thread.is_private and thread.owner_id == self._world.bot.id):
            self._lookups.require(thread, Permission.MANAGE_THREADS)
        user = self._world.users.get(call.id("user_id"))
        if user is None:
            raise DiscordError(Problem.UNKNOWN_USER)
        self._world.threads.leave(thread, user)
        return Reply()

    def _text_channel(self, call: Call) -> TextChannel:
        return _require_kind(self._lookups.place(call.id("channel_id")), TextChannel)

    def _thread(self, call: Call) -> Thread:
        return _require_kind(self._lookups.place(call.id("channel_id")), Thread)


def _require_kind(place: Place, kind: type[_P]) -> _P:
    if not isinstance(place, kind):
        raise DiscordError(Problem.WRONG_CHANNEL_TYPE)
    return place


def _terms(form: Json, *, is_private: bool) -> ThreadTerms:
    notes = Notes()
    notes.text("name", form.get("name"), 1, 100)
    _check_terms(notes, form)
    if notes.findings:
        raise invalid_form(*notes.findings)
    return ThreadTerms(
        name=form["name"],
        auto_archive_minutes=form.get("auto_archive_duration") or 4320,
        slowmode_seconds=form.get("rate_limit_per_user") or 0,
        is_private=is_private,
        is_invitable=form.get("invitable", True),
    )


def _check_terms(notes: Notes, form: Json) -> None:
    if form.get("auto_archive_duration") is not None:
        notes.one_of("auto_archive_duration", form["auto_archive_duration"], ARCHIVE_MINUTES)
    notes.number("rate_limit_per_user", form.get("rate_limit_per_user"), 0, 21_600)
