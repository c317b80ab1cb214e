"""Check the forms of messages, and turn them into drafts and edits for the world."""

from __future__ import annotations

import copy
import mimetypes
import struct
from dataclasses import dataclass

from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Upload
from playground.validation.messages import ExistingMessage, Form, check_message
from playground.world import Attachment, Snowflake, World, WorldMessage
from playground.world.layout import walk
from playground.world.mentions import allowed_mentions_from
from playground.world.messages import Draft, Edit, Json, MessageFlag


@dataclass(frozen=True, slots=True)
class MessageUpload:
    """A message as the bot sent it: the JSON, its path in the body, and the files."""

    payload: Json
    uploads: tuple[Upload, ...] = ()
    path: str = ""
    may_be_ephemeral: bool = False

    def form(self) -> Form:
        """Return the form for the rules to check."""
        files = [(upload.index, upload.filename) for upload in self.uploads]
        return Form(self.payload, files, self.may_be_ephemeral)


class DraftReader:
    """Reads messages from forms; a form that breaks a rule is refused with all its faults."""

    def __init__(self, world: World) -> None:
        self._world = world

    def draft(self, written: MessageUpload) -> Draft:
        """Return a new message of the bot's; refuse an empty one."""
        self._require(written, None)
        payload = written.payload
        draft = Draft(
            author=self._world.bot,
            content=payload.get("content") or "",
            components=_with_ids(payload.get("components") or []),
            embeds=_embeds(payload.get("embeds") or []),
            attachments=self._attachments(written, ()),
            flags=MessageFlag(payload.get("flags") or 0),
            allowed_mentions=allowed_mentions_from(payload.get("allowed_mentions")),
            nonce=payload.get("nonce"),
        )
        if not (draft.content or draft.components or draft.embeds or draft.attachments):
            raise DiscordError(Problem.EMPTY_MESSAGE)
        return draft

    def edit(self, written: MessageUpload, message: WorldMessage) -> Edit:
        """Return a change to a message; refuse one that leaves it empty."""
        self._require(written, message)
        payload = written.payload
        attachments = None
        if written.uploads or "attachments" in payload:
            attachments = self._attachments(written, message.attachments)
        flags = message.flags
        if payload.get("flags") is not None:
            flags = (flags & _KEPT) | MessageFlag(payload["flags"]) & ~_KEPT
        components = payload.get("components")
        edit = Edit(
            content=(payload["content"] or "") if "content" in payload else None,
            components=None if "components" not in payload else _with_ids(components or []),
            embeds=None if "embeds" not in payload else _embeds(payload["embeds"] or []),
            attachments=attachments,
            flags=flags,
            allowed_mentions=allowed_mentions_from(payload.get("allowed_mentions")),
        )
        if _is_empty(message, edit):
            raise DiscordError(Problem.EMPTY_MESSAGE)
        return edit

    def _require(self, written: MessageUpload, message: WorldMessage | None) -> None:
        existing = None
        if message is not None:
            files = {str(each.id): each.filename for each in message.attachments}
            has_legacy = bool(message.content or message.embeds)
            existing = ExistingMessage(message.is_v2, has_legacy, files)
        if findings := check_message(written.form(), existing):
            at = written.path
            raise invalid_form(*(each.under(at) if at else each for each in findings))

    def _attachments(
        self, written: MessageUpload, existing: tuple[Attachment, ...]
    ) -> tuple[Attachment, ...]:
        """Return the files that the message will have: those kept, then the new ones."""
        listed = written.payload.get("attachments")
        described = {str(each.get("id")): each for each in listed or []}
        kept = [each for each in existing if listed is None or str(each.id) in described]
        new = [
            make_attachment(
                self._world.snowflakes.next(),
                upload,
                described.get(str(upload.index), {}).get("description"),
            )
            for upload in written.uploads
        ]
        return (*kept, *new)


# An edit changes neither who sees a message nor whether it has a thread.
_KEPT = MessageFlag.EPHEMERAL | MessageFlag.LOADING | MessageFlag.HAS_THREAD


def _is_empty(message: WorldMessage, edit: Edit) -> bool:
    parts = (
        message.content if edit.content is None else edit.content,
        message.components if edit.components is None else edit.components,
        message.embeds if edit.embeds is None else edit.embeds,
        message.attachments if edit.attachments is None else edit.attachments,
    )
    return not any(parts)


def _with_ids(components: list[Json]) -> list[Json]:
    """Return the components with an id each, numbered in reading order as Discord does."""
    numbered = copy.deepcopy(components)
    parts = [part for _, part in walk(numbered)]
    taken = {part.get("id") for part in parts}
    free = (number for number in range(1, 2 * len(parts) + 2) if number not in taken)
    for part in parts:
        if not part.get("id"):
            part["id"] = next(free)
    return numbered


def _embeds(embeds: list[Json]) -> list[Json]:
    return [{"type": "rich", **embed} for embed in embeds]


def make_attachment(id_: Snowflake, upload: Upload, description: str | None) -> Attachment:
    """Return a stored file, with its type and its size in pixels read from its content."""
    size = _measure(upload.content)
    return Attachment(
        id=id_,
        filename=upload.filename,
        content=upload.content,
        content_type=mimetypes.guess_type(upload.filename)[0] or "application/octet-stream",
        description=description,
        width=size[0] if size else None,
        height=size[1] if size else None,
    )


def _measure(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG or GIF."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content.startswith((b"GIF87a", b"GIF89a")) and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None
