"""The rules of a message that is sent or edited."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from playground.validation.components import check_address, check_components
from playground.validation.notes import Notes
from playground.validation.violations import Finding
from playground.world.messages import Json, MessageFlag

MOST_CONTENT = 2000
MOST_EMBED_TEXT = 6000
_LEGACY = ("content", "embeds", "poll", "sticker_ids")
_MAY_SEND = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2
)


@dataclass(frozen=True, slots=True)
class ExistingMessage:
    """The message before an edit: its layout, and its files by id."""

    is_v2: bool
    has_legacy: bool
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form to check: its JSON, the files that came with it, and the flags it may set."""

    payload: Json
    uploads: Sequence[tuple[int, str]] = ()
    may_be_ephemeral: bool = False


def check_message(form: Form, existing: ExistingMessage | None = None) -> list[Finding]:
    """Return what is wrong with a new message, or with an edit of an existing one."""
    notes = Notes()
    payload = form.payload
    flags = _check_flags(notes, form, existing)
    is_v2 = bool(flags & MessageFlag.IS_COMPONENTS_V2) or (existing is not None and existing.is_v2)
    notes.optional_text("content", payload.get("content"), 0, MOST_CONTENT)
    _check_attachments(notes, form, existing)
    filenames = set(kept_filenames(form, existing))
    if is_v2:
        _check_no_legacy(notes, payload, existing)
    if payload.get("components") is not None:
        check_components(notes, payload["components"], is_v2=is_v2, filenames=filenames)
    _check_embeds(notes, payload.get("embeds"), filenames)
    _check_allowed_mentions(notes, payload.get("allowed_mentions"))
    nonce = payload.get("nonce")
    if isinstance(nonce, str):
        notes.text("nonce", nonce, 0, 25)
    return notes.findings


def kept_filenames(form: Form, existing: ExistingMessage | None) -> list[str]:
    """Return the names of the files that the message will have: the new and the kept ones."""
    uploads = [name for _, name in form.uploads]
    if existing is None:
        return uploads
    listed = form.payload.get("attachments")
    if not isinstance(listed, list):
        return uploads + list(existing.files.values())
    ids = {str(each.get("id")) for each in listed if isinstance(each, dict)}
    return uploads + [name for id_, name in existing.files.items() if id_ in ids]


def _check_flags(notes: Notes, form: Form, existing: ExistingMessage | None) -> MessageFlag:
    value = form.payload.get("flags")
    if value is None:
        return MessageFlag.NONE
    if not isinstance(value, int) or isinstance(value, bool):
        notes.add("flags", "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return MessageFlag.NONE
    flags = MessageFlag(value)
    may = _MAY_SEND | (MessageFlag.EPHEMERAL if form.may_be_ephemeral else MessageFlag.NONE)
    if value & ~int(may):
        notes.add("flags", "MESSAGE_FLAGS_INVALID", f"Flags {value & ~int(may)} cannot be set here")
    if existing is not None and existing.is_v2 and not flags & MessageFlag.IS_COMPONENTS_V2:
        message = "The IS_COMPONENTS_V2 flag cannot be taken off a message again"
        notes.add("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
    return flags


def _check_no_legacy(notes: Notes, payload: Json, existing: ExistingMessage | None) -> None:
    for key in _LEGACY:
        if payload.get(key):
            message = f"The {key!r} field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            notes.add(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    if existing is None or existing.is_v2 or not existing.has_legacy:
        return
    if "content" not in payload and "embeds" not in payload:
        message = "The content and embeds of the message must be cleared to lay it out anew"
        notes.add("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_attachments(notes: Notes, form: Form, existing: ExistingMessage | None) -> None:
    if len(form.uploads) > 10:
        notes.add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    known = {str(index) for index, _ in form.uploads}
    if existing is not None:
        known |= set(existing.files)
    listed = notes.many("attachments", form.payload.get("attachments"), 0, 10)
    for index, attachment in enumerate(listed):
        if not isinstance(attachment, dict):
            continue
        where = f"attachments.{index}"
        notes.optional_text(f"{where}.description", attachment.get("description"), 0, 1024)
        if str(attachment.get("id")) not in known:
            message = f"There is no file {attachment.get('id')!r} in the request or on the message"
            notes.add(f"{where}.id", "ATTACHMENT_NOT_FOUND", message)


def _check_embeds(notes: Notes, embeds: Any, filenames: Collection[str]) -> None:
    written = 0
    for index, embed in enumerate(notes.many("embeds", embeds, 0, 10)):
        if not isinstance(embed, dict):
            continue
        where = f"embeds.{index}"
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        texts = [
            ("title", embed.get("title"), 256),
            ("description", embed.get("description"), 4096),
            ("footer.text", footer.get("text"), 2048),
            ("author.name", author.get("name"), 256),
        ]
        fields = notes.many(f"{where}.fields", embed.get("fields"), 0, 25)
        for number, field in enumerate(fields):
            texts.append((f"fields.{number}.name", field.get("name"), 256))
            texts.append((f"fields.{number}.value", field.get("value"), 1024))
        for path, value, most in texts:
            notes.optional_text(f"{where}.{path}", value, 0, most)
            written += len(value) if isinstance(value, str) else 0
        for key in ("image", "thumbnail"):
            url = (embed.get(key) or {}).get("url")
            if isinstance(url, str):
                check_address(notes, f"{where}.{key}.url", url, filenames)
    if written > MOST_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}"
        notes.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_allowed_mentions(notes: Notes, allowed: Any) -> None:
    if not isinstance(allowed, dict):
        return
    parse = allowed.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            message = "Value must be one of ('users', 'roles', 'everyone')."
            notes.add(f"allowed_mentions.parse.{index}", "BASE_TYPE_CHOICES", message)
    for key in ("users", "roles"):
        ids = notes.many(f"allowed_mentions.{key}", allowed.get(key), 0, 100)
        if ids and key in parse:
            message = f"parse:[{key!r}] and {key}: [ids...] are mutually exclusive."
            notes.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
