"""Consequences of changes of a match, a challenge, a server's members, settings or preferences.

Each kind of change has one ordered list. Its functions run in the transaction of the change.

To add a consequence, add a line here. Each function belongs to one feature and knows no other.
`rate` and `rate_practice` read from the database. They come late, so that their first trip carries
the statements of the functions before them. Functions that write a row that every ending match
writes come last, because other matches that end wait for that row until this transaction ends.
"""

from collections.abc import Collection, Sequence
from typing import Final

from bot.db.database import Reading, Writing
from bot.db.statements import execute
from bot.features.boards import queries as board_queries
from bot.features.boards.venues import VenueFollowups, VenueWriter
from bot.features.challenges import pairs
from bot.features.challenges import queries as challenge_queries
from bot.features.challenges.admission import Admission
from bot.features.challenges.lobby import show_lobby
from bot.features.challenges.writer import ChallengeWriter
from bot.features.competitions.decisions import DecisionState
from bot.features.competitions.members import ExitReason
from bot.features.conditional.service import drop_plans, play_planned
from bot.features.digests.service import plan_digest
from bot.features.ladders import consequences as ladder_consequences
from bot.features.ladders import queries as ladder_queries
from bot.features.ladders.decision_queries import DECISIONS as LADDER_DECISIONS
from bot.features.ladders.decisions import LadderDecision, LadderDecisionKind
from bot.features.ladders.ladder import ServerLadder
from bot.features.ladders.rules import Break
from bot.features.matches import outages as match_outages
from bot.features.matches import queries as match_queries
from bot.features.matches.writer import Followups
from bot.features.moderation import queries as moderation_queries
from bot.features.moderation.bans import CompetitionPlaces, require_may_play
from bot.features.moderation.log import Moderator, log_action
from bot.features.moderation.queries import ModeratorAction
from bot.features.moderation.service import AllResults, ResultAccess
from bot.features.notifications import queries as notification_queries
from bot.features.notifications.consequences import (
    follow_preferences,
    notify_back,
    notify_beginning,
    notify_challenger,
    notify_left,
    notify_left_direct,
    notify_lost,
    notify_moved,
    notify_of_clock,
    notify_of_offers,
    notify_of_turn,
    notify_of_vacation,
    silence,
    withdraw_lost,
)
from bot.features.outbox import queries as outbox_queries
from bot.features.pages import queries as page_queries
from bot.features.pages.service import announce_pages
from bot.features.people import queries as member_queries
from bot.features.people.service import DepartureFollowups, seats_left, watch_players
from bot.features.practice.opponent import hurry_in_person
from bot.features.practice.service import find_practice_result, rate_practice, voiding_practice
from bot.features.profiles.counting import count_later
from bot.features.profiles.service import WonTournament
from bot.features.puzzles.posts import plan_post
from bot.features.settings import queries as settings_queries
from bot.features.settings.preferences import Preferences
from bot.features.standings import queries as rating_queries
from bot.features.standings.ratings import find_result, rate, voiding
from bot.features.standings.seasons import plan_end_of_season
from bot.features.time import queries as time_queries
from bot.features.time.outages import OutageFollowups, counts_from
from bot.features.time.service import start_clock
from bot.features.tournaments import consequences as tournament_consequences
from bot.features.tournaments import queries as tournament_queries
from bot.features.tournaments import winner_queries
from bot.features.tournaments.decision_queries import DECISIONS
from bot.features.tournaments.decisions import DecisionKind, TournamentDecision
from bot.features.tournaments.tournament import Cadence, Tournament
from bot.features.watching.service import notify_spectators
from bot.game import Seat
from bot.jobs.backoff import GRACE
from bot.match.identity import GuildId, Instant, MatchId, UserId, is_former
from bot.match.match import Match
from bot.match.terms import read_note

FOLLOWUPS: Final = Followups(
    counts_from=counts_from,
    starts=start_clock,
    query_reminders=settings_queries.query_reminders,
    plays_on=play_planned,
    openings=(
        board_queries.begin,
        notify_beginning,
        watch_players,
    ),
    consequences=(
        board_queries.show_change,
        board_queries.show_result,
        challenge_queries.show_result,
        pairs.schedule_second,
        drop_plans,
        notify_of_clock,
        notify_of_vacation,
        notify_of_turn,
        notify_of_offers,
        notify_spectators,
        rate,
        rate_practice,
        count_later,
        tournament_consequences.record_result,
        ladder_consequences.record_result,
    ),
)

CHALLENGES: Final = ChallengeWriter(
    (
        notify_challenger,
        challenge_queries.follow_rematch,
        board_queries.follow_rematch,
    )
)
"""The consequences when a challenge is answered or expires."""

