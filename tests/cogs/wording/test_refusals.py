"""Every refusal has a sentence that shows the refused value."""

import copy
import gc
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

# The app imports the modules that declare refusals.
import bot.app  # noqa: F401
from bot.db.errors import NothingStored, TransactionConflict
from bot.db.patience import PatienceOver
from bot.errors import NotStored, Refusal, UserFacingError
from bot.features.analysis.service import AnalysedTooSoon, NothingToAnalyse, SharedTooSoon
from bot.features.challenges.errors import (
    AcceptanceByChallenger,
    BlockedBot,
    BlockedOneself,
    BlockedOpponent,
    ChallengeClosed,
    ChallengedAlready,
    ChallengedBot,
    ChallengedOneself,
    ChallengeToAnyone,
    FriendCannotSee,
    FriendLacksRole,
    LacksRole,
    LevelNotOffered,
    NeedsRoleToPlay,
    NoListHere,
    NotBlocked,
    NotTheChallenger,
    NotTheFriend,
    OpponentTooBusy,
    RematchBegun,
    RematchCountered,
    RematchOffered,
    RolesUnknown,
    RoleWithFriend,
    SameTerms,
    TakesNoAnswer,
    TakesNoChallenges,
    TooManyBlocked,
    TooManyChallenges,
    TooManyMatches,
    TooManyPractices,
    WeekendsByMinutes,
)
from bot.features.competitions.errors import ChangedMeanwhile, DecidedAlready, NothingToUndo
from bot.features.hints.service import HintAfterTheEnd, HintInRated, NoHintsLeft
from bot.features.ladders.errors import (
    CannotChallenge,
    ChallengeOver,
    LadderClosed,
    LadderExists,
    NoSuchLadder,
    NotAMember,
    NotChallenged,
    NotOnLadder,
    OnLadderAlready,
)
from bot.features.ladders.rules import LadderObstacle
from bot.features.learning.service import LessonGone
from bot.features.matches.errors import (
    MayNotPlay,
    NoMatchHere,
    NoSuchChallenge,
    NoSuchMatch,
    NotYourTurnAnywhere,
    OtherMayNotPlay,
    SeveralMatches,
    StaleBoard,
)
from bot.features.matches.exports import ExportsBusy
from bot.features.matches.fair_play import LikeLiveMatch
from bot.features.moderation.errors import (
    BannedAnew,
    NeverRated,
    NoChallengeShown,
    NotBanned,
    NothingWritten,
    OutdatedBan,
    VoidAlready,
)
from bot.features.pages.errors import NoMatchPages, NotShared
from bot.features.people.errors import OpponentStays, PlayedApart, PresenceUnknown
from bot.features.profiles.service import KeepsToThemself
from bot.features.puzzles.service import NoSuchPuzzle, PuzzleGone
from bot.features.replay.service import GoesOnElsewhere
from bot.features.settings.preferences import DayMinute
from bot.features.settings.server import SERVER_SETTINGS
from bot.features.settings.zones.naming import SeveralTimeZones, UnknownTimeZone, UnreadableOffset
from bot.features.standings.leaderboards import NoSuchSeason
from bot.features.standings.seasons import SeasonOver
from bot.features.time.vacation import (
    NotAway,
    NoVacations,
    OngoingVacation,
    Vacation,
    VacationTooLong,
)
from bot.features.tournaments.errors import (
    BarredFromSeason,
    EnteredAlready,
    EntryClosed,
    NoName,
    NoneEntered,
    NoSuchTournament,
    NotAHost,
    NotEntered,
    StartTooSoon,
    ThroughAlready,
    TooFewEntrants,
    TooManyMatchesAtOnce,
    TooManyTournaments,
    TooMuchLonger,
    TournamentOver,
    WaitingAlready,
)
from bot.features.watching.service import WatchesOwnMatch, WatchesTooMany
from bot.game import Kind, Piece, Placement, Seat, Square, Turn, read_turn, square_named
from bot.game.errors import (
    AmbiguousTurn,
    IllegalPosition,
    NoSeamInHand,
    NoSuchOption,
    NotationError,
    NotAWin,
    NotInPool,
    NotRecallable,
    RecallFirst,
    SquareTaken,
)
from bot.jobs.leadership import LeadLost
from bot.match.challenge import Ban, Challenge, ChallengeState
from bot.match.clock import DAY, Minutes, TurnClock
from bot.match.conditional_errors import (
    PlanEmpty,
    PlannedKindOpen,
    PlannedPastTheEnd,
    PlannedRecallOpen,
    PlannedTooDeep,
    PlannedTooManyAnswers,
    PlannedTooManyBranches,
    PlannedTurnRefused,
    PlannedTwice,
    PlannedWithoutAnswer,
    PlanOutdated,
    PlanUnreadable,
)
from bot.match.errors import (
    AnsweredOwnOffer,
    DrawOffered,
    DrawOfferedBefore,
    MatchGoesOn,
    MatchOver,
    NoDrawOffered,
    NoTakebackOffered,
    NoTakebacks,
    NotAPlayer,
    NothingToClaim,
    NothingToTakeBack,
    NotReady,
    NotYourTurn,
    OpponentDeleted,
    TakebackAsked,
    TakebackAskedBefore,
    TooLateToCallOff,
    WithdrewOthersOffer,
)
from bot.match.identity import ChallengeId, ChannelId, MatchId, Ply, RoleId, Seconds
from bot.match.match import EndReason, Outcome
from bot.match.playing import ClockNotRunning, GivenAlready, NoTimeToGive, TooMuchTime
from bot.match.terms import Conduct, LevelNumber, Note, Stakes, Starts
from bot.text import N_, PSEUDO, Typed, speaking
from bot.workers.errors import JobTimedOut, PoolBusy, PoolClosed, ShareUsed, WorkerLost
from cogs.analysis.cog import NotForAllHere
from cogs.core.errors import (
    ChannelClosed,
    NotAManager,
    NotAModerator,
    NotHere,
    NotInServer,
    PermissionsMissing,
    PieceContradicted,
    ServersOnly,
    UnknownForm,
    UnreadableMatch,
    UnreadableSquare,
)
from cogs.delivery.roles import MayNotGiveRoles, RoleAboveMine, RoleNotGiven, RoleNotYours
from cogs.moderation.errors import BannedBot, NoMessageNamed
from cogs.practice.beginning import NoSharedServer
from cogs.replay.errors import ChannelUnwritable, NoSuchTurn, NotAWriter, NothingToReplay
from cogs.settings.controls import HalfQuiet, NotInBounds, QuietAllDay, UnreadableHour
from cogs.wording.quoting import quoted
from cogs.wording.refusals import sentence
from tests.kit.matches import GRAY, GUILD, LATER, NOON, ORANGE, STRANGER, challenge, match
from tests.kit.pseudo import untranslated


