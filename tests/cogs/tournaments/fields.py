"""Leagues and cups of many entrants as values, and all views of them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import discord

from bot.features.competitions.decisions import DecisionId, DecisionState
from bot.features.competitions.members import ExitReason
from bot.features.tournaments.cups import PlayOff, Seeding
from bot.features.tournaments.decisions import (
    DecisionKind,
    TournamentDecision,
)
from bot.features.tournaments.formats import rules_of
from bot.features.tournaments.groups import draw_tiers
from bot.features.tournaments.legs import (
    Decision,
    EntrantId,
    GroupNumber,
    LegResult,
    TournamentId,
    Withdrawal,
)
from bot.features.tournaments.managing import ManagedTournament
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.service import OwnMatch, OwnMatches
from bot.features.tournaments.tournament import (
    FINALS,
    WHOLE,
    Cadence,
    Entrant,
    EntrantState,
    GroupFinal,
    GroupLeg,
    StartMode,
    Tournament,
    TournamentField,
    TournamentFormat,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY, Weekends
from bot.match.identity import Instant, MatchId, UserId
from bot.match.terms import Stakes, VenueKind
from cogs.core.outgoing import Picture
from cogs.tournaments.creating_views import draft_panel
from cogs.tournaments.managing_views import (
    RESULTS_OFFERED,
    call_off_panel,
    decision_message,
    extension_panel,
    leg_panel,
    managed_panel,
    player_panel,
    removal_panel,
    result_panel,
)
from cogs.tournaments.notices import (
    again_message,
    anew_message,
    called_off_message,
    champions_message,
    decided_message,
    next_message,
    out_message,
    place_message,
    soon_message,
    start_message,
    waiting_message,
)
from cogs.tournaments.tables import own_panel, table_panel, text_panel, tournament_card
from cogs.tournaments.views import (
    entered_panel,
    leaving_panel,
    list_panel,
    shown_panel,
    sign_up_card,
    which_panel,
)
from tests.kit.matches import NOON, PLACE, match

FIRST_USER = 9 * 10**18
NUMBER = TournamentId(10**12)


def tournament(state: TournamentState, terms: TournamentTerms) -> Tournament:
    """Return a league whose numbers are as long as possible."""
    return Tournament(
        NUMBER,
        PLACE,
        UserId(FIRST_USER),
        "text",
        terms,
        series=NUMBER,
        season=999,
        lot=1,
        created_at=NOON,
        state=state,
        begun_at=NOON,
        finish_by=Instant(NOON + 60 * DAY),
    )


def new_league(entrants: int, terms: TournamentTerms) -> TournamentField:
    """Return a league that has just begun."""
    numbers = [EntrantId(10**12 + each) for each in range(entrants)]
    draw = draw_tiers(numbers, terms.group_size, frozenset())
    chance = Random(1)
    return TournamentField(
        tournament(TournamentState.RUNNING, terms),
        tuple(
            Entrant(
                number,
                NUMBER,
                UserId(FIRST_USER + number),
                NOON,
                seed=number,
                group_number=GroupNumber(at),
            )
            for at, group in enumerate(draw.groups, 1)
            for number in group
        ),
        tuple(
            GroupLeg(NUMBER, GroupNumber(at), leg, MatchId(10**9))
            for at, group in enumerate(draw.groups, 1)
            for leg in draw_legs(group, terms.legs, chance)
        ),
    )


def decide_legs(field: TournamentField, share: int = 1) -> TournamentField:
    """Return a league with each of its legs, or one of several, decided."""
    results = (LegResult.FIRST, LegResult.DRAW, LegResult.SECOND)
    return replace(
        field,
        pairings=tuple(
            each
            if index % share
            else each.after(each.leg.decided(results[index % 3], Decision.PLAYED), NOON)
            for index, each in enumerate(field.pairings)
        ),
    )


def without_first(field: TournamentField) -> TournamentField:
    """Return a league whose first entrant is out, with results that do not count."""
    first, *others = field.entrants
    out = replace(
        first,
        state=EntrantState.OUT,
        out_at=NOON,
        out_why=ExitReason.TIME,
        withdrawal=Withdrawal.ANNULLED,
    )
    return replace(field, entrants=(out, *others))


def views_of_tournaments(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield one of each card, panel and message."""
    large = TournamentTerms(group_size=8, cadence=Cadence.CONTINUOUS)
    many = TournamentTerms(group_size=4, legs=2, weekends=Weekends.PAUSED, stakes=Stakes.CASUAL)
    timed = replace(many, start_mode=StartMode.AT_A_TIME, starts_at=Instant(NOON + DAY))
    full = replace(many, start_mode=StartMode.WHEN_FULL)
    small = TournamentTerms(most_entrants=4, venue=VenueKind.THREAD)
    eight, most = new_league(8, large), new_league(64, many)
    user = eight.entrants[0].user
    yield draft_panel(
        tournament(TournamentState.DRAFT, replace(small, venue=VenueKind.DIRECT)), NOON
    )
    for terms in (large, timed, full, small):
        yield draft_panel(tournament(TournamentState.DRAFT, terms), NOON)
        opened = replace(most, tournament=tournament(TournamentState.OPEN, terms), pairings=())
        waiting = [replace(each, state=EntrantState.WAITING) for each in opened.entrants[32:]]
        yield sign_up_card(opened, NOON)
        yield sign_up_card(opened, Instant(NOON + 2 * DAY))
        yield sign_up_card(replace(opened, entrants=()), NOON)
        opened = replace(opened, entrants=(*opened.entrants[:32], *waiting))
        bare = replace(
            opened, entrants=tuple(replace(e, group_number=None) for e in opened.entrants)
        )
        yield shown_panel(bare, user, NOON, may_start=True)
        for each in (bare.entrants[0], bare.entrants[-1]):
            yield entered_panel(bare, each)
            yield own_panel(OwnMatches(bare, each, ()), each.user, {})
        yield soon_message(opened.tournament)
        yield from filter(None, [place_message(opened, opened.entrants[0])])
        for each in (waiting[0], replace(waiting[0], seed=None)):
            yield from filter(None, [waiting_message(opened, each)])
        yield called_off_message(opened)
        yield called_off_message(replace(opened, entrants=()))
        for each in (bare.entrants[0], bare.entrants[-1]):
            yield again_message(bare, each)
        yield again_message(replace(bare, entrants=()), eight.entrants[0])
    for state in (TournamentState.CALLED_OFF, TournamentState.RUNNING):
        yield sign_up_card(replace(most, tournament=tournament(state, large)), NOON)
    yield list_panel(())
    every = [tournament(state, large) for state in TournamentState] * 5
    yield list_panel(every)
    for name in ("enter", "leave", "manage", "export"):
        yield which_panel(every, f"tournament-{name}-chosen")
    for field in (
        eight,
        decide_legs(eight, 2),
        decide_legs(eight),
        without_first(decide_legs(eight, 2)),
        most,
    ):
        group = field.groups[0]
        yield tournament_card(field, picture, "https://boop.example.org")
        yield table_panel(field, group, picture, user, "https://boop.example.org")
        yield text_panel(field, group)
        yield start_message(field, field.entrants[-1])
        again = tuple(replace(each, matches_before=1) for each in field.pairings)
        anew = anew_message(replace(field, pairings=again), field.entrants[-1])
        yield from filter(None, [anew, decided_message(field, field.entrants[-1])])
        yield leaving_panel(field)
        yield _own_matches_view(field)
    over = decide_legs(eight)
    over = replace(over, tournament=tournament(TournamentState.ENDED, large))
    yield tournament_card(over, picture)
    yield champions_message(over)
    yield champions_message(decide_legs(most))
    yield from _cup_views(picture)
    yield from _final_views(picture)
    yield from _manager_views()
    for why in ExitReason:
        out = replace(eight.entrants[0], out_why=why)
        yield from filter(None, [out_message(eight, out)])