ADMISSION: Final = Admission(require_may_play)
"""Checks whether users may play, by the bans that moderators imposed."""

RESULTS: Final = AllResults(
    between_people=ResultAccess(find_result, voiding),
    against_bot=ResultAccess(find_practice_result, voiding_practice),
    rated_in=rating_queries.rated_of_server,
)
"""The functions with which moderators void a match, by the feature that has rated it."""


async def _notify_of_who_had_left(writing: Writing, match: Match, now: Instant) -> None:
    for seat in await seats_left(writing, match, now):
        await _report_left(writing, match, seat, now)


VENUES: Final = VenueWriter(
    VenueFollowups(
        left_direct=(notify_left_direct, _notify_of_who_had_left),
        moved=(notify_moved,),
        lost=(notify_lost, hurry_in_person),
        found=(withdraw_lost,),
    )
)
"""The consequences when the venue of a match changes."""


async def _report_left(writing: Writing, match: Match, seat: Seat, show_at: Instant) -> None:
    """Notify the opponent of a player who has left, and show it on the boards."""
    await notify_left(writing, match, seat, show_at)
    await board_queries.show_anew(writing, match.id, show_at)


async def _report_back(writing: Writing, match: Match, seat: Seat, now: Instant) -> None:
    """Notify the opponent of a player who is back, and show it on the boards."""
    await notify_back(writing, match, seat, now)
    await board_queries.show_anew(writing, match.id, Instant(now + GRACE))


async def member_gone(writing: Writing, guild: GuildId, user: UserId, now: Instant) -> None:
    """Schedule a check of a user's tournaments and ladders after they left or were banned."""
    await tournament_consequences.member_gone(writing, guild, user, now)
    await ladder_consequences.member_gone(writing, guild, user, now)


async def places_of(
    reading: Reading, guild: GuildId, user: UserId, now: Instant
) -> CompetitionPlaces:
    """Return what a ban would cost a user in the tournaments and on the ladders of a server."""
    tournaments = await tournament_queries.open_legs_of(reading, guild, user)
    ladders = await ladder_queries.matches_of(reading, guild, user, now)
    return CompetitionPlaces(len(tournaments) + len(ladders), sum(tournaments), sum(ladders))


OF_DEPARTURES: Final = DepartureFollowups(
    VENUES.leave_direct, _report_left, _report_back, member_gone
)
"""The consequences when a player leaves a server or comes back."""

COMPETITIONS: Final = (tournament_queries.competition_of, ladder_queries.competition_of)
"""The functions that find the competition of a match, in the order in which to call them."""

PAIRS_OF_MATCHES: Final = pairs.pair_of
"""The function that finds the pair of matches that a match belongs to."""


async def tournaments_won(
    reading: Reading, guild: GuildId, user: UserId
) -> Sequence[WonTournament]:
    """List the tournaments that a user has won in a server, the latest first."""
    return [
        WonTournament(
            each.name,
            None if each.cadence is Cadence.ONCE else each.season,
            each.group_number if each.last_group > 1 and each.final_place is None else None,
        )
        for each in await tournament_queries.won(reading, guild, user)
    ]


async def who_is_gone(
    reading: Reading, guild: GuildId, users: Collection[UserId], now: Instant
) -> dict[UserId, ExitReason]:
    """Return which users can no longer play in the competitions of a server, and why."""
    if not users:
        return {}
    left, banned = await execute(
        member_queries.gone_from(reading, guild), moderation_queries.banned_in(reading, guild, now)
    )
    gone = dict.fromkeys(left, ExitReason.LEFT_SERVER) | dict.fromkeys(banned, ExitReason.BANNED)
    return {
        each: ExitReason.LEFT if is_former(each) else gone[each]
        for each in users
        if is_former(each) or each in gone
    }


async def breaks_of(
    reading: Reading, guild: GuildId, user: UserId, now: Instant
) -> Sequence[Break]:
    """Return the parts of a user's vacations that stop the competitions of a server."""
    taken = await time_queries.taken(reading, user, guild, now)
    if not taken:
        return ()
    allowed = (await settings_queries.find(reading, guild)).vacation_days
    return [
        Break(each.begun_at, min(each.ends_at, each.stops_competition_until(allowed, taken)))
        for each in taken
    ]


async def _show_boards_anew(
    writing: Writing, user: UserId, before: Preferences, preferred: Preferences, now: Instant
) -> None:
    """Update a user's own boards according to their new preferences."""
    looks = {
        (each.theme, each.threats, each.boards, each.language or each.locale)
        for each in (before, preferred)
    }
    if len(looks) > 1:
        await board_queries.doubt_of(writing, user, now)


