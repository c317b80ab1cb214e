"""Who may play with whom, asked of the database in the transaction in which it matters."""

from bot.host.barring import demand_may_play
from bot.host.errors import MayNotPlay
from bot.match.admission import (
    demand_friends_role,
    demand_no_block,
    demand_others_room,
    demand_role,
    demand_room_to_offer,
    demand_room_to_play,
    demand_welcome,
)
from bot.match.challenge import Challenge
from bot.match.challenge_errors import OpponentTooBusy, TakesNoAnswer, TakesNoChallenges
from bot.match.challenging import Friend
from bot.match.identity import GuildId, Instant, Place, RoleId, UserId
from bot.match.settings import ServerSettings
from bot.store import challenges, people, servers
from bot.store.database import Reading


async def demand_may_offer(
    reading: Reading,
    guild: GuildId,
    user: UserId,
    roles: frozenset[RoleId] | None,
    friend: Friend | None,
    now: Instant,
) -> None:
    """Demand that a person may challenge somebody, or anyone, in a server.

    Raises `MayNotPlay`, `OtherMayNotPlay`, and what `bot.match.admission` raises.
    """
    asked = friend.user if friend else None
    await demand_may_play(reading, guild, now, user, asked)
    settings = await servers.find(reading, guild)
    demand_role(settings, roles)
    if friend is not None:
        demand_friends_role(settings, friend)
    await _demand_room(reading, settings, guild, user, asked)
    demand_room_to_offer(settings, await challenges.count_made(reading, user, guild, now))
    if asked is not None:
        demand_welcome(asked, await people.between(reading, user, asked))


async def demand_may_rematch(
    reading: Reading,
    guild: GuildId,
    user: UserId,
    roles: frozenset[RoleId] | None,
    opponent: UserId,
    now: Instant,
) -> None:
    """Demand that a player may offer a rematch; the other's role is asked for when they accept.

    Raises `MayNotPlay`, `OtherMayNotPlay`, and what `bot.match.admission` raises.
    """
    await demand_may_play(reading, guild, now, user, opponent)
    settings = await servers.find(reading, guild)
    demand_role(settings, roles)
    await _demand_room(reading, settings, guild, user, opponent)
    demand_room_to_offer(settings, await challenges.count_made(reading, user, guild, now))
    demand_welcome(opponent, await people.between(reading, user, opponent))


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
    what `bot.match.admission` raises of the person.
    """
    guild, challenger = server_of(challenge.place), challenge.challenger
    await demand_may_play(reading, guild, now, user, None)
    settings = await servers.find(reading, guild)
    demand_role(settings, roles)
    await _demand_room(reading, settings, guild, user, None)
    try:
        demand_no_block(challenger, await people.between(reading, user, challenger))
        await demand_may_play(reading, guild, now, challenger, None)
        matches = await people.matches_in(reading, challenger, guild)
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
    settings = await servers.find(reading, guild)
    demand_room_to_offer(settings, await challenges.count_made(reading, user, guild, now))


def server_of(place: Place) -> GuildId:
    """Give the server in which a challenge was made; none is made in direct messages."""
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
    demand_room_to_play(settings, await people.matches_in(reading, user, guild))
    if other is not None:
        demand_others_room(settings, other, await people.matches_in(reading, other, guild))
