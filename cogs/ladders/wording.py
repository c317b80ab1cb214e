"""Texts about ladders: terms, places, challenges and their results."""

from typing import Final

from bot.features.competitions.members import ExitReason
from bot.features.ladders.decisions import LadderDecision, LadderDecisionKind
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
from bot.features.ladders.rules import ChallengeResult, RungId
from bot.match.clock import Weekends
from bot.match.identity import MatchId
from bot.match.terms import ruleset_name
from bot.text import N_, gettext, ngettext, translate
from cogs.core.codecs import register_numbers
from cogs.core.competitions import decision_sentence
from cogs.wording.names import drawable_name
from cogs.wording.phrases import capital, mention
from cogs.wording.terms import STAKES
from cogs.wording.times import moment, time_name

MARK: Final = "🪜"

# Both cogs of ladders write these into custom IDs.
register_numbers(LadderId, RungId, LadderChallengeId)


def name_of(ladder: ServerLadder) -> str:
    """Return the name of a ladder: that of its ruleset."""
    return gettext("Ladder: {ruleset}", ruleset=ruleset_name(ladder.terms.ruleset.name))


def heading(ladder: ServerLadder, server: str = "") -> str:
    """Return the first line of a card, a panel or a message; `server` is the server's name."""
    name = name_of(ladder)
    return f"### {MARK} {name} · {server}" if server else f"### {MARK} {name}"


def terms_line(terms: LadderTerms) -> str:
    """Return the terms of the matches of a ladder."""
    parts = [time_name(terms.time), translate(STAKES[terms.stakes])]
    if terms.weekends is Weekends.PAUSED:
        parts.append(gettext("clocks stop on weekends"))
    return capital(" · ".join(parts))


def rules_line() -> str:
    """Return the rules of a ladder in short."""
    return gettext(
        "Challenge a player just above you. If you win, you take their place. A challenge can't be "
        "declined: if it isn't accepted within 3 days, you two swap places."
    )


def where_line() -> str:
    """Return where matches are played, and which opponents a player may meet."""
    return gettext(
        "You play in direct messages with me or, if yours are closed, in threads here. You may "
        "meet a player whom you have blocked."
    )


def player_of(field: LadderField, rung: RungId) -> str:
    """Return the mention of a player."""
    return mention(field.rung(rung).user)


def placed_name(rung: LadderRung) -> str:
    """Return the place and the name of a player on the ladder."""
    return gettext("{place}. {player}", place=rung.place or 0, player=drawable_name(rung.user))


def place_of_rung(field: LadderField, rung: RungId) -> int:
    """Return the place of a player who is on the ladder, else 0."""
    return field.rung(rung).place or 0


def open_lines(field: LadderField, most: int) -> list[str]:
    """Return the first of the open challenges, and how many more there are."""
    challenges = field.open
    lines = [_open_line(field, each) for each in challenges[:most]]
    if len(challenges) > most:
        more = len(challenges) - most
        lines.append(ngettext("… and {count} more", "… and {count} more", more))
    return lines


def _open_line(field: LadderField, challenge: LadderChallenge) -> str:
    challenger = player_of(field, challenge.challenger)
    challenged = player_of(field, challenge.challenged)
    if challenge.state is LadderChallengeState.ASKED:
        return gettext(
            "- {challenger} challenges {challenged}, until {moment}",
            challenger=challenger,
            challenged=challenged,
            moment=moment(challenge.answer_by, "f"),
        )
    return gettext(
        "- {challenger} plays {challenged}", challenger=challenger, challenged=challenged
    )


def standing_line(field: LadderField, rung: LadderRung | None) -> str:
    """Return the place of a user, or how to get on the ladder."""
    if rung is None or rung.place is None:
        return gettext("*Join* puts you at the bottom of the ladder.")
    if rung.wins or rung.losses:
        text = gettext(
            "You're in place **{place}** of {players}, with {won} won and {lost} lost.",
            place=rung.place,
            players=len(field.order),
            won=rung.wins,
            lost=rung.losses,
        )
    else:
        text = gettext(
            "You're in place **{place}** of {players}.", place=rung.place, players=len(field.order)
        )
    return text if rung.rests_why is None else f"{text}\n{resting_line(rung.rests_why)}"


_RESTING: Final = {
    RestReason.WISH: N_("You're resting: no one can challenge you, but you fall a place a week."),
    RestReason.IDLE: N_(
        "You're resting, as you haven't played for long: no one can challenge you, but you fall a "
        "place a week."
    ),
    RestReason.TIME: N_(
        "You're resting, as you ran out of time: no one can challenge you, but you fall a place a "
        "week."
    ),
}


def resting_line(why: RestReason) -> str:
    """Return why a user rests, and what that means."""
    return translate(_RESTING[why])


