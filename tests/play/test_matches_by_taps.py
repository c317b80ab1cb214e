"""Whole matches by taps alone, in every ruleset: the taps of each turn, and its requests."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.features.settings.preferences import PlacementMode
from bot.game import Kind, Position, Turn, land, name_of, read_turn
from bot.match.identity import UserId
from bot.match.turn_builder import NOTHING_CHOSEN, TurnBuilder
from cogs.board.turn_panels import SquareTap
from playground import Person, SeenMessage
from render.scene import entry_letter, letter_of
from tests.kit.direct_matches import DirectMatch, start_direct_match_between
from tests.kit.picking import Placer
from tests.kit.server_matches import (
    ServerMatch,
    public_messages,
    start_match_between,
    start_match_in_channel,
    turns_of,
)
from tests.kit.tables import Table, count_requests

PlayedMatch = ServerMatch | DirectMatch

MOST_TAPS = 5
"""The most taps of any turn."""
REQUESTS = {"thread": 2, "channel": 2, "direct": 3}
"""The most requests a turn: one board is posted and one deleted; of two, the mover's is edited.

At the end both boards are posted anew, and a thread gets its last name.
"""


async def begin_match(table: Table, where: str, ruleset: str) -> PlayedMatch:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    match where:
        case "channel":
            return await start_match_in_channel(playground, ada, bob, ruleset)
        case "direct":
            return await start_direct_match_between(playground, ada, bob, ruleset)
        case _:
            return await start_match_between(
                playground, ada, bob, playground.channel("games"), ruleset
            )


@pytest.mark.night
@pytest.mark.whole
@pytest.mark.parametrize(
    ("playthrough", "where"),
    [("choices", "channel"), ("seam", "thread"), ("scarce", "direct")],
)
async def test_a_whole_match_is_played_by_taps_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch, playthrough: str, where: str
) -> None:
    """A turn takes three taps, or two for orange, who does not confirm; a choice takes one more."""
    ruleset = playthrough if playthrough not in ("line", "choices") else "classic"
    played_match = await begin_match(table, where, ruleset)
    orange, gray = played_match.orange, played_match.gray
    await table.services.preferences.prefer(UserId(orange.id), "placing", PlacementMode.AT_ONCE)
    await table.bot.underway.wait()
    requests = count_requests(table, monkeypatch)
    turns = [read_turn(text) for text in turns_of(playthrough)]
    for ply, turn in enumerate(turns):
        person = played_match.mover_after(ply)
        await wait_for_turn(played_match, person, ply)
        before_the_end = requests.total()
        position = (await table.match(played_match.number)).position
        placing = PlacementMode.AT_ONCE if person is orange else PlacementMode.CONFIRMED
        last = turns[ply - 2].placement.kind if ply >= 2 else None
        taps = await play_by_taps(played_match, person, taps_of(position, turn, placing, last))
        least = 3 if placing is PlacementMode.CONFIRMED else 2
        assert taps == least + count_choices(position, turn, placing, last), turn
        assert taps <= MOST_TAPS, turn
    match = await table.match(played_match.number)
    assert (match.ply, match.outcome is not None) == (len(turns), True)
    await wait_for_turn(played_match, orange, len(turns))
    assert before_the_end <= REQUESTS[where] * (len(turns) - 1), requests
    for person in (orange, gray):
        assert "is over" in played_match.board_of(person).text
        place = (
            played_match.place(person)
            if isinstance(played_match, DirectMatch)
            else played_match.place
        )
        seen = person.look(place)
        assert not any(each.ephemeral and "#1" in each.text for each in seen), "no receipts"
        assert len(public_messages(seen)) == (2 if where == "channel" else 1), (
            "a challenge and a board"
        )


async def wait_for_turn(played_match: PlayedMatch, person: Person, ply: int) -> None:
    """Wait until a person's board shows that many turns."""
    text = f"Turn {ply}:" if ply else "is to move"
    await played_match.playground.until(lambda: text in played_match.board_of(person).text)
    await played_match.wait_until_shown()


def taps_of(position: Position, turn: Turn, placing: PlacementMode, last: Kind | None) -> list[str]:
    """List the buttons to tap for a turn: each label, or its beginning.

    `last` is the kind that the player has placed last.
    """
    builder = TurnBuilder(position, replace(NOTHING_CHOSEN, recall=turn.recall, kind=last))
    square, kind = name_of(turn.placement.square), turn.placement.kind
    taps = [] if turn.recall is None else [name_of(turn.recall)]
    taps.append(square[0])
    if builder.kind is not kind:
        taps.append("Kitten" if kind is Kind.KITTEN else "Cat")
    taps.append(square)
    landing = land(position, turn.placement, turn.recall)
    if landing.needs_choice:
        taps.append(letter_of(landing.options.index(turn.leaves)))
    if landing.entries:
        if turn.seam is None:
            return [*taps, "Keep in hand"]
        return [*taps, entry_letter(turn.seam), *confirm_labels(placing)]
    if landing.needs_choice:
        return taps
    if SquareTap.of(placing, position) is SquareTap.PREVIEWS:
        taps.append("Confirm")
    return taps


def confirm_labels(placing: PlacementMode) -> list[str]:
    return ["Confirm"] if placing is PlacementMode.CONFIRMED else []


def count_choices(position: Position, turn: Turn, placing: PlacementMode, last: Kind | None) -> int:
    """Count the choices besides the column, the square and the confirmation."""
    landing = land(position, turn.placement, turn.recall)
    builder = TurnBuilder(position, replace(NOTHING_CHOSEN, recall=turn.recall, kind=last))
    is_confirmed = placing is PlacementMode.CONFIRMED
    return sum(
        (
            turn.recall is not None,
            builder.kind is not turn.placement.kind,
            landing.needs_choice and (bool(landing.entries) or not is_confirmed),
            turn.seam is not None if is_confirmed else bool(landing.entries),
        )
    )


async def play_by_taps(played_match: PlayedMatch, person: Person, labels: Sequence[str]) -> int:
    """Play a turn by these buttons, and return the taps that it took."""
    picking = Placer(played_match, person)
    *before, last = labels
    for label in before:
        if picking.last is None:
            await picking.open(label_of(played_match.board_of(person), label))
        else:
            await picking.press(label_of(picking.panel, label))
    await picking.finish(label_of(picking.panel, last))
    return picking.taps


def label_of(message: SeenMessage, begin: str) -> str:
    """Return the label of the only button that is `begin` or starts with it and a space."""
    labels = [each.label for each in message.buttons if not each.disabled]
    [label] = [each for each in labels if each == begin or each.startswith(f"{begin} ")]
    return label
