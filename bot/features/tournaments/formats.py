"""What differs between leagues and cups: the draw, who is out, what follows, and the places."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.features.tournaments.cups import (
    CUP_SIZES,
    LEGS,
    CupPairing,
    PlayOff,
    Vacancy,
    bracket_size,
    cup_places,
    final_size,
    legs_to_begin,
    rounds_of,
)
from bot.features.tournaments.duration import typical_cup, typical_league
from bot.features.tournaments.groups import (
    FEWEST_ENTRANTS,
    Blocks,
    GroupDraw,
    draw_snake,
    draw_tiers,
    fits,
    group_sizes,
)
from bot.features.tournaments.legs import (
    MOST_LOSSES_ON_TIME,
    Decision,
    EntrantId,
    GroupNumber,
    Withdrawal,
    losses_on_time,
    withdrawal_of,
)
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.tournament import (
    CUP_FINISH_DAYS,
    FINALS,
    WHOLE,
    Entrant,
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentFormat,
    TournamentTerms,
)
from bot.match.identity import Seconds
from bot.match.terms import VenueKind


class FormatRules(ABC):
    """The rules of a format; all are functions of the rows of a tournament."""

    minds_blocks: bool
    """Whether players who have blocked each other are kept apart."""

    @abstractmethod
    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether a tournament may begin, however many of its places are taken."""

    @abstractmethod
    def most_matches(self, terms: TournamentTerms) -> int:
        """Return the largest possible number of matches, without those that break ties."""

    @abstractmethod
    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return how long it takes until half of all such tournaments are over."""

    @abstractmethod
    def draw(
        self,
        tournament: Tournament,
        by_seed: Sequence[EntrantId],
        blocks: Blocks,
        kept: Sequence[EntrantId],
    ) -> GroupDraw:
        """Return the entrants of each group; `kept` are those of the season before, in order."""

    @abstractmethod
    def next_legs(self, field: TournamentField) -> tuple[GroupLeg, ...]:
        """Return the legs that begin now; they have no match yet."""

    @abstractmethod
    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost too many matches on time."""

    @abstractmethod
    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return how the results of an entrant who leaves now count."""

    @abstractmethod
    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the seed of an entrant who takes the place of one who is gone."""

    @abstractmethod
    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether the managers of a tournament may decide a leg.

        A leg that was decided because an entrant went out stays as it is.
        """

    @abstractmethod
    def places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places that are certain."""

    def finalists(self, field: TournamentField) -> Sequence[EntrantId]:
        """Return the entrants of a final that begins now, the best first; none without a final."""
        return ()

    def final_places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places in the final that are certain."""
        return {}

    @abstractmethod
    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return the entrants whose places may change if a leg is decided."""

    @abstractmethod
    def is_over(self, field: TournamentField) -> bool:
        """Return whether nothing is left to play."""