def _cup_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield the views of a cup of sixteen in which all pairings need a third match."""
    terms = TournamentTerms(
        TournamentFormat.CUP, most_entrants=16, play_off=PlayOff.PLAYED, seeding=Seeding.LOT
    )
    for each in (terms, replace(terms, seeding=Seeding.SEEDED, play_off=PlayOff.NONE)):
        yield draft_panel(tournament(TournamentState.DRAFT, each), NOON)
    field = new_league(16, replace(terms, group_size=8))
    entrants = tuple(replace(each, group_number=WHOLE) for each in field.entrants)
    yield sign_up_card(
        replace(field, tournament=tournament(TournamentState.OPEN, terms), pairings=()), NOON
    )
    field = replace(field, entrants=entrants, pairings=())
    yield sign_up_card(field, NOON)
    yield leaving_panel(field)
    rules, first, last = rules_of(terms), entrants[0], entrants[-1]
    yield start_message(field, last)
    for _ in range(12):
        begun = [replace(each, match=MatchId(10**9)) for each in rules.next_legs(field)]
        field = replace(field, pairings=(*field.pairings, *begun))
        yield tournament_card(field, picture)
        yield table_panel(field, WHOLE, picture, first.user)
        yield text_panel(field, WHOLE)
        yield start_message(field, last)
        message = next_message(field, first)
        if message is not None:
            yield message
        own = field.pairings_of(first.id)
        matches = tuple(OwnMatch(each, last, None) for each in own)
        yield own_panel(OwnMatches(field, first, matches), first.user, {})
        for pairing in own[-1:]:
            yield player_panel(field, first)
            yield removal_panel(field, first)
            for result in RESULTS_OFFERED:
                yield result_panel(field, pairing, result)
        field = _without_champion(field)
    places = rules.places(field)
    over = replace(tournament(TournamentState.ENDED, terms))
    entrants = tuple(replace(each, place=places[each.id]) for each in entrants)
    field = replace(field, tournament=over, entrants=entrants)
    yield tournament_card(field, picture)
    yield table_panel(field, WHOLE, picture, first.user)
    yield champions_message(field)
    yield champions_message(without_finalists(field))
    for entrant in entrants:
        yield from filter(None, [decided_message(field, entrant)])
        yield own_panel(OwnMatches(field, entrant, ()), entrant.user, {})


def with_final(entrants: int) -> TournamentField:
    """Return a league whose groups are decided, and whose final has just begun."""
    terms = TournamentTerms(group_size=4, legs=2, final=GroupFinal.PLAYED)
    field, rules = decide_legs(new_league(entrants, terms)), rules_of(terms)
    seeds = {entrant: seed for seed, entrant in enumerate(rules.finalists(field), 1)}
    placed = tuple(
        replace(each, place=rules.places(field)[each.id], final_seed=seeds.get(each.id))
        for each in field.entrants
    )
    return replace(field, entrants=placed)


def _final_views(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield the views of leagues with a final, the largest with sixteen groups."""
    terms = TournamentTerms(group_size=4, legs=2, final=GroupFinal.PLAYED)
    for each in (terms, replace(terms, final=GroupFinal.NONE)):
        yield draft_panel(tournament(TournamentState.DRAFT, each), NOON)
    yield tournament_card(decide_legs(new_league(64, terms), 2), picture)
    for count in (9, 64):
        field = with_final(count)
        rules, [best, *_, last] = rules_of(terms), field.group(FINALS)
        for _ in range(12):
            message = next_message(field, best)
            if message is not None:
                yield message
            begun = [replace(each, match=MatchId(10**9)) for each in rules.next_legs(field)]
            field = replace(field, pairings=(*field.pairings, *begun))
            yield tournament_card(field, picture)
            for group in (FINALS, field.groups[0]):
                yield table_panel(field, group, picture, best.user)
                yield text_panel(field, group)
            yield leaving_panel(field)
            for pairing in field.pairings_of(last.id)[-1:]:
                yield player_panel(field, last)
                yield result_panel(field, pairing, LegResult.FIRST)
            for entrant in (best, last, field.entrants[-1]):
                own = [OwnMatch(each, last, None) for each in field.pairings_of(entrant.id)]
                yield own_panel(OwnMatches(field, entrant, tuple(own)), entrant.user, {})
            field = _without_champion(field)
        places = rules.final_places(field)
        entrants = tuple(replace(each, final_place=places.get(each.id)) for each in field.entrants)
        over = tournament(TournamentState.ENDED, terms)
        field = replace(field, tournament=over, entrants=entrants)
        yield tournament_card(field, picture)
        yield champions_message(field)
        for entrant in entrants:
            yield from filter(None, [decided_message(field, entrant)])
            yield own_panel(OwnMatches(field, entrant, ()), entrant.user, {})


