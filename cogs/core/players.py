"""The two players of a match as people read of them, whether they are people or the bot."""

import discord

from bot.game import Seat
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.levels import level_called, level_in_full
from cogs.core.names import NAMES
from cogs.core.words import SEAT_MARKS, listed, mention, player_name


def both_players(match: Match) -> str:
    """Return both with their marks, as `🟠 @Ann against ⚪ 😾 Duchess (level 6)`."""
    orange, gray = (f"{SEAT_MARKS[seat]} {name_in_full(match, seat)}" for seat in Seat)
    return gettext("{orange} against {gray}", orange=orange, gray=gray)


def against_each_other(match: Match) -> str:
    """Return both in a sentence, as `@Ann against 😾 Duchess`."""
    orange, gray = (player_name(match, seat) for seat in Seat)
    return gettext("{orange} against {gray}", orange=orange, gray=gray)


def people_addressed(match: Match) -> str:
    """Mention those players who are people, to say something to them."""
    return listed([mention(user) for user in match.people])


def name_in_full(match: Match, seat: Seat) -> str:
    """Return a player with the level of the cat where it is the bot, as `😾 Duchess (level 6)`."""
    if match.bot is not None and match.bot.seat is seat:
        return level_in_full(match.bot.practice.level)
    return player_name(match, seat)


def opponent_in_full(match: Match, user: UserId) -> str:
    """Return the other of the two as `name_in_full` does."""
    return name_in_full(match, Seat.GRAY if user == match.seats.orange else Seat.ORANGE)


def menu_name(match: Match, seat: Seat) -> str | None:
    """Return a player where no mention is shown, as far as the name is known."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return NAMES.known(match.seats.user_of(seat))


def menu_opponent(match: Match, user: UserId) -> str | None:
    """Return the other of the two where no mention is shown, as far as the name is known."""
    return menu_name(match, Seat.GRAY if user == match.seats.orange else Seat.ORANGE)


def menu_players(match: Match, between: str = " – ") -> str:
    """Return both where no mention is shown; one whose name is not known is `someone`."""
    return between.join(menu_name(match, seat) or gettext("someone") for seat in Seat)


async def plain_name(client: discord.Client, match: Match, seat: Seat) -> str:
    """Return a player where no mention is shown, asked of Discord if need be."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    return await NAMES.of(client, match.seats.user_of(seat))