class LeagueRules(FormatRules):
    """Groups in which all entrants play each other at the same time."""

    minds_blocks = True

    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether few enough matches begin at once."""
        return fits(terms.most_entrants, terms.group_size, terms.legs)

    def most_matches(self, terms: TournamentTerms) -> int:
        """Return the most matches in all groups; fewer entrants may form one larger group."""
        return max(
            sum(size * (size - 1) // 2 for size in group_sizes(entrants, terms.group_size))
            * terms.legs
            for entrants in range(FEWEST_ENTRANTS, terms.most_entrants + 1)
        )

    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return how long it takes until half of all such leagues are over."""
        return typical_league(terms.group_size, terms.legs, terms.weekends)

    def draw(
        self,
        tournament: Tournament,
        by_seed: Sequence[EntrantId],
        blocks: Blocks,
        kept: Sequence[EntrantId],
    ) -> GroupDraw:
        """Return the groups: a single event is seeded in a snake, a season has tiers."""
        size = tournament.terms.group_size
        if not tournament.is_series:
            return draw_snake(by_seed, size, blocks)
        return draw_tiers([*kept, *(each for each in by_seed if each not in kept)], size, blocks)

    def next_legs(self, field: TournamentField) -> tuple[GroupLeg, ...]:
        """Return all legs at the start, and none after that."""
        if field.pairings:
            return ()
        tournament = field.tournament
        return tuple(
            GroupLeg(tournament.id, group, leg)
            for group in field.groups
            for leg in draw_legs(
                [each.id for each in field.group(group)],
                tournament.terms.legs,
                tournament.chance("legs", group),
            )
        )

    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost two matches on time."""
        legs = [each.leg for each in field.pairings]
        return losses_on_time(entrant.id, legs) >= MOST_LOSSES_ON_TIME

    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return `LOST` if enough legs are finished for the results to count, else `ANNULLED`."""
        if entrant.group_number is None:
            return Withdrawal.LOST
        legs = [each.leg for each in field.pairings_in(entrant.group_number)]
        return withdrawal_of(entrant.id, legs, field.withdrawals)

    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the new entrant's own seed, or else the last one."""
        return new.seed or len(field.entrants)

    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether a leg may be decided; it may at any time if no entrant went out."""
        return pairing.leg.decision is not Decision.WITHDRAWN

    def places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places in the groups in which all legs are finished."""
        tables = [field.standings(group) for group in field.groups]
        return {
            each.entrant: each.place
            for table in tables
            if table.is_finished
            for each in table.places
        }

    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return all entrants of the group."""
        return field.group(pairing.group_number)

    def is_over(self, field: TournamentField) -> bool:
        """Return whether no leg is open."""
        return not any(each.leg.is_open for each in field.pairings)


class FinalRules(LeagueRules):
    """A league whose group winners play a knockout once all groups are decided."""

    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return how long it takes until half of all such leagues are over, if they are full."""
        rounds = rounds_of(final_size(terms.most_groups))
        return Seconds(super().typical(terms) + typical_cup(rounds, terms.weekends))

    def next_legs(self, field: TournamentField) -> tuple[GroupLeg, ...]:
        """Return the legs of the groups at the start, and those of the final."""
        return _knockout_legs(field, FINALS) if field.is_final_begun else super().next_legs(field)

    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost two matches of a stage, or of a pairing, on time."""
        if field.is_final_begun:
            return _is_out_of_knockout(field, entrant)
        return super().is_out_on_time(field, entrant)

    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return how the results count; those of the groups count once the groups are decided."""
        return Withdrawal.LOST if field.is_final_begun else super().withdrawal(field, entrant)

    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether a leg may be decided; a leg of a group only before the final."""
        if pairing.group_number == FINALS:
            return _is_undecided(field, pairing)
        return not field.is_final_begun and super().may_be_decided(field, pairing)

    def finalists(self, field: TournamentField) -> Sequence[EntrantId]:
        """Return the best of each group who is not out, ordered by their share of the points."""
        if len(field.groups) < 2 or field.is_final_begun or not super().is_over(field):
            return ()
        winners = list[tuple[float, int, EntrantId]]()
        for group in field.groups:
            # Of those who share the first place, the better seed is first.
            for each in field.standings(group).places:
                entrant = field.entrant(each.entrant)
                if entrant.plays:
                    share = each.points / max(1, each.finished)
                    winners.append((-share, entrant.seed or 0, entrant.id))
                    break
        return [entrant for *_, entrant in sorted(winners)]

    def final_places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places of the entrants who are finished, the champion included."""
        return cup_places(field.bracket()) if field.is_final_begun else {}

    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return all entrants of the group; none in the final."""
        return () if pairing.group_number == FINALS else super().unsettled_by(field, pairing)

    def is_over(self, field: TournamentField) -> bool:
        """Return whether the final is played, or there is none."""
        if field.is_final_begun:
            return field.bracket().is_finished
        return super().is_over(field) and not self.finalists(field)


class CupRules(FormatRules):
    """A bracket: the winners of pairings meet in the next round."""

    minds_blocks = False

    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether there is a bracket of that size."""
        return terms.most_entrants in CUP_SIZES

    def most_matches(self, terms: TournamentTerms) -> int:
        """Return two matches for each pairing."""
        play_off = terms.play_off is PlayOff.PLAYED
        return LEGS * (terms.most_entrants - 1 + play_off)

    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return how long it takes until half of all such cups are over, if they are full."""
        return typical_cup(rounds_of(terms.most_entrants), terms.weekends)

    def draw(
        self,
        tournament: Tournament,
        by_seed: Sequence[EntrantId],
        blocks: Blocks,
        kept: Sequence[EntrantId],
    ) -> GroupDraw:
        """Return everyone in one group: the bracket follows from the seeds."""
        return GroupDraw((tuple(by_seed),), ())

    def next_legs(self, field: TournamentField) -> tuple[GroupLeg, ...]:
        """Return the legs of pairings whose entrants are both known, and of tied pairings."""
        return _knockout_legs(field, WHOLE)

    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost two matches of one pairing on time."""
        return _is_out_of_knockout(field, entrant)

    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return `LOST`: finished matches count, as the opponents of earlier rounds are out."""
        return Withdrawal.LOST

    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the seed of the entrant who is gone, which is their place in the bracket."""
        return gone.seed or new.seed or len(field.entrants)

    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether a leg may be decided: only until it is known who advances."""
        return _is_undecided(field, pairing)

    def places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places of the entrants who are finished, the champion included."""
        return cup_places(field.bracket())

    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return no entrants, because known places do not change."""
        return ()

    def is_over(self, field: TournamentField) -> bool:
        """Return whether the champion and the third place are known."""
        return field.bracket().is_finished


def _knockout_legs(field: TournamentField, group: GroupNumber) -> tuple[GroupLeg, ...]:
    """Return the legs of a bracket that begin now."""
    tournament = field.tournament
    return tuple(
        GroupLeg(tournament.id, group, leg)
        for pairing in field.bracket().pairings
        for leg in legs_to_begin(
            pairing, tournament.chance("seats", pairing.slot, len(pairing.legs))
        )
    )


def _is_out_of_knockout(field: TournamentField, entrant: Entrant) -> bool:
    """Return whether an entrant has lost two matches of one pairing on time."""
    return any(
        losses_on_time(entrant.id, pairing.legs) >= MOST_LOSSES_ON_TIME
        for pairing in field.bracket().pairings
    )


def _is_undecided(field: TournamentField, pairing: GroupLeg) -> bool:
    """Return whether it is still unknown who advances from the pairing of a leg."""
    own = pairing_with(field, pairing)
    is_undecided = own is not None and own.winner is Vacancy.AWAITED
    return is_undecided and pairing.leg.decision is not Decision.WITHDRAWN


def pairing_with(field: TournamentField, pairing: GroupLeg) -> CupPairing | None:
    """Return the pairing of a bracket to which a leg belongs."""
    return next((each for each in field.bracket().pairings if pairing.leg in each.legs), None)


_RULES: Final[Mapping[TournamentFormat, FormatRules]] = {
    TournamentFormat.LEAGUE: LeagueRules(),
    TournamentFormat.CUP: CupRules(),
}

_FINAL_RULES: Final = FinalRules()


def rules_of(terms: TournamentTerms) -> FormatRules:
    """Return the rules of the format of a tournament."""
    return _FINAL_RULES if terms.has_final else _RULES[terms.format]


MOST_IN_THREADS: Final = 6
"""The most matches of a tournament in threads: Discord limits how fast a channel gets new ones."""


def may_have_threads(terms: TournamentTerms) -> bool:
    """Return whether the matches of a tournament are few enough to begin in threads."""
    return rules_of(terms).most_matches(terms) <= MOST_IN_THREADS


def with_venue_that_fits(terms: TournamentTerms) -> TournamentTerms:
    """Return terms whose matches begin in direct messages if they are too many for threads."""
    return terms if may_have_threads(terms) else replace(terms, venue=VenueKind.DIRECT)


def terms_for(kind: TournamentFormat, entrants: int) -> TournamentTerms:
    """Return the usual terms of a format, with places for that many entrants if possible."""
    if kind is TournamentFormat.LEAGUE:
        return TournamentTerms(most_entrants=entrants)
    places = bracket_size(entrants, CUP_SIZES[-1])
    return TournamentTerms(kind, most_entrants=places, finish_days=CUP_FINISH_DAYS)