def without_finalists(field: TournamentField) -> TournamentField:
    """Return a cup that ends without a champion, because both finalists are out."""
    sides = field.bracket().final.sides
    pairings = [each for each in field.pairings if {each.leg.first, each.leg.second} != {*sides}]
    out = tuple(
        replace(each, state=EntrantState.OUT, out_at=NOON, place=2) if each.id in sides else each
        for each in field.entrants
    )
    return replace(field, entrants=out, pairings=tuple(pairings))


def _without_champion(field: TournamentField) -> TournamentField:
    """Return a cup whose open matches have all ended in draws."""
    return replace(
        field,
        pairings=tuple(
            each.after(each.leg.decided(LegResult.DRAW, Decision.PLAYED), NOON)
            if each.leg.is_open
            else each
            for each in field.pairings
        ),
    )


def _manager_views() -> Iterator[discord.ui.LayoutView]:
    """Yield what managers of tournaments see and decide."""
    large = TournamentTerms(group_size=8, legs=2)
    eight, most = new_league(8, large), new_league(64, TournamentTerms(group_size=4))
    opened = replace(most, tournament=tournament(TournamentState.OPEN, large), pairings=())
    pairing = eight.pairings[0]
    leg, first = pairing.leg, eight.entrants[0]
    made = TournamentDecision(
        id=DecisionId(10**12),
        tournament=NUMBER,
        manager=UserId(FIRST_USER),
        kind=DecisionKind.CALL_OFF,
        made_at=NOON,
        until=Instant(NOON + DAY),
    )
    decisions = [
        made,
        replace(made, kind=DecisionKind.REMOVE, first=leg.first),
        replace(made, kind=DecisionKind.EXTEND, finish_by=NOON, finish_before=NOON),
        *(
            replace(
                made,
                kind=DecisionKind.DECIDE,
                first=leg.first,
                second=leg.second,
                leg=leg.number,
                result=result,
            )
            for result in RESULTS_OFFERED
        ),
    ]
    pending = [
        replace(each, id=DecisionId(10**12 + number)) for number, each in enumerate(decisions * 2)
    ]
    for field in (eight, most, opened):
        yield managed_panel(ManagedTournament(field, ()), "said")
        yield call_off_panel(field)
        yield removal_panel(field, field.entrants[0])
    yield managed_panel(ManagedTournament(eight, tuple(pending)))
    for field in (eight, decide_legs(eight), without_first(decide_legs(eight, 2))):
        yield player_panel(field, field.entrants[1])
    finished = decide_legs(eight).pairings_of(first.id)
    yield removal_panel(decide_legs(eight), first)
    yield leg_panel(eight, pairing)
    for result in RESULTS_OFFERED:
        yield result_panel(eight, pairing, result)
        yield result_panel(decide_legs(eight), finished[0], result)
    yield extension_panel(eight, 30)
    for each in decisions:
        yield decision_message(eight, each)
        yield decision_message(eight, replace(each, state=DecisionState.UNDONE))
    gone = replace(eight, pairings=())
    yield decision_message(gone, decisions[-1])


def _own_matches_view(field: TournamentField) -> discord.ui.LayoutView:
    """Return a user's matches: one in which to move, one that has not begun, and finished ones."""
    entrant = field.entrants[-1]
    mine = field.pairings_of(entrant.id)
    moving = replace(match(), seats=replace(match().seats, orange=entrant.user))
    matches = [
        OwnMatch(
            each,
            field.entrant(each.leg.opponent_of(entrant.id)),
            replace(moving, id=MatchId(10**9 + index)) if index % 2 else None,
        )
        for index, each in enumerate(mine)
    ]
    link = f"https://discord.com/channels/@me/{FIRST_USER}/{FIRST_USER}"
    links = {each.match.id: link for each in matches if each.match is not None}
    return own_panel(OwnMatches(field, entrant, tuple(matches)), entrant.user, links)
