"""`/puzzle streak` and `/puzzle practice`: one puzzle after another, in a row or by theme."""

from pathlib import Path

import pytest

from bot.engine.puzzles import Puzzle, PuzzleTheme
from bot.features.puzzles.engine_requests import find_refutation, find_winning_reply
from bot.features.puzzles.lines import is_right
from bot.features.puzzles.runs import StreakState
from bot.game import Turn, legal_turns, play, write_turn
from bot.match.identity import GuildId, UserId
from cogs.puzzles import showing
from cogs.puzzles.phrases import THEMES, answering
from cogs.wording.phrases import seat_name
from playground import Person, Playground
from tests.kit.picking import choose_turn
from tests.kit.solving import Solver, wrong_turn
from tests.kit.tables import Table, run_bot


async def current_streak(table: Table, person: Person) -> StreakState:
    guild = GuildId(table.playground.server().id)
    found = await table.services.puzzle_runs.current(guild, UserId(person.id))
    assert found is not None
    return found


async def solve_next(table: Table, ada: Solver) -> None:
    for turn in (await current_streak(table, ada.person)).puzzle.solution[::2]:
        await ada.answer(turn)


def menu_id(solver: Solver, placeholder: str) -> str:
    return next(each.custom_id for each in solver.panel.selects if each.placeholder == placeholder)


@pytest.mark.long
async def test_a_streak_goes_on_after_a_restart_and_ends_with_the_first_mistake(
    playground: Playground, database: Path
) -> None:
    games = playground.channel("games")
    ada, bob = playground.person("ada"), playground.person("bob")
    async with run_bot(playground, database) as table:
        solver = Solver(table, ada, games)
        solver.last = await ada.command("puzzle streak", channel=games)
        assert "⚡ A new streak" in solver.text
        await solve_next(table, solver)
        assert "✅ **Right.** Here's the next one." in solver.text
        assert "⚡ Streak of 1 puzzle" in solver.text
        await solver.press("End the streak")
        assert "Show the solution? Your streak ends at **1 puzzle**." in solver.text
        assert solver.panel.labels == ["End the streak", "Keep trying"]
        await solver.press("Keep trying")
        assert "⚡ Streak of 1 puzzle" in solver.text
    async with run_bot(playground, database) as table:
        solver.table = table
        await solve_next(table, solver)
        assert "⚡ Streak of 2 puzzles" in solver.text
        solver.last = await ada.command("puzzle streak", channel=games)
        assert "your best 2 · best here 2" in solver.text
        puzzle = (await current_streak(table, ada)).puzzle
        await solver.answer(wrong_turn(puzzle))
        assert "Your streak ends at **2 puzzles**. 🎉 It's your longest." in solver.text
        assert "Your best 2 · best here 2" in solver.text
        assert solver.panel.pictures[0].alt
        await solver.press("Longest streaks")
        assert f"▸ 🥇 {ada.mention} **2**" in solver.text
        await solver.press("Streak")
        assert "⚡ A new streak" in solver.text
        await solver.press("End the streak")
        assert "Your streak ends at **0 puzzles**." in solver.text
        assert "⚡ A new streak" not in solver.text
        solver.last = await bob.command("puzzle streak", channel=games)
        assert "best here 2" in solver.text


async def test_puzzles_of_a_theme_are_practised_and_change_the_rating(table: Table) -> None:
    games, ada = table.playground.channel("games"), table.playground.person("ada")
    solver = Solver(table, ada, games)
    theme = PuzzleTheme.DEFEND
    solver.last = await ada.command("puzzle practice", channel=games, theme=theme.value)
    assert "🧩 Practice: Defend" in solver.text
    puzzle = solver.practice_puzzle
    assert theme in puzzle.themes
    assert puzzle.holds
    assert write_turn(puzzle.solution[0]) not in solver.text
    for turn in puzzle.solution[::2]:
        solver.last = await choose_turn(ada, solver.panel, turn)
        await solver.press("Answer")
    assert "✅ **Solved** in **1 try**." in solver.text
    assert "Your puzzle rating: **" in solver.text
    assert THEMES[theme].text in solver.text
    await solver.press("Another one")
    assert "🧩 Practice: Defend" in solver.text
    assert solver.practice_puzzle.id != puzzle.id
    shown = (await ada.command("profile", channel=games)).text
    assert "puzzle rating **" in shown


def punished_turn(puzzle: Puzzle) -> tuple[Turn, Turn] | None:
    """Return a turn that fails to hold, and the winning reply, which no shallow search prefers."""
    for turn in legal_turns(puzzle.position):
        step = play(puzzle.position, turn)
        if turn.leaves or turn.recall is not None or is_right(puzzle, 0, step):
            continue
        wins = find_winning_reply(step.after, lambda _: None)
        seems = find_refutation(step.after, 0, lambda _: None)
        if wins is not None and (seems is None or answering(seems.reply) != answering(wins.reply)):
            return turn, wins.reply
    return None


@pytest.mark.process
async def test_a_turn_that_fails_to_hold_is_answered_with_the_reply_that_wins(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "PATIENCE", 120.0)
    games, ada = table.playground.channel("games"), table.playground.person("ada")
    solver = Solver(table, ada, games)
    for _ in range(10):
        solver.last = await ada.command(
            "puzzle practice", channel=games, theme=PuzzleTheme.DEFEND.value
        )
        punished = punished_turn(solver.practice_puzzle)
        if punished is not None:
            break
        await solver.press("Show the solution")
    assert punished is not None
    wrong, reply = punished
    await solver.answer(wrong)
    seat = play(solver.practice_puzzle.position, wrong).after.to_move
    assert f"doesn't stop them: {seat_name(seat)} {answering(reply)[0]}" in solver.text
    assert "Your puzzle rating: **" in solver.text


@pytest.mark.night
@pytest.mark.long
async def test_a_theme_is_practised_in_a_ruleset_that_has_it_and_left_for_any_other(
    table: Table,
) -> None:
    games, ada = table.playground.channel("games"), table.playground.person("ada")
    solver = Solver(table, ada, games)
    seam = PuzzleTheme.SEAM
    solver.last = await ada.command("puzzle practice", channel=games, theme=seam.value)
    assert "🧩 Practice: Lay the seam piece" in solver.text
    assert solver.practice_puzzle.position.ruleset.name == "seam"
    await solver.press("Show the solution")
    await solver.press("Show it")
    solver.last = await ada.select(solver.panel, menu_id(solver, "Another ruleset"), ["classic"])
    assert "🧩 Practice puzzle" in solver.text
    assert solver.practice_puzzle.position.ruleset.name == "classic"
    solver.last = await ada.command("puzzle practice", channel=games, theme=seam.value)
    await solver.press("Show the solution")
    await solver.press("Show it")
    solver.last = await ada.select(solver.panel, menu_id(solver, "A theme"), ["any"])
    assert "🧩 Practice puzzle" in solver.text


async def test_a_streak_in_direct_messages_leads_to_no_list_of_people(table: Table) -> None:
    ada = table.playground.person("ada")
    direct = table.playground.world.direct_channel(ada.user)
    solver = Solver(table, ada, direct)
    solver.last = await ada.command("puzzle streak", channel=direct)
    await solver.press("End the streak")
    assert "New streak" in solver.labels
    assert "Longest streaks" not in solver.labels
