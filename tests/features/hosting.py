"""Matches begun and played through the services, as people do it."""

import sqlite3
from pathlib import Path
from random import Random

from bot.features.matches.access import Sight, Viewer
from bot.features.notifications.queries import NotificationKind
from bot.features.profiles.counting import CountStatistics
from bot.game import CLASSIC, Ruleset, Turn, legal_turns, read_turn
from bot.jobs.jobs import Job
from bot.match.challenge import Answer, Challenge
from bot.match.draft import AskOption, AskPlacement, AskRecall, AskSeam
from bot.match.identity import ChannelId, GuildId, MatchId, MessageId, Place, UserId
from bot.match.match import Match
from bot.match.playing import Drafted, Played, RanOut
from bot.match.terms import Starts, Terms
from bot.services import Services
from tests.match.table import GRAY, ORANGE, PLACE, friend


def viewer_at(user: UserId, place: Place, sight: Sight = Sight.SEEN) -> Viewer:
    """Return somebody who asks somewhere and may, or may not, look into every channel there."""
    return Viewer(user, place, place.guild, lambda _: sight)


async def offer(
    services: Services,
    challenger: UserId = ORANGE,
    friended: UserId = GRAY,
    place: Place = PLACE,
    ruleset: Ruleset = CLASSIC,
) -> Challenge:
    terms = Terms(Starts.ME, ruleset)
    return await services.challenges.offer(challenger, friend(friended), place, terms)


async def begin(
    services: Services,
    orange: UserId = ORANGE,
    gray: UserId = GRAY,
    guild: GuildId | None = PLACE.guild,
    ruleset: Ruleset = CLASSIC,
) -> Match:
    """Begin a match, in a thread of its own whose number is the challenge's message's."""
    challenge = await offer(services, orange, gray, Place(guild, PLACE.channel), ruleset)
    message = MessageId(7000 + challenge.id)
    answered = await services.challenges.answer(gray, challenge.id, Answer.ACCEPT, message)
    assert answered.match is not None
    await services.outbox.settle_venue(answered.match.id, ChannelId(message))
    return await services.matches.find(answered.match.id)


async def begin_in_channel(services: Services) -> Match:
    """Begin a match that lives in the channel of its challenge."""
    match = await begin(services)
    await services.outbox.settle_venue(match.id, PLACE.channel)
    return await services.matches.find(match.id)


async def play(services: Services, number: MatchId, *turns: str) -> Match:
    """Play turns in notation, each by whoever is to move; what a turn leaves out stays a draft."""
    match = await services.matches.find(number)
    for text in turns:
        match = (await services.matches.play(mover_of(match), number, read_turn(text))).match
    return match


async def pending_kinds(services: Services, number: MatchId) -> list[NotificationKind]:
    """List what people are owed of a match, a reminder only once it is due."""
    owed, now = await services.notifications.of_match(number), services.clock.now()
    return [
        notification.kind
        for notification in owed
        if notification.kind is not NotificationKind.REMINDER or notification.due_at <= now
    ]


async def play_whole(services: Services, number: MatchId, *turns: str) -> Match:
    """Play whole turns in notation, each by whoever is to move, piece by piece as they are asked.

    A seam piece that is not named is kept.
    """
    match = await services.matches.find(number)
    for text in turns:
        match = (await play_piece_by_piece(services, match, read_turn(text))).match
    return match


async def play_piece_by_piece(services: Services, match: Match, turn: Turn) -> Played:
    """Answer each question of a turn by itself, as people do who press buttons."""
    user, number = mover_of(match), match.id
    while True:
        done: Played | Drafted | RanOut
        match match.question:
            case AskRecall():
                assert turn.recall is not None
                done = await services.matches.lift(user, number, match.revision, turn.recall)
            case AskPlacement():
                done = await services.matches.play(
                    user, number, Turn(turn.placement), match.revision
                )
            case AskOption():
                done = await services.matches.choose(user, number, match.revision, turn.leaves)
            case AskSeam():
                done = await services.matches.lay(user, number, match.revision, turn.seam)
            case None:
                raise AssertionError(f"match {number} is over")
        if isinstance(done, Played):
            return done
        match = done.match


async def play_randomly(
    services: Services, number: MatchId, chance: Random, most: int = 300
) -> Match:
    """Play random turns up to the end of the match, some of them piece by piece."""
    match = await services.matches.find(number)
    for _ in range(most):
        turn = chance.choice(list(legal_turns(match.position)))
        asks_for_seam = turn.seam is None and not turn.wins and match.position.ruleset.seams
        if asks_for_seam or chance.random() < 0.5:
            match = (await play_piece_by_piece(services, match, turn)).match
        else:
            match = (await services.matches.play(mover_of(match), number, turn)).match
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


async def run_due(services: Services) -> list[Job]:
    """Do what is due; return what was done but the statistics, which follow whatever ends."""
    return [each for each in await services.jobs.run_due() if not isinstance(each, CountStatistics)]
