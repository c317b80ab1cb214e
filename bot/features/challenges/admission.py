"""Whether people may play in a server at all."""

from bot.db.database import Reading
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.challenging import Friend
from bot.features.challenges.errors import OpponentTooBusy, TakesNoAnswer, TakesNoChallenges
from bot.features.challenges.policy import (
    demand_friends_role,
    demand_no_block,
    demand_others_room,
    demand_role,
    demand_room_to_offer,
    demand_room_to_play,
    demand_welcome,
)
from bot.features.matches.errors import MayNotPlay, OtherMayNotPlay
from bot.features.moderation import ban_queries
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.match.challenge import Challenge
from bot.match.identity import GuildId, Instant, Place, RoleId, UserId


async def demand_may_play(
    reading: Reading, guild: GuildId, now: Instant, user: UserId, other: UserId | None
) -> None:
    """Raise where a moderator keeps one of two people from playing in a server.

    `user` is who asks, `other` whom they would play with, if that is known. Raises `MayNotPlay`
    or `OtherMayNotPlay`.
    """
    bar = await ban_queries.find(reading, guild, user, now)
    if bar is not None:
        raise MayNotPlay(bar)
    if other is not None and await ban_queries.is_barred(reading, guild, other, now):
        raise OtherMayNotPlay(other)


async def demand_may_offer(
    reading: Reading,
    guild: GuildId,
    user: UserId,
    roles: frozenset[RoleId] | None,
    friend: Friend | None,
    now: Instant,
) -> None:
    """Demand that a person may challenge somebody, or anyone, in a server.

    Raises `MayNotPlay`, `OtherMayNotPlay`, and what `bot.features.challenges.policy` raises.
    """
    asked = friend.user if friend else None
    await demand_may_play(reading, guild, now, user, asked)
    settings = await settings_queries.find(reading, guild)
    demand_role(settings, roles)
    if friend is not None:
        demand_friends_role(settings, friend)
    await _demand_room(reading, settings, guild, user, asked)
    demand_room_to_offer(settings, await challenge_queries.count_made(reading, user, guild, now))
    if asked is not None:
        demand_welcome(asked, await challenge_queries.between(reading, user, asked))


async def demand_may_rematch(
    reading: Reading,
    guild: GuildId,
    user: UserId,
    roles: frozenset[RoleId] | None,
    opponent: UserId,
    now: Instant,
) -> None:
    """Demand that a player may offer a rematch; the other's role is asked for when they accept.

    Raises `MayNotPlay`, `OtherMayNotPlay`, and what `bot.features.challenges.policy` raises.
    """
    await demand_may_play(reading, guild, now, user, opponent)
    settings = await settings_queries.find(reading, guild)
    demand_role(settings, roles)
    await _demand_room(reading, settings, guild, user, opponent)
    demand_room_to_offer(settings, await challenge_queries.count_made(reading, user, guild, now))
    demand_welcome(opponent, await challenge_queries.between(reading, user, opponent))


async def demand_may_accept(
    reading: Reading,
    challenge: Challenge,
    user: UserId,
    roles: frozenset[RoleId] | None,
    now: Instant,
) -> None:
    """Demand that a person may accept a challenge.

    What lies with the challenger is one refusal: nothing else of theirs but a block would stand
    between, so that one of its own would tell of it. Raises `MayNotPlay`, `TakesNoAnswer`, and
    what `bot.features.challenges.policy` raises of the person.
    """
    guild, challenger = server_of(challenge.place), challenge.challenger
    await demand_may_play(reading, guild, now, user, None)
    settings = await settings_queries.find(reading, guild)
    demand_role(settings, roles)
    await _demand_room(reading, settings, guild, user, None)
    try:
        demand_no_block(challenger, await challenge_queries.between(reading, user, challenger))
        await demand_may_play(reading, guild, now, challenger, None)
        matches = await challenge_queries.matches_in(reading, challenger, guild)
        demand_others_room(settings, challenger, matches)
    except (TakesNoChallenges, MayNotPlay, OpponentTooBusy) as refusal:
        raise TakesNoAnswer(challenger) from refusal


async def demand_may_counter(
    reading: Reading,
    challenge: Challenge,
    user: UserId,
    roles: frozenset[RoleId] | None,
    now: Instant,
) -> None:
    """Demand that a person may answer a challenge with other terms.

    The challenger has asked for a match, so whom they take challenges from else is not asked.
    Raises what `demand_may_accept` raises, or `TooManyChallenges`.
    """
    await demand_may_accept(reading, challenge, user, roles, now)
    guild = server_of(challenge.place)
    settings = await settings_queries.find(reading, guild)
    demand_room_to_offer(settings, await challenge_queries.count_made(reading, user, guild, now))


def server_of(place: Place) -> GuildId:
    """Return the server in which a challenge was made; none is made in direct messages."""
    if place.guild is None:
        raise AssertionError(f"a challenge in {place}, which is in no server")
    return place.guild


async def _demand_room(
    reading: Reading,
    settings: ServerSettings,
    guild: GuildId,
    user: UserId,
    other: UserId | None,
) -> None:
    """Demand that both may play one more match."""
    demand_room_to_play(settings, await challenge_queries.matches_in(reading, user, guild))
    if other is not None:
        demand_others_room(
            settings, other, await challenge_queries.matches_in(reading, other, guild)
        )
