"""Create rows of every kind about a user, and find where a database has the user's ID."""

from contextlib import closing
from dataclasses import dataclass
from random import Random

from bot.address import DatabaseAddress, ServerAddress
from bot.features.hints.service import moment_of
from bot.features.ladders.ladder import LadderTerms
from bot.features.ladders.managing import CloseLadder
from bot.features.learning.lesson import LessonName
from bot.features.moderation.log import Moderator
from bot.features.notifications.kinds import NotificationKind
from bot.features.pages.service import Audience
from bot.features.puzzles.days import IN_PERSON
from bot.features.settings.preferences import PlacementMode, TakesFrom
from bot.features.tournaments.managing import CallOff
from bot.features.tournaments.tournament import TournamentTerms
from bot.features.tournaments.winner_queries import HOLDERS, RoleHolder
from bot.game import read_turn
from bot.match.challenge import ChallengeAnswer, Particulars
from bot.match.conditional_notation import read_lines
from bot.match.identity import ChannelId, MatchId, MessageId, Revision, RoleId, Seconds, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.terms import Note, Stakes, Starts, Terms, VenueKind
from bot.services import Services
from tests.kit.matches import GUILD, PLACE, friend
from tests.kit.practice import practice_terms, practise
from tests.kit.ratings import rated_match
from tests.kit.raw_database import connect, dict_rows, tables_of
from tests.kit.service_matches import play

ADA, BOB, CY, MOD = (UserId(918_273_645_546_372_810 + each * 7_919) for each in range(4))
DIRECT = ChannelId(555_000_111)
IN_DIRECT = MessageId(777_001)
_RATED = Terms(Starts.ME)
_CASUAL = Terms(Starts.THEM, stakes=Stakes.CASUAL)


@dataclass(frozen=True, slots=True)
class PersonalMatches:
    """Matches of Ada: `live`, in which both players moved; `begun`; `direct`; and `over`."""

    live: MatchId
    begun: MatchId
    direct: MatchId
    over: MatchId


async def create_all_rows(services: Services) -> PersonalMatches:
    """Create every kind of row that refers to Ada, by actions of hers and of others."""
    matches = await create_open_rows(services)
    # A banned user keeps no open challenge, so this comes last.
    await _moderation(services)
    return matches


async def create_open_rows(services: Services) -> PersonalMatches:
    """Create every kind of row that a user who is not banned can have."""
    chance = Random(5)
    over = await rated_match(services, chance, ADA, BOB)
    await rated_match(services, chance, CY, ADA)
    await rated_match(services, chance, BOB, CY)
    while await services.statistics.catch_up():
        pass
    practice = await practise(services, practice_terms(Starts.ME), ADA)
    await play(services, practice.id, "Ke6", "Kc3")
    await services.matches.resign(ADA, practice.id)
    # The hint comes first: it would be refused during a similar rated match.
    direct = await _begun(services, BOB, ADA, VenueKind.DIRECT, _CASUAL)
    await services.hints.give(ADA, direct.id, moment_of(direct), read_turn("Kc3"), None)
    live = await _begun(services, ADA, BOB)
    await play(services, live.id, "Ke6", "Kc3", "Kc5")
    seen = (await services.matches.find(live.id)).ply
    requested = await services.takebacks.ask(ADA, live.id, seen)
    await services.takebacks.answer(BOB, live.id, requested.revision, OfferAnswer.ACCEPT)
    await play(services, live.id, "Ka1")
    await services.plans.add(ADA, live.id, read_lines("Kf6 Kf1"))
    begun = await _begun(services, CY, ADA)
    await services.boards.board_posted(direct.id, DIRECT, IN_DIRECT, Revision(1), ADA)
    await services.boards.board_posted(direct.id, ChannelId(5), MessageId(6), Revision(1), BOB)
    await _challenges(services)
    await services.pages.share(ADA, over.id, Audience.SERVER)
    await _settings(services)
    await _tournament(services)
    await _ladder(services)
    return PersonalMatches(live.id, begun.id, direct.id, over.id)


async def _begun(
    services: Services,
    challenger: UserId,
    friended: UserId,
    venue: VenueKind = VenueKind.THREAD,
    terms: Terms = _RATED,
) -> Match:
    particulars = Particulars(venue=venue)
    made = await services.challenges.offer(challenger, friend(friended), PLACE, terms, particulars)
    message = MessageId(8000 + made.id)
    answered = await services.challenges.answer(friended, made.id, ChallengeAnswer.ACCEPT, message)
    assert answered.match is not None
    if venue is not VenueKind.DIRECT:
        await services.boards.settle_venue(answered.match.id, ChannelId(message))
    return await services.matches.find(answered.match.id)


