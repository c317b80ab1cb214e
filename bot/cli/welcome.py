"""The welcome of the playground's page: what boop is, and three ways to start."""

from typing import Final

from bot.features.practice.service import FIRST_LEVEL
from bot.text import gettext
from playground import NothingShown, Person, Playground, SeenMessage, TextChannel
from playground.page import Opening, Places, Welcome
from render.welcome import GrowingUp, draw_growing_up

FIRST_COMMANDS: Final = (
    "challenge",
    "practice",
    "place",
    "learn",
    "rules",
    "help",
    "games",
)
"""The commands that newcomers need, listed before the others."""

PATIENCE: Final = 30.0
"""How many seconds a match may take to begin."""


def make_welcome() -> Welcome:
    """Return the welcome in the current language."""
    return Welcome(
        title=gettext("Welcome to boop"),
        text=gettext(
            "boop is a board game in which kittens push each other off a bed: three in a line "
            "grow up to be cats, and three cats in a line win. Here you play both sides, Ada and "
            "Bob, in a small Discord of your own."
        ),
        openings=(
            Opening(gettext("Play a friend"), _play_friend),
            Opening(gettext("Play the cat"), _play_cat),
            Opening(gettext("Learn to play"), _learn),
        ),
        look_around=gettext("Just look around"),
        first_commands=FIRST_COMMANDS,
        picture=draw_growing_up(GrowingUp()),
        alt=gettext("Three kittens in a line grow up to be three cats."),
    )


async def _play_friend(playground: Playground) -> Places:
    """Let Ada challenge Bob, and Bob accept; reuse an open challenge."""
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    await ada.command("challenge", channel=games, opponent=bob, first="me")
    challenge = _newest(bob, games)
    await bob.press(challenge, gettext("Accept"))
    return await _in_thread(playground, challenge, ada, bob)


def _newest(person: Person, channel: TextChannel) -> SeenMessage:
    """Return the newest message that all can see. Raise `NothingShown` if there is none."""
    seen = [message for message in person.look(channel) if not message.ephemeral]
    if not seen:
        raise NothingShown("there is no challenge")
    return seen[-1]


async def _play_cat(playground: Playground) -> Places:
    """Let Ada play the cat for beginners, in her direct messages with the bot."""
    ada, games = playground.person("ada"), playground.channel("games")
    await ada.command("practice", channel=games, level=int(FIRST_LEVEL), first="me")
    direct = playground.world.direct_channel(ada.user)
    await playground.until(
        lambda: any(message.pictures for message in ada.look(direct)), within=PATIENCE
    )
    return {ada.id: direct.id}


async def _learn(playground: Playground) -> Places:
    """Show Ada the lessons."""
    ada, games = playground.person("ada"), playground.channel("games")
    await ada.command("learn", channel=games)
    return {ada.id: games.id}


async def _in_thread(playground: Playground, challenge: SeenMessage, *people: Person) -> Places:
    """Take people to the thread of a challenge's match, once the board is there."""
    await playground.until(lambda: challenge.id in playground.world.places, within=PATIENCE)
    thread = playground.thread(challenge.id)
    await playground.until(
        lambda: any(message.pictures for message in people[0].look(thread)), within=PATIENCE
    )
    return {person.id: thread.id for person in people}
