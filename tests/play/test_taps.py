"""Placing by taps: a column, a square, **Confirm**, and panels that get out of date."""

import asyncio
import io
from functools import partial
from typing import Any

import discord
import pytest
from PIL import Image

from bot.features.settings.preferences import PlacementMode
from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    SCARCE,
    SEAM,
    Bed,
    Column,
    Kind,
    Pool,
    Position,
    name_of,
    read_position,
    square_named,
)
from bot.game.squares import mask_of
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.turn_builder import NOTHING_CHOSEN, AskOption, TurnBuilder
from cogs.board.buttons import turn_controls
from cogs.board.turn_panels import turn_rows
from cogs.core.components import ActionButton
from cogs.wording.phrases import entry_mark
from playground import ButtonStyle, Person, Problem, SeenMessage
from render.scene import entry_letter
from tests.kit.matches import CHOICE, SEAM_CHOICE, match
from tests.kit.picking import PREVIEW, Placer
from tests.kit.server_matches import (
    TO_A_CHOICE,
    TO_BOTH_KINDS,
    TO_EIGHT_ON_THE_BED,
    ServerMatch,
    start_match,
)
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

ROW = 1
"""Discord's number of a row of buttons."""

CROSSING = read_position("2K3/2K3/KK1KK1/2K3/6/5k o 1,0 7,0")
"""A kitten on c3 leaves a choice between five lines, more than fit in a row."""

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"


OPENING = ["Ka1", "Kf6"]
"""Turns after which the bed is not empty, so that a square is previewed."""


async def begin_match(table: Table) -> ServerMatch:
    server_match = await start_match(table.playground)
    await server_match.play(OPENING)
    return server_match


async def place_at_once(table: Table, person: Person) -> None:
    await table.services.preferences.prefer(UserId(person.id), "placing", PlacementMode.AT_ONCE)


async def test_three_taps_place_a_piece(table: Table) -> None:
    server_match = await begin_match(table)
    picking = await Placer(server_match, server_match.orange).open("c")
    assert picking.panel.ephemeral
    assert "Place a **kitten** in column **c**: pick a square." in picking.panel.text
    [picture] = picking.panel.pictures
    assert "To choose in column c: c1, c2, c3, c4, c5, c6." in (picture.alt or "")
    await picking.choose("c3")
    assert "Not yet played in #1" in picking.panel.text
    assert "Orange kitten to c3" in picking.panel.text
    assert (await table.match(server_match.number)).ply == len(OPENING)
    await picking.finish()

    assert picking.taps == 3
    await table.playground.until(lambda: "Turn 3: orange kitten to c3" in server_match.board().text)
    seen = server_match.orange.look(server_match.place)
    assert not any(message.ephemeral and message.pictures for message in seen)


async def test_the_first_piece_on_an_empty_bed_is_placed_by_two_taps(table: Table) -> None:
    """There is nothing to boop, so a preview would only show the name of the square."""
    server_match = await start_match(table.playground)
    picking = await Placer(server_match, server_match.orange).open("c")
    assert "nothing to boop yet, so your piece is placed at once" in picking.panel.text
    await picking.finish("c3")
    assert picking.taps == 2
    await table.playground.until(lambda: "Turn 1: orange kitten to c3" in server_match.board().text)
    second = await Placer(server_match, server_match.gray).open("d")
    assert "at once" not in second.panel.text
    await second.press("d5")
    assert "Not yet played" in second.panel.text


@pytest.mark.parametrize("opening", sampled([[], OPENING], 1))
async def test_no_square_that_plays_is_where_a_column_was_just_tapped(
    table: Table, server_match: ServerMatch, opening: list[str]
) -> None:
    if opening:
        await server_match.play(opening)
    await place_at_once(table, server_match.orange)
    await server_match.wait_until_shown()
    tapped = rows_of_columns(server_match.board())
    picking = await Placer(server_match, server_match.orange).open("c")
    rows = rows_from_the_end(picking.panel)
    assert not set(tapped.values()) & {row for label, row in rows if len(label) == len("c3")}
    assert rows_of_columns(picking.panel) == tapped
    for column in ("a", "d"):
        await picking.press(column)
        assert f"in column **{column}**" in picking.panel.text
        assert rows_of_columns(picking.panel) == tapped
    assert (await table.match(server_match.number)).ply == len(opening)
    await picking.finish("d2")
    assert picking.taps == 4