async def _challenges(services: Services) -> None:
    terms, said = Terms(Starts.ME), Particulars(Note("a word of mine"))
    await services.challenges.offer(ADA, None, PLACE, terms, said)
    await services.challenges.offer(BOB, friend(ADA), PLACE, terms, said)
    declined = await services.challenges.offer(CY, friend(ADA), PLACE, terms, said)
    await services.challenges.answer(
        ADA, declined.id, ChallengeAnswer.DECLINE, reason=Note("no time")
    )
    note = Particulars(Note(f"sooner than <@{ADA}>, {ADA} as one says"))
    named = await services.challenges.offer(CY, friend(BOB), PLACE, terms, note)
    reason = Note(f"ask <@!{ADA}>")
    await services.challenges.answer(BOB, named.id, ChallengeAnswer.DECLINE, reason=reason)


async def _settings(services: Services) -> None:
    await services.preferences.prefer(ADA, "placing", PlacementMode.AT_ONCE)
    await services.blocks.take_from(ADA, TakesFrom.PLAYED)
    await services.blocks.block(ADA, MOD)
    await services.blocks.block(MOD, ADA)
    await services.vacations.begin(ADA, GUILD, 2)
    await services.newcomers.rules_read(ADA, "classic")
    await services.direct_messages.record_closed(ADA)
    puzzle = await services.puzzles.todays(GUILD, ADA)
    await services.puzzles.give_up(GUILD, ADA, puzzle.day)
    await services.puzzle_runs.resume(GUILD, ADA)
    direct = await services.puzzles.todays(IN_PERSON, ADA)
    for turn in direct.puzzle.solution[::2]:
        await services.puzzles.answer(IN_PERSON, ADA, turn, direct.day)
    await services.lessons.answer(ADA, LessonName("boop"), 1, read_turn("Kb3"))
    others = await _begun(services, BOB, CY)
    await services.spectators.watch(ADA, others.id)
    await services.moderation.end_match(Moderator(GUILD, ADA, Note("I saw enough")), others.id)
    words = await services.notifications.take_due(100)
    for number, word in enumerate(words):
        if word.notification.kind is not NotificationKind.OVER:
            channel = ChannelId(8000 + number % 3)
            await services.notifications.sent([word.notification], channel, MessageId(600 + number))


async def _tournament(services: Services) -> None:
    drafted = await services.tournaments.draft(
        ADA, PLACE, f"the league of {ADA}", TournamentTerms()
    )
    await services.tournaments.announce(ADA, drafted.id)
    await services.tournaments.enter(ADA, drafted.id, frozenset())
    await services.managed_tournaments.decide(ADA, drafted.id, PLACE.guild, CallOff())
    async with services._database.writing() as writing:
        await HOLDERS.insert(writing.connection, RoleHolder(GUILD, ADA, RoleId(70)))


async def _ladder(services: Services) -> None:
    ladder = await services.ladders.create(ADA, PLACE, LadderTerms())
    for user in (ADA, BOB):
        await services.ladders.join(user, ladder.id, frozenset())
    field = await services.ladders.find(ladder.id)
    await services.ladders.challenge(BOB, ladder.id, field.order[0], frozenset())
    await services.managed_ladders.decide(ADA, ladder.id, GUILD, CloseLadder())


async def _moderation(services: Services) -> None:
    ended = await _begun(services, BOB, CY)
    why = Note(f"as <@{ADA}> says")
    await services.moderation.end_match(Moderator(GUILD, MOD, why), ended.id)
    await services.bans.ban(Moderator(GUILD, MOD, Note("rude")), ADA, Seconds(9e6))
    await services.bans.ban(Moderator(GUILD, ADA, Note("rude too")), CY, None)
    await services.bans.ban(Moderator(GUILD, MOD, Note(f"like {ADA}")), BOB, None)


def columns_with(path: DatabaseAddress, user: UserId) -> dict[str, list[str]]:
    """Return, by table, the columns that contain a user's ID, even inside text."""
    found: dict[str, list[str]] = {}
    with closing(connect(path)) as connection:
        for table in tables_of(path):
            held = {
                column
                for row in dict_rows(connection.execute(f'SELECT * FROM "{table}"'))
                for column, value in row.items()
                if str(user) in str(value)
            }
            if held:
                found[table] = sorted(held)
    return found


def traces(path: DatabaseAddress, user: UserId) -> list[str]:
    """List the files of a SQLite database that contain an ID, as text or as a stored number.

    A server's files are not searched.
    """
    if isinstance(path, ServerAddress):
        return []
    forms = [str(user).encode(), int(user).to_bytes(8, "big")]
    if user < 1 << 47:
        forms.append(int(user).to_bytes(6, "big"))
    files = [path.with_name(path.name + end) for end in ("", "-wal", "-journal")]
    return [
        file.name
        for file in files
        if file.exists() and any(form in file.read_bytes() for form in forms)
    ]
