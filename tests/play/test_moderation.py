"""`/moderate`: each action, what users see of it, and its line in the log."""

import asyncio
from itertools import pairwise

import pytest

from bot.features.ladders.ladder import LadderId
from bot.match.identity import ChallengeId, GuildId, UserId
from bot.match.match import EndReason
from cogs.core.actions import action_id
from cogs.wording.names import NAMES
from playground import Answer, CannotDo, Permission, Person, Playground, SeenMessage, TextChannel
from tests.kit.answers import current_message
from tests.kit.ladder_cards import open_full_ladder
from tests.kit.server_matches import ServerMatch, bot_role, public_messages, start_match
from tests.kit.servers import add_member_with, choose, open_settings, owner_of
from tests.kit.tables import Table
from tests.kit.tournaments import four_members, show_everything_due, start_league

pytestmark = pytest.mark.usefixtures("retry_soon")

POST = "/channels/{channel_id}/messages"


def moderator(playground: Playground) -> Person:
    return add_member_with(playground, "mia", Permission.MODERATE_MEMBERS)


async def moderate(playground: Playground, person: Person, name: str, **options: object) -> Answer:
    return await person.command(f"moderate {name}", channel=playground.channel("games"), **options)


async def log_lines(playground: Playground, person: Person) -> list[str]:
    """List the entries of the log, the latest first, without their times."""
    text = (await moderate(playground, person, "log")).text
    lines = text.splitlines()
    return [line for line, below in pairwise(lines) if below.startswith("-# <t:")]


async def set_log_channel(table: Table) -> TextChannel:
    """Let the bot post moderation actions in a separate channel."""
    playground = table.playground
    log = playground.world.add_channel(playground.server(), "log")
    panel = await open_settings(playground, "moderation")
    await choose(panel, owner_of(playground), action_id("set-channel", setting="log_channel"), log)
    return log


