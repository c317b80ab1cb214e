"""Looking at matches: `/games`, `/board` and `/help`."""

import discord
import pytest

from tests.kit.answers import private_text
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


async def test_the_command_board_shows_a_new_board_in_the_thread_and_deletes_the_old_one(
    table: Table,
) -> None:
    server_match = await start_match(table.playground)
    old = server_match.board()
    answer = await server_match.gray.command("board", channel=server_match.place)
    assert not answer.shown.ephemeral
    assert server_match.board().id == answer.shown.id
    assert answer.shown.buttons

    await table.playground.until(lambda: server_match.orange.see(old) is None)


async def test_board_used_elsewhere_shows_a_private_board_with_a_link(
    table: Table, server_match: ServerMatch
) -> None:
    await server_match.play(["Kc3"])
    await server_match.wait_until_shown()
    general = table.playground.channel("general")
    answer = await server_match.orange.command("board", channel=general)
    assert "orange kitten to c3" in private_text(answer)
    assert answer.shown.pictures[0].alt
    button = answer.shown.button("Go to the match")
    assert button.url is not None
    assert button.url.endswith(f"/{server_match.place.id}/{server_match.board().id}")


async def test_a_spectator_sees_a_private_board_without_moving_the_public_one(
    table: Table, server_match: ServerMatch
) -> None:
    board = server_match.board()
    cleo = table.playground.person("cleo")
    for text in (False, True):
        answer = await cleo.command("board", channel=server_match.place, text=text)
        assert "### #1 ·" in private_text(answer)
        assert bool(answer.shown.pictures) is not text
        assert answer.shown.labels == ["Go to the match"]
    assert server_match.board().id == board.id
    assert server_match.board().buttons


async def test_board_shows_visible_matches_of_others_from_elsewhere(table: Table) -> None:
    server_match = await start_match(table.playground, turns=["Kc3"])
    cleo, general = table.playground.person("cleo"), table.playground.channel("general")
    board = server_match.board()
    for text in (False, True):
        answer = await cleo.command("board", channel=general, match="1", text=text)
        assert "### #1 ·" in private_text(answer)
        assert bool(answer.shown.pictures) is not text
        assert answer.shown.labels == ["Go to the match"]
    assert server_match.board().id == board.id
    for name in ("plan", "resign"):
        refused = await cleo.command(name, channel=general, match="1")
        assert "Start one of your own" in private_text(refused)


