"""Planned replies: chosen on private pictures, played at once, dropped if they don't fit."""

import asyncio

import pytest

from bot.game import write_turn
from bot.match.clock import DAY
from bot.match.identity import MatchId, UserId
from tests.kit.direct_matches import start_direct_match
from tests.kit.picking import PREVIEW
from tests.kit.planning import Planner, plan_by_command
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, start_match, turns_of
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled

FIRST = "Pick a turn of theirs"
BESIDE = "Pick another turn of theirs"
DEEPER = "Plan what comes next"


async def stored_turns(table: Table, server_match: ServerMatch) -> list[str]:
    """Return the turns as they are stored."""
    record = await table.services.replays.record(_id(server_match))
    return [write_turn(turn) for turn in record.turns]


def _id(server_match: ServerMatch) -> MatchId:
    return MatchId(server_match.number)


async def test_the_pictures_show_the_bed_as_it_would_be(
    table: Table, server_match: ServerMatch
) -> None:
    bob = await Planner(server_match, server_match.gray).open()
    await bob.press(FIRST)
    assert f"If <@{server_match.orange.id}> plays" in bob.text
    [shown] = bob.panel.pictures
    assert "not played yet" not in (shown.alt or "")
    await bob.choose("Kc3")
    assert "If they place a kitten on c3…\n… what do you do?" in bob.text
    [would] = bob.panel.pictures
    assert (would.alt or "").startswith(f"{PREVIEW} Orange: kitten on")
    await bob.choose("Kd4")
    assert "Not saved yet" in bob.text
    [after] = bob.panel.pictures
    assert "Then gray kitten to d4; it boops the orange kitten c3 → b2" in (after.alt or "")
    assert (await table.services.matches.find(_id(server_match))).ply == 0
    await bob.press("Back")
    await bob.press("Back")
    await bob.choose("Kb3")
    await bob.keep()
    assert "you place a kitten on b3" in bob.text


async def test_the_player_to_move_is_pinged_once_after_a_planned_reply(table: Table) -> None:
    server_match = await start_match(table.playground)
    await plan_by_command(server_match, server_match.gray, "Kc3 Kd4")
    await server_match.play_one(server_match.orange, "Kc3")

    ada, bob = f"<@{server_match.orange.id}>", f"<@{server_match.gray.id}>"

    def texts_with(text: str) -> list[str]:
        seen = [message.text for message in server_match.orange.look(server_match.place)]
        return [each for each in seen if text in each]

    again = f"♟️ {ada}, {bob} had planned a reply, so it's your turn again in **#1**"
    await table.playground.until(lambda: len(texts_with(again)) == 1)
    await table.services.jobs.run_due()
    assert len(texts_with(again)) == 1
    assert texts_with("it's your turn in") == []


async def test_the_answer_lists_all_planned_replies_of_both_players(table: Table) -> None:
    server_match = await start_match(table.playground)
    await plan_by_command(server_match, server_match.gray, "Kc3 Kd4 Ka1 Kf6")
    own = await plan_by_command(server_match, server_match.orange, "Kc3 Kd4 Ka1 Kf6 Kb6")
    assert "After you place a kitten on c3:" in own.text
    shown = await server_match.play_one(server_match.orange, "Kc3")
    assert await stored_turns(table, server_match) == ["Kc3", "Kd4", "Ka1", "Kf6", "Kb6"]
    for ply in range(2, 6):
        assert f"♟️ Turn {ply}, as <@" in shown.text
    [picture] = shown.shown.pictures
    assert "Last 5 turns" in (picture.alt or "")
    assert f"<@{server_match.gray.id}> is to move" in shown.text


