"""Failures of Discord: what was stored is kept and shown later, and is never called a failure."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import structlog

from bot.db.errors import NothingStored
from bot.errors import NotStored
from bot.match.clock import HOUR
from bot.match.identity import ChallengeId, GuildId, MessageId
from bot.match.match import Match
from cogs.wording.refusals import sentence
from playground import Answer, Permission, Person, Problem, TextChannel, Thread
from tests.kit.answers import answer_without_board
from tests.kit.boards import live_boards
from tests.kit.picking import Placer
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, play_to_choice, start_match
from tests.kit.servers import add_member_with
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.kit.unwritable import allow_writes, block_writes, blocked_writes

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
POST = "/channels/{channel_id}/messages"


def fail_answers(table: Table, how: str) -> None:
    """Let answers fail; users see sooner than in reality that there is no answer."""
    faults = table.playground.faults
    table.playground.interactions.hasten_next(0.3)
    match how:
        case "late":
            faults.refuse("POST", ANSWER, Problem.UNKNOWN_INTERACTION, times=2)
        case "answered":
            faults.refuse("POST", ANSWER, Problem.ALREADY_ACKNOWLEDGED, times=2)
        case "broken":
            faults.break_down("POST", ANSWER, times=5)
        case "dropped before":
            faults.drop_before("POST", ANSWER, times=2)
        case "dropped after":
            faults.drop_after("POST", ANSWER)


def live_texts(server_match: ServerMatch) -> list[str]:
    return [board.text for board in server_match.boards() if board.buttons]


def expect_no_failure(server_match: ServerMatch, answer: Answer) -> None:
    """Assert that no message calls a successful action a failure."""
    texts = [seen.text for seen in server_match.orange.look(server_match.place)]
    texts += [seen.text for seen in answer.follow_ups]
    assert not any("went wrong" in text or "failed" in text.lower() for text in texts), texts


UNSAVED = sentence(NothingStored(""))

HOWS = ["late", "answered", "broken", "dropped before", "dropped after"]


@pytest.mark.long
@pytest.mark.parametrize("how", sampled(HOWS, 3))
async def test_a_turn_is_shown_even_if_its_answer_failed(
    table: Table, server_match: ServerMatch, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_answers(table, how)
    with monkeypatch.context() as impatient:
        impatient.setattr("cogs.delivery.answering.ANSWER_WITHIN", 0.5)
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
    await table.playground.until(
        lambda: any("orange kitten to c3" in board for board in live_texts(server_match))
    )
    table.playground.faults.clear()
    await server_match.wait_until_shown()
    await table.pass_time(60)

    assert len(live_texts(server_match)) == 1
    assert (await table.match(server_match.number)).ply == 1
    expect_no_failure(server_match, answer)
    again = await server_match.gray.command("place", channel=server_match.place, square="d4")
    assert "gray kitten to d4" in again.text


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize("how", ["late", "answered", "dropped before", "dropped after"])
async def test_a_choice_is_shown_even_if_its_answer_failed(table: Table, how: str) -> None:
    server_match, draft = await play_to_choice(table)
    await server_match.wait_until_shown()
    fail_answers(table, how)
    label = next(button.label for button in draft.shown.buttons if "e1 d2 c3" in button.label)
    answer = await server_match.gray.press(draft.shown, label)
    await table.playground.until(
        lambda: any("graduates" in board for board in live_texts(server_match))
    )
    assert (await table.match(server_match.number)).ply == len(TO_A_CHOICE) + 1
    expect_no_failure(server_match, answer)


def fail_one_answer(table: Table) -> None:
    """Let Discord refuse one answer to a click or command."""
    table.playground.interactions.hasten_next(0.3)
    table.playground.faults.refuse("POST", ANSWER, Problem.UNKNOWN_INTERACTION)


async def test_a_vacation_is_shown_even_if_its_answer_failed(table: Table) -> None:
    server_match = await start_match(table.playground)
    fail_one_answer(table)
    answer = await server_match.orange.command("vacation", channel=server_match.place, days=5)
    await table.playground.until(
        lambda: any("clock stopped" in board for board in live_texts(server_match))
    )
    expect_no_failure(server_match, answer)


@pytest.mark.long
async def test_a_moderators_action_is_shown_even_if_its_answer_failed(table: Table) -> None:
    server_match = await start_match(table.playground)
    playground, games = table.playground, table.playground.channel("games")
    mia = add_member_with(playground, "mia", Permission.MODERATE_MEMBERS)
    for name in ("ban", "unban"):
        fail_one_answer(table)
        banned = await mia.command(f"moderate {name}", channel=games, member=server_match.gray)
        assert banned.failed
        assert not any("went wrong" in seen.text for seen in mia.look(games))
    question = await mia.command("moderate end", channel=games, match=str(server_match.number))
    fail_one_answer(table)
    await mia.submit(question.form, {"reason": "stuck"})
    await playground.until(lambda: "No result: a moderator" in server_match.board().text)
    assert not any("went wrong" in seen.text for seen in mia.look(games))
    entries = (await table.services.moderation.log(GuildId(playground.server().id), 0)).entries
    assert len(entries) == 3


async def test_a_turn_played_elsewhere_is_shown_even_if_its_answer_failed(table: Table) -> None:
    server_match = await start_match(table.playground)
    fail_answers(table, "dropped before")
    general = table.playground.channel("general")
    answer = await server_match.orange.command("place", channel=general, square="c3")
    await table.playground.until(
        lambda: any("orange kitten to c3" in board for board in live_texts(server_match))
    )
    expect_no_failure(server_match, answer)


async def test_a_resignation_is_shown_even_if_its_answer_failed(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    fail_answers(table, "dropped after")
    answer = await server_match.orange.press(question.shown, "Resign")
    await table.playground.until(lambda: "wins" in server_match.board().text)
    expect_no_failure(server_match, answer)


async def test_an_acceptance_whose_answer_failed_begins_the_match(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    offered = await ada.command("challenge", channel=playground.channel("games"), opponent=bob)
    fail_answers(table, "dropped before")
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: offered.shown.id in playground.world.places)
    challenge = ada.see(offered.shown)
    assert challenge is not None
    assert "accepted: match **#1**" in challenge.text


async def test_a_board_that_discord_rejected_is_shown_after_the_wait(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    failing = playground.faults.break_down("POST", POST, status=503, times=2)
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: failing.hits == 1)
    await table.bot.underway.wait()
    await table.pass_time(2)
    assert failing.hits == 1
    await table.pass_time(10)
    assert failing.hits == 2
    assert "orange kitten to c3" not in server_match.board().text
    await table.pass_time(20)
    assert "orange kitten to c3" in server_match.board().text


async def test_a_rate_limit_is_waited_out(server_match: ServerMatch) -> None:
    playground = server_match.playground
    limited = playground.faults.rate_limit("POST", POST, retry_after=0.05)
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: "orange kitten to c3" in server_match.board().text)
    assert limited.hits == 1


async def test_a_long_rate_limit_is_left_to_the_outbox(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    limited = playground.faults.rate_limit("POST", POST, retry_after=600)
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: limited.hits == 1)
    await table.bot.underway.wait()
    await table.pass_time(20)
    assert "orange kitten to c3" in server_match.board().text


async def test_a_ping_that_could_not_be_sent_is_sent_later_and_once(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    failing = playground.faults.break_down("POST", POST, status=503)
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: failing.hits == 1)
    await table.bot.underway.wait()
    await table.pass_time(20)
    await table.pass_time(60)
    pings = [note.text for note in server_match.gray.notifications if "your turn" in note.text]
    assert len(pings) == 1


async def test_a_ping_for_an_answered_turn_is_never_sent(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    failing = playground.faults.break_down("POST", POST, status=503)
    general = playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await playground.until(lambda: failing.hits == 1)
    await table.bot.underway.wait()
    await server_match.gray.command("place", channel=server_match.place, square="d4")
    await playground.until(
        lambda: any("your turn" in n.text for n in server_match.orange.notifications)
    )
    await table.pass_time(4000)
    assert not any("your turn in" in note.text for note in server_match.gray.notifications)


async def test_a_flood_of_pictures_loses_no_turn_and_is_reported_for_requested_pictures(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as flood:
        flood.setattr(table.bot.studio, "_most", 0)
        refused = await server_match.gray.command(
            "rules", channel=server_match.place, ruleset="seam"
        )
        assert "Too many pictures are being drawn" in refused.text
        answer = await server_match.orange.command("place", channel=server_match.place, square="c3")
        expect_no_failure(server_match, answer)
        assert (await table.match(server_match.number)).ply == 1
    await table.pass_time(60)
    await table.playground.until(lambda: "Turn 1: orange kitten to c3" in server_match.board().text)


def fill_disk_after(
    table: Table, service: object, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let a service store its change, and let every later write fail."""
    stored: Callable[..., Awaitable[Any]] = getattr(service, method)

    async def act(*facts: Any, **more: Any) -> Any:
        done = await stored(*facts, **more)
        await block_writes(table.database)
        return done

    monkeypatch.setattr(service, method, act)


