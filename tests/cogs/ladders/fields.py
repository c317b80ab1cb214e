"""Ladders of many players as values, and all views of them."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.features.competitions.decisions import DecisionId, DecisionState
from bot.features.competitions.members import ExitReason
from bot.features.ladders.decisions import (
    LadderDecision,
    LadderDecisionKind,
)
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderRung,
    LadderTerms,
    RestReason,
    ServerLadder,
)
from bot.features.ladders.managing import ManagedLadder
from bot.features.ladders.rules import ChallengeResult, RungId
from bot.game import Seat
from bot.match.clock import DAY, Weekends
from bot.match.identity import Instant, MatchId, UserId
from bot.match.terms import Stakes
from cogs.core.outgoing import Picture
from cogs.ladders.managing_views import (
    VERDICTS,
    challenge_panel,
    closing_panel,
    managed_panel,
    removal_panel,
    verdict_panel,
)
from cogs.ladders.views import (
    challenge_message,
    described_panel,
    ladder_card,
    ladder_message,
    ladder_panel,
    leaving_panel,
    list_panel,
    public_challenge,
    show_button,
    text_panel,
)
from cogs.ladders.wording import accepted_text, anew_text, decision_text, result_text, rung_text
from tests.kit.matches import NOON, PLACE

NUMBER = LadderId(10**12)
FIRST_USER = 10**18
MATCH = MatchId(10**9)


def ladder_of(players: int, terms: LadderTerms | None = None) -> LadderField:
    """Return a ladder with `players` players, in the order of their numbers."""
    ladder = ServerLadder(NUMBER, PLACE, UserId(FIRST_USER), terms or LadderTerms(), NOON, NOON)
    return LadderField(
        ladder,
        tuple(
            LadderRung(
                RungId(10**12 + place), NUMBER, UserId(FIRST_USER + place), NOON, NOON, place
            )
            for place in range(1, players + 1)
        ),
    )


def challenge_of(
    field: LadderField, below: int, above: int, number: int = 0, *, plays: bool = False
) -> LadderChallenge:
    """Return a challenge from the player in one place to another player, asked or being played."""
    return LadderChallenge(
        LadderChallengeId(10**12 + number),
        NUMBER,
        field.order[below - 1],
        field.order[above - 1],
        1,
        1,
        Seat.ORANGE,
        NOON,
        Instant(NOON + 3 * DAY),
        LadderChallengeState.PLAYING if plays else LadderChallengeState.ASKED,
        MATCH if plays else None,
    )


def with_challenges(field: LadderField) -> LadderField:
    """Return a ladder with challenges: two by its third player and two against that player."""
    challenges = [
        challenge_of(field, 3, 1, 1),
        challenge_of(field, 3, 2, 2, plays=True),
        challenge_of(field, 4, 3, 3),
        challenge_of(field, 5, 3, 4, plays=True),
        *(
            challenge_of(field, place + 1, place, place, plays=place % 2 > 0)
            for place in range(6, len(field.order))
        ),
    ]
    for each in challenges:
        field = field.with_challenge(each)
    return field


def views_of_ladders(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield one of each card, panel and message."""
    paused = LadderTerms(weekends=Weekends.PAUSED, stakes=Stakes.CASUAL)
    small, large = ladder_of(6, paused), ladder_of(250)
    closed = replace(small, ladder=replace(small.ladder, closed_at=NOON))
    yield described_panel(small.ladder)
    for name in ("ladder-show", "ladder-manage-chosen"):
        yield list_panel([small.ladder] * 4, name)
    for field in (ladder_of(0), small, with_challenges(small), with_challenges(large), closed):
        shown = picture if field.order else None
        yield ladder_card(field, shown)
        yield text_panel(field, 1)
        yield text_panel(field, 41)
        yield ladder_panel(field, UserId(5), shown, 1, {}, NOON)
        for place in range(1, 6):
            user = UserId(FIRST_USER + place)
            links = {MATCH: f"https://discord.com/channels/@me/{FIRST_USER}/{FIRST_USER}"}
            yield ladder_panel(field, user, shown, 1, links, NOON, "✅")
    yield ladder_panel(large, UserId(FIRST_USER + 249), picture, 241, {}, NOON)
    yield from _messages(with_challenges(small))
    yield from _manager_views(with_challenges(small))
    for page in (1, 2, 99):
        yield managed_panel(ManagedLadder(with_challenges(large), ()), "✅", page)