@pytest.mark.night
@pytest.mark.long
async def test_a_reply_is_planned_to_each_choice_of_the_opponent(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(TO_A_CHOICE)
    ada = await Planner(server_match, server_match.orange).open()
    await ada.press(FIRST)
    await ada.pick("e1")
    assert "### If they place a kitten on e1…" in ada.text
    assert "Choose what they take off the bed" in ada.text
    options = [label.split(" · ")[1] for label in ada.labels if label and " · " in label]
    assert len(options) == 2
    theirs = [f"Ke1={option.replace(' ', '')}" for option in options]
    await ada.press(next(label for label in ada.labels if label and label.endswith(options[0])))
    await ada.choose("Kb6")
    await ada.keep()
    assert f"on e1, and {options[0]} leave, you place a kitten on b6" in ada.text
    await ada.reply(BESIDE, theirs[1], "Kc6")
    shown = await server_match.play_one(server_match.gray, theirs[1])
    assert f"as <@{server_match.orange.id}> had planned: orange kitten to c6" in shown.text
    assert (await stored_turns(table, server_match))[-2:] == [theirs[1], "Kc6"]


@pytest.mark.whole
@pytest.mark.parametrize("playthrough", sampled(["seam", "scarce", "junior", "choices"], 0))
async def test_one_player_plans_every_turn_of_a_whole_match(table: Table, playthrough: str) -> None:
    """The matches have seam pieces laid and kept, recalls, choices, and a winning turn."""
    turns = turns_of(playthrough)[:20] if playthrough == "seam" else turns_of(playthrough)
    ruleset = "classic" if playthrough == "choices" else playthrough
    server_match = await start_match(table.playground, ruleset=ruleset)
    await server_match.play_one(server_match.orange, turns[0])
    for number, (theirs, answer) in enumerate(zip(turns[1::2], turns[2::2], strict=False)):
        if number % 3 == 0 or "~" in theirs + answer or ">" in theirs + answer:
            planner = await Planner(server_match, server_match.orange).open()
            await planner.reply(FIRST, theirs, answer)
            assert "✅ Saved" in planner.text
        else:
            await plan_by_command(server_match, server_match.orange, f"{theirs} {answer}")
        await server_match.play_one(server_match.gray, theirs)
        assert (await stored_turns(table, server_match))[-1] == answer
    reached = len(turns) - 1 + len(turns) % 2
    assert await stored_turns(table, server_match) == turns[:reached]


@pytest.mark.night
@pytest.mark.long
async def test_a_winning_turn_of_the_opponent_needs_no_reply(table: Table) -> None:
    turns = turns_of("junior")
    server_match = await start_match(table.playground, ruleset="junior")
    await server_match.play(turns[:-1])
    bob = await Planner(server_match, server_match.gray).open()
    await bob.press(FIRST)
    await bob.pick(turns[-1][1:3])
    assert "the match is over: there is nothing to answer" in bob.text
    refused = await plan_by_command(server_match, server_match.gray, f"{turns[-1]} Ka6")
    assert "wins the match. Leave out" in refused.text


async def test_a_second_click_saves_one_reply_and_confirms_it_again(table: Table) -> None:
    server_match = await start_match(table.playground)
    bob = await Planner(server_match, server_match.gray).open()
    await bob.press(FIRST)
    await bob.choose("Kc3")
    await bob.choose("Kd4")
    panel = bob.panel
    answers = await asyncio.gather(
        *(server_match.gray.press_as_seen(panel, "Save") for _ in range(2))
    )
    for answer in answers:
        assert "✅ Saved." in answer.text
        assert "- If they place a kitten on c3" in answer.text
    planning = await table.services.plans.of(UserId(server_match.gray.id), _id(server_match))
    assert planning.plan.answers == 1


async def test_an_outdated_panel_plans_nothing_and_shows_the_current_plan(
    server_match: ServerMatch,
) -> None:
    bob = await Planner(server_match, server_match.gray).open()
    await bob.press(FIRST)
    await bob.choose("Kc3")
    await server_match.play_one(server_match.orange, "Kb3")
    await server_match.play_one(server_match.gray, "Kf6")
    await bob.press("d")
    assert "has changed, so nothing was done" in bob.text
    assert "Your plan in #1" in bob.text
    await bob.reply(FIRST, "Kc3", "Kd5")
    assert "c3, you place a kitten on d5" in bob.text


async def test_a_plan_changed_elsewhere_cannot_be_continued(
    server_match: ServerMatch,
) -> None:
    bob = await Planner(server_match, server_match.gray).open()
    await bob.reply(FIRST, "Kc3", "Kd4")
    await plan_by_command(server_match, server_match.gray, "Kc3 Kb2")
    await bob.press(DEEPER)
    assert "plan has changed" in bob.text
    assert "you place a kitten on b2" in bob.text
    await bob.press("Delete all")
    assert "Deleted your plan" in bob.text


async def test_branches_are_deleted_one_by_one(server_match: ServerMatch) -> None:
    await plan_by_command(server_match, server_match.gray, "Kc3 Kd4 Ka1 Kf6, Ke5 Ka1")
    bob = await Planner(server_match, server_match.gray).open()
    await bob.select_labelled("Delete…", "a kitten on c3 → a kitten on d4 → a kitten on a1")
    assert "on a1, you place a kitten on f6" not in bob.text
    await bob.select_labelled("Plan what comes after…", "a kitten on e5 → a kitten on a1")
    assert "-# After: a kitten on e5 → a kitten on a1" in bob.text
    await bob.press("My plan")
    await bob.select_labelled("Delete…", "a kitten on e5")
    assert "on e5, you" not in bob.text
    assert "on c3, you" in bob.text


async def test_a_newly_saved_line_is_continued_only_by_its_button(table: Table) -> None:
    server_match = await start_match(table.playground)
    bob = await Planner(server_match, server_match.gray).open()
    await bob.reply(FIRST, "Kc3", "Kd4")
    assert DEEPER in bob.labels
    assert not bob.panel.selects
    await bob.reply(DEEPER, "Ka1", "Kf6")
    assert "  - then: if they place a kitten on a1" in bob.text
    await bob.reply(BESIDE, "Ke5", "Ka1")
    assert [each.placeholder for each in bob.panel.selects] == [
        "Plan what comes after…",
        "Delete…",
    ]


async def test_another_reply_replaces_the_previous_one(server_match: ServerMatch) -> None:
    bob = await Planner(server_match, server_match.gray).open()
    await bob.reply(FIRST, "Kc3", "Kd4")
    await bob.press(BESIDE)
    await bob.choose("Kc3")
    assert "You have planned a kitten on d4; another answer replaces it" in bob.text
    await bob.choose("Kb2")
    await bob.keep()
    assert "on d4" not in bob.text


async def test_only_the_player_sees_and_makes_a_plan(
    table: Table, server_match: ServerMatch
) -> None:
    await plan_by_command(server_match, server_match.gray, "Kc3 Kd4")
    own = await server_match.orange.command("plan", channel=server_match.place)
    assert own.shown.ephemeral
    assert "Kd4" not in own.text
    assert "It's your turn: pick a column." in own.text
    assert own.shown.labels == list("abcdef")
    cleo = table.playground.person("cleo")
    refused = await plan_by_command(server_match, cleo, "Kc3 Kd4")
    assert "Start one of your own" in refused.text
    opened = await cleo.press(server_match.board(), "More")
    for_players = {"Plan a reply", "Hint", "Take back my turn", "Resign", "Call off the match"}
    assert for_players.isdisjoint(opened.shown.labels)
    for person in (server_match.orange, cleo):
        assert not any("Kd4" in seen.text for seen in person.look(server_match.place))


async def test_a_players_turn_and_its_answer_offer_planning(
    table: Table, server_match: ServerMatch
) -> None:
    opened = await server_match.orange.press(server_match.board(), "More")
    assert "Plan a reply" not in opened.shown.labels
    general = table.playground.channel("general")
    played = await server_match.orange.command("place", channel=general, square="c3", match="1")
    ada = Planner(server_match, server_match.orange, played)
    assert "Plan a reply" in ada.labels
    await ada.press("Plan a reply")
    await ada.reply(FIRST, "Kd4", "Ka1")
    assert "✅ Saved" in ada.text


REFUSED_LINES = (
    ("Kc3", "must end with your answer"),
    ("c3", "The line `c3` must end with your answer"),
    ("Kc3 Kz4", "I can't read `Kz4` in the line `Kc3 Kz4`"),
    ("Kc3 Kc3", "`Kc3` can't be played, so nothing was planned. **c3** is taken"),
    (
        "Cc3 Kd4",
        "`Cc3` can't be played, so nothing was planned. There is no cat in orange's hand",
    ),
    (",", "I can't find a turn in that"),
    (" ".join(["Ka2", "Kb1"] * 7), "more than 6 answers of yours"),
)


async def test_an_impossible_line_is_refused_with_a_sentence(server_match: ServerMatch) -> None:
    for text, words in REFUSED_LINES:
        refused = await plan_by_command(server_match, server_match.gray, text)
        assert refused.shown.ephemeral
        assert words in refused.text
    kept = await server_match.gray.command("plan", channel=server_match.place)
    assert "Pick a turn that" in kept.text


async def test_turns_are_suggested_while_a_line_is_typed(server_match: ServerMatch) -> None:
    for typed, expected in (
        ("kc", ["Kc1", "Kc2", "Kc3", "Kc4", "Kc5", "Kc6"]),
        ("Kc3 Kd4, Ke5 kb", [f"Kc3 Kd4, Ke5 Kb{row}" for row in range(1, 7)]),
        ("Kc3 kc", [f"Kc3 Kc{row}" for row in (1, 2, 4, 5, 6)]),
        ("Kz9 ", []),
        (" ".join(["Ka2", "Kb1"] * 6) + " K", []),
        ("Kc3 Kd4," + " " * 100 + "K", []),
    ):
        suggested = await server_match.gray.autocomplete(
            "plan", "replies", typed, channel=server_match.place
        )
        assert [choice.value for choice in suggested] == expected
    cleo = server_match.playground.person("cleo")
    assert not await cleo.autocomplete("plan", "replies", "K", channel=server_match.place)


async def test_planned_replies_in_direct_messages_are_shown_on_both_boards(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    bob = direct_match.gray
    opened = await bob.press(direct_match.board(bob), "More")
    planned = await bob.press(opened.shown, "Plan a reply")
    assert "Pick a turn that" in planned.text
    kept = await bob.command("plan", channel=direct_match.place(bob), replies="Kc3 Kd4")
    assert kept.shown.ephemeral
    await direct_match.place_one(direct_match.orange, "Kc3")
    await direct_match.wait_for_same_state(f"as <@{bob.id}> had planned: gray kitten to d4")


async def test_nothing_is_planned_in_a_match_whose_time_ran_out(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Ka6", "Kf1"])
    bob = await Planner(server_match, server_match.gray).open()
    await bob.press(FIRST)
    await bob.choose("Kc3")
    await bob.choose("Kd4")
    await table.leap(4 * DAY)
    await bob.keep()
    assert f"<@{server_match.orange.id}> ran out of time" in bob.text
