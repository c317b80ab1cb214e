"""The world that a playground starts with: a server of four friends who quilt."""

from __future__ import annotations

from bot.playground.world import Permission, World

SERVER = "Quilt Club"
CHANNELS = ("general", "games")
PEOPLE = ("ada", "bob", "cleo", "dov")
BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.READ_MESSAGE_HISTORY
)


def make_little_world(bot_name: str) -> World:
    """Quilt Club with its channels and members, the bot among them; ada owns it."""
    world = World(bot_name=bot_name)
    people = [world.add_user(name) for name in PEOPLE]
    server = world.add_server(SERVER, people[0])
    for user in people[1:]:
        world.join(server, user)
    for name in CHANNELS:
        world.add_channel(server, name)
    role = world.add_role(server, bot_name, BOT_PERMISSIONS)
    role.is_managed = True
    world.join(server, world.bot, [role])
    return world
