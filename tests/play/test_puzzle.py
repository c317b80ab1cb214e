"""`/puzzle`: solved on private panels and in notation, day after day, and shared."""

import asyncio
import re

import pytest

from bot.engine.puzzles import puzzles_of
from bot.features.puzzles.engine_requests import find_refutation
from bot.features.puzzles.lines import MissedTurn
from bot.features.puzzles.ratings import NOT_RATED
from bot.features.puzzles.service import SHARED_WITHIN
from bot.features.settings.preferences import PlacementMode, Threats
from bot.features.standings.queries import Listing
from bot.game import CLASSIC, Kind, Position, name_of, play, write_turn
from bot.match.calendar import date_name
from bot.match.identity import UserId
from bot.text import all_of
from cogs.puzzles import showing
from cogs.puzzles.phrases import answering, goal_text, stars, wrong_text
from cogs.wording.phrases import turn_title
from render.outlines import threats_of
from tests.kit.server_matches import public_messages
from tests.kit.solving import (
    Solver,
    open_long_puzzle,
    pass_day,
    pass_to_day_start,
    wrong_turn,
)
from tests.kit.tables import Table

ACTION_ROW = 1

DIFFICULTY = "-# ★"
"""The beginning of the line that says how hard a puzzle is, until it is solved."""


@pytest.fixture
async def table(table: Table) -> Table:
    """Return a table at which a day has just begun."""
    await pass_to_day_start(table)
    return table


def solver(table: Table, name: str = "ada") -> Solver:
    playground = table.playground
    return Solver(table, playground.person(name), playground.channel("games"))


@pytest.mark.long
async def test_a_puzzle_of_several_turns_is_solved_by_buttons(table: Table) -> None:
    ada = await open_long_puzzle(table, table.playground.person("ada"))
    assert ada.panel.ephemeral
    puzzle = (await ada.daily()).puzzle
    assert "★" in ada.text
    [picture] = ada.panel.pictures
    assert "Last turn" not in (picture.alt or "")
    assert (picture.alt or "").endswith("to move.")
    for found, turn in enumerate(puzzle.solution[::2], 1):
        await ada.choose(turn)
        if "Answer" in ada.labels:
            # Without this button, the choice of what leaves the bed was already the answer.
            assert "Is that your answer?" in ada.text
            [picture] = ada.panel.pictures
            assert "Chosen, not yet placed: " in (picture.alt or "")
            assert "wins" not in (picture.alt or "")
            await ada.press("Answer")
        if found < puzzle.turns:
            reply = all_of(answering(puzzle.solution[2 * found - 1]))
            assert f"✅ **Right.** {_answering_seat(ada)} {reply}." in ada.text
            more = "1 more turn" if puzzle.turns - found == 1 else "2 more turns"
            assert f"wins in **{more}**." in ada.text
            [picture] = ada.panel.pictures
            assert "Last 2 turns" in (picture.alt or "")
    assert "✅ **Solved** in **1 try** at <t:" in ada.text
    for turn in puzzle.solution:
        assert turn_title(turn) in ada.text
    assert DIFFICULTY not in ada.text
    assert "in a row" not in ada.text
    assert "You're the first to solve it today" in ada.text
    [picture] = ada.panel.pictures
    assert "has won" in (picture.alt or "")


def _answering_seat(ada: Solver) -> str:
    """Name the seat that answers."""
    return "Gray" if "**Orange** wins" in ada.text else "Orange"


async def test_a_puzzle_shows_no_threats_even_if_preferred(table: Table) -> None:
    ada = solver(table)
    await table.services.preferences.prefer(UserId(ada.person.id), "threats", Threats.SHOWN)
    for _ in range(40):
        position = (await ada.daily()).puzzle.position
        if tuple(threats_of(position, position.to_move)):
            break
        await pass_day(table)
    await ada.open()
    for finish in (ada.solve, ada.open):
        [picture] = ada.panel.pictures
        assert "could be completed" not in (picture.alt or "")
        await finish()