def _messages(field: LadderField) -> Iterator[discord.ui.LayoutView]:
    """Yield the messages to players."""
    server, show = "🏡", show_button(field.ladder.id)
    for why in RestReason:
        rung = replace(field.rungs[2], rests_why=why)
        rested = field.with_rungs([rung])
        yield ladder_panel(rested, rung.user, None, 1, {}, NOON)
        yield leaving_panel(rested, rung)
        yield ladder_message(rested, rung_text(rung) or "", server, show)
    for off in set(ExitReason) - {ExitReason.NO_PLACE}:
        rung = replace(field.rungs[2], off_why=off)
        yield ladder_message(field, rung_text(rung) or "", server, show)
    challenge = challenge_of(field, 3, 1, 1)
    for state in LadderChallengeState:
        changed = replace(challenge, state=state)
        yield challenge_message(field, changed, server)
        yield public_challenge(field, changed)
    yield ladder_message(field, accepted_text(field, challenge, MATCH), server)
    anew = replace(challenge, match=MATCH, matches_before=1)
    yield ladder_message(field, anew_text(field, anew, challenge.challenged), server)
    moved = replace(
        challenge, challenger_from=3, challenger_to=1, challenged_from=1, challenged_to=2
    )
    ends = [
        replace(moved, state=LadderChallengeState.PLAYED, result=result)
        for result in ChallengeResult
    ]
    lost = ends[1]
    ends += [
        replace(moved, state=LadderChallengeState.UNANSWERED),
        replace(moved, state=LadderChallengeState.VOID),
        replace(lost, late=challenge.challenger, challenger_to=4),
        replace(lost, late=challenge.challenger, challenger_to=None),
        replace(lost, challenger_to=3),
    ]
    for each in ends:
        for own in (challenge.challenger, challenge.challenged):
            yield ladder_message(field, result_text(field, each, own), server, show)


def _manager_views(field: LadderField) -> Iterator[discord.ui.LayoutView]:
    """Yield what managers of ladders see and decide."""
    challenge = field.open[1]
    made = LadderDecision(
        id=DecisionId(10**12),
        ladder=NUMBER,
        manager=UserId(FIRST_USER),
        kind=LadderDecisionKind.CLOSE,
        made_at=NOON,
        until=Instant(NOON + DAY),
    )
    decisions = [
        made,
        replace(made, kind=LadderDecisionKind.REMOVE, rung=field.order[0]),
        *(
            replace(made, kind=LadderDecisionKind.DECIDE, challenge=challenge.id, result=result)
            for result in (None, *ChallengeResult)
        ),
    ]
    pending = tuple(
        replace(each, id=DecisionId(10**12 + number)) for number, each in enumerate(decisions * 2)
    )
    yield managed_panel(ManagedLadder(field, ()), "✅")
    yield managed_panel(ManagedLadder(field, pending))
    yield managed_panel(ManagedLadder(with_challenges(ladder_of(250)), pending), "✅", 2)
    yield closing_panel(field)
    yield removal_panel(field, field.rungs[2])
    yield removal_panel(ladder_of(3), field.rungs[2])
    yield challenge_panel(field, challenge)
    for verdict in VERDICTS:
        yield verdict_panel(field, challenge, verdict)
    for each in decisions:
        yield ladder_message(field, decision_text(field, each, challenge), "🏡")
        undone = replace(each, state=DecisionState.UNDONE)
        yield ladder_message(field, decision_text(field, undone, challenge), "🏡")
