"""Routes that answer interactions: the callback, `@original` and the follow-ups."""

from __future__ import annotations

from playground.api.answering import BotAnswers
from playground.api.drafts import MessageUpload
from playground.api.errors import DiscordError, Problem
from playground.api.intake import Call, Reply
from playground.api.lookups import Lookups
from playground.api.middleware import Key, Route
from playground.interactions.interaction import Interaction, InteractionState
from playground.interactions.registry import Interactions
from playground.wire.messages import MessageWriter
from playground.world import World, WorldMessage

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
FOLLOW_UP = WEBHOOK + "/messages/{message_id}"


class InteractionRoutes:
    """The routes of one interaction; the token in the address replaces the bot's own token."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        answering: BotAnswers,
        lookups: Lookups,
        writer: MessageWriter,
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._answering = answering
        self._lookups = lookups
        self._writer = writer

    def routes(self) -> list[Route]:
        """Return the routes served here; `@original` precedes the route that would match it too."""
        return [
            Route("POST", CALLBACK, self.callback, Key.NONE),
            Route("POST", WEBHOOK, self.follow_up, Key.NONE),
            Route("GET", ORIGINAL, self.read, Key.NONE),
            Route("PATCH", ORIGINAL, self.edit, Key.NONE),
            Route("DELETE", ORIGINAL, self.delete, Key.NONE),
            Route("GET", FOLLOW_UP, self.read, Key.NONE),
            Route("PATCH", FOLLOW_UP, self.edit, Key.NONE),
            Route("DELETE", FOLLOW_UP, self.delete, Key.NONE),
        ]

    async def callback(self, call: Call) -> Reply:
        """Return the first answer to an interaction."""
        interaction = self._interactions.find(call.ids["interaction_token"])
        if interaction is None or interaction.id != call.id("interaction_id"):
            raise DiscordError(Problem.UNKNOWN_INTERACTION)
        response = self._answering.answer(interaction, call.form(), call.uploads)
        return Reply(response) if call.asks("with_response") else Reply()

    async def follow_up(self, call: Call) -> Reply:
        """Return one more message."""
        interaction = self._interaction(call)
        written = MessageUpload(call.form(), call.uploads, may_be_ephemeral=True)
        message = self._answering.follow_up(interaction, written)
        return Reply(self._writer.message(message))

    async def read(self, call: Call) -> Reply:
        """Return one of the interaction's messages."""
        return Reply(self._writer.message(self._message(call, self._interaction(call))))

    async def edit(self, call: Call) -> Reply:
        """Change one of the interaction's messages."""
        interaction = self._interaction(call)
        message = self._message(call, interaction)
        self._lookups.require_open(self._world.places[message.channel_id])
        self._answering.edit(interaction, message, MessageUpload(call.form(), call.uploads))
        return Reply(self._writer.message(message))

    async def delete(self, call: Call) -> Reply:
        """Delete one of the interaction's messages."""
        self._world.messages.delete(self._message(call, self._interaction(call)))
        return Reply()

    def _interaction(self, call: Call) -> Interaction:
        """Return the interaction whose token is in the address; refuse an unanswered one."""
        interaction = self._interactions.find(call.ids["webhook_token"])
        if interaction is None or call.id("webhook_id") != self._world.bot.id:
            raise DiscordError(Problem.UNKNOWN_WEBHOOK)
        if self._interactions.has_expired(interaction):
            raise DiscordError(Problem.INVALID_WEBHOOK_TOKEN)
        if interaction.state is not InteractionState.ANSWERED:
            raise DiscordError(Problem.UNKNOWN_WEBHOOK)
        return interaction

    def _message(self, call: Call, interaction: Interaction) -> WorldMessage:
        if "message_id" not in call.ids:
            message = self._answering.original(interaction)
        else:
            message_id = call.id("message_id")
            known = {interaction.original_id, *interaction.follow_up_ids}
            message = self._world.messages.find(message_id) if message_id in known else None
        if message is None:
            raise DiscordError(Problem.UNKNOWN_MESSAGE)
        return message