def squares(names: str) -> tuple[Square, ...]:
    return tuple(square_named(name) for name in names.split())


OPTIONS = (squares("b2 c3 d4"), squares("c3 d4 e5"))
LIMIT = SERVER_SETTINGS["most_matches"].title
OVER = match(outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY))
SECOND = replace(match(), id=MatchId(2))
BY_MINUTES = replace(match(), clock=TurnClock.started(Minutes(Seconds(300.0), Seconds(3.0)), NOON))


def closed_challenge(state: ChallengeState) -> Challenge:
    number = MatchId(4) if state is ChallengeState.ACCEPTED else None
    return replace(challenge(), state=state, match=number)


COMPETITIVE = replace(match(), conduct=Conduct.COMPETITIVE)
REMATCH = replace(closed_challenge(ChallengeState.ACCEPTED), rematch_of=MatchId(1))

ROLE = RoleId(9)

EXAMPLES: list[tuple[UserFacingError, str]] = [
    (SquareTaken(square_named("c3"), Piece(Seat.GRAY, Kind.CAT)), "c3"),
    (NotInPool(Kind.CAT, Seat.ORANGE), "There is no cat in orange's hand"),
    (NotInPool(Kind.KITTEN, Seat.GRAY), "Place a cat instead"),
    (
        NoSuchOption(squares("a1 b1"), OPTIONS),
        "`a1 b1` can't leave the bed after this placement. Choose `b2 c3 d4` or `c3 d4 e5`.",
    ),
    (NoSuchOption(squares("a1"), ()), "Nothing leaves the bed"),
    (AmbiguousTurn(OPTIONS), "`b2 c3 d4` or `c3 d4 e5`"),
    (NotAWin(), "`#`"),
    (RecallFirst(squares("a1 b1")), "**a1** or **b1**. Such a turn is written `a1>Kc3`."),
    (
        NotRecallable(square_named("c3"), squares("a1")),
        "The piece on **c3** can't be recalled. Recall **a1** instead.",
    ),
    (NotRecallable(square_named("c3"), ()), "No recall is needed"),
    (NoSeamInHand(), "`~…`"),
    (NotationError("Kz3", 1, N_("a column, a to f")), "`Kz3`"),
    (IllegalPosition("6/6 o", N_("there are too few rows")), "`6/6 o`"),
    (OpponentStays(match()), "so **#1** goes on"),
    (PlayedApart(match()), "**#1** is played in direct messages"),
    (PresenceUnknown(match()), "so **#1** goes on. Try again"),
    (TooLateToCallOff(match()), "`/resign` gives it up"),
    (TooLateToCallOff(COMPETITIVE), "is a tournament or ladder match, so it can't be called off"),
    (NoTakebacks(COMPETITIVE), "no turn is taken back"),
    (NoTimeToGive(COMPETITIVE), "no extra days are given"),
    (NothingToTakeBack(match()), "no turn to take back in **#1**"),
    (TakebackAsked(match()), "already asked to take back a turn in **#1**"),
    (TakebackAskedBefore(match()), "ask again after the next one"),
    (NoTakebackOffered(match()), "**#1** now"),
    (NotAPlayer(match()), f"<@{ORANGE}> and <@{GRAY}>"),
    (NotYourTurn(match()), f"<@{ORANGE}> is to move"),
    (MatchOver(OVER), f"<@{GRAY}> wins: <@{ORANGE}> resigned"),
    (DrawOffered(match()), "already offered a draw in **#1**"),
    (DrawOfferedBefore(match()), "again after your next one"),
    (AnsweredOwnOffer(match()), "your opponent has to answer it"),
    (WithdrewOthersOffer(match()), "Accept it, decline it"),
    (NoTimeToGive(match()), "**#1** has no time limit"),
    (NoTimeToGive(BY_MINUTES), "**#1** is played by minutes"),
    (NotReady(BY_MINUTES), "**#1** begins once you have both pressed **Ready**"),
    (ClockNotRunning(match()), "your turn in **#1**"),
    (GivenAlready(match()), "already given them a day in **#1** this turn"),
    (
        TooMuchTime(match(), Seconds(29.5 * DAY), Seconds(30 * DAY)),
        "already has 29 days and 12 hours in **#1**. Another day would take them "
        "over the limit of 30 days.",
    ),
    (OngoingVacation(Vacation(ORANGE, GUILD, NOON, LATER)), f"until <t:{LATER:.0f}:f>"),
    (NotAway(), "`/vacation`"),
    (NoVacations(), "doesn't allow vacations"),
    (
        VacationTooLong(12, 3, 2027),
        "You have 3 vacation days left in 2027 in this server, and this takes 12.",
    ),
    (VacationTooLong(1, 1, 2027), "You have 1 vacation day left"),
    (VacationTooLong(1, 0, 2027), "You have no vacation days left in 2027"),
    (
        PlanUnreadable("Ke5 c33", "c33", NotationError("c33", 1, N_("a column, a to f"))),
        "`c33` isn't a turn. Write the piece, K or C, and its square",
    ),
    (PlanUnreadable("Ke5 Kz1", "Kz1", NotationError("Kz1", 1, N_("a column, a to f"))), "`Kz1`"),
    (PlanEmpty(), "`Kc3 Kd4, Ke5 Ka1`"),
    (
        PlannedTurnRefused(
            "Kc3 Kc3",
            "Kc3",
            SquareTaken(square_named("c3"), Piece(Seat.ORANGE, Kind.KITTEN)),
        ),
        "In the line `Kc3 Kc3`, `Kc3` can't be played, so nothing was planned. **c3** is taken by "
        "the orange kitten.",
    ),
    (
        PlannedKindOpen("c3 Kd4", square_named("c3"), "Kc3", "Cc3"),
        "In the line `c3 Kd4`, **c3** may be a kitten or a cat. Write `Kc3` or `Cc3` instead.",
    ),
    (
        PlannedRecallOpen("c3 Kd4", square_named("c3"), "a1>Cc3"),
        "a piece comes back to hand before one is placed on **c3**. Write both, as in `a1>Cc3`.",
    ),
    (PlannedPastTheEnd("Kc3 Cc4# Kd4", "Cc4#"), "`Cc4#` wins the match"),
    (PlannedWithoutAnswer("Kc3"), "`Kc3` must end with your answer"),
    (PlannedWithoutAnswer("Kc3"), "what they play and then your answer: `Kc3 Kd4,"),
    (
        PlannedWithoutAnswer("Kc3 Kd4", begins_by_hand=True),
        "what you play now, then their turn and your answer: `Kb2 Kc3 Kd4`.",
    ),
    (PlannedTwice("Kc3", "Kd4", "Ke5"), "`Kd4` and `Ke5`"),
    (PlannedTooDeep("Ka2 Kb1", 6), "more than 6 answers"),
    (PlannedTooManyBranches(8), "8 turns of theirs"),
    (PlannedTooManyAnswers(25), "25 answers"),
    (PlanOutdated(), "`/plan`"),
    (HintInRated(match()), "**#1** is rated"),
    (HintInRated(COMPETITIVE), "**#1** is a tournament or ladder match"),
    (HintAfterTheEnd(match()), "`/analyse`"),
    (NoHintsLeft(match(), 3), "your 3 hints"),
    (NoDrawOffered(match()), "There is no longer a draw offer in **#1**."),
    (NothingToClaim(match()), "the position has come up 1 time, and it takes 3."),
    (ChallengedOneself(), "yourself"),
    (ChallengedBot(STRANGER), f"<@{STRANGER}> is a bot"),
    (FriendCannotSee(GRAY), f"<@{GRAY}> can't see"),
    (NotTheFriend(challenge()), f"<@{GRAY}>"),
    (NotTheChallenger(challenge()), f"<@{ORANGE}>"),
    (ChallengeClosed(closed_challenge(ChallengeState.OPEN)), "Someone is answering this challenge"),
    (ChallengeClosed(closed_challenge(ChallengeState.ACCEPTED)), "match **#4** has begun"),
    (ChallengeClosed(closed_challenge(ChallengeState.DECLINED)), f"<@{GRAY}> declined"),
    (ChallengeClosed(closed_challenge(ChallengeState.CANCELLED)), f"<@{ORANGE}> withdrew"),
    (ChallengeClosed(closed_challenge(ChallengeState.EXPIRED)), ":R>."),
    (ChallengeClosed(closed_challenge(ChallengeState.COUNTERED)), f"<@{GRAY}> answered"),
    (AcceptanceByChallenger(challenge()), "your own challenge"),
    (ChallengedAlready(challenge()), "already challenged"),
    (SameTerms(challenge()), "Press **Accept**"),
    (RematchCountered(REMATCH), "the rematch of **#1**"),
    (RoleWithFriend(GRAY, ROLE), f"<@{GRAY}>"),
    (LacksRole(ROLE), f"<@&{ROLE}>, which you don't have"),
    (NeedsRoleToPlay(ROLE), f"<@&{ROLE}>"),
    (FriendLacksRole(GRAY, ROLE), f"<@{GRAY}> doesn't have it"),
    (TooManyChallenges(5), "5 open challenges"),
    (TooManyChallenges(1), "1 open challenge in"),
    (TooManyMatches(30), "30 matches"),
    (TooManyMatches(1), "1 match in"),
    (TooManyPractices(5), "5 matches against me"),
    (LevelNotOffered(LevelNumber(8), (LevelNumber(1), LevelNumber(7))), "from 1 to 7"),
    (OpponentTooBusy(GRAY, 30), f"<@{GRAY}> is already playing 30 matches"),
    (TakesNoChallenges(GRAY), f"<@{GRAY}> isn't taking challenges from you now."),
    (TakesNoAnswer(GRAY), f"You can't accept <@{GRAY}>'s challenge right now"),
    (NoListHere(), "`/challenge` still asks anyone."),
    (RolesUnknown(), "Discord can't tell me your roles"),
    (BlockedOpponent(GRAY), "`/unblock`"),
    (BlockedOneself(), "yourself"),
    (BlockedBot(STRANGER), f"<@{STRANGER}> is a bot"),
    (NotBlocked(GRAY), f"You haven't blocked <@{GRAY}>"),
    (TooManyBlocked(100), "100 people"),
    (ChallengeToAnyone(challenge()), "open to anyone"),
    (MatchGoesOn(match()), "#1"),
    (OpponentDeleted(OVER), "Your opponent in **#1** has deleted all their data"),
    (RematchOffered(challenge()), "rematch"),
    (RematchBegun(REMATCH), "**#1** already had its rematch: **#4**."),
    (
        RematchBegun(replace(REMATCH, terms=replace(REMATCH.terms, starts=Starts.SWAPPED))),
        "**#1** was the first of two matches. **#4** is the second.",
    ),
    (WeekendsByMinutes(), "Leave out `weekends`, or choose another `time`."),
    (NoSuchChallenge(ChallengeId(9)), "/challenge"),
    (NoSuchMatch(MatchId(9)), "#9"),
    (GoesOnElsewhere(match()), "**#1** isn't over"),
    (AnalysedTooSoon(match()), "**#1** isn't over. I only analyse finished matches"),
    (LikeLiveMatch(SECOND), "much like your rated match **#2**, which isn't over"),
    (LikeLiveMatch(COMPETITIVE), "much like your match **#1**"),
    (NoSuchTournament(), "no such tournament here"),
    (EntryClosed(Typed("Autumn")), "Autumn"),
    (EnteredAlready(Typed("Autumn")), "Autumn"),
    (WaitingAlready(Typed("Autumn")), "off the list"),
    (NotEntered(Typed("Autumn")), "Autumn"),
    (NoneEntered(), "You aren't in a tournament here"),
    (ThroughAlready(Typed("Autumn")), "all your matches in"),
    (TooManyTournaments(3), "3"),
    (NotAHost(), "Manage Server"),
    (MayNotGiveRoles(RoleId(70)), "I can't give <@&70>: I need the permission *Manage Roles*"),
    (RoleAboveMine(RoleId(70)), "<@&70>, as it isn't below my own role"),
    (RoleNotGiven(RoleId(70)), "<@&70> can't be given to anyone"),
    (RoleNotYours(RoleId(70)), "for <@&70>, you need *Manage Roles*"),
    (BarredFromSeason(), "You left the last season early"),
    (TooFewEntrants(3), "3"),
    (TooManyMatchesAtOnce(16), "16"),
    (NoName(), "Give the tournament a name"),
    (StartTooSoon(NOON), "within the next 90 days"),
    (TournamentOver(), "That tournament is over"),
    (ChangedMeanwhile(), "changed meanwhile"),
    (DecidedAlready(), "Undo it first"),
    (NothingToUndo(), "can no longer be undone"),
    (TooMuchLonger(NOON), "1 to 60 days more"),
    (NoSuchLadder(), "no such ladder here"),
    (LadderExists(), "/ladder show"),
    (OnLadderAlready(), "on this ladder already"),
    (NotOnLadder(), "You aren't on this ladder"),
    (NotAMember(), "You aren't in that server"),
    (CannotChallenge(LadderObstacle.NOT_ON_LADDER), "no longer on the ladder"),
    (CannotChallenge(LadderObstacle.NOT_ABOVE), "You stand above"),
    (CannotChallenge(LadderObstacle.TOO_FAR), "too far above"),
    (CannotChallenge(LadderObstacle.RESTING), "resting"),
    (CannotChallenge(LadderObstacle.OWN_OPEN), "two open challenges"),
    (CannotChallenge(LadderObstacle.OTHERS_OPEN), "against that player"),
    (CannotChallenge(LadderObstacle.MEETING), "open already"),
    (CannotChallenge(LadderObstacle.MET_LATELY), "7 days"),
    (ChallengeOver(), "no longer open"),
    (NotChallenged(), "isn't yours"),
    (LadderClosed(), "That ladder is closed"),
    (SharedTooSoon(match()), "You can't share the analysis of **#1** yet"),
    (NothingToAnalyse(match()), "No turn was played in **#1**"),
    (NothingToAnalyse(None), "None of your matches here is over yet"),
    (NoMatchHere(), "/challenge"),
    (NotYourTurnAnywhere((match(), SECOND)), "**#1** and **#2**"),
    (SeveralMatches((match(), SECOND)), "**#1** or **#2**"),
    (WatchesOwnMatch(match()), "You play in **#1** yourself"),
    (KeepsToThemself(GRAY), f"<@{GRAY}> keeps"),
    (LessonGone(), "`/learn` lists all"),
    (PuzzleGone(), "`/puzzle today` brings today's"),
    (NoSuchPuzzle(), "no such puzzles"),
    (WatchesTooMany(50), "already watching 50 matches"),
    (StaleBoard(match()), f"<@{ORANGE}> is to move"),
    (StaleBoard(OVER), f"<@{GRAY}> wins"),
    (
        MayNotPlay(Ban(ORANGE, STRANGER, NOON, None, None)),
        "moderator has banned you from new matches",
    ),
    (
        MayNotPlay(Ban(ORANGE, STRANGER, NOON, LATER, Note("be *kind*"))),
        r"“be \*kind\*”. Your other",
    ),
    (OtherMayNotPlay(GRAY), f"<@{GRAY}> is banned"),
    (NotBanned(GRAY), f"<@{GRAY}> isn't banned here"),
    (OutdatedBan(GRAY), f"<@{GRAY}>'s matches or bans here have changed"),
    (BannedAnew(GRAY, ORANGE), f"<@{GRAY}> is under another ban now, by <@{ORANGE}>"),
    (NoChallengeShown(), "shows no challenge"),
    (NothingWritten(challenge()), "nothing to remove"),
    (NoSuchSeason("9", 0), "There is no season `9` in this server: the first rated match"),
    (NoSuchSeason("9", 1), "only season 1. Or choose"),
    (NoSuchSeason("9", 4), "only seasons 1 to 4. Or choose"),
    (SeasonOver(0), "No season has begun"),
    (SeasonOver(3), "Season 3 is over already"),
    (ExportsBusy(), "in a minute"),
    (NeverRated(match()), "**#1** isn't over, so it hasn't counted"),
    (NeverRated(OVER), "**#1** was casual"),
    (NeverRated(replace(OVER, stakes=Stakes.RATED)), "fewer than 6 turns"),
    (NeverRated(replace(OVER, ply=Ply(6), stakes=Stakes.RATED)), "ended without a result"),
    (VoidAlready(match()), "already void"),
    (
        UnreadableSquare("c33", 2, N_("the end"), square_named("d3")),
        "`c33` isn't a square. Try **d3**.",
    ),
    (UnreadableSquare("c33", 2, N_("the end")), "`c33` isn't a square. Name a column, a to f"),
    (UnreadableSquare("", 0, N_("a column"), square_named("d3")), "Name a square: try **d3**."),
    (UnreadableSquare("Kz9", 1, N_("a column, a to f")), "at character 2 there should be a column"),
    (UnreadableSquare("", 0, N_("a column, a to f")), "Name a square"),
    (
        NotationError("", 0, N_("a column, a to f")),
        "I can't read an empty text: at character 1 there should be a column, a to f",
    ),
    (
        UnknownForm(),
        "This form is out of date, so nothing was done. Open it again.",
    ),
    (UnreadableMatch("two"), "`two`"),
    (PieceContradicted(Turn(Placement(Kind.KITTEN, square_named("c3"))), Kind.CAT), "`Kc3`"),
    (ServersOnly(), "in a server that I'm in"),
    (NotHere(), "I'm not in this place"),
    (NoSharedServer(), "so use `/practice` in a channel of one."),
    (NotAManager(), "Manage Server"),
    (NotAModerator(), "Timeout Members"),
    (BannedBot(STRANGER), f"<@{STRANGER}> is a bot"),
    (NoMessageNamed("here"), "`here`"),
    (
        NoMatchPages(),
        "This server's matches aren't shared on the web. Those who manage it can change that in "
        "`/settings`, Web.",
    ),
    (NotShared(), "This match isn't shared by link."),
    (NotAWriter(ChannelId(70)), "You can't write in <#70>, so choose another channel."),
    (ChannelClosed(ChannelId(70), ("Send Messages",)), "<#70>: I need **Send Messages** there"),
    (
        ChannelUnwritable(ChannelId(70), ("Send Messages",)),
        "I can't post in <#70>: I lack **Send Messages** there. Choose another channel.",
    ),
    (NotInBounds(LIMIT, "1000", 1, 100), "“Matches at once” can't be `1000`."),
    (NotInBounds(LIMIT, "-1", 0, 60), "from 0 to 60"),
    (NotInServer(STRANGER), f"<@{STRANGER}> isn't in this server"),
    (NoSuchTurn(match(), "99", 7), "`99` isn't a turn of **#1**"),
    (NothingToReplay(match()), "**#1**"),
    (NotForAllHere(match()), "can see **#1**, so I won't show it here"),
    (
        UnknownTimeZone("Europe/Berln", ("Europe/Berlin",)),
        "don't know a city or time zone `Europe/Berln`. Did you mean `Europe/Berlin`?",
    ),
    (UnknownTimeZone("Nowhere"), "Write the nearest large city"),
    (
        SeveralTimeZones("PST", ("America/Los_Angeles", "Asia/Manila")),
        "`PST` can mean several time zones: `America/Los_Angeles` or `Asia/Manila`.",
    ),
    (UnreadableOffset("UTC+15"), "`UTC+15` isn't an offset of any clock"),
    (UnreadableHour("26:00"), "`26:00` isn't a time of day"),
    (HalfQuiet("22:00"), "you gave only `22:00`"),
    (QuietAllDay(DayMinute(22 * 60)), "from `22:00` to `22:00`"),
    (PoolBusy(16), "16 requests are already waiting"),
    (ShareUsed(4), "You already have 4 requests waiting. Ask again when one of them is done."),
    (JobTimedOut(120.0), "took longer than 120 seconds, so I stopped it. Try again."),
    (WorkerLost(), "I was interrupted twice"),
    (PoolClosed(), "Try again in a minute"),
    (TransactionConflict("database is locked"), "check first whether what you just did was saved"),
    (NothingStored("database or disk is full"), "Nothing has changed"),
    (PatienceOver("the server is too slow to answer"), "Try again in a few minutes"),
    (LeadLost(), "Try again in a few minutes"),
    (PermissionsMissing(("Send Messages", "Attach Files")), "**Send Messages** and **Attach"),
]


