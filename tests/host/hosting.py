"""Matches begun and played through the host, as people do it."""

import sqlite3
from pathlib import Path
from random import Random

from bot.game import Turn, legal_turns, read_turn
from bot.host.host import Host
from bot.match.challenge import Answer, Challenge, Starts, Terms
from bot.match.identity import ChannelId, GuildId, MatchId, MessageId, Place, UserId
from bot.match.match import Match
from bot.match.playing import Played
from tests.match.table import GRAY, ORANGE, PLACE, friend


async def offer(
    host: Host, challenger: UserId = ORANGE, friended: UserId = GRAY, place: Place = PLACE
) -> Challenge:
    return await host.challenges.offer(challenger, friend(friended), place, Terms(Starts.ME))


async def begin(
    host: Host, orange: UserId = ORANGE, gray: UserId = GRAY, guild: GuildId = PLACE.guild
) -> Match:
    """Begin a match, in a thread of its own whose number is the challenge's message's."""
    challenge = await offer(host, orange, gray, Place(guild, PLACE.channel))
    message = MessageId(7000 + challenge.id)
    answered = await host.challenges.answer(gray, challenge.id, Answer.ACCEPT, message)
    assert answered.match is not None
    await host.outbox.settle_home(answered.match.id, ChannelId(message))
    return await host.matches.find(answered.match.id)


async def begin_in_channel(host: Host) -> Match:
    """Begin a match that lives in the channel of its challenge."""
    match = await begin(host)
    await host.outbox.settle_home(match.id, PLACE.channel)
    return await host.matches.find(match.id)


async def play(host: Host, number: MatchId, *turns: str) -> Match:
    """Play turns in notation, each by whoever is to move."""
    match = await host.matches.find(number)
    for text in turns:
        match = (await host.matches.play(mover_of(match), number, read_turn(text))).match
    return match


async def play_randomly(host: Host, number: MatchId, chance: Random, most: int = 300) -> Match:
    """Play random turns up to a win, some of them drafted first."""
    match = await host.matches.find(number)
    for _ in range(most):
        turn = chance.choice(list(legal_turns(match.position)))
        bare = chance.random() < 0.5
        done = await host.matches.play(
            mover_of(match), number, Turn(turn.placement) if bare else turn
        )
        if not isinstance(done, Played):
            drafted = done.match
            done = await host.matches.choose(
                mover_of(drafted), number, drafted.revision, turn.leaves
            )
        match = done.match
        if match.outcome is not None:
            break
    return match


def mover_of(match: Match) -> UserId:
    user = match.to_move
    assert user is not None, f"nobody is to move: {match.outcome}"
    return user


def stored_turns(path: Path, number: MatchId) -> list[str]:
    """The turns of a match as they stand in the file."""
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT notation FROM turns WHERE match_id = ? ORDER BY ply", [number]
    )
    turns = [text for (text,) in rows]
    connection.close()
    return turns