async def test_another_kind_takes_one_tap_and_is_marked_until_it_is_changed(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    picking = await Placer(server_match, server_match.orange).open("d")

    def marked() -> list[str]:
        kinds = [each for each in picking.panel.buttons if each.label in ("Kitten", "Cat")]
        assert len(kinds) == 2
        assert {each.style for each in kinds} == {ButtonStyle.SECONDARY}, "unlike a square"
        return [each.label for each in kinds if each.emoji]

    assert "Piece: **kitten**" in picking.panel.text
    assert picking.labels[-3:] == ["Back", "Kitten", "Cat"]
    assert marked() == ["Kitten"]
    await picking.press("Cat")
    assert marked() == ["Cat"]
    await picking.change_column("e")
    assert marked() == ["Cat"], "another column changes nothing of it"
    await picking.press("e1")
    assert marked() == ["Cat"]
    assert "Orange cat to e1" in picking.panel.text
    await picking.press("Kitten")
    assert "Orange kitten to e1" in picking.panel.text
    await picking.press("Cat")
    await picking.finish()
    assert picking.taps == 3 + 5
    after = await table.match(server_match.number)
    assert after.last is not None
    assert after.last.turn.placement.kind is Kind.CAT


async def test_squares_are_in_the_rows_of_the_columns_and_confirm_is_not_where_they_were(
    table: Table, server_match: ServerMatch
) -> None:
    """A client keeps the end of a message in view, so rows are counted from there."""
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    picking = await Placer(server_match, server_match.orange).open("d")
    rows_of_squares = {row for _, row in rows_from_the_end(picking.panel)}
    assert len(rows_of_squares) == 3
    await picking.press("Back")
    assert {row for _, row in rows_from_the_end(picking.panel)} == rows_of_squares
    await picking.press("d")
    squares = {row for label, row in rows_from_the_end(picking.panel) if label in ("d1", "d4")}
    assert squares == {1, 2}
    await picking.press("d4")
    rows = dict(rows_from_the_end(picking.panel))
    assert set(rows) == {"Kitten", "Cat", "Back", "Confirm"}
    assert rows["Confirm"] not in squares


@pytest.mark.long
@pytest.mark.parametrize("board", sampled(["the old one", "the new one"], 1))
async def test_a_second_tap_on_confirm_that_lands_on_the_board_does_nothing(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch, board: str
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    old = server_match.board()
    picking = await Placer(server_match, server_match.orange).open("d")
    await picking.press("d4")
    await picking.press("Confirm")
    await table.playground.until(lambda: server_match.board().id != old.id)
    await server_match.wait_until_shown()
    is_old = board == "the old one"
    column = (old if is_old else server_match.board()).button("d").custom_id
    assert column is not None
    second = await server_match.orange.forge(server_match.board(), column)
    assert not second.failed
    assert second.message is None
    monkeypatch.setattr("cogs.core.taps.SECOND_TAP", 0.0)
    later = await server_match.orange.forge(server_match.board(), column)
    assert later.shown.ephemeral
    assert ("out of date" if is_old else "It isn't your turn") in later.text
    assert "Plan a reply" in later.shown.labels
    if not is_old:
        planned = await server_match.orange.press(later.shown, "Plan a reply")
        assert "Pick a turn that" in planned.text


async def test_a_tap_on_the_board_that_shows_the_reply_is_answered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.core.taps.SECOND_TAP", 600.0)
    server_match = await start_match(table.playground)
    await server_match.play(OPENING)
    await Placer(server_match, server_match.orange).place("c3")
    await table.playground.until(lambda: "to c3" in server_match.board().text)
    await server_match.play_one(server_match.gray, "Kd5")
    reply = server_match.board()
    column = reply.button("d").custom_id
    assert column is not None
    await server_match.offer_draw(server_match.gray)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    answer = await server_match.orange.forge(server_match.board(), column)
    assert "out of date" in answer.shown.text


async def test_a_panel_that_was_closed_is_not_deleted_again_before_the_next_turn(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(OPENING)
    deleted = table.playground.faults.delay("DELETE", ORIGINAL, 0.0, times=10**6)
    for ply, square in enumerate(("c3", "d5", "a6", "f1")):
        await Placer(server_match, server_match.mover_after(ply)).place(square)
        await table.playground.until(partial(is_shown, server_match, square))
        await server_match.wait_until_shown()
    assert deleted.hits == 4


def is_shown(server_match: ServerMatch, square: str) -> bool:
    return f"kitten to {square}" in server_match.board().text


async def test_a_tap_after_one_on_the_board_itself_is_answered(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3"])
    await server_match.offer_draw(server_match.orange)
    await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    column = server_match.board().button("d").custom_id
    assert column is not None
    await server_match.gray.press(server_match.board(), "Decline draw")
    answer = await server_match.gray.forge(server_match.board(), column)
    assert "out of date" in answer.shown.text


@pytest.mark.parametrize("current", [CHOICE, CROSSING, SEAM_CHOICE, Position.start(SEAM)])
def test_buttons_that_play_a_turn_are_only_in_the_last_row(current: Position) -> None:
    """Squares are in the rows above, so a second tap hits neither an option nor an entry."""
    for square in current.empty_squares:
        builder = TurnBuilder(current, NOTHING_CHOSEN.on(square, Kind.KITTEN))
        *above, last = turn_rows(builder, turn_controls(match(current)))
        assert not any(map(_is_play_button, (each for row in above for each in row.children)))
        assert any(map(_is_play_button, last.children)) or isinstance(builder.question, AskOption)


def _is_play_button(item: object) -> bool:
    assert isinstance(item, ActionButton)
    return str(item.item.custom_id).startswith("play:")


@pytest.mark.parametrize("current", [CROSSING, SEAM_CHOICE])
def test_an_option_that_does_not_play_a_turn_leads_on(current: Position) -> None:
    chosen = NOTHING_CHOSEN.on(square_named("c3"), Kind.KITTEN)
    question = TurnBuilder(current, chosen).question
    assert isinstance(question, AskOption)
    for squares in question.landing.options:
        answered = TurnBuilder(current, chosen.choosing(squares))
        assert not isinstance(answered.question, AskOption)
        labels = [each.item.label for each in _buttons(match(current), answered)]
        assert {"Confirm", "Keep in hand"} & set(labels)


def test_a_recalled_piece_is_named_by_its_kind_if_there_are_both() -> None:
    current = read_position("4K1/2K3/K4K/3K2/6/C2K2 o 1,0 8,0")
    builder = TurnBuilder(current, NOTHING_CHOSEN.on(square_named("a1"), Kind.KITTEN))
    labels = [each.item.label for each in _buttons(match(current), builder)]
    assert {"A a1 🐱", "G a6 🐈"} <= set(labels)


def marked_labels(panel: SeenMessage) -> list[str]:
    """Return the labels of the buttons with a mark."""
    return [each.label for each in panel.buttons if each.emoji]


def rows_from_the_end(panel: SeenMessage) -> list[tuple[str, int]]:
    """Return the label of each button and the number of its row, counted from the end."""
    rows = [part["components"] for part in panel.json["components"] if part["type"] == ROW]
    return [
        (str(each.get("label")), number)
        for number, row in enumerate(reversed(rows))
        for each in row
    ]


def rows_of_columns(shown: SeenMessage) -> dict[str, int]:
    """Return the row of each column's button, counted from the end."""
    return {label: row for label, row in rows_from_the_end(shown) if len(label) == 1}


async def test_the_kind_that_was_placed_last_is_placed_next(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play([*TO_BOTH_KINDS, "Cd4", "Kf1"])
    picking = await Placer(server_match, server_match.orange).open("b")
    assert "Piece: **cat**, column **b**" in picking.panel.text
    assert marked_labels(picking.panel) == ["Cat"]
    await picking.change_column("e")
    assert "Piece: **cat**, column **e**" in picking.panel.text
    await picking.press("Kitten")
    assert marked_labels(picking.panel) == ["Kitten"]
    await picking.change_column("d")
    assert "Piece: **kitten**, column **d**" in picking.panel.text
    picking = await Placer(server_match, server_match.orange).open("b")
    await picking.choose("b1")
    await picking.finish()
    assert picking.taps == 3
    await table.playground.until(lambda: "orange cat to b1" in server_match.board().text)


async def test_back_keeps_the_kind_and_leads_to_the_other_columns(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    picking = await Placer(server_match, server_match.orange).open("d")
    await picking.press("Cat")
    await picking.choose("d4")
    await picking.press("Back")
    assert "Piece: **cat**, column **d**" in picking.panel.text
    await picking.press("Back")
    assert [label for label in picking.labels if len(label) == 1] == list("abcdef")
    assert "Piece: **cat**. Pick a column." in picking.panel.text
    assert len(picking.panel.pictures) == 1
    await picking.choose("e2")
    assert "Orange cat to e2" in picking.panel.text


async def test_the_preview_shows_each_boop_and_says_that_nothing_is_played(
    server_match: ServerMatch,
) -> None:
    await server_match.play(["Kc3", "Kd4"])
    picking = Placer(server_match, server_match.orange)
    await picking.choose("c3")
    [picture] = picking.panel.pictures
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.size == (720, 804)
    assert picture.alt is not None
    assert picture.alt.startswith(PREVIEW)
    for boop in ("the gray kitten d4 → e5", "the orange kitten b2 → a1"):
        assert boop in picking.panel.text
        assert boop in picture.alt
    assert "Confirm" in picking.labels
    assert "Turn 2:" in server_match.board().text


async def test_a_choice_on_the_preview_is_also_the_confirmation(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    picking = Placer(server_match, server_match.gray)
    await picking.choose("e1")
    assert "Not yet played" in picking.panel.text
    assert "Choose what leaves the bed; kittens become cats:" in picking.panel.text
    assert "Tapping plays the turn." in picking.panel.text
    [picture] = picking.panel.pictures
    assert "To choose: A " in (picture.alt or "")
    options = [label for label in picking.labels if " · " in label]
    assert len(options) == 2
    await picking.finish(options[0])
    assert picking.taps == 3
    after = await table.match(server_match.number)
    assert (after.ply, after.draft) == (len(TO_A_CHOICE) + 1, None)
    await table.playground.until(lambda: "graduates" in server_match.board().text)


async def test_one_of_eight_letters_is_chosen_by_one_tap_but_not_by_the_second_on_a_square(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The eight letters are in the rows in which the squares were."""
    monkeypatch.setattr("cogs.matches.cog.READING_TIME", 3600.0)
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_EIGHT_ON_THE_BED)
    picking = Placer(server_match, server_match.orange)
    await picking.choose("d1")
    letters = [label for label in picking.labels if " · " in label]
    assert len(letters) == 8
    assert "Tapping plays the turn." in picking.panel.text
    answer = await server_match.orange.press_as_seen(picking.panel, letters[0])
    assert not answer.failed
    await table.bot.underway.wait()
    assert (await table.match(server_match.number)).ply == len(TO_EIGHT_ON_THE_BED)
    monkeypatch.setattr("cogs.matches.cog.READING_TIME", 0.0)
    await picking.finish(letters[0])
    assert picking.taps == 3
    assert (await table.match(server_match.number)).ply == len(TO_EIGHT_ON_THE_BED) + 1


async def test_the_second_tap_on_a_column_places_nothing_on_an_empty_bed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The squares are where the columns were, and a tap on a square plays."""
    server_match = await start_match(table.playground)
    picking = await Placer(server_match, server_match.orange).open("c")
    assert "a" not in picking.labels
    for seconds, ply in ((3600.0, 0), (0.0, 1)):
        monkeypatch.setattr("cogs.matches.cog.READING_TIME", seconds)
        answer = await server_match.orange.press_as_seen(picking.panel, "c3")
        assert not answer.failed
        await table.bot.underway.wait()
        assert (await table.match(server_match.number)).ply == ply


async def test_another_square_can_replace_a_draft(table: Table, server_match: ServerMatch) -> None:
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    await server_match.gray.command("place", channel=server_match.place, square="e1")
    await server_match.wait_until_shown()
    picking = await Placer(server_match, server_match.gray).open("Place elsewhere")
    assert "**e1** still waits for your choice" in picking.panel.text
    await picking.place("a1")
    await table.playground.until(lambda: "gray kitten to a1" in server_match.board().text)
    assert (await table.match(server_match.number)).draft is None


def alt_of(panel: SeenMessage) -> str:
    [picture] = panel.pictures
    return picture.alt or ""


async def test_the_seam_piece_is_laid_or_kept_on_the_preview(table: Table) -> None:
    server_match = await start_match(table.playground, ruleset="seam")
    laying = Placer(server_match, server_match.orange)
    await laying.choose("c3")
    position = laying.panel.text.index("Lay your seam piece: tap a letter at the edge.")
    # Before that, "it" would be the kitten.
    assert laying.panel.text.index("It moves one step") > position
    assert laying.labels == [*"GHIJKLMNOPQRSTUVWXYZ", "Back", "Keep in hand"]
    assert "To lay the seam piece: G ab ↓, H bc ↓" in alt_of(laying.panel)
    await laying.press("N")
    assert "orange lays the seam piece between 3 and 4, from the right" in laying.panel.text
    assert "Not yet played" in laying.panel.text
    await laying.press("Back")
    assert "Keep in hand" in laying.labels
    await laying.press("I")
    await laying.finish()
    await table.playground.until(
        lambda: "lays the seam piece between c and d, from the top" in server_match.board().text
    )
    keeping = Placer(server_match, server_match.gray)
    await keeping.choose("e5")
    await keeping.finish("Keep in hand")
    assert (laying.taps, keeping.taps) == (4 + 2, 3)
    assert (await table.match(server_match.number)).ply == 2


@pytest.mark.parametrize("pieces", range(16))
def test_a_column_offers_every_free_square_however_full_the_bed_is(pieces: int) -> None:
    bed = Bed(
        orange_kittens=mask_of(EVERY_SQUARE[:pieces:2]), gray_cats=mask_of(EVERY_SQUARE[1:pieces:2])
    )
    current = match(Position(bed, orange_pool=Pool(1, 7)))
    builder = TurnBuilder(current.position)
    found = []
    for column in _buttons(current, builder):
        if column.item.disabled or column.item.label in ("Kitten", "Cat"):
            continue
        chosen = builder.choices.in_column(Column("abcdef".index(str(column.item.label))))
        rows = _buttons(current, builder.with_choices(chosen))
        found += [each.item.label for each in rows if not each.item.disabled]
    free = sorted(name_of(square) for square in EVERY_SQUARE[pieces:])
    assert sorted(name for name in found if name and len(name) == 2) == free


def _buttons(current: Match, builder: TurnBuilder) -> list[ActionButton]:
    rows = turn_rows(builder, turn_controls(current))
    assert all(len(row.children) <= 5 for row in rows)
    return [item for row in rows for item in _items(row)]


def _items(row: discord.ui.ActionRow[Any]) -> list[ActionButton]:
    return [item for item in row.children if isinstance(item, ActionButton)]


def test_a_full_column_cannot_be_chosen() -> None:
    position = read_position("KK4/Kk4/kK4/K5/K5/k5 o 1,0 5,0", SCARCE)
    buttons = _buttons(match(position), TurnBuilder(position))
    assert [each.item.disabled for each in buttons[:6]] == [True, *[False] * 5]


def test_a_taken_square_names_its_piece_and_cannot_be_chosen() -> None:
    position = read_position("6/2k3/2K3/6/6/6 o 7,0 7,0")
    builder = TurnBuilder(position, NOTHING_CHOSEN.in_column(Column(2)))
    labels = {each.item.label: each.item.disabled for each in _buttons(match(position), builder)}
    assert labels["c2 ⚪"]
    assert labels["c3 🟠"]
    assert not labels["c4"]


def test_a_seam_piece_has_a_button_for_each_entry() -> None:
    position = Position.start(SEAM)
    builder = TurnBuilder(position, NOTHING_CHOSEN.on(EVERY_SQUARE[14], Kind.KITTEN))
    rows = turn_rows(builder, turn_controls(match(position)))
    letters = [[str(each.item.label) for each in _items(row)] for row in rows[:-1]]
    assert letters == [list("GHIJK"), list("LMNOP"), list("QRSTU"), list("VWXYZ")]
    ways = [
        {entry_mark(entry)[-1] for entry in ENTRIES if entry_letter(entry) in row}
        for row in letters
    ]
    assert ways == [{"↓"}, {"←"}, {"↑"}, {"→"}], "a row of letters for each side of the bed"


async def test_the_second_tap_on_a_square_lays_no_seam_piece(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without confirmation, a letter is where the square was, and would play."""
    server_match = await start_match(table.playground, ruleset="seam")
    await place_at_once(table, server_match.orange)
    picking = await Placer(server_match, server_match.orange).open("c")
    assert "placed at once" not in picking.panel.text, "the seam piece is asked about"
    await picking.press("c3")
    for seconds, ply in ((3600.0, 0), (0.0, 1)):
        monkeypatch.setattr("cogs.matches.cog.READING_TIME", seconds)
        answer = await server_match.orange.press_as_seen(picking.panel, "L")
        assert not answer.failed
        await table.bot.underway.wait()
        assert (await table.match(server_match.number)).ply == ply


async def test_no_turn_can_be_chosen_in_a_match_that_is_over(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kb2", "Ke5"])
    before = server_match.board()
    picking = await Placer(server_match, server_match.orange).open("c")
    question = await server_match.gray.command("resign", channel=server_match.place)
    await server_match.gray.press(question.shown, "Resign")
    await table.playground.until(lambda: "wins" in server_match.board().text)
    for answer in (
        await server_match.orange.press_as_seen(before, "c"),
        await picking.press("c3"),
    ):
        assert answer.shown.ephemeral
        assert "Too late: **#1** is over." in answer.text
        assert f"<@{server_match.orange.id}> wins" in answer.text
        labels = answer.shown.labels
        assert labels == ["Go to the match", "Next match"]


@pytest.mark.parametrize("how_far", sampled(["square", "look ahead"], 1))
async def test_a_stale_panel_says_so_and_becomes_the_board(table: Table, how_far: str) -> None:
    server_match = await begin_match(table)
    picking = await Placer(server_match, server_match.orange).open("c")
    if how_far == "look ahead":
        await picking.choose("c3")
    panel = picking.panel
    for person, square in ((server_match.orange, "a3"), (server_match.gray, "f4")):
        await person.command("place", channel=server_match.place, square=square)
    late = await picking.press("c3" if how_far == "square" else "Confirm")

    assert late.shown.id == panel.id
    assert "out of date, so nothing was done" in late.text
    [picture] = late.shown.pictures
    assert "gray kitten to f4" in (picture.alt or "")
    assert (await table.match(server_match.number)).ply == len(OPENING) + 2
    await picking.place("c3")
    assert (await table.match(server_match.number)).ply == len(OPENING) + 3


async def test_a_private_answer_to_a_click_replaces_the_previous_one(
    table: Table,
) -> None:
    """Otherwise, private messages would push the board out of view."""
    server_match = await begin_match(table)
    await server_match.wait_until_shown()
    waits = server_match.gray
    answers = [await waits.press(server_match.board(), label) for label in ("a", "b", "More", "c")]
    assert all(answer.shown.ephemeral for answer in answers)
    *earlier, last = [answer.shown for answer in answers]
    await table.playground.until(lambda: not any(waits.see(each) for each in earlier))
    assert "It isn't your turn" in last.text
    assert waits.see(last) is not None
    said = await waits.command("next", channel=server_match.place)
    await waits.press(server_match.board(), "d")
    await table.playground.until(lambda: waits.see(last) is None)
    assert waits.see(said.shown) is not None, "the answer to a command stays"


async def test_a_second_click_on_confirm_plays_one_turn(table: Table) -> None:
    server_match = await begin_match(table)
    picking = Placer(server_match, server_match.orange)
    await picking.choose("c3")
    seen = picking.panel
    answers = await asyncio.gather(
        *(server_match.orange.press_as_seen(seen, "Confirm") for _ in range(2))
    )
    assert not any(answer.failed for answer in answers)
    await table.playground.until(lambda: picking.is_closed)
    assert (await table.match(server_match.number)).ply == len(OPENING) + 1
    texts = [message.text for message in server_match.orange.look(server_match.place)]
    assert not any("out of date" in text or "n't your turn" in text for text in texts), texts


@pytest.mark.long
@pytest.mark.parametrize(
    "problem", sampled([Problem.UNKNOWN_INTERACTION, Problem.ALREADY_ACKNOWLEDGED], 0)
)
async def test_the_board_is_updated_if_discord_refused_the_answer_to_confirm(
    table: Table, problem: Problem
) -> None:
    server_match = await begin_match(table)
    picking = Placer(server_match, server_match.orange)
    await picking.choose("c3")
    table.playground.faults.refuse("POST", ANSWER, problem, times=2)
    table.playground.interactions.hasten_next(0.3)
    panel = picking.panel
    answer = await server_match.orange.press(panel, "Confirm")
    await table.playground.until(lambda: "Turn 3: orange kitten to c3" in server_match.board().text)
    assert not answer.follow_ups
    texts = [seen.text for seen in server_match.orange.look(server_match.place)]
    assert not any("went wrong" in text or "failed" in text.lower() for text in texts), texts
    table.playground.faults.clear()
    await picking.finish()
    assert (await table.match(server_match.number)).ply == len(OPENING) + 1


async def test_the_panel_becomes_the_board_in_another_channel(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    general = table.playground.channel("general")
    question = await server_match.orange.command("place", channel=general, square="d4")
    assert question.shown.ephemeral
    labels = question.shown.labels
    assert labels == ["Kitten", "Cat", "Back", "Confirm"]
    played = await server_match.orange.press(question.shown, "Confirm")
    assert played.shown.id == question.shown.id
    [picture] = played.shown.pictures
    assert "orange kitten to d4" in (picture.alt or "")
    labels = played.shown.labels
    assert labels == ["Go to the match", "Plan a reply", "Next match"]