@pytest.mark.long
async def test_a_moderator_gets_the_question_in_time_if_discord_reports_no_names(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await start_match(playground)
    for person in (server_match.orange, server_match.gray):
        NAMES.forget(UserId(person.id))
    playground.faults.delay("GET", "/users/{user_id}", 600, times=2)
    question = await moderate(
        playground, moderator(playground), "end", match=str(server_match.number)
    )
    assert f"End #{server_match.number}, no result" in question.form.title


async def test_a_stuck_match_is_ended_and_both_players_see_the_reason(
    table: Table, server_match: ServerMatch
) -> None:
    playground = table.playground
    await server_match.play(["Kc3", "Kd4"])
    mia = moderator(playground)
    question = await moderate(playground, mia, "end", match=str(server_match.number))
    assert f"End #{server_match.number}, no result" in question.form.title
    assert "after 2 turns" in question.form.text
    done = await mia.submit(question.form, {"reason": "both moved away"})
    words = "No result: a moderator ended the match (“both moved away”)"
    assert words in done.text
    assert done.shown.ephemeral
    match = await table.match(server_match.number)
    assert match.outcome is not None
    assert (match.outcome.why, match.outcome.winner) == (EndReason.ENDED_BY_MODERATOR, None)
    await playground.until(lambda: words in server_match.board().text)
    assert "c" not in server_match.board().labels
    await playground.until(
        lambda: any(
            "is over" in each.text and words in each.text for each in messages_to_ada(server_match)
        )
    )
    assert await log_lines(playground, mia) == [
        f"{mia.mention} ended **#{server_match.number}** without a result: “both moved away”"
    ]
    games = playground.channel("games")
    listed = await server_match.orange.command("games", channel=games, show="Finished")
    assert "ended by a moderator" in listed.text
    assert "drawn" not in listed.text


def messages_to_ada(server_match: ServerMatch) -> list[SeenMessage]:
    return public_messages(server_match.orange.look(server_match.place))


async def test_a_live_match_is_suggested_and_one_that_is_over_or_elsewhere_is_not_ended(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    mia, games = moderator(playground), playground.channel("games")
    found = await mia.autocomplete("moderate end", "match", "", channel=games)
    assert [each.value for each in found] == [str(server_match.number)]
    assert found[0].name == f"#{server_match.number} · Ada – Bob · 0 turns"
    assert not await mia.autocomplete("moderate end", "match", "7", channel=games)
    question = await moderate(playground, mia, "end", match=str(server_match.number))
    await server_match.play(["Kc3", "Kd4"])
    resigned = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(resigned.shown, "Resign")
    late = await mia.submit(question.form, {})
    assert "is over" in late.text
    again = await moderate(playground, mia, "end", match=str(server_match.number))
    assert "is over" in again.text
    unknown = await moderate(playground, mia, "end", match="99")
    assert "There is no match **#99**" in unknown.text
    assert await log_lines(playground, mia) == []


async def challenge_with_note(playground: Playground) -> SeenMessage:
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob, note="rude words")
    assert "rude words" in offered.text
    return offered.shown


async def test_a_note_is_removed_from_the_challenges_own_menu(table: Table) -> None:
    playground = table.playground
    shown = await challenge_with_note(playground)
    mia = moderator(playground)
    done = await mia.message_command("Remove boop note", shown)
    assert "Removed" in done.text
    await playground.until(
        lambda: "rude words" not in current_message(playground.person("ada"), shown).text
    )
    again = await mia.message_command("Remove boop note", shown)
    assert "nothing to remove" in again.text
    ada = playground.person("ada")
    assert await log_lines(playground, mia) == [
        f"{mia.mention} removed what {ada.mention} wrote to a challenge."
    ]
    accepted = await playground.person("bob").press(
        current_message(playground.person("ada"), shown), "Accept"
    )
    assert "accepted" in accepted.text


async def test_a_note_is_removed_by_the_messages_link(table: Table) -> None:
    playground = table.playground
    shown = await challenge_with_note(playground)
    mia = moderator(playground)
    link = f"https://discord.com/channels/{playground.server().id}/{shown.channel_id}/{shown.id}"
    refused = await moderate(playground, mia, "note", message="that one")
    assert "`that one` isn't a message" in refused.text
    unknown = await moderate(playground, mia, "note", message=str(shown.id + 1))
    assert "shows no challenge" in unknown.text
    await moderate(playground, mia, "note", message=link, reason="rude")
    await playground.until(
        lambda: "rude words" not in current_message(playground.person("ada"), shown).text
    )
    [line] = await log_lines(playground, mia)
    assert line.endswith("wrote to a challenge: “rude”")


async def test_the_reason_of_a_decline_is_removed_from_all_messages(table: Table) -> None:
    playground = table.playground
    bob, games, mia = playground.person("bob"), playground.channel("games"), moderator(playground)
    offered = await playground.person("ada").command("challenge", channel=games, opponent=bob)
    form = (await bob.press(offered.shown, "Decline")).form
    ada = playground.person("ada")
    # The challenger is told in direct messages if the bot can't write in the channel.
    playground.world.overwrite(games, bot_role(playground), deny=Permission.SEND_MESSAGES)
    await bob.submit(form, {"reason": "not with you"})
    await playground.until(
        lambda: [each for each in public_messages(bob.look(games)) if "not with you" in each.text]
    )
    await playground.until(
        lambda: [each for each in ada.direct_messages() if "not with you" in each.text]
    )
    async with asyncio.timeout(60):
        # The bot records a sent message a moment after it appears.
        while True:
            if await table.services.moderation.said_in(ChallengeId(1)):
                break
            await asyncio.sleep(0.02)
    await mia.message_command("Remove boop note", offered.shown)
    await playground.until(
        lambda: (
            not [each for each in public_messages(bob.look(games)) if "not with you" in each.text]
        )
    )
    await playground.until(
        lambda: not [each for each in ada.direct_messages() if "not with you" in each.text]
    )
    assert "declined" in current_message(ada, offered.shown).text
    assert await log_lines(playground, mia) == [
        f"{mia.mention} removed what {bob.mention} wrote to a challenge."
    ]


async def test_a_banned_user_cannot_challenge_or_accept_but_plays_on(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground)
    shown = await challenge_with_note(playground)
    bob, games, mia = playground.person("bob"), playground.channel("games"), moderator(playground)
    banned = await moderate(playground, mia, "ban", member=bob, lasts="1 week", reason="spam")
    assert f"{bob.mention} is banned until <t:" in banned.text
    assert "Their matches under way go on" in banned.text
    assert "tournaments" not in banned.text
    for answer in (
        await bob.command("challenge", channel=games),
        await bob.press(shown, "Accept"),
    ):
        assert "A moderator has banned you from new matches" in answer.text
        assert "“spam”" in answer.text
        assert answer.shown.ephemeral
    refused = await playground.person("ada").command("challenge", channel=games, opponent=bob)
    assert f"{bob.mention} is banned from new matches in this server" in refused.text
    await server_match.play(["Kc3", "Kd4"])
    listed = await moderate(playground, mia, "bans")
    assert f"{bob.mention}, until <t:" in listed.text
    assert f"by {mia.mention}, <t:" in listed.text
    lifted = await moderate(playground, mia, "unban", member=bob)
    assert "can play here again" in lifted.text
    accepted = await bob.press(shown, "Accept")
    assert "accepted" in accepted.text
    assert "No one is banned" in (await moderate(playground, mia, "bans")).text
    again = await moderate(playground, mia, "unban", member=bob)
    assert "isn't banned here" in again.text
    refused = await moderate(playground, mia, "ban", member=playground.world.bot)
    assert "is a bot, and bots can't be banned" in refused.text


async def test_a_ban_is_undone_where_it_was_made(table: Table) -> None:
    playground = table.playground
    shown = await challenge_with_note(playground)
    bob, games, mia = playground.person("bob"), playground.channel("games"), moderator(playground)
    banned = await moderate(playground, mia, "ban", member=bob)
    undo = banned.shown.button("Undo").custom_id
    assert undo is not None
    refused = await playground.person("cleo").forge(shown, undo)
    assert "for members who moderate this server" in refused.text
    assert "has banned you" in (await bob.command("challenge", channel=games)).text
    other = add_member_with(playground, "moa", Permission.MODERATE_MEMBERS)
    await moderate(playground, other, "ban", member=bob)
    replaced = await mia.press(banned.shown, "Undo")
    assert "is under another ban now, by <@" in replaced.text
    assert "has banned you" in (await bob.command("challenge", channel=games)).text
    banned = await moderate(playground, mia, "ban", member=bob)
    undone = await mia.press(banned.shown, "Undo")
    assert undone.shown.id == banned.shown.id
    assert undone.text == f"{bob.mention} can play here again."
    assert (await bob.command("challenge", channel=games)).shown.buttons
    assert "isn't banned here" in (await mia.forge(shown, undo)).text


async def test_a_ban_that_ends_tournament_and_ladder_matches_is_confirmed_first(
    table: Table,
) -> None:
    playground = table.playground
    games, mia = playground.channel("games"), moderator(playground)
    await start_league(table, games)
    await open_full_ladder(table, games)
    ada, bob, *_ = four_members(table)
    user = UserId(bob.id)
    ladder = await table.services.ladders.find(LadderId(1))
    top = ladder.order[0]
    sent = await table.services.ladders.challenge(user, ladder.ladder.id, top, frozenset())
    await table.services.ladders.accept(UserId(ada.id), sent.challenge.id, frozenset())
    question = await moderate(playground, mia, "ban", member=bob, lasts="1 week", reason="spam")
    assert question.form.title == "Ban this member?"
    for line in (
        "The ban lasts 7 days.",
        "A ban puts Bob out of all tournaments and ladders here at once.",
        "- 3 tournament matches end as lost.",
        "- 1 ladder match ends as lost.",
        "lifting the ban brings back neither places nor matches",
    ):
        assert line in question.form.text
    unlimited = await moderate(playground, mia, "ban", member=bob)
    assert "The ban lasts until you lift it." in unlimited.form.text
    year = await moderate(playground, mia, "ban", member=bob, lasts="1 year")
    assert "The ban lasts 1 year." in year.form.text
    assert not (await table.services.bans.page(GuildId(playground.server().id), 0)).bans
    banned = await mia.submit(question.form, {"reason": "spam"})
    assert f"{bob.mention} is banned until <t:" in banned.text
    assert "They are out of tournaments and ladders here at once" in banned.text
    assert "doesn't bring back what the ban has ended" in banned.text
    second = await mia.submit(question.form, {"reason": "again"})
    assert "nothing was done" in second.text
    await show_everything_due(table)
    assert not await table.services.matches.live_of(user)
    undone = await mia.press(banned.shown, "Undo")
    assert "can play here again" in undone.text
    assert "What the ban ended or withdrew doesn't come back." in undone.text
    late = await mia.submit(question.form, {"reason": "again"})
    assert "nothing was done" in late.text
    unbanned, banning = await log_lines(playground, mia)
    assert unbanned == f"{mia.mention} unbanned {bob.mention}."
    assert banning.endswith(": “spam”")


async def test_every_action_is_posted_where_the_server_wants_it_without_pings(
    table: Table,
) -> None:
    playground = table.playground
    log = await set_log_channel(table)
    bob, mia = playground.person("bob"), moderator(playground)
    await moderate(playground, mia, "ban", member=bob, reason="*spam*")
    await playground.until(lambda: len(bob.look(log)) == 1)
    await moderate(playground, mia, "unban", member=bob)
    await playground.until(lambda: len(bob.look(log)) == 2)
    assert [each.text for each in bob.look(log)] == [
        f"🛡️ {mia.mention} banned {bob.mention}: “\\*spam\\*”",
        f"🛡️ {mia.mention} unbanned {bob.mention}.",
    ]
    assert not [each for each in bob.notifications if each.channel_id == log.id]
    await table.pass_time(3600)
    assert len(bob.look(log)) == 2


@pytest.mark.long
async def test_failed_log_posts_are_posted_later(table: Table) -> None:
    playground = table.playground
    log = await set_log_channel(table)
    bob, mia = playground.person("bob"), moderator(playground)
    failing = playground.faults.break_down("POST", POST, status=503)
    done = await moderate(playground, mia, "ban", member=bob)
    assert "can't challenge" in done.text
    await playground.until(lambda: failing.hits == 1)
    await table.pass_time(3600)
    await playground.until(lambda: len(bob.look(log)) == 1)


async def test_entries_without_permission_to_post_stay_in_the_log(table: Table) -> None:
    playground = table.playground
    log = await set_log_channel(table)
    bob, mia = playground.person("bob"), moderator(playground)
    playground.world.overwrite(log, bot_role(playground), deny=Permission.SEND_MESSAGES)
    await moderate(playground, mia, "ban", member=bob)
    guild = GuildId(playground.server().id)
    await wait_until_posted(table)
    playground.world.overwrite(log, bot_role(playground))
    await table.pass_time(3600)
    assert not bob.look(log)
    assert len((await table.services.moderation.log(guild, 0)).entries) == 1


async def wait_until_posted(table: Table) -> None:
    """Wait until nothing is left to be posted, put off or not."""
    async with asyncio.timeout(60):
        while True:
            async with table.services._database.reading() as reading:
                rows = await reading.connection.ask(
                    "SELECT key FROM jobs WHERE kind = 'moderation post'"
                )
            if not rows:
                return
            await asyncio.sleep(0.02)


async def test_the_log_is_paged(table: Table) -> None:
    playground = table.playground
    bob, mia = playground.person("bob"), moderator(playground)
    for number in range(10):
        await moderate(playground, mia, "ban", member=bob, reason=f"reason {number}")
    first = await moderate(playground, mia, "log")
    assert "reason 9" in first.text
    assert "Page 1 of 2" in first.text
    last = await mia.press(first.shown, "Older")
    assert last.shown.id == first.shown.id
    assert "reason 0" in last.text
    assert last.shown.labels == ["Newer"]
    back = await mia.press(last.shown, "Newer")
    assert "reason 9" in back.text
    owner, games = owner_of(playground), playground.channel("games")
    assert "reason 9" in (await owner.command("settings log", channel=games)).text


async def test_moderation_is_for_moderators(table: Table, server_match: ServerMatch) -> None:
    playground = table.playground
    shown = await challenge_with_note(playground)
    mia, bob, games = moderator(playground), playground.person("bob"), playground.channel("games")
    with pytest.raises(CannotDo):
        await moderate(playground, bob, "bans")
    with pytest.raises(CannotDo):
        await bob.message_command("Remove boop note", shown)
    form = (await moderate(playground, mia, "end", match=str(server_match.number))).form
    for _ in range(9):
        await moderate(playground, mia, "ban", member=bob)
    log = (await moderate(playground, mia, "log")).shown
    role = next(each for each in playground.server().roles.values() if each.name == "role of mia")
    playground.world.set_permissions(role, Permission.NONE)
    for answer in (await mia.submit(form, {}), await mia.press(log, "Older")):
        assert "Timeout Members" in answer.text
    assert (await table.match(server_match.number)).outcome is None
    with pytest.raises(CannotDo):
        await mia.command("moderate end", channel=games, match="1")


async def test_moderation_is_refused_to_others_who_see_the_command(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    shown = await challenge_with_note(playground)
    # A server can show a command to any of its members.
    for command in playground.book.all(None):
        command["default_member_permissions"] = None
    bob = playground.person("bob")
    answers = [
        await moderate(playground, bob, "end", match=str(server_match.number)),
        await moderate(playground, bob, "note", message=str(shown.id)),
        await bob.message_command("Remove boop note", shown),
        await moderate(playground, bob, "ban", member=bob),
        await moderate(playground, bob, "unban", member=bob),
        await moderate(playground, bob, "bans"),
        await moderate(playground, bob, "log"),
    ]
    assert all("Timeout Members" in answer.text for answer in answers)
    games = playground.channel("games")
    assert not await bob.autocomplete("moderate end", "match", "", channel=games)
    for name in ("show", "check", "log"):
        assert "Manage Server" in (await bob.command(f"settings {name}", channel=games)).text