async def test_a_wrong_turn_is_answered_kindly_and_keeps_the_progress(table: Table) -> None:
    ada = await solver(table).open()
    puzzle = (await ada.daily()).puzzle
    wrong = wrong_turn(puzzle)
    await ada.answer(wrong)
    missed = MissedTurn(puzzle, 0, play(puzzle.position, wrong))
    assert wrong_text(missed, None).split("'t")[0] in ada.text
    assert "Try again." in ada.text
    assert "1 wrong turn so far" in ada.text
    assert re.search(r"\n-# Your puzzle rating: \*\*\d+\?\*\* \(−\d+\)\n", ada.text)
    [container] = [part for part in ada.panel.json["components"] if "accent_color" in part]
    above, _, below = container["components"]
    assert "❌" not in above["content"], "the result is below the picture"
    assert "❌" in below["content"]
    await ada.solve()
    assert "in **2 tries**" in ada.text


@pytest.mark.night
@pytest.mark.long
async def test_the_piece_that_was_chosen_last_stays_chosen(table: Table) -> None:
    ada = solver(table)
    await _day_with_in_hand(ada, (Kind.KITTEN, Kind.CAT))
    await ada.open()
    puzzle = (await ada.daily()).puzzle
    kind = Kind.CAT
    await ada.press("Cat")
    kept = f"Piece: **{kind.name.lower()}**"
    assert kept in ada.text
    wrong = wrong_turn(puzzle, kind=kind)
    await ada.choose(wrong)
    await ada.press("Back")
    assert kept in ada.text
    await ada.press("Back")
    await ada.choose(wrong)
    await ada.press("Answer")
    assert "❌" in ada.text
    assert kept in ada.text


@pytest.mark.long
async def test_the_refutation_of_a_wrong_turn_is_shown_if_found_in_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "PATIENCE", 30.0)
    ada = await _day_with_an_answer(table)
    puzzle = (await ada.daily()).puzzle
    wrong = wrong_turn(puzzle)
    after = play(puzzle.position, wrong).after
    known = find_refutation(after, puzzle.turns - 1, lambda _: None)
    assert known is not None
    await ada.answer(wrong)
    assert f" isn't it: {_answering_seat(ada).lower()} {answering(known.reply)[0]}" in ada.text


async def _day_with_an_answer(table: Table) -> Solver:
    """Let days pass until a wrong turn has a proved refutation, and open the puzzle."""
    for _ in puzzles_of(CLASSIC):
        ada = await open_long_puzzle(table, table.playground.person("ada"))
        puzzle = (await ada.daily()).puzzle
        after = play(puzzle.position, wrong_turn(puzzle)).after
        if find_refutation(after, puzzle.turns - 1, lambda _: None) is not None:
            return ada
        await pass_day(table)
    raise AssertionError("nothing answers any wrong turn")


async def test_a_wrong_turn_is_answered_without_a_refutation_that_is_not_found_in_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "PATIENCE", 0.0)
    ada = await open_long_puzzle(table, table.playground.person("ada"))
    wrong = wrong_turn((await ada.daily()).puzzle)
    await ada.answer(wrong)
    puzzle = (await ada.daily()).puzzle
    assert wrong_text(MissedTurn(puzzle, 0, play(puzzle.position, wrong)), None) in ada.text


async def test_the_line_is_found_in_notation(table: Table) -> None:
    ada = await open_long_puzzle(table, table.playground.person("ada"))
    puzzle = (await ada.daily()).puzzle
    for turn in puzzle.solution[::2]:
        await ada.open(write_turn(turn).removesuffix("#").lower())
        assert ada.panel.ephemeral
    assert "✅ **Solved** in **1 try**" in ada.text
    again = await ada.open(write_turn(puzzle.solution[0]))
    assert "✅ **Solved** in **1 try**" in again.text


async def test_turns_are_suggested_that_can_be_played(table: Table) -> None:
    ada = solver(table)
    place = table.playground.channel("games")
    puzzle = (await ada.daily()).puzzle
    text = write_turn(puzzle.solution[0])
    suggested = await ada.person.autocomplete("puzzle today", "answer", text[:3], channel=place)
    assert text in [choice.value for choice in suggested]
    await ada.open()
    await ada.solve()
    assert await ada.person.autocomplete("puzzle today", "answer", "", channel=place) == ()


