"""The answers that the bot may give to an interaction, and their effects."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum

from playground.api.drafts import DraftReader, MessageUpload
from playground.api.errors import DiscordError, Problem, invalid_form
from playground.api.intake import Upload
from playground.api.lookups import Lookups
from playground.interactions.interaction import (
    Deferral,
    Interaction,
    InteractionKind,
    InteractionState,
    MessageReply,
    MessageUpdate,
    ModalOpened,
    Suggestions,
)
from playground.interactions.registry import Interactions
from playground.validation.commands import OptionKind, check_choices
from playground.validation.modals import check_modal
from playground.validation.violations import Finding
from playground.wire.messages import MessageWriter
from playground.world import World, WorldMessage
from playground.world.messages import Draft, Edit, Json, MessageFlag, MessageKind


class CallbackKind(IntEnum):
    """The answers to an interaction; the numbers are Discord's."""

    REPLY = 4
    DEFERRED_REPLY = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


_MESSAGE_ANSWERS = frozenset({CallbackKind.REPLY, CallbackKind.DEFERRED_REPLY, CallbackKind.MODAL})
_UPDATES = frozenset({CallbackKind.DEFERRED_UPDATE, CallbackKind.UPDATE})


class BotAnswers:
    """Takes the bot's answers: the first one here, later ones through the webhook routes."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        drafts: DraftReader,
        lookups: Lookups,
        writer: MessageWriter,
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._drafts = drafts
        self._lookups = lookups
        self._writer = writer

    def answer(self, interaction: Interaction, form: Json, uploads: tuple[Upload, ...]) -> Json:
        """Carry out a callback, and return Discord's response to it."""
        self._require_waiting(interaction)
        self._require_place(interaction)
        kind = self._kind(interaction, form)
        body = form.get("data") or {}
        written = MessageUpload(body, uploads, path="data", may_be_ephemeral=True)
        match kind:
            case CallbackKind.REPLY:
                message = self._reply(interaction, self._drafts.draft(written))
                interaction.settle(MessageReply(message.id))
            case CallbackKind.DEFERRED_REPLY:
                self._think(interaction, MessageFlag(body.get("flags") or 0))
            case CallbackKind.DEFERRED_UPDATE:
                interaction.original_id = interaction.message.id if interaction.message else None
                interaction.settle(Deferral(None))
            case CallbackKind.UPDATE:
                self._update(interaction, written)
            case CallbackKind.AUTOCOMPLETE:
                self._suggest(interaction, body)
            case CallbackKind.MODAL:
                self._open(interaction, body)
        self._interactions.settled(interaction)
        return self._response(interaction, kind)

    def follow_up(self, interaction: Interaction, written: MessageUpload) -> WorldMessage:
        """Post one more message; the first after a deferral takes the place of "thinking…"."""
        self._require_place(interaction)
        draft = self._drafts.draft(written)
        original = self.original(interaction)
        if interaction.is_thinking and original is not None:
            edit = self._drafts.edit(replace(written, payload=_for_edit(written)), original)
            self._fill(interaction, original, replace(edit, content=draft.content))
            return original
        self._require_audience(interaction, draft)
        message = self._world.messages.post(
            interaction.place, self._with_address(interaction, draft, is_first=False)
        )
        interaction.follow_up_ids.append(message.id)
        self._interactions.settled(interaction)
        return message

    def original(self, interaction: Interaction) -> WorldMessage | None:
        """Return the message that `@original` means, if it is still there."""
        if interaction.original_id is None:
            return None
        return self._world.messages.find(interaction.original_id)

    def edit(self, interaction: Interaction, message: WorldMessage, written: MessageUpload) -> None:
        """Change a message of the interaction."""
        edit = self._drafts.edit(written, message)
        if message.id == interaction.original_id and interaction.is_thinking:
            self._fill(interaction, message, edit)
        else:
            self._world.messages.edit(message, edit)

    def _fill(self, interaction: Interaction, message: WorldMessage, edit: Edit) -> None:
        interaction.is_thinking = False
        self._world.messages.fill(message, edit)
        self._interactions.settled(interaction)

    def _require_waiting(self, interaction: Interaction) -> None:
        if self._interactions.has_expired(interaction):
            raise DiscordError(Problem.UNKNOWN_INTERACTION)
        if interaction.state is InteractionState.ANSWERED:
            raise DiscordError(Problem.ALREADY_ACKNOWLEDGED)
        if interaction.state is InteractionState.FAILED:
            raise DiscordError(Problem.UNKNOWN_INTERACTION)

    def _require_place(self, interaction: Interaction) -> None:
        """Refuse if the interaction's channel is gone."""
        if interaction.place.id not in self._world.places:
            raise DiscordError(Problem.UNKNOWN_CHANNEL)

    def _kind(self, interaction: Interaction, form: Json) -> CallbackKind:
        allowed = set(_allowed_callbacks(interaction))
        value = form.get("type")
        if value not in allowed:
            kinds = ", ".join(str(int(each)) for each in sorted(allowed))
            message = f"Value of field 'type' must be one of ({kinds}), not {value!r}."
            raise invalid_form(Finding("type", "UNION_TYPE_CHOICES", message))
        return CallbackKind(value)

    def _reply(self, interaction: Interaction, draft: Draft) -> WorldMessage:
        self._require_audience(interaction, draft)
        addressed = self._with_address(interaction, draft, is_first=True)
        message = self._world.messages.post(interaction.place, addressed)
        interaction.original_id = message.id
        return message

    def _require_audience(self, interaction: Interaction, draft: Draft) -> None:
        """Refuse a message in a locked thread, unless it is ephemeral."""
        if not draft.flags & MessageFlag.EPHEMERAL:
            self._lookups.require_unlocked(interaction.place)

    def _with_address(self, interaction: Interaction, draft: Draft, *, is_first: bool) -> Draft:
        """Return the draft with its origin, and with its only reader if it is ephemeral."""
        source = interaction.message.id if interaction.message else None
        replies_to = source if is_first else interaction.original_id or source
        kind = MessageKind.REPLY if replies_to else MessageKind.DEFAULT
        if interaction.kind is InteractionKind.COMMAND and is_first:
            menu = interaction.is_context_menu
            kind = MessageKind.CONTEXT_MENU_COMMAND if menu else MessageKind.SLASH_COMMAND
            replies_to = None
        ephemeral = draft.flags & MessageFlag.EPHEMERAL
        return replace(
            draft,
            kind=kind,
            replies_to=replies_to,
            only_for=interaction.user.id if ephemeral else None,
            # The message of a component is shown as replied to, but its author gets no ping.
            allowed_mentions=replace(draft.allowed_mentions, replied_user=False),
            origin=replace(
                interaction.origin, original_id=None if is_first else interaction.original_id
            ),
        )

    def _think(self, interaction: Interaction, flags: MessageFlag) -> None:
        shown = flags & MessageFlag.EPHEMERAL | MessageFlag.LOADING
        message = self._reply(interaction, Draft(self._world.bot, flags=shown))
        interaction.is_thinking = True
        interaction.settle(Deferral(message.id))

    def _update(self, interaction: Interaction, written: MessageUpload) -> None:
        message = interaction.message
        if message is None or self._world.messages.find(message.id) is None:
            raise DiscordError(Problem.UNKNOWN_MESSAGE)
        self._lookups.require_open(interaction.place)
        self._world.messages.edit(message, self._drafts.edit(written, message))
        interaction.original_id = message.id
        interaction.settle(MessageUpdate(message.id))

    def _suggest(self, interaction: Interaction, body: Json) -> None:
        choices = body.get("choices") or []
        if findings := check_choices(choices, interaction.focused or OptionKind.STRING):
            raise invalid_form(*findings)
        interaction.settle(Suggestions(tuple(choices)))

    def _open(self, interaction: Interaction, body: Json) -> None:
        if findings := check_modal(body):
            raise invalid_form(*(each.under("data") for each in findings))
        interaction.settle(ModalOpened(body))

    def _response(self, interaction: Interaction, kind: CallbackKind) -> Json:
        callback: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
        response: Json = {"interaction": callback}
        message = self.original(interaction)
        if message is None:
            return response
        callback["response_message_id"] = str(message.id)
        callback["response_message_loading"] = interaction.is_thinking
        callback["response_message_ephemeral"] = message.only_for is not None
        if kind is not CallbackKind.DEFERRED_UPDATE:
            # A deferred reply is described as the message that says "thinking…".
            made = CallbackKind.REPLY if kind is CallbackKind.DEFERRED_REPLY else kind
            shape = self._writer.message(message)
            response["resource"] = {"type": int(made), "message": shape}
        return response


def _allowed_callbacks(interaction: Interaction) -> frozenset[CallbackKind]:
    """Return the kinds of answer that this kind of interaction may get."""
    match interaction.kind:
        case InteractionKind.AUTOCOMPLETE:
            return frozenset({CallbackKind.AUTOCOMPLETE})
        case InteractionKind.COMMAND:
            return _MESSAGE_ANSWERS
        case InteractionKind.COMPONENT:
            return _MESSAGE_ANSWERS | _UPDATES
        case InteractionKind.MODAL:
            answers = _MESSAGE_ANSWERS - {CallbackKind.MODAL}
            return answers | _UPDATES if interaction.message else answers


def _for_edit(written: MessageUpload) -> Json:
    """Return a follow-up's form as an edit of the waiting message, whose visibility stays."""
    payload = dict(written.payload)
    payload["flags"] = int(MessageFlag(payload.get("flags") or 0) & ~MessageFlag.EPHEMERAL)
    payload.pop("nonce", None)
    return payload