def refusals(
    base: type[UserFacingError] = UserFacingError,
) -> Iterator[type[UserFacingError]]:
    """Yield the errors that can be raised, not the bases from which others derive."""
    for each in base.__subclasses__():
        if each.__subclasses__():
            yield from refusals(each)
        elif each.__module__.startswith(("bot.", "cogs.")):
            yield each


def test_every_refusal_of_the_program_is_among_the_examples() -> None:
    # `dataclass` with slots makes a second class; the first one stays until it is collected.
    gc.collect()
    assert {type(refusal) for refusal, _ in EXAMPLES} == set(refusals())


def test_a_failing_database_is_not_taken_for_a_refusal() -> None:
    """Code that catches a refusal draws conclusions about the user, such as a lost challenge."""
    assert not any(issubclass(kind, NotStored) for kind in refusals(Refusal))


@pytest.mark.parametrize(("refusal", "shown"), EXAMPLES, ids=lambda each: type(each).__name__)
def test_a_refusal_is_a_translated_sentence_that_shows_the_value(
    refusal: UserFacingError, shown: str
) -> None:
    words = sentence(refusal)
    assert shown in words
    assert words[-1] in ".!?"
    assert len(words) <= 2000
    assert "None" not in words.replace("None of your", "")
    assert "``" not in words
    with speaking(PSEUDO):
        assert untranslated(sentence(refusal)) == []


