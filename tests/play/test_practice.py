"""Matches against the bot, by the command, the panel or a challenge to it; named after its cat."""

import asyncio
import re
import sys
from itertools import product

import pytest

from bot.features.challenges.errors import ChallengedBot
from bot.features.settings import queries as settings_queries
from bot.features.settings.server import ServerSettings
from bot.game import read_turn
from bot.match.clock import DAY, NoLimit, PerMove
from bot.match.errors import NotYourTurn
from bot.match.identity import ChannelId, GuildId, MatchId, Seconds, UserId
from bot.match.terms import Measurement, Pace, Stakes, VenueKind
from cogs.practice.beginning import own_id
from cogs.wording.refusals import sentence
from playground import Answer, Permission, Person, SeenMessage
from render.studio import StudioBusy, Subject
from tests.kit.against_bot import (
    boards_of,
    challenges_in,
    go_to_match,
    practise,
    wait_for_challenges,
)
from tests.kit.server_matches import bot_role, public_messages
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled
from tests.kit.waiting import until

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
HERE = "Play in this channel"
LEVELS, RULES, FIRST = "Which cat?", "Which ruleset?", "Who moves first?"


async def choose_in_menu(person: Person, panel: Answer, placeholder: str, value: str) -> Answer:
    """Choose in one of the panel's menus."""
    [menu] = [each for each in panel.shown.selects if each.placeholder == placeholder]
    return await person.select(panel.shown, menu.custom_id, [value])


async def play_turn(table: Table, number: int, text: str) -> None:
    """Play a turn for the player to move, even if that is the bot."""
    match = await table.match(number)
    assert match.to_move is not None
    await table.services.matches.play(match.to_move, match.id, read_turn(text))