def own_line(field: LadderField, own: RungId, challenge: LadderChallenge, link: str | None) -> str:
    """Return an open challenge as one of its players sees it; `link` leads to its match."""
    other = player_of(field, challenge.other(own))
    until = moment(challenge.answer_by, "f")
    if challenge.state is not LadderChallengeState.ASKED:
        if challenge.match is None or link is None:
            return gettext("- You play {opponent}: begins soon", opponent=other)
        where = f"[#{challenge.match}]({link})"
        return gettext("- You play {opponent}: {match}", opponent=other, match=where)
    if challenge.challenger == own:
        return gettext("- You challenge {opponent}, until {moment}", opponent=other, moment=until)
    return gettext(
        "- {opponent} challenges you: accept it by {moment}", opponent=other, moment=until
    )


def asked_text(field: LadderField, challenge: LadderChallenge) -> str:
    """Return the text for a user who was challenged."""
    text = gettext(
        "{challenger}, in place {below}, challenges you, in place {above}.",
        challenger=player_of(field, challenge.challenger),
        below=place_of_rung(field, challenge.challenger),
        above=place_of_rung(field, challenge.challenged),
    )
    note = gettext(
        "It can't be declined. If you don't accept by {date}, you two swap places. Vacations "
        "stop that time.",
        date=moment(challenge.answer_by, "f"),
    )
    return f"{text}\n{note}"


def answered_text(field: LadderField, challenge: LadderChallenge) -> str:
    """Return the text for the challenged user when the challenge can't be accepted any longer."""
    other = player_of(field, challenge.challenger)
    match challenge.state:
        case LadderChallengeState.WITHDRAWN:
            return gettext("{challenger} has withdrawn the challenge.", challenger=other)
        case LadderChallengeState.UNANSWERED:
            return gettext("You didn't accept {challenger}'s challenge in time.", challenger=other)
        case LadderChallengeState.VOID:
            return gettext("{challenger}'s challenge has come to nothing.", challenger=other)
        case LadderChallengeState.PLAYED if challenge.match is None:
            return gettext("The managers have decided {challenger}'s challenge.", challenger=other)
        case _:
            return gettext(
                "You've accepted {challenger}'s challenge. The board comes here, without a sound.",
                challenger=other,
            )


def accepted_text(field: LadderField, challenge: LadderChallenge, match: MatchId) -> str:
    """Return the text for the challenger when the match begins."""
    return gettext(
        "{opponent} has accepted your challenge: **#{match}** begins. The board comes here, "
        "without a sound.",
        opponent=player_of(field, challenge.challenged),
        match=match,
    )


def anew_text(field: LadderField, challenge: LadderChallenge, own: RungId) -> str:
    """Return the text for either player when a match begins again."""
    return gettext(
        "Your match against {opponent} begins anew, as **#{match}**. The board comes here, without "
        "a sound.",
        opponent=player_of(field, challenge.other(own)),
        match=challenge.match or 0,
    )


def result_text(field: LadderField, challenge: LadderChallenge, own: RungId) -> str:
    """Return the result of a challenge as one of its players reads it."""
    is_challenger = own == challenge.challenger
    lines = [_outcome(field, challenge, own)]
    before = challenge.challenger_from if is_challenger else challenge.challenged_from
    after = challenge.challenger_to if is_challenger else challenge.challenged_to
    is_late = challenge.late == own
    if after is None and is_late:
        lines.append(
            gettext(
                "You're off the ladder: you ran out of time in three matches within 60 days. You "
                "can join again at its bottom."
            )
        )
    elif after is not None and before is not None:
        lines.append(
            _staying(field, challenge, own, after)
            if before == after
            else gettext("You go from place {before} to **{after}**.", before=before, after=after)
        )
        if _counts_as_one(challenge):
            lines.append(
                gettext(
                    "A win on time counts as one place only, as you two haven't made four turns "
                    "each."
                )
            )
        if is_late:
            lines.append(
                gettext("You ran out of time, so you rest until you do something on the ladder.")
            )
    return "\n".join(lines)


def _staying(field: LadderField, challenge: LadderChallenge, own: RungId, place: int) -> str:
    """Return the sentence that a player keeps their place, with the reason if it may surprise."""
    is_up = challenge.state is LadderChallengeState.UNANSWERED
    is_up = is_up or challenge.result is ChallengeResult.WON
    if not is_up or challenge.challenger_from is None:
        return gettext("You stay in place {place}.", place=place)
    opponent, is_challenger = player_of(field, challenge.other(own)), own == challenge.challenger
    if challenge.challenged_from is None or challenge.challenger_from > challenge.challenged_from:
        return (
            gettext(
                "You stay in place {place}, as {opponent} is off the ladder.",
                place=place,
                opponent=opponent,
            )
            if is_challenger
            else gettext("You stay in place {place}.", place=place)
        )
    message = _STOOD_ABOVE if is_challenger else _STOOD_BELOW
    return translate(message, place=place, opponent=opponent)


