"""What differs between leagues and cups: the draw, who is out, what follows, and the places."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.tournaments.cups import (
    CUP_SIZES,
    CupPairing,
    Vacancy,
    bracket_size,
    cup_places,
    legs_to_begin,
)
from bot.features.tournaments.duration import typical_cup, typical_league
from bot.features.tournaments.groups import (
    Blocks,
    GroupDraw,
    draw_snake,
    draw_tiers,
    fits,
)
from bot.features.tournaments.legs import (
    MOST_LOSSES_ON_TIME,
    Decision,
    EntrantId,
    Withdrawal,
    losses_on_time,
    withdrawal_of,
)
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.tournament import (
    CUP_FINISH_DAYS,
    WHOLE,
    Entrant,
    GroupLeg,
    Tournament,
    TournamentField,
    TournamentFormat,
    TournamentTerms,
)
from bot.match.identity import Seconds


class FormatRules(ABC):
    """The rules of a format; all are functions of the rows of a tournament."""

    minds_blocks: bool
    """Whether players who have blocked each other are kept apart."""

    @abstractmethod
    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether a tournament may begin, however many of its places are taken."""

    @abstractmethod
    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return in what time half of all such tournaments are over."""

    @abstractmethod
    def draw(
        self,
        tournament: Tournament,
        by_seed: Sequence[EntrantId],
        blocks: Blocks,
        kept: Sequence[EntrantId],
    ) -> GroupDraw:
        """Return who plays in which group; `kept` are those of the season before, in order."""

    @abstractmethod
    def next_legs(self, field: TournamentField) -> tuple[GroupLeg, ...]:
        """Return the legs that begin now; they have no match yet."""

    @abstractmethod
    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost too many matches on time."""

    @abstractmethod
    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return what becomes of the results of an entrant who goes out now."""

    @abstractmethod
    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the seed of an entrant who takes the place of one who is gone."""

    @abstractmethod
    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether those who manage a tournament may decide a leg.

        What follows from an entrant who went out stays as it is.
        """

    @abstractmethod
    def places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places that are certain."""

    @abstractmethod
    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return the entrants whose places are settled anew if a leg is decided."""

    @abstractmethod
    def is_over(self, field: TournamentField) -> bool:
        """Return whether nothing is left to play."""


class LeagueRules(FormatRules):
    """Groups in which everyone plays everyone, all at once."""

    minds_blocks = True

    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether not too many matches begin at once."""
        return fits(terms.most_entrants, terms.group_size, terms.legs)

    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return in what time half of all such leagues are over."""
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
        """Return whether enough is finished for the results to count."""
        if entrant.group_number is None:
            return Withdrawal.LOST
        legs = [each.leg for each in field.pairings_in(entrant.group_number)]
        return withdrawal_of(entrant.id, legs, field.withdrawals)

    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the own seed of the new entrant, or the last one."""
        return new.seed or len(field.entrants)

    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether a leg may be decided, which it may at any time."""
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


class CupRules(FormatRules):
    """A bracket: the winners of pairings meet in the next round."""

    minds_blocks = False

    def is_possible(self, terms: TournamentTerms) -> bool:
        """Return whether there is a bracket of that size."""
        return terms.most_entrants in CUP_SIZES

    def typical(self, terms: TournamentTerms) -> Seconds:
        """Return in what time half of all such cups are over, if all places are taken."""
        return typical_cup(terms.most_entrants.bit_length() - 1, terms.weekends)

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
        """Return the legs of pairings of which both are known, and of those that are equal."""
        tournament = field.tournament
        return tuple(
            GroupLeg(tournament.id, WHOLE, leg)
            for pairing in field.bracket().pairings
            for leg in legs_to_begin(
                pairing, tournament.chance("seats", pairing.slot, len(pairing.legs))
            )
        )

    def is_out_on_time(self, field: TournamentField, entrant: Entrant) -> bool:
        """Return whether an entrant has lost two matches of one pairing on time."""
        return any(
            losses_on_time(entrant.id, pairing.legs) >= MOST_LOSSES_ON_TIME
            for pairing in field.bracket().pairings
        )

    def withdrawal(self, field: TournamentField, entrant: Entrant) -> Withdrawal:
        """Return that what is finished counts: the opponents of earlier rounds are out."""
        return Withdrawal.LOST

    def seed_of(self, field: TournamentField, gone: Entrant, new: Entrant) -> int:
        """Return the seed of the one who is gone, which is the place in the bracket."""
        return gone.seed or new.seed or len(field.entrants)

    def may_be_decided(self, field: TournamentField, pairing: GroupLeg) -> bool:
        """Return whether a leg may be decided: only until it is known who goes on."""
        own = pairing_with(field, pairing)
        is_undecided = own is not None and own.winner is Vacancy.AWAITED
        return is_undecided and pairing.leg.decision is not Decision.WITHDRAWN

    def places(self, field: TournamentField) -> Mapping[EntrantId, int]:
        """Return the places of those who are through, and of the champion."""
        return cup_places(field.bracket())

    def unsettled_by(self, field: TournamentField, pairing: GroupLeg) -> Sequence[Entrant]:
        """Return no one: what is known of places stays so."""
        return ()

    def is_over(self, field: TournamentField) -> bool:
        """Return whether the champion and the third place are known."""
        return field.bracket().is_finished


def pairing_with(field: TournamentField, pairing: GroupLeg) -> CupPairing | None:
    """Return the pairing of a bracket to which a leg belongs."""
    return next((each for each in field.bracket().pairings if pairing.leg in each.legs), None)


_RULES: Final[Mapping[TournamentFormat, FormatRules]] = {
    TournamentFormat.LEAGUE: LeagueRules(),
    TournamentFormat.CUP: CupRules(),
}


def rules_of(terms: TournamentTerms) -> FormatRules:
    """Return the rules of the format of a tournament."""
    return _RULES[terms.format]


def terms_for(kind: TournamentFormat, entrants: int) -> TournamentTerms:
    """Return the usual terms of a format, with places for as many entrants if there can be."""
    if kind is TournamentFormat.LEAGUE:
        return TournamentTerms(most_entrants=entrants)
    places = bracket_size(entrants, CUP_SIZES[-1])
    return TournamentTerms(kind, most_entrants=places, finish_days=CUP_FINISH_DAYS)