async def _day_with_in_hand(ada: Solver, kinds: tuple[Kind, ...]) -> Position:
    """Let days pass until the player to move has these kinds in hand; return the position."""
    # A puzzle comes again only after every other one, so one with these kinds comes in the end.
    for _ in puzzles_of(CLASSIC):
        position = (await ada.daily()).puzzle.position
        if position.pool_of(position.to_move).kinds == kinds:
            return position
        await pass_day(ada.table)
    raise AssertionError(f"no puzzle with {kinds} in hand")


async def test_practice_asks_before_its_solution_costs_rating_and_leads_back_to_todays_puzzle(
    table: Table,
) -> None:
    ada = await solver(table).open()
    todays = ada.text
    await ada.press("Another one")
    assert "Practice puzzle" in ada.text
    unsolved = ada.panel
    await ada.press("Show the solution")
    assert ada.text == "Show the solution? Your puzzle rating goes down."
    await ada.press("Keep trying")
    assert "Practice puzzle" in ada.text
    assert await table.services.puzzles.rating_of(UserId(ada.person.id)) == NOT_RATED
    await ada.press("Show the solution")
    await ada.press("Show it")
    assert "Here's the solution" in ada.text
    assert "Your puzzle rating: **" in ada.text
    again = await ada.person.press_as_seen(unsolved, "Show the solution")
    assert "Here's the solution" in again.text, "only the first result counts"
    await ada.press("Today's puzzle")
    assert ada.text == todays
    daily = await ada.daily()
    assert (daily.attempt.misses, daily.streak.solved) == (0, 0)


@pytest.mark.long
async def test_without_confirmation_the_square_is_the_answer(table: Table) -> None:
    ada = await solver(table).open()
    await table.services.preferences.prefer(UserId(ada.person.id), "placing", PlacementMode.AT_ONCE)
    puzzle = (await ada.daily()).puzzle
    wrong = wrong_turn(puzzle)
    await ada.choose(wrong)
    missed = MissedTurn(puzzle, 0, play(puzzle.position, wrong))
    assert wrong_text(missed, None).split("'t")[0] in ada.text


@pytest.mark.long
async def test_the_solution_is_shown_after_a_question_and_ends_the_streak(table: Table) -> None:
    ada = await solver(table).open()
    await ada.solve()
    await pass_day(table)
    await (await solver(table).open()).solve()
    await pass_day(table)
    await ada.open()
    assert "🔥 2 days in a row" in ada.text
    await ada.press("Show the solution")
    assert "Your 2 days in a row end. Your puzzle rating goes down." in ada.text
    # A second click where **Show the solution** was does not reveal it.
    assert ada.panel.labels == ["Show it", "Keep trying"]
    rows = [part for part in ada.panel.json["components"] if part["type"] == ACTION_ROW]
    assert [len(row["components"]) for row in rows] == [1, 1]
    assert not (await ada.daily()).attempt.is_over
    await ada.press("Keep trying")
    assert "★" in ada.text
    await ada.press("Show the solution")
    await ada.press("Show it")
    assert "Here's the solution" in ada.text
    assert "Share" not in ada.labels
    assert "No one has solved it yet." in ada.text
    await pass_day(table)
    await (await ada.open()).solve()
    assert "🔥" not in ada.text
    assert "best 2 days in a row" in ada.text
    assert "Your puzzle rating: **" in ada.text


async def test_a_forged_button_does_not_show_the_solution_of_the_day_without_a_question(
    table: Table,
) -> None:
    ada = await solver(table).open()
    [asking] = [
        each.custom_id
        for each in ada.panel.buttons
        if each.custom_id is not None and each.custom_id.startswith("puzzle-give-up:")
    ]
    forged = asking.replace("puzzle-give-up:", "puzzle-solution:")
    ada.last = await ada.person.forge(ada.panel, forged)
    assert ada.panel.labels == ["Show it", "Keep trying"]
    assert "Here's the solution" not in ada.text
    assert not (await ada.daily()).attempt.is_over