@pytest.mark.parametrize(
    "refusal", [each for each, _ in EXAMPLES], ids=lambda each: type(each).__name__
)
def test_a_refusal_passes_through_contexts_pickles_and_copies(refusal: UserFacingError) -> None:
    @contextmanager
    def transaction() -> Iterator[None]:
        yield

    with pytest.raises(type(refusal)) as refused, transaction():
        raise refusal
    assert refused.value is refusal
    assert refusal.__traceback__ is not None
    for again in (pickle.loads(pickle.dumps(refusal)), copy.copy(refusal)):
        assert type(again) is type(refusal)
        assert repr(again) == repr(refusal)
        assert sentence(again) == sentence(refusal)


@pytest.mark.parametrize(
    "refusal",
    [
        UnreadableSquare("x" * 6000, 5999, N_("a row, 1 to 6")),
        UnreadableMatch("`" * 6000),
        NotationError("@everyone " * 600, 0, N_("a piece, K or C")),
        IllegalPosition("/" * 6000, N_("there are too many rows")),
    ],
)
def test_a_long_text_is_shortened(refusal: UserFacingError) -> None:
    words = sentence(refusal)
    assert "…" in words
    assert len(words) <= 400


@pytest.mark.parametrize("kind", [NotYourTurnAnywhere, SeveralMatches])
def test_a_user_with_very_many_matches_gets_an_answer(
    kind: type[NotYourTurnAnywhere] | type[SeveralMatches],
) -> None:
    many = tuple(replace(match(), id=MatchId(10_000 + number)) for number in range(300))
    words = sentence(kind(many))
    assert "**#10000**" in words
    assert "280 more" in words
    assert len(words) <= 2000


@pytest.mark.parametrize("text", ["`@everyone`", "@here", "a`b``c", "\n\n# big", "\u202ereversed"])
def test_a_quoted_text_stays_inside_its_quotes(text: str) -> None:
    shown = quoted(text)
    assert shown[0] == shown[-1] == "`"
    assert "`" not in shown[1:-1]
    assert shown.isprintable()


def test_a_turn_in_a_sentence_is_written_in_notation() -> None:
    turn = read_turn("Kc3=b2c3d4")
    assert "`Kc3=b2c3d4`" in sentence(PieceContradicted(turn, Kind.CAT))