OF_PREFERENCES: Final = (follow_preferences, _show_boards_anew)
"""The consequences when a user changes their preferences."""

OF_SETTINGS: Final = (
    plan_end_of_season,
    plan_digest,
    plan_post,
    show_lobby,
    announce_pages,
    CHALLENGES.empty_list,
    winner_queries.follow_settings,
    tournament_consequences.follow_settings,
)
"""The consequences when the settings of a server change."""

BEGUN: Final = (match_queries.has_sat, challenge_queries.has_challenged)
"""The queries for whether a user has ever played a match or made a challenge."""

UNDER_WAY: Final = (
    match_queries.count_live_of,
    challenge_queries.count_open_by,
    challenge_queries.count_open_to,
)
"""The queries that count a user's live matches, and the open challenges from and to them."""

ERASERS: Final = (
    match_queries.erase,
    # Matches come before boards, because the boards have to show the new revisions.
    board_queries.erase,
    challenge_queries.erase,
    notification_queries.erase,
    moderation_queries.erase,
    tournament_consequences.erase,
    page_queries.erase,
    DECISIONS.erase,
    ladder_consequences.erase,
    LADDER_DECISIONS.erase,
)
"""The functions that erase a user from rows that need more than a declaration, in order."""

_LOGGED: Final = {
    DecisionKind.CALL_OFF: ModeratorAction.CALLED_OFF,
    DecisionKind.REMOVE: ModeratorAction.REMOVED,
    DecisionKind.DECIDE: ModeratorAction.DECIDED,
    DecisionKind.EXTEND: ModeratorAction.EXTENDED,
}


async def log_managed(
    writing: Writing,
    tournament: Tournament,
    decision: TournamentDecision,
    manager: UserId,
    user: UserId | None,
    match: MatchId | None,
    now: Instant,
) -> None:
    """Log a manager's decision about a tournament, or that it was undone."""
    is_undone = decision.state is DecisionState.UNDONE
    action = ModeratorAction.UNDONE if is_undone else _LOGGED[decision.kind]
    moderator = Moderator(tournament.place.guild, manager, read_note(tournament.name))
    until = None if is_undone else decision.finish_by
    await log_action(writing, moderator, action, now, user=user, match=match, until=until)


_LOGGED_OF_LADDERS: Final = {
    LadderDecisionKind.CLOSE: ModeratorAction.CLOSED_LADDER,
    LadderDecisionKind.REMOVE: ModeratorAction.REMOVED_FROM_LADDER,
    LadderDecisionKind.DECIDE: ModeratorAction.DECIDED_ON_LADDER,
}


async def log_ladder(
    writing: Writing,
    ladder: ServerLadder,
    decision: LadderDecision | None,
    manager: UserId,
    user: UserId | None,
    match: MatchId | None,
    now: Instant,
) -> None:
    """Log a manager's decision about a ladder or that it was undone; for None, changed terms."""
    if decision is None:
        action = ModeratorAction.CHANGED_LADDER
    elif decision.state is DecisionState.UNDONE:
        action = ModeratorAction.UNDONE_ON_LADDER
    else:
        action = _LOGGED_OF_LADDERS[decision.kind]
    note = read_note(ladder.terms.ruleset.name)
    moderator = Moderator(ladder.place.guild, manager, note)
    await log_action(writing, moderator, action, now, user=user, match=match)


OF_OUTAGES: Final = OutageFollowups(
    give_matches_back=(
        match_outages.give_clocks_back,
        notification_queries.give_reminders_back,
        # Boards show the deadlines that `give_clocks_back` has put off, so this comes later.
        board_queries.show_deadlines,
    ),
    give_back=(
        match_outages.give_vacations_back,
        challenge_queries.give_back,
        member_queries.give_back,
        ladder_consequences.give_back,
    ),
    retry_refused=(outbox_queries.retry_in, board_queries.retry_in_person),
    retry=(
        outbox_queries.retry_in,
        board_queries.retry_in_person,
        notification_queries.retry_in,
    ),
    abandon=(tournament_consequences.abandon, ladder_consequences.abandon),
    silence=silence,
    servers_in_use=(
        match_queries.servers_with_live_matches,
        challenge_queries.servers_with_open,
        tournament_queries.servers_with_any,
        ladder_queries.servers_with_any,
    ),
    next_planned=(notification_queries.next_planned, outbox_queries.next_planned),
)
"""The consequences of an outage of the bot or of a server."""