async def test_the_command_begins_a_public_match(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    begun = await ada.command(
        "practice",
        channel=games,
        level=6,
        first="me",
        pace="unhurried",
        ruleset="rows",
        where="thread",
    )
    assert not begun.shown.ephemeral
    assert begun.text.splitlines() == [
        f"### 🐾 <@{ada.id}> plays 😾 Duchess (level 6)",
        "📖 Ruleset **rows**: every line graduates at once; eight cats don't win.",
        "🐾 Duchess takes minutes or hours for a turn.",
        "✅ **#1** has begun.",
    ]
    assert not begun.shown.buttons
    played = await go_to_match(table, ada, begun.shown)
    assert playground.thread(begun.shown.id).name == "#1 · Ada – 😾 Duchess · boop"
    first, *_, last = played.board().text.splitlines()
    assert first == f"### #1 · 🟠 <@{ada.id}> against ⚪ 😾 Duchess (level 6)"
    assert last == f"🟠 <@{ada.id}> is to move: pick a column"
    assert played.board().labels == [*"abcdef", "Next match", "More"]
    assert ada.id in playground.thread(begun.shown.id).joined
    assert playground.person("bob").id not in playground.thread(begun.shown.id).joined
    assert [(ping.message_id, ping.is_silent) for ping in ada.notifications] == [
        (played.board().id, True)
    ]
    opened = await ada.press(played.board(), "More")
    assert "against 😾 Duchess" in opened.text
    assert "Give them a day" not in opened.shown.labels
    assert "Offer draw" in opened.shown.labels
    match = await played.match()
    assert match.stakes is Stakes.CASUAL
    assert match.clock.control == NoLimit()
    assert match.people == (UserId(ada.id),)


@pytest.mark.long
async def test_terms_are_chosen_on_the_panel(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    panel = await ada.command("practice", channel=games)
    assert panel.shown.ephemeral
    assert "**🐱 Mitten**" in panel.text
    panel = await choose_in_menu(ada, panel, LEVELS, "5")
    assert "**😼 Shadow**" in panel.text
    [picture] = panel.shown.pictures
    assert (picture.alt or "").endswith("Shadow is chosen.")
    panel = await choose_in_menu(ada, panel, RULES, "junior")
    panel = await choose_in_menu(ada, panel, FIRST, "me")
    for label in ("Unhurried", "Just for fun"):
        panel = await ada.press(panel.shown, label)
    assert "minutes or hours" in panel.text
    begun = await ada.press(panel.shown, HERE)
    assert "**#1** against 😼 Shadow starts" in begun.text

    [challenge] = await playground.until(lambda: challenges_in(ada, games))
    played = await go_to_match(table, ada, challenge)
    match = await played.match()
    assert match.bot is not None
    assert (match.bot.practice.level, match.position.ruleset.name) == (5, "junior")
    assert match.bot.practice.measured is Measurement.NO
    assert match.to_move == UserId(ada.id)
    link = f"/{challenge.id}/{played.board().id}"
    await playground.until(lambda: link in ada.see(begun.shown).text)  # type: ignore[union-attr]
    assert not ada.see(begun.shown).buttons  # type: ignore[union-attr]


async def test_the_panel_has_no_picture_while_the_studio_is_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def raise_busy(_: Subject) -> bytes:
        raise StudioBusy(1)

    monkeypatch.setattr(table.bot.studio, "picture", raise_busy)
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    panel = await ada.command("practice", channel=games)
    assert not panel.shown.pictures
    assert panel.shown.labels[-2:] == ["Play", HERE]


async def test_playing_twice_from_one_panel_begins_one_match(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    panel = await ada.command("practice", channel=games, pace="unhurried")
    answers = await asyncio.gather(*(ada.press_as_seen(panel.shown, HERE) for _ in range(3)))
    assert not any(answer.failed for answer in answers)
    assert sum("has already started" in answer.text for answer in answers) == 2
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1
    await playground.until(lambda: challenges_in(ada, games))


async def test_the_panel_offers_the_last_terms(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    await practise(table, ada, level=4, ruleset="rows", rated="no")
    for panel in (
        await ada.command("practice", channel=games),
        await ada.command("challenge", channel=games, opponent=playground.world.bot),
        await ada.user_command("Challenge to boop", playground.world.bot, channel=games),
    ):
        assert "**😸 Pepper**" in panel.text
        assert "I take **minutes or hours**" in panel.text
        assert "☕ **Just for fun**" in panel.text
        assert ":rows:" in (panel.shown.buttons[-1].custom_id or "")
    begun = await ada.command(
        "practice", channel=games, level=2, ruleset="junior", rated="yes", where="thread"
    )
    match = await (await go_to_match(table, ada, begun.shown)).match()
    assert match.bot is not None
    practice = match.bot.practice
    assert (practice.level, practice.pace, practice.measured) == (
        2,
        Pace.UNHURRIED,
        Measurement.YES,
    )
    assert match.position.ruleset.name == "junior"


@pytest.mark.long
@pytest.mark.parametrize(
    ("winner", "cat"), sampled([("ada", "😸 Pepper"), ("bot", "😽 Pudding")], 1)
)
async def test_the_next_level_is_one_up_after_a_win_and_one_down_after_a_loss(
    table: Table, winner: str, cat: str
) -> None:
    ada = table.playground.person("ada")
    played = await practise(table, ada, level=3)
    for text in ("Kc3", "Kd4"):
        await play_turn(table, played.number, text)
    loser = own_id(table.bot) if winner == "ada" else UserId(ada.id)
    await table.services.matches.resign(loser, MatchId(1))
    await table.pass_time(60)
    await table.playground.until(lambda: f"Play {cat}" in played.board().labels)
    begun = await ada.press(played.board(), f"Play {cat}")
    assert begun.shown.ephemeral
    assert f"**#2** against {cat} starts" in begun.text
    games = table.playground.channel("games")

    def newest() -> list[SeenMessage]:
        return [each for each in challenges_in(ada, games) if "**#2**" in each.text]

    # The message of the first match shows its result by now.
    [challenge] = await table.playground.until(newest)
    match = await (await go_to_match(table, ada, challenge)).match()
    assert match.seats.gray == UserId(ada.id), "the seats are swapped"
    twice = await ada.press(played.board(), f"Play {cat}")
    assert "Your match has already started: **#2**" in twice.text
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1
    await table.services.matches.resign(UserId(ada.id), MatchId(2))
    again = await ada.press(played.board(), f"Play {cat}")
    assert f"**#3** against {cat} starts" in again.text


async def test_challenging_the_bot_opens_the_panel_with_the_terms_that_were_named(
    table: Table,
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    panel = await ada.command(
        "challenge",
        channel=games,
        opponent=playground.world.bot,
        ruleset="scarce",
        first="them",
        time="2 days per move",
        weekends="paused",
        where="channel",
    )
    assert panel.shown.ephemeral
    assert "### Play against me" in panel.text
    assert "⏳ Your time: 2 days per move. Your clock stops on weekends." in panel.text
    panel = await ada.press(panel.shown, "Unhurried")
    await ada.press(panel.shown, "Play")
    [challenge] = await playground.until(lambda: challenges_in(ada, games))
    match = await (await go_to_match(table, ada, challenge)).match()
    assert match.position.ruleset.name == "scarce"
    assert match.clock.control == PerMove(Seconds(2 * DAY))
    assert match.venue.channel == ChannelId(games.id)
    assert match.seats.orange == own_id(table.bot)


async def test_a_challenge_to_the_bot_and_a_role_is_refused(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    role = playground.world.add_role(playground.server(), "Knitters")
    guild = table.bot.get_guild(playground.server().id)
    assert guild is not None
    await playground.until(lambda: guild.get_role(role.id))
    refused = await ada.command(
        "challenge", channel=games, opponent=playground.world.bot, role=role
    )
    assert refused.shown.ephemeral
    assert f"Leave out either <@{own_id(table.bot)}>" in refused.text


async def test_challenges_to_other_bots_are_refused_with_a_hint(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    other = playground.world.add_user("dicebot")
    other.is_bot = True
    playground.world.join(playground.server(), other)
    for refused in (
        await ada.command("challenge", channel=games, opponent=other),
        await ada.user_command("Challenge to boop", other, channel=games),
    ):
        assert refused.shown.ephemeral
        assert refused.text == sentence(ChallengedBot(UserId(other.id)))


async def test_the_board_says_that_the_bot_thinks_and_place_is_refused(table: Table) -> None:
    ada = table.playground.person("ada")
    played = await practise(table, ada, first="the bot", time="1 day per move")
    assert played.board().text.splitlines()[-1] == "🟠 😺 Biscuit will answer within a few hours"
    assert "⏳" not in played.board().text
    assert played.board().labels == ["Next match", "More"]
    refused = await ada.command("place", channel=played.place, square="c3")
    assert refused.shown.ephemeral
    assert refused.text == sentence(NotYourTurn(await played.match()))
    listed = await ada.command("games", channel=table.playground.channel("games"))
    assert ")** against 😺 Biscuit · will answer within a few hours" in listed.text


async def test_rematch_begins_the_next_match_at_once_with_swapped_seats(table: Table) -> None:
    ada = table.playground.person("ada")
    played = await practise(table, ada)
    over = await played.ended()
    assert over.labels[:3] == ["Rematch", "Another level", "Replay"]
    pressed = await ada.press(over, "Rematch")
    assert pressed.shown.ephemeral
    assert "Your rematch **#2** has begun. 😺 Biscuit moves first" in pressed.text
    challenges = await wait_for_challenges(table, ada, 2)
    assert "plays 😺 Biscuit (level 3), after #1" in challenges[-1].text
    again = await go_to_match(table, ada, challenges[-1])
    match = await again.match()
    assert match.seats.gray == UserId(ada.id)
    assert again.place.id == challenges[-1].id
    link = f"/{again.place.id}/{again.board().id}"
    await table.playground.until(lambda: link in (ada.see(pressed.shown) or pressed.shown).text)

    twice = await ada.press(over, "Rematch")
    assert "**#1** already had its rematch: **#2**" in twice.text
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1


@pytest.mark.parametrize(
    "lacking", sampled([Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS], 0)
)
@pytest.mark.parametrize("way", sampled(["command", "panel"], 1))
async def test_without_permission_for_threads_the_match_is_in_the_channel(
    table: Table, lacking: Permission, way: str
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=lacking)
    if way == "command":
        await practise(table, ada)
    else:
        panel = await ada.command("practice", channel=games, first="me")
        await ada.press(panel.shown, HERE)
    await playground.until(lambda: boards_of(ada, games, 1))
    assert (await table.match(1)).venue.channel == ChannelId(games.id)


async def test_the_bot_names_the_permissions_that_it_lacks_for_playing(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    playground.world.overwrite(games, bot_role(playground), deny=Permission.ATTACH_FILES)
    panel = await ada.command("practice", channel=games)
    for refused in (
        await ada.command("practice", channel=games, level=3, where="thread"),
        await ada.press(panel.shown, HERE),
    ):
        assert refused.shown.ephemeral
        assert "**Attach Files**" in refused.text
    assert not await table.services.matches.live_of(UserId(ada.id))


async def test_the_panel_shows_the_levels_that_this_machine_plays(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.practice.service.is_fast", lambda: False)
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    panel = await ada.command("practice", channel=games)
    [levels] = [each for each in panel.shown.selects if each.placeholder == LEVELS]
    assert [option.value for option in levels.options] == ["1", "2", "3", "4", "5", "6", "7"]
    assert "-# Level 1 of 7" in panel.text, "/help says that the first one is easy to beat"
    assert "Sphinx" not in (panel.shown.pictures[0].alt or "")


@pytest.mark.long
async def test_a_match_in_direct_messages_has_its_board_there(table: Table) -> None:
    playground = table.playground
    (ada, bob), games = map(playground.person, ("ada", "bob")), playground.channel("games")
    begun = await ada.command(
        "practice", channel=games, level=3, first="me", pace="unhurried", where="direct"
    )
    assert begun.shown.ephemeral
    assert "**#1** against 😺 Biscuit starts" in begun.text
    direct = playground.world.direct_channel(ada.user)
    boards = await playground.until(lambda: [seen for seen in ada.look(direct) if seen.pictures])
    assert "against ⚪ 😺 Biscuit (level 3)" in boards[-1].text
    link = f"/{boards[-1].id}"
    await playground.until(lambda: link in (ada.see(begun.shown) or begun.shown).text)
    opened = await ada.press(boards[-1], "More")
    assert "vacations" not in opened.text
    question = await ada.press(opened.shown, "Call off the match")
    await ada.press(question.shown, "Call off the match")
    await playground.until(lambda: "Rematch" in public_messages(ada.look(direct))[0].labels)
    over = next(seen for seen in ada.look(direct) if "Rematch" in seen.labels)
    again = await ada.press(over, "Rematch")
    assert "Your rematch **#2** has begun. 😺 Biscuit moves first" in again.text
    await playground.until(
        lambda: any("### #2 ·" in seen.text for seen in public_messages(ada.look(direct)))
    )
    panel = await ada.press(over, "Another level")
    assert "📍 In your direct messages with me." in panel.text
    begun = await ada.press(panel.shown, "Play")
    assert "**#3** against 😺 Biscuit starts" in begun.text
    await playground.until(
        lambda: any("### #3 ·" in seen.text for seen in public_messages(ada.look(direct)))
    )
    await table.pass_time(60)
    assert public_messages(bob.look(games)) == [], "a match in direct messages is private"


async def test_practice_in_the_thread_of_a_match_begins_beside_it(table: Table) -> None:
    """Begin matches by the command, by its panel, and in the channel itself."""
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    first = await practise(table, ada)
    before = [seen.id for seen in public_messages(ada.look(first.place))]
    terms = {"first": "me", "pace": "unhurried"}
    begun = await ada.command("practice", channel=first.place, level=2, where="thread", **terms)
    assert begun.shown.ephemeral
    panel = await ada.command("practice", channel=first.place, **terms)
    await ada.press(panel.shown, HERE)
    for number in (2, 3):
        shown = await wait_for_challenges(table, ada, 3)
        venue = (await (await go_to_match(table, ada, shown[number - 1])).match()).venue
        assert venue.origin == ChannelId(games.id)
        assert venue.is_thread
    there = await ada.command("practice", channel=first.place, level=2, where="channel", **terms)
    assert there.shown.ephemeral
    await playground.until(lambda: boards_of(ada, games, 4))
    assert [seen.id for seen in public_messages(ada.look(first.place))] == before


async def test_the_profile_of_the_bot_shows_its_levels_and_offers_a_match(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    shown = await ada.command("profile", channel=games, member=playground.world.bot)
    assert shown.shown.ephemeral
    for name in ("🐱 Mitten", "😾 Duchess", "🐯 Saber"):
        assert f"**{name}**" in shown.text
    panel = await ada.press(shown.shown, "Play me")
    assert "### Play against me" in panel.text


async def test_the_history_lists_matches_against_the_bot(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    played = await practise(table, ada)
    for text in ("Kc3", "Kd4"):
        await play_turn(table, played.number, text)
    await table.services.matches.resign(UserId(ada.id), MatchId(1))
    await table.pass_time(60)
    for options in ({}, {"opponent": playground.world.bot}):
        history = await ada.command("history", channel=games, **options)
        assert "lost against 😺 Biscuit (level 3)\n-# resignation" in history.text
    page = await ada.command("match", channel=games, id="1")
    assert "⚪ 😺 Biscuit (level 3)" in page.text
    assert re.search(r"^Average time per turn: 🟠 \d+ seconds?$", page.text, re.MULTILINE)
    replay = await ada.command("replay", channel=games, match="1")
    assert "⚪ 😺 Biscuit (level 3)" in replay.text


async def test_a_spectator_is_notified_of_the_result_against_the_bot(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    played = await practise(table, ada)
    await bob.press((await bob.press(played.board(), "More")).shown, "Watch")
    for text in ("Kc3", "Kd4"):
        await play_turn(table, played.number, text)
    await table.services.matches.resign(UserId(ada.id), MatchId(1))
    await table.pass_time(60)
    [message] = await playground.until(lambda: bob.direct_messages())
    assert f"<@{ada.id}> against 😺 Biscuit" in message.text
    assert f"**😺 Biscuit wins: <@{ada.id}> resigned**" in message.text


async def test_direct_notifications_name_the_cat(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    panel = await ada.command("preferences", channel=games)
    panel = await ada.press(panel.shown, "Notifications")
    [turns, *_] = panel.shown.selects
    await ada.select(panel.shown, turns.custom_id, ["direct"])
    played = await practise(table, ada, first="the bot")
    # A player who still looks at the board is not notified of an answer.
    await table.leap(250)
    await play_turn(table, played.number, "Kc3")
    await table.pass_time(30)
    [message] = await playground.until(lambda: ada.direct_messages())
    assert "against 😺 Biscuit in " in message.text
    assert f"<@{own_id(table.bot)}>" not in message.text


@pytest.mark.parametrize("way", sampled(["command", "panel"], 1))
async def test_a_match_is_played_in_the_games_channel(table: Table, way: str) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    general = playground.channel("general")
    guild = GuildId(playground.server().id)
    gathered = ServerSettings(games_channel=ChannelId(general.id), venue=VenueKind.CHANNEL)
    async with table.services._database.writing() as writing:
        await settings_queries.keep(writing, guild, gathered)
    if way == "command":
        await ada.command("practice", channel=games, level=3, first="me", where="channel")
    else:
        panel = await ada.command("practice", channel=games, first="me")
        await ada.press(panel.shown, HERE)
    await playground.until(lambda: boards_of(ada, general, 1))
    await playground.until(
        lambda: any("**#1** is played here" in seen.text for seen in ada.look(games))
    )
    assert len(challenges_in(ada, games)) == 1


@pytest.mark.night
@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "moment"),
    [*product(["command", "panel"], ["drop_before", "drop_after"])],
)
async def test_a_match_whose_first_answer_was_lost_is_shown_once(
    table: Table, moment: str, way: str
) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    options = {"first": "me", "pace": "unhurried"}
    panel = await ada.command("practice", channel=games, **options)
    playground.interactions.hasten_next(0.3)
    getattr(playground.faults, moment)("POST", ANSWER)
    if way == "command":
        await ada.command("practice", channel=games, level=3, where="thread", **options)
    else:
        await ada.press(panel.shown, HERE)
    [challenge] = await wait_for_challenges(table, ada, 1)
    await table.pass_time(60)
    assert len(challenges_in(ada, games)) == 1
    await go_to_match(table, ada, challenge)
    assert len(await table.services.matches.live_of(UserId(ada.id))) == 1


async def test_only_the_latest_panels_are_remembered(table: Table) -> None:
    cog = table.bot.get_cog("Practice")
    assert isinstance(cog, sys.modules["cogs.practice.cog"].PracticeCog)
    cog._begun.most = 1
    ada, games = table.playground.person("ada"), table.playground.channel("games")
    panels = [await ada.command("practice", channel=games, pace="unhurried") for _ in range(2)]
    for panel in panels:
        await ada.press(panel.shown, HERE)
    await until(lambda: list(cog._begun.values()) == [MatchId(2)], within=60)
    again = await ada.press_as_seen(panels[1].shown, HERE)
    assert again.text == "Your match has already started: **#2**."
