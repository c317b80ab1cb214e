"""A stand-in Discord on loopback that an unmodified discord.py bot can log in to and play on.

From a test, with a bot in the same process or in another one::

    async with Playground(description=os.environ.get("BOOP_DISCORD_OPENAPI")) as playground:
        # Point discord.py at it: three class attributes, restored after the test.
        discord.http.Route.BASE = playground.api
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(playground.gateway)
        discord.asset.Asset.BASE = playground.cdn
        # Start the bot with `playground.token`, then
        await playground.until(lambda: playground.is_connected)

        ada, bob = playground.person("ada"), playground.person("bob")
        games = playground.channel("games")

        answer = await ada.command("challenge", channel=games, opponent=bob, first="me")
        assert "bob" in answer.text.lower()          # the message as ada sees it
        answer = await bob.press(answer.shown, "Accept")
        choices = await bob.autocomplete("place", "square", "b", channel=games)
        picture = await ada.look(games)[-1].pictures[0].read()

        answer = await ada.press(message, "Write")   # a button that opens a form
        answer = await ada.submit(answer.form, {"Your note": "hello"})
        final = await answer.final()                 # when the bot had deferred
        more = await answer.follow_up()              # the first further message

        await playground.until(lambda: bob.notifications)
        playground.expect_valid()

A person does what Discord's client would let them do; the rest raises `CannotDo`. An answer has
`failed` if no bot answered within 3 seconds, or if none was connected. `answer.message` is the
message at the moment when the bot answered, or None; `answer.shown` raises an error instead of
None. `ada.see(message)` returns its present state, and `ada.press_as_seen` clicks a button of its
earlier state. `ada.look(channel)`, `ada.newest(channel)`, `ada.direct_messages()` and
`ada.notifications` return what that one person sees.

`playground.world` holds users, servers, channels, threads and messages and changes them::

    world.pass_time(3 * 86400)                                  # threads fall asleep, messages age
    world.moderation.take_out(server, user)                     # a member; or world.bot
    world.moderation.invite_bot(server)
    world.moderation.revoke(place, world.bot, Permission.SEND_MESSAGES)     # and `restore`
    world.threads.change(thread, ThreadChange(is_archived=True))
    world.messages.delete(world.messages.find(message_id))
    world.give_role(server, user, role)                         # `take_role`, `move_role`
    world.events.listed(server)                                 # the scheduled events
    world.take_down(server)                                     # an outage; and `bring_back`
    person.close_direct_messages()                              # and `open_direct_messages`

`playground.add_server(name, *people)` makes one more server. `playground.faults` makes the next
requests of a kind fail, for example
`playground.faults.drop_after("POST", "/channels/{channel_id}/messages")`.
`playground.hub` breaks connections of the gateway: `drop()`, `ask_to_reconnect()`, `fall_silent()`;
`playground.hub.roster.invalidate()` loses the sessions too,
and `playground.hub.distortions` sends events that cannot be read. `playground.limit_rates(Rates())`
limits the bot's requests as Discord does; by default there are no limits. `playground.violations`
lists the requests that Discord would have refused as malformed, and the playground's own answers
that Discord would not give; `expect_valid()` raises an error if there are any.
`playground.unfurler.know("https://example.org", "http://127.0.0.1:8080")` unfurls links to a site
as Discord does: it reads them, and adds embeds to the messages that contain them. It never reads
any other site. `playground.until(condition)` waits without sleeping. `playground.mount(routes)`
adds routes before the start.

The bot may be killed and started again: the world stays, and so do its sessions for a while.
"""

from playground.api.errors import Problem
from playground.api.faults import Faults, PlannedFault
from playground.api.intake import Upload
from playground.gateway.intents import Intent
from playground.gateway.limits import GatewayLimits
from playground.interactions.registry import Limits
from playground.people import (
    Answer,
    Button,
    ButtonStyle,
    CannotDo,
    Field,
    NothingShown,
    Person,
    SeenMessage,
    SeenModal,
    SeenPicture,
    Select,
    SelectOption,
    Suggestion,
)
from playground.playground import NotLoopback, Playground
from playground.pulse import WaitTimeout
from playground.rates import Rate, Rates
from playground.validation.violations import Finding, InvalidRequests, Violation
from playground.world import (
    DirectChannel,
    EventStatus,
    Permission,
    Ping,
    Reason,
    Role,
    ScheduledEvent,
    Server,
    Snowflake,
    TextChannel,
    Thread,
    ThreadChange,
    User,
    World,
)

__all__ = [
    "Answer",
    "Button",
    "ButtonStyle",
    "CannotDo",
    "DirectChannel",
    "EventStatus",
    "Faults",
    "Field",
    "Finding",
    "GatewayLimits",
    "Intent",
    "InvalidRequests",
    "Limits",
    "NotLoopback",
    "NothingShown",
    "Permission",
    "Person",
    "Ping",
    "PlannedFault",
    "Playground",
    "Problem",
    "Rate",
    "Rates",
    "Reason",
    "Role",
    "ScheduledEvent",
    "SeenMessage",
    "SeenModal",
    "SeenPicture",
    "Select",
    "SelectOption",
    "Server",
    "Snowflake",
    "Suggestion",
    "TextChannel",
    "Thread",
    "ThreadChange",
    "Upload",
    "User",
    "Violation",
    "WaitTimeout",
    "World",
]