async def test_yesterdays_panel_still_works_and_says_that_it_counts_for_no_streak(
    table: Table,
) -> None:
    ada = await open_long_puzzle(table, table.playground.person("ada"))
    old = await ada.daily()
    await ada.answer(old.puzzle.solution[0])
    await pass_day(table)
    await ada.choose(old.puzzle.solution[2])
    if "Answer" in ada.labels:
        # Without this button, the choice of what leaves the bed was already the answer.
        assert "This is the puzzle of an earlier day" in ada.text
        await ada.press("Answer")
    for turn in old.puzzle.solution[4::2]:
        await ada.answer(turn)
    assert "**Solved** in **1 try**" in ada.text
    assert "Solved after its day, so it didn't count for your days in a row." in ada.text
    daily = await ada.daily()
    assert daily.day == old.day + 1
    assert (daily.streak.solved, daily.streak.on(daily.today)) == (1, 0)
    await ada.press("Today's puzzle")
    assert "★" in ada.text
    assert "earlier day" not in ada.text


@pytest.mark.night
@pytest.mark.long
async def test_repeated_clicks_and_other_devices_do_not_count(table: Table) -> None:
    playground = table.playground
    phone = await open_long_puzzle(table, playground.person("ada"))
    desk = await Solver(table, phone.person, phone.place).open()
    puzzle = (await phone.daily()).puzzle
    wrong = wrong_turn(puzzle)
    await phone.choose(wrong)
    panel = phone.panel
    clicks = await asyncio.gather(*(phone.person.press_as_seen(panel, "Answer") for _ in range(3)))
    assert sum("❌" in click.text for click in clicks) == 1
    assert sum("already moved on" in click.text for click in clicks) == 2
    assert (await phone.daily()).attempt.misses == 1
    await desk.press(name_of(puzzle.position.empty_squares[0])[0])
    assert "already moved on" in desk.text
    await desk.answer(puzzle.solution[0])
    assert "✅ **Right.**" in desk.text
    shown = await phone.person.press_as_seen(panel, "Back")
    assert "already moved on" in shown.text
    await desk.solve()
    late = await phone.person.press_as_seen(panel, "Answer")
    assert "**Solved** in **2 tries**" in late.text
    assert (await phone.daily()).streak.solved == 1


async def test_a_solution_is_shared_once_without_being_revealed(table: Table) -> None:
    ada = await solver(table).open()
    puzzle = (await ada.daily()).puzzle
    await ada.solve()
    solved = ada.panel
    await ada.press("Share")
    shared = ada.panel
    assert not shared.ephemeral
    named = f"{ada.person.mention} solved the puzzle of **{date_name((await ada.daily()).date)}**"
    assert shared.text == f"🧩 {named} {stars(puzzle)} in **1 try**\n{goal_text(puzzle)}"
    [picture] = shared.pictures
    assert (picture.alt or "").endswith("to move.")
    assert "Last" not in (picture.alt or "")
    assert not any(turn_title(turn) in shared.text for turn in puzzle.solution)
    assert shared.mentions == ()
    again = await ada.person.press_as_seen(solved, "Share")
    assert "You've already shared this one" in again.text
    assert again.shown.ephemeral
    assert "Share" not in again.shown.labels
    await wait_until_recorded(ada)
    assert "Share" not in (await Solver(table, ada.person, ada.place).open()).labels
    await table.pass_time(SHARED_WITHIN)
    assert "already shared this one" in (await ada.person.press_as_seen(solved, "Share")).text
    bob = solver(table, "bob")
    assert len(public_messages(bob.person.look(bob.place))) == 1
    await bob.press("Solve it", shared)
    assert bob.panel.ephemeral
    assert DIFFICULTY in bob.text
    assert "Solved today" not in bob.text
    await bob.solve()
    assert "**Solved today by 2 people**\n" in bob.text
    assert f"First, and in the fewest tries: {ada.person.mention} at <t:" in bob.text
    assert f"Also {bob.person.mention}" in bob.text


async def wait_until_recorded(ada: Solver) -> None:
    """Wait until the bot has recorded that a solution was shared, which is after all saw it."""
    async with asyncio.timeout(60):
        while (await ada.daily()).attempt.shared_at is None:
            pass