async def test_board_shows_a_match_that_is_over(server_match: ServerMatch) -> None:
    await server_match.play(["Kc3", "Kd4"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    answer = await server_match.orange.command("board", channel=server_match.place)
    assert f"<@{server_match.gray.id}> wins" in answer.text
    labels = answer.shown.labels
    back = ["Replay", "Analyse"]
    assert labels == ["Rematch", *back, "Share", "Next match"]


async def test_board_restores_a_deleted_board_from_anywhere(table: Table) -> None:
    server_match = await start_match(table.playground)
    board = server_match.board()
    server_match.orange.delete(board)
    assert not server_match.boards()
    await server_match.gray.command("board", channel=table.playground.channel("general"))
    await table.playground.until(server_match.boards)
    assert server_match.board().id != board.id
    assert server_match.board().buttons


async def test_the_next_turn_restores_a_deleted_board(
    table: Table, server_match: ServerMatch
) -> None:
    server_match.orange.delete(server_match.board())
    general = table.playground.channel("general")
    await server_match.orange.command("place", channel=general, square="c3")
    await table.playground.until(server_match.boards)
    assert "orange kitten to c3" in server_match.board().text

    server_match.orange.delete(server_match.board())
    answer = await server_match.gray.command("place", channel=server_match.place, square="d4")
    assert server_match.board().id == answer.shown.id
    assert (await table.match(1)).ply == 2


GROUPED = {"help", "unblock", "ladder", "leaderboard", "puzzle", "tournament"}
SHOWN_OF_GROUPS = (
    "leaderboard show",
    "ladder show",
    "tournament list",
    "puzzle today",
    "puzzle streak",
    "puzzle practice",
)


async def test_help_explains_the_game_and_every_command_on_one_screen(table: Table) -> None:
    server_match = await start_match(table.playground)
    general = table.playground.channel("general")
    answer = await server_match.orange.command("help", channel=general)
    helped = private_text(answer)
    words = private_text(await server_match.orange.press(answer.shown, "All commands"))
    served = table.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    for command in {each.name for each in served} - GROUPED:
        assert words.count(f"`/{command}`") == 1, command
    for command in SHOWN_OF_GROUPS:
        assert words.count(f"`/{command}`") == 1, command
    headings = [line for line in words.splitlines() if line.startswith("###")]
    assert headings == ["### Play", "### Your matches", "### Learn", "### Server"]
    assert "three cats in a line" in helped
    assert len(helped) < 600
    assert len(words) < 2000
    ways = answer.shown.labels
    assert ways == ["Challenge", "Play the cat", "Learn", "All commands"]


@pytest.mark.parametrize("named", sampled(["bob", None], 0))
async def test_help_leads_to_a_challenge(table: Table, named: str | None) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    helped = await ada.command("help", channel=games)
    form = await ada.press(helped.shown, "Challenge")
    values = {} if named is None else {"Who?": playground.person(named)}
    offered = await ada.submit(form.form, values)
    assert not offered.shown.ephemeral
    assert "Casual" in offered.text
    assert "Ruleset **seam**" not in offered.text
    if named is None:
        assert "is looking for someone to play boop with" in offered.text
    else:
        bob = playground.person(named)
        assert f"challenges <@{bob.id}>" in offered.text
        accepted = await bob.press(offered.shown, "Accept")
        assert "accepted: match **#1**" in accepted.text


async def test_the_form_of_help_is_answered_without_member_data_of_the_friend(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    helped = await ada.command("help", channel=playground.channel("games"))
    form = await ada.press(helped.shown, "Challenge")
    playground.faults.delay("GET", "/guilds/{guild_id}/members/{user_id}", 600)
    offered = await ada.submit(form.form, {"Who?": bob})
    assert f"challenges <@{bob.id}>" in offered.text


async def test_the_form_of_help_does_not_challenge_a_member_who_has_left(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    helped = await ada.command("help", channel=playground.channel("games"))
    form = await ada.press(helped.shown, "Challenge")
    bob.leave(playground.server())
    refused = await ada.submit(form.form, {"Who?": bob})
    assert refused.shown.ephemeral
    assert f"<@{bob.id}> isn't in this server" in refused.text


@pytest.mark.long
async def test_the_form_of_help_asks_for_the_terms_that_a_challenge_most_often_names(
    table: Table,
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    helped = await ada.command("help", channel=games)
    form = await ada.press(helped.shown, "Challenge")
    filled = {"Who?": playground.person("bob"), "Ruleset": "seam", "Who moves first": "me"}
    offered = await ada.submit(form.form, {**filled, "stakes": "rated"})
    # It would be the first match of both, which is casual by default.
    for term in ("Ruleset **seam**", "**Rated:**", f"<@{ada.id}> moves first"):
        assert term in offered.text
    form = await ada.press(helped.shown, "Challenge")
    usual = await ada.submit(form.form, {**filled, "Who?": playground.person("cleo")})
    assert "☕ **Casual:**" in usual.text
    form = await ada.press(helped.shown, "Challenge")
    panel = await ada.submit(form.form, {**filled, "Who?": playground.world.bot})
    assert "Play against me" in panel.text
    [rulesets] = [each for each in panel.shown.selects if each.placeholder == "Which ruleset?"]
    assert [each.value for each in rulesets.options if each.is_default] == ["seam"]
    assert "1 day per move" not in panel.text
    helped = await ada.command("help", channel=games)
    form = await ada.press(helped.shown, "Challenge")
    timed = {"Who?": playground.world.bot, "Time": "86400"}
    assert "1 day per move" in (await ada.submit(form.form, timed)).text
