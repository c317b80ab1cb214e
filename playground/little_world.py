"""The world that a playground starts with: a server of four friends who quilt."""

from __future__ import annotations

from playground.world import World

SERVER = "Quilt Club"
CHANNELS = ("general", "games")
PEOPLE = ("ada", "bob", "cleo", "dov")


def make_little_world(bot_name: str) -> World:
    """Return Quilt Club with its channels and members, the bot among them; ada owns it."""
    world = World(bot_name=bot_name)
    people = [world.add_user(name) for name in PEOPLE]
    server = world.add_server(SERVER, people[0])
    for user in people[1:]:
        world.join(server, user)
    for name in CHANNELS:
        world.add_channel(server, name)
    world.moderation.invite_bot(server)
    return world