_STOOD_ABOVE: Final = N_("You stay in place {place}, as you stood above {opponent} already.")
_STOOD_BELOW: Final = N_("You stay in place {place}, as {opponent} stood above you already.")


def _counts_as_one(challenge: LadderChallenge) -> bool:
    """Return whether a challenger won on time without taking the opponent's place."""
    is_on_time = challenge.result is ChallengeResult.WON and challenge.late is not None
    above, now = challenge.challenged_from, challenge.challenger_to
    return is_on_time and above is not None and now is not None and now > above


def _outcome(field: LadderField, challenge: LadderChallenge, own: RungId) -> str:
    opponent = player_of(field, challenge.other(own))
    is_challenger = own == challenge.challenger
    if challenge.state is LadderChallengeState.UNANSWERED:
        if challenge.challenger_from == challenge.challenger_to:
            if is_challenger:
                return gettext(
                    "{opponent} didn't accept your challenge in time.", opponent=opponent
                )
            return gettext(
                "You didn't accept {challenger}'s challenge in time.", challenger=opponent
            )
        if is_challenger:
            return gettext(
                "{opponent} didn't accept your challenge in time, so you two swap places.",
                opponent=opponent,
            )
        return gettext(
            "You didn't accept {opponent}'s challenge in time, so you two swap places.",
            opponent=opponent,
        )
    result = challenge.result
    if challenge.state is LadderChallengeState.VOID or result is None:
        return gettext("The challenge with {opponent} has come to nothing.", opponent=opponent)
    return translate(_OUTCOMES[result if is_challenger else result.reversed], opponent=opponent)


_OUTCOMES: Final = {
    ChallengeResult.WON: N_("You won against {opponent}."),
    ChallengeResult.LOST: N_("You lost to {opponent}."),
    ChallengeResult.DRAWN: N_("You drew with {opponent}."),
    ChallengeResult.NEITHER: N_("Neither you nor {opponent} won."),
}

_WHY_OFF: Final = {
    ExitReason.LEFT: N_("You're off the ladder."),
    ExitReason.TIME: N_(
        "You're off the ladder: you ran out of time in three matches within 60 days."
    ),
    ExitReason.LEFT_SERVER: N_("You're off the ladder, as you left the server."),
    ExitReason.BANNED: N_("You're off the ladder, as you may not play in that server."),
    ExitReason.REMOVED: N_("You're off the ladder: its managers took you off."),
}
"""Why a player is off the ladder. A ladder has a place for everyone, so `NO_PLACE` is missing."""


def rung_text(rung: LadderRung) -> str | None:
    """Return the note that a player rests or is off the ladder; None if neither."""
    if rung.off_why is not None:
        return translate(_WHY_OFF[rung.off_why])
    return None if rung.rests_why is None else resting_line(rung.rests_why)


_RESULTS: Final = {
    ChallengeResult.WON: N_("{challenger} wins against {challenged}, as the managers decide."),
    ChallengeResult.LOST: N_("{challenged} wins against {challenger}, as the managers decide."),
    ChallengeResult.DRAWN: N_("{challenger} and {challenged} draw, as the managers decide."),
    ChallengeResult.NEITHER: N_(
        "Neither {challenger} nor {challenged} wins, as the managers decide."
    ),
    None: N_(
        "The challenge of {challenger} and {challenged} comes to nothing, as the managers decide."
    ),
}


def verdict_text(
    field: LadderField, challenge: LadderChallenge, result: ChallengeResult | None
) -> str:
    """Return the result on which the managers decided, in words."""
    return translate(
        _RESULTS[result],
        challenger=player_of(field, challenge.challenger),
        challenged=player_of(field, challenge.challenged),
    )


def decision_text(
    field: LadderField, decision: LadderDecision, challenge: LadderChallenge | None
) -> str:
    """Return a decision and the moment when it takes effect, or that it was undone."""
    return decision_sentence(decision, _effect(field, decision, challenge))


def _effect(field: LadderField, decision: LadderDecision, challenge: LadderChallenge | None) -> str:
    if decision.kind is LadderDecisionKind.REMOVE and decision.rung is not None:
        return gettext("{player} is off the ladder.", player=player_of(field, decision.rung))
    if decision.kind is LadderDecisionKind.DECIDE and challenge is not None:
        return verdict_text(field, challenge, decision.result)
    return gettext("The ladder is closed.")