def is_failing(table: Table) -> bool:
    return table.services.not_storing is not None


async def resume_storing(table: Table, number: int) -> Match:
    """Let the database store again, and wait until the current match is shown."""
    await allow_writes(table.database)
    for _ in range(2):
        await table.pass_time(60)
    match = await table.match(number)
    await table.playground.until(
        lambda: [board.revision for board in live_boards(table.playground)] == [match.revision]
    )
    return match


def texts_seen_by(person: Person, place: TextChannel | Thread) -> str:
    return "\n".join(seen.text for seen in person.look(place))


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.parametrize(
    "act",
    sampled(
        [
            "a turn",
            "a turn elsewhere",
            "a tap",
            "an offer",
            "an answer on the board",
            "a resignation",
        ],
        4,
    ),
)
async def test_a_stored_turn_is_not_called_unsaved_if_later_writes_fail(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    await server_match.play(["Kc3", "Kd4"])
    if act == "an answer on the board":
        await server_match.offer_draw(server_match.gray)
        await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    orange, matches = server_match.orange, table.services.matches
    elsewhere = act == "a turn elsewhere"
    place = table.playground.channel("general") if elsewhere else server_match.place
    before = await table.match(server_match.number)
    match act:
        case "a turn" | "a turn elsewhere":
            fill_disk_after(table, matches, "place", monkeypatch)
            await orange.command("place", channel=place, square="a1", match=str(before.id))
        case "a tap":
            fill_disk_after(table, matches, "play", monkeypatch)
            picking = await Placer(server_match, orange).open("a")
            await picking.press("a1")
            await picking.press("Confirm")
        case "an offer":
            fill_disk_after(table, matches, "offer_draw", monkeypatch)
            await server_match.offer_draw(orange)
        case "an answer on the board":
            fill_disk_after(table, matches, "answer_draw", monkeypatch)
            await orange.press(server_match.board(), "Decline draw")
        case _:
            fill_disk_after(table, matches, "resign", monkeypatch)
            question = await orange.command("resign", channel=place)
            await orange.press(question.shown, "Resign")
    # A posted message is recorded as soon as it can be; everything else is left for later.
    bot, is_recorded = table.bot, act != "a turn"
    await table.playground.until(lambda: not bot._working if is_recorded else is_failing(table))
    after = await resume_storing(table, server_match.number)
    assert after.revision > before.revision
    assert UNSAVED not in texts_seen_by(orange, place)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "act", sampled(["a stale board", "a turn elsewhere", "an answer on the board"], 0, 1)
)
async def test_an_action_gets_one_answer_if_later_reads_fail(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    await server_match.play(["Kc3", "Kd4"])
    if act == "an answer on the board":
        await server_match.offer_draw(server_match.gray)
        await table.playground.until(lambda: "offers a draw" in server_match.board().text)
    old = server_match.board()
    if act == "a stale board":
        await server_match.play_one(server_match.orange, "Ka1")
    await server_match.wait_until_shown()
    await table.bot.underway.wait()
    orange, matches, number = server_match.orange, table.services.matches, str(server_match.number)
    with monkeypatch.context() as lost:
        match act:
            case "a stale board":
                lose_database_after(table, matches, "find_at", lost)
                column = old.button("d").custom_id
                assert column is not None
                answer = await server_match.gray.forge(server_match.board(), column)
                text = "out of date"
            case "a turn elsewhere":
                lose_database_after(table, matches, "place", lost)
                general = table.playground.channel("general")
                answer = await orange.command("place", channel=general, square="a1", match=number)
                text = answer_without_board(server_match.number)
            case _:
                lose_database_after(table, matches, "answer_draw", lost)
                answer = await orange.press(server_match.board(), "Decline draw")
                text = answer_without_board(server_match.number)
    assert not answer.failed
    assert answer.shown.ephemeral
    assert text in answer.text
    assert not answer.follow_ups
    await resume_storing(table, server_match.number)


def lose_database_after(
    table: Table, service: object, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let a service act, and let every later read fail, whether the action succeeds or not."""
    act: Callable[..., Awaitable[Any]] = getattr(service, method)

    @asynccontextmanager
    async def fail_reading() -> AsyncIterator[Any]:
        raise NotStored("the server went away")
        yield

    async def run_and_lose(*facts: Any, **more: Any) -> Any:
        try:
            return await act(*facts, **more)
        finally:
            monkeypatch.setattr(table.database, "reading", fail_reading)

    monkeypatch.setattr(service, method, run_and_lose)


@pytest.mark.long
@pytest.mark.sqlite
async def test_an_acceptance_is_not_called_unsaved_if_later_writes_fail(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    await table.bot.underway.wait()
    fill_disk_after(table, table.services.challenges, "answer", monkeypatch)
    await bob.press(offered.shown, "Accept")
    await playground.until(lambda: not table.bot._working)
    await resume_storing(table, 1)
    assert UNSAVED not in texts_seen_by(bob, games)


@pytest.mark.sqlite
async def test_a_challenge_is_not_called_unsaved_if_later_writes_fail(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    with monkeypatch.context() as full:
        fill_disk_after(table, table.services.challenges, "offer", full)
        offered = await ada.command("challenge", channel=games, opponent=bob)
    assert offered.shown.ephemeral, "what all see is recorded first"
    assert f"<@{ada.id}> challenges <@{bob.id}>" in offered.text
    await allow_writes(table.database)
    await playground.until(lambda: not table.bot._working)
    await table.pass_time(60)
    (posted,) = await playground.until(
        lambda: [seen for seen in bob.look(games) if "challenges" in seen.text]
    )
    assert "accepted" in (await bob.press(posted, "Accept")).text
    assert UNSAVED not in texts_seen_by(ada, games)


@pytest.mark.long
@pytest.mark.sqlite
async def test_a_shown_challenge_is_recorded_as_soon_as_possible(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    outbox, failed = table.services.outbox, asyncio.Event()
    record = outbox.shown

    async def record_failure(*facts: Any) -> None:
        try:
            await record(*facts)
        except NotStored:
            failed.set()
            raise

    monkeypatch.setattr(outbox, "shown", record_failure)
    fill_disk_after(table, outbox, "begin", monkeypatch)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    assert not offered.shown.ephemeral
    await failed.wait()
    await allow_writes(table.database)
    await playground.until(lambda: not table.bot._working)
    posted = await table.services.challenges.find(ChallengeId(1))
    assert posted.message == MessageId(offered.shown.id)
    assert UNSAVED not in texts_seen_by(ada, games)


async def test_a_late_answer_is_not_logged_as_an_error(table: Table) -> None:
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    fail_answers(table, "late")
    with structlog.testing.capture_logs() as logs:
        answer = await ada.command("help", channel=games)
    assert answer.failed
    [late] = [log for log in logs if log["event"] == "action answered too late"]
    assert late["log_level"] == "warning"
    assert not [log for log in logs if log["log_level"] == "error"]


@pytest.mark.sqlite
async def test_the_board_is_shown_even_if_nothing_can_be_stored(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kc3"])
    await server_match.wait_until_shown()
    for place in (server_match.place, table.playground.channel("general")):
        async with blocked_writes(table.database):
            answer = await server_match.gray.command("board", channel=place)
        assert answer.shown.ephemeral
        assert "orange kitten to c3" in answer.text


@pytest.mark.long
@pytest.mark.sqlite
async def test_panels_that_store_nothing_work_if_nothing_can_be_stored(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(["Kc3", "Kd4"])
    # By then, the bot checks whether the players of listed matches are still there.
    await table.pass_time(2 * HOUR)
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    await table.playground.until(lambda: "wins" in server_match.board().text)
    await table.playground.until(lambda: not table.bot._working)
    over = {"match": str(server_match.number)}
    asked_for: list[tuple[str, dict[str, str]]] = [
        *((name, {}) for name in ("games", "next", "challenges", "history", "profile", "season")),
        *((name, {}) for name in ("leaderboard show", "watch", "help", "rules", "preferences")),
        *((name, over) for name in ("replay", "export")),
        ("match", {"id": over["match"]}),
    ]
    async with blocked_writes(table.database):
        for name, options in asked_for:
            answer = await server_match.orange.command(name, channel=server_match.place, **options)
            assert not answer.failed, name
            assert answer.text != UNSAVED, name
        await table.playground.until(lambda: not table.bot._working)
    assert UNSAVED not in texts_seen_by(server_match.orange, server_match.place)