async def test_a_share_that_discord_did_not_take_can_be_pressed_again(table: Table) -> None:
    playground = table.playground
    ada = await solver(table).open()
    await ada.solve()
    solved = ada.panel
    answer = "/interactions/{interaction_id}/{interaction_token}/callback"
    playground.faults.drop_before("POST", answer)
    failed = await ada.person.press_as_seen(solved, "Share")
    assert "Press **Share** again" in failed.text
    assert public_messages(ada.person.look(ada.place)) == []
    shared = await ada.person.press_as_seen(solved, "Share")
    assert " solved the puzzle of " in shared.text


async def test_an_old_share_brings_its_own_day(table: Table) -> None:
    ada = await solver(table).open()
    await ada.solve()
    await ada.press("Share")
    shared = ada.panel
    await pass_day(table)
    await ada.press("Solve it", shared)
    assert "✅ **Solved** in **1 try**" in ada.text
    assert "count for" not in ada.text, "it was solved in time"
    bob = await solver(table, "bob").press("Solve it", shared)
    assert "This is the puzzle of an earlier day" in bob.text
    assert "Today's puzzle" in bob.labels
    await bob.press("Show the solution")
    assert "Your puzzle rating goes down." in bob.text
    assert "you lose nothing" not in bob.text
    await bob.press("Show it")
    assert "No one solved" not in bob.text
    assert f"**Solved that day by {ada.person.mention} at <t:" in bob.text
    assert bob.text.endswith(" in 1 try**")


async def test_streaks_are_listed_for_the_user_who_looks(table: Table) -> None:
    ada, bob = solver(table), solver(table, "bob")
    await (await ada.open()).solve()
    await pass_day(table)
    for each in (ada, bob):
        await (await each.open()).solve()
    await bob.press("Days in a row")
    assert f"🥇 {ada.person.mention} **2 days**" in bob.text
    assert f"▸ 🥈 {bob.person.mention} **1 day**" in bob.text
    assert "**You:** 1 day" in bob.text
    await bob.press("Back")
    assert "**Solved** in **1 try**" in bob.text


async def test_direct_messages_have_a_separate_puzzle_without_names(table: Table) -> None:
    world = table.playground.world
    people = [table.playground.person(name) for name in ("ada", "bob")]
    for person in people:
        direct = await Solver(table, person, world.direct_channel(person.user)).open()
        await direct.solve()
        assert "Share" not in direct.labels
        assert "Days in a row" not in direct.labels
        assert people[0].mention not in direct.text
    assert direct.text.endswith("**Solved today by 2 people**")
    in_server = await solver(table).open()
    assert DIFFICULTY in in_server.text
    await direct.press("Another one")
    assert "Practice puzzle" in direct.text


async def test_a_profile_shows_solved_puzzles(table: Table) -> None:
    ada = await solver(table).open()
    place = table.playground.channel("games")
    before = (await ada.person.command("profile", channel=place)).text
    assert "🧩" not in before
    await ada.solve()
    await pass_day(table)
    await (await ada.open()).solve()
    line = "🧩 **2 puzzles** solved · 🔥 2 days in a row"
    assert line in (await ada.person.command("profile", channel=place)).text
    bob = table.playground.person("bob")
    assert line in (await bob.command("profile", channel=place, member=ada.person)).text
    await table.services.listings.put(UserId(ada.person.id), Listing.LEFT_OFF)
    kept = (await bob.command("profile", channel=place, member=ada.person)).text
    assert "🧩" not in kept


async def test_buttons_pressed_after_the_end_show_the_end(table: Table) -> None:
    """Nothing on an old panel counts, and no user is asked anything."""
    desk = await solver(table).open()
    asked = desk.panel
    puzzle = (await desk.daily()).puzzle
    await desk.choose(wrong_turn(puzzle))
    chosen = desk.panel
    phone = await solver(table).open()
    await phone.solve()
    for label, panel in (
        ("Show the solution", asked),
        ("Answer", chosen),
        ("Back", chosen),
    ):
        shown = await desk.person.press_as_seen(panel, label)
        assert "**Solved** in **1 try**" in shown.text, label
    assert (await desk.daily()).attempt.misses == 0
