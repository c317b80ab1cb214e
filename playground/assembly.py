"""Assembling the parts of the playground once its address is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from aiohttp import web

from playground.api.answering import BotAnswers
from playground.api.application import ApplicationRoutes, CommandRoutes
from playground.api.drafts import DraftReader
from playground.api.faults import Faults
from playground.api.files import Files
from playground.api.interactions import InteractionRoutes
from playground.api.limits import RateLimits
from playground.api.lookups import Lookups
from playground.api.messages import MessageRoutes
from playground.api.middleware import Guards, Middleware, Route
from playground.api.scheduling import ScheduledEventRoutes
from playground.api.servers import ServerRoutes
from playground.api.threads import ThreadRoutes
from playground.gateway.announcer import Announcer
from playground.gateway.greeting import Greeter
from playground.gateway.hub import Credentials, Hub
from playground.gateway.intents import Intent
from playground.gateway.roster import Roster
from playground.gateway.session_starts import SessionStarts
from playground.interactions.book import CommandBook
from playground.interactions.payloads import PayloadWriter
from playground.interactions.registry import Interactions, Limits
from playground.people.seen import Fetch
from playground.people.viewer import PeopleStage
from playground.pulse import Pulse
from playground.unfurling import Unfurler
from playground.validation.description import Description
from playground.validation.events import EventCheck
from playground.validation.violations import ViolationRecord
from playground.wire.messages import MessageWriter
from playground.world import World


@dataclass(frozen=True, slots=True)
class Ground:
    """The parts that exist before the address is known, and stay when the bot goes."""

    world: World
    book: CommandBook
    pulse: Pulse
    faults: Faults
    record: ViolationRecord
    description: Description | None
    credentials: Credentials
    rates: RateLimits
    roster: Roster
    starts: SessionStarts
    limits: Limits
    shards: int


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the gateway and the files are served."""

    gateway: str
    cdn: str


HTTP_PORT: Final = 80


def authority(host: str, port: int) -> str:
    """Return a host and a port as a client writes them, without the port of HTTP."""
    name = f"[{host}]" if ":" in host else host
    return name if port == HTTP_PORT else f"{name}:{port}"


@dataclass(frozen=True, slots=True)
class House:
    """The parts that are made once the address is known."""

    hub: Hub
    interactions: Interactions
    stage: PeopleStage
    files: Files
    unfurler: Unfurler


def build(ground: Ground, app: web.Application, at: Addresses, fetch: Fetch) -> House:
    """Put the parts together and add their routes to a web application."""
    world, writer = ground.world, MessageWriter(ground.world, at.cdn)
    greeter = Greeter(world, at.gateway)
    check = EventCheck(ground.description, ground.record)
    hub = Hub(ground.credentials, ground.roster, greeter, ground.starts, check)
    Announcer(world, ground.roster, greeter, writer)
    payloads = PayloadWriter(world, writer)
    interactions = Interactions(world, ground.roster, payloads, ground.limits)
    files = Files(world)
    guards = Guards(
        ground.credentials.token, ground.faults, ground.rates, ground.record, ground.description
    )
    middleware = Middleware(guards)
    middleware.install(app, _routes(ground, interactions, writer, at))
    app.router.add_get("/gateway", hub.serve)
    files.install(app)
    world.listen(lambda event: ground.pulse.beat())
    for source in (ground.roster, interactions, middleware):
        source.listen(ground.pulse.beat)
    stage = PeopleStage(
        world, interactions, ground.book, writer, payloads, files, ground.pulse, fetch
    )
    return House(hub, interactions, stage, files, Unfurler(world, files, at.cdn))


def _routes(
    ground: Ground, interactions: Interactions, writer: MessageWriter, at: Addresses
) -> list[Route]:
    world = ground.world
    drafts, lookups = DraftReader(world), Lookups(world)
    answering = BotAnswers(world, interactions, drafts, lookups, writer)
    reads = Intent.MESSAGE_CONTENT in ground.credentials.privileged_intents
    return [
        *ApplicationRoutes(world, at.gateway, ground.starts, shards=ground.shards).routes(),
        *CommandRoutes(world, ground.book, lookups).routes(),
        *MessageRoutes(world, lookups, drafts, writer, ground.rates, reads_content=reads).routes(),
        *ThreadRoutes(world, lookups).routes(),
        *ServerRoutes(world, lookups).routes(),
        *ScheduledEventRoutes(world, lookups).routes(),
        *InteractionRoutes(world, interactions, answering, lookups, writer).routes(),
    ]
