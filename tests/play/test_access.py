"""A user who may not see a match or a challenge learns nothing about it by any request."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.features.matches.access import AllowedUsers
from bot.game import Seat
from bot.match.challenge import ChallengeAnswer as Reply
from bot.match.identity import ChallengeId, MatchId, UserId
from bot.match.match import Match
from cogs.core.actions import ACTIONS, Action, ActionRequest, Control, action_id, read_call
from cogs.core.arguments import MatchArgument
from cogs.moderation.views import ServersMatchArgument
from playground import Answer, CannotDo, Permission, Person, SeenMessage, TextChannel
from playground.world import Place
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.forged_requests import ForgedRequest, actions_about, actions_of_run, every_action
from tests.kit.raw_database import rows_in
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.servers import choose, hide_channel, open_settings
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import quick_or_thorough, sampled

NOBODYS = 999_999
"""A number that no match and no challenge has."""
BEGINS_ONE_S_OWN = "play-first-level"
"""An action without a subject, which begins a match for the user who requests it."""
CLOSE_PANELS = {"ladder-close"}
"""Actions that say nothing, but delete the panel that they are requested on."""


@dataclass(slots=True)
class Secrets:
    """A match in a hidden channel and one in direct messages, and challenges in that channel."""

    table: Table
    database: Path
    hidden: TextChannel
    server_match: ServerMatch
    direct: int
    to_anyone: SeenMessage
    to_anyone_number: int
    to_friend_number: int
    outsiders: dict[str, tuple[Person, SeenMessage]]
    """Users who may see none of it, each with a message of the bot that they do see."""

    @property
    def matches(self) -> tuple[int, int]:
        return self.server_match.number, self.direct

    @property
    def challenges(self) -> tuple[int, int]:
        return self.to_anyone_number, self.to_friend_number

    def subjects_of(self, action: Action) -> tuple[int, ...]:
        """Return the numbers of all subjects of an action, except the challenge to anyone."""
        if ForgedRequest.of(action).subject_kinds == {"match"}:
            return self.matches
        return (self.to_friend_number,)

    def stored_rows(self) -> dict[str, list[Any]]:
        """Return all that is stored about these matches and challenges, and how many there are."""
        queries = {
            "SELECT * FROM matches WHERE id IN (?, ?)": self.matches,
            "SELECT * FROM challenges WHERE id IN (?, ?)": self.challenges,
            "SELECT COUNT(*) FROM matches": (),
            "SELECT COUNT(*) FROM challenges": (),
        } | {
            f"SELECT * FROM {name} WHERE match_id IN (?, ?)": self.matches
            for name in ("turns", "plans", "hints")
        }
        boards = "SELECT * FROM outbox WHERE kind LIKE '%board' AND subject IN (?, ?)"
        queries[boards] = self.matches
        return {
            statement: rows_in(self.database, statement, *values)
            for statement, values in queries.items()
        }

    def rows_of(self, person: Person, match: MatchId, challenge: int) -> dict[str, list[Any]]:
        """Return what is stored about a user, the state of a match, and their challenge."""
        return {
            statement: rows_in(self.database, statement, *values)
            for statement, values in {
                "SELECT position, ply, draft, orange_id FROM matches WHERE id = ?": (match,),
                "SELECT ply, notation, position FROM turns WHERE match_id = ?": (match,),
                "SELECT * FROM challenges WHERE id = ?": (challenge,),
            }.items()
        } | {
            name: rows_in(self.database, f"SELECT * FROM {name} WHERE user_id = ?", person.id)
            for name in ("plans", "hints", "preferences", "blocks", "vacations", "spectators")
        }

    async def match(self) -> Match:
        """Return the current state of the match in the hidden channel."""
        return await self.table.match(self.server_match.number)

    async def begin_again(self) -> None:
        """Begin another match like the one that is over."""
        old = self.server_match
        self.server_match = await start_match_between(
            self.table.playground, old.orange, old.gray, self.hidden
        )
        await self.server_match.play(["Kc3", "Kd4"])
        await self.server_match.wait_until_shown()

    async def ask_for_all(self, person: Person) -> None:
        """Let a player request everything that only the opponent can grant."""
        for name in ("really-offer-draw", "ask-takeback"):
            match = await self.match()
            forged = ForgedRequest.of(ACTIONS[name], match.id, ply=match.ply)
            assert "went wrong" not in read_in(await forged.send(person, self.server_match.board()))
        match = await self.match()
        assert match.draw_offered_by is Seat.GRAY
        assert match.takeback is not None

    def add_member(self, name: str) -> Person:
        """Let a user join who sees the hidden channel and plays in no match."""
        person = self.table.playground.add_person(name, self.table.playground.server())
        world = self.table.playground.world
        world.overwrite(self.hidden, person.user, allow=Permission.VIEW_CHANNEL)
        return person

    def private_text(self, answer: Answer) -> str:
        """Return all that a user can read in an answer, which must be private."""
        assert not answer.failed
        if answer.modal is not None:
            return answer.modal.text
        seen = answer.shown
        assert seen.ephemeral, seen.text
        return "\n".join([seen.text, *(picture.alt or "" for picture in seen.pictures)])

    def expect_nothing_revealed(self, text: str) -> None:
        """Raise `AssertionError` if a text reveals the players of the match, or its state."""
        for person in (self.server_match.orange, self.server_match.gray):
            assert str(person.id) not in text
            assert person.user.username not in text.lower()
        assert not re.search(r"[Tt]urn \d", text)


def read_in(answer: Answer) -> str:
    """Return the text of an answer; it is empty if the answer only updated a panel."""
    assert not answer.failed
    if answer.modal is not None:
        return answer.modal.text
    text = "" if answer.message is None else answer.text
    assert "went wrong" not in text, text
    return text


def number_of(challenge: SeenMessage) -> int:
    """Return a challenge's number, which only its buttons have."""
    parsed = re.search(
        r"decline-challenge:(\d+)|answer-challenge:(\d+)",
        " ".join(str(each.custom_id) for each in challenge.buttons),
    )
    assert parsed is not None
    return int(parsed[1] or parsed[2])


@pytest.fixture
async def secrets(tmp_path: Path) -> AsyncIterator[Secrets]:
    async with open_table(tmp_path) as table:
        yield await create_secrets(table, tmp_path / "boop.sqlite3")


async def create_secrets(table: Table, database: Path) -> Secrets:
    playground, world = table.playground, table.playground.world
    server = playground.server()
    ada, bob, cleo, dov = (playground.person(name) for name in ("ada", "bob", "cleo", "dov"))
    fay, gil, hal = (playground.add_person(name) for name in ("fay", "gil", "hal"))
    fay.join(server)
    loom = playground.add_server("Loom", gil, hal)
    world.moderation.invite_bot(loom)
    games, hidden = playground.channel("games"), world.add_channel(server, "den")
    hide_channel(table, hidden, bob, cleo)
    server_match = await start_match_between(playground, bob, cleo, hidden)
    await server_match.play(["Kc3", "Kd4"])
    apart = await start_direct_match_between(playground, bob, cleo)
    to_anyone = (await bob.command("challenge", channel=hidden, note="psst")).shown
    to_friend = (await bob.command("challenge", channel=hidden, opponent=cleo)).shown
    await ada.command("moderate ban", channel=games, member=fay)
    near = await start_match_between(playground, dov, ada, games)
    far = await start_match_between(playground, gil, hal, playground.channel("general", loom))
    in_person = world.direct_channel(dov.user)
    help_in_person = (await dov.command("help", channel=in_person)).shown
    fays = (await fay.command("help", channel=games)).shown
    for each in (server_match, near, far):
        await each.wait_until_shown()
    await table.services.jobs.run_due()
    return Secrets(
        table,
        database,
        hidden,
        server_match,
        apart.number,
        to_anyone,
        number_of(to_anyone),
        number_of(to_friend),
        {
            "a member who does not see the channel": (dov, near.board()),
            "a member of another server": (gil, far.board()),
            "a member in direct messages": (dov, help_in_person),
            "someone who is banned": (fay, fays),
        },
    )


async def forge(person: Person, message: SeenMessage, name: str, number: int) -> Answer:
    """Send what a button, menu or form would send for a match or a challenge with this number.

    The board's revision is out of date, and a form counts as opened by the person.
    """
    return await ForgedRequest.of(ACTIONS[name], number).send(person, message)


def action_names(*subjects: str) -> list[str]:
    """List the actions whose only subjects are these."""
    return [each.name for each in actions_about(*subjects)]


def test_only_moderation_and_unwatching_skip_the_access_check() -> None:
    asked_by_themselves = {each.name for each in ACTIONS.values() if each.who is None}
    assert asked_by_themselves == {"end-match", "void-match", "ban", "unwatch", "unwatch-in"}
    assert len(action_names("match")) > 45
    assert len(action_names("challenge")) == 6


def actions_about_a_match() -> list[str]:
    """List the actions about a match that first check who may see it."""
    return [name for name in action_names("match") if ACTIONS[name].who is not None]


@pytest.mark.whole
@pytest.mark.parametrize("subject", sampled(["match", "challenge"], 0))
async def test_forged_actions_do_not_reveal_whether_a_match_or_challenge_exists(
    secrets: Secrets, subject: str
) -> None:
    names, numbers = action_names("challenge"), secrets.challenges
    if subject == "match":
        names, numbers = actions_about_a_match()[:: quick_or_thorough(4, 1)], secrets.matches
    before = secrets.stored_rows()
    for who, (person, message) in secrets.outsiders.items():
        for name in names:
            nothing = secrets.private_text(await forge(person, message, name, NOBODYS))
            for number in numbers:
                text = secrets.private_text(await forge(person, message, name, number))
                assert text == nothing.replace(str(NOBODYS), str(number)), (who, name)
        assert secrets.stored_rows() == before, who


@pytest.mark.whole
async def test_other_forged_actions_reveal_nothing_of_a_match(
    secrets: Secrets,
) -> None:
    number = secrets.server_match.number
    left_out = {*actions_about_a_match(), BEGINS_ONE_S_OWN, *CLOSE_PANELS}
    others = [each for each in actions_of_run(3) if each.name not in left_out]
    before = secrets.stored_rows()
    for person, message in secrets.outsiders.values():
        for each in others:
            answer = await forge(person, message, each.name, number)
            if answer.message is not None:
                secrets.expect_nothing_revealed(answer.text)
            if answer.modal is not None:
                secrets.expect_nothing_revealed(answer.modal.text)
    assert secrets.stored_rows() == before


@pytest.mark.whole
async def test_a_spectator_changes_nothing_by_any_action(secrets: Secrets) -> None:
    server_match = secrets.server_match
    eve, board = secrets.add_member("eve"), server_match.board()
    revision = (await secrets.match()).revision
    names = {each.name for each in actions_about("match") if each.who is AllowedUsers.PLAYERS}
    before = secrets.stored_rows()
    for each in actions_of_run(0):
        if each.name == BEGINS_ONE_S_OWN:
            continue
        for number in secrets.subjects_of(each):
            text = read_in(await ForgedRequest.of(each, number, revision).send(eve, board))
            if each.name in names:
                is_seen = number == server_match.number
                expected = "Start one of your own" if is_seen else "There is no match"
                assert expected in text, each.name
        assert secrets.stored_rows() == before, each.name


@pytest.mark.whole
async def test_no_action_acts_on_behalf_of_the_other_player(
    secrets: Secrets,
) -> None:
    """What players do for themselves may end the match; the test then continues in another one."""
    orange, gray = secrets.server_match.orange, secrets.server_match.gray
    offered = await orange.command(
        "challenge", channel=secrets.hidden, opponent=secrets.add_member("eve")
    )
    challenge = number_of(offered.shown)
    await secrets.ask_for_all(gray)
    for each in actions_of_run(1):
        match = await secrets.match()
        if match.outcome is not None:
            await secrets.begin_again()
            await secrets.ask_for_all(gray)
            match = await secrets.match()
        number = challenge if ForgedRequest.of(each).subject_kinds == {"challenge"} else match.id
        before = secrets.rows_of(orange, match.id, challenge)
        for revision in (1, match.revision):
            read_in(
                await ForgedRequest.of(each, number, revision).send(
                    gray, secrets.server_match.board()
                )
            )
        assert secrets.rows_of(orange, match.id, challenge) == before, each.name
        outcome = (await secrets.match()).outcome
        assert outcome is None or outcome.winner is Seat.ORANGE, each.name


@pytest.mark.whole
async def test_forms_that_were_opened_for_another_user_are_refused(secrets: Secrets) -> None:
    server_match = secrets.server_match
    people = {
        **secrets.outsiders,
        "the opponent": (server_match.gray, server_match.board()),
        "a spectator": (secrets.add_member("eve"), server_match.board()),
    }
    before = secrets.stored_rows()
    for each in every_action():
        if each.control is Control.FORM:
            forged = ForgedRequest.of(each, server_match.number)
            opened = forged.custom_id(server_match.orange.id)
            for who, (person, message) in people.items():
                sent = await person.forge_form(message.channel_id, opened, forged.fields, message)
                assert "This form is out of date" in secrets.private_text(sent), (who, each.name)
    assert secrets.stored_rows() == before


@pytest.mark.long
async def test_a_forged_form_does_not_overwrite_other_messages(secrets: Secrets) -> None:
    server_match = secrets.server_match
    dov, board = secrets.outsiders["a member who does not see the channel"]
    games = secrets.table.playground.channel("games")
    challenge = (await server_match.gray.command("challenge", channel=games, opponent=dov)).shown
    text = board.text
    declined = await forge(dov, board, "challenge-declined", number_of(challenge))
    assert declined.shown.ephemeral
    seen = dov.see(board)
    assert seen is not None
    assert seen.text == text
    assert seen.pictures


@pytest.mark.long
async def test_a_user_who_no_longer_sees_a_match_that_they_watch_reads_nothing_of_it(
    secrets: Secrets,
) -> None:
    table, server_match = secrets.table, secrets.server_match
    world, games = table.playground.world, table.playground.channel("games")
    eve = table.playground.add_person("eve", table.playground.server())
    world.overwrite(secrets.hidden, eve.user, allow=Permission.VIEW_CHANNEL)
    await forge(eve, server_match.board(), "watch", server_match.number)
    listed = await eve.command("watch", channel=games)
    assert str(server_match.orange.id) in secrets.private_text(listed)
    in_person = world.direct_channel(eve.user)
    assert str(server_match.orange.id) in secrets.private_text(
        await eve.command("watch", channel=in_person)
    )
    world.overwrite(secrets.hidden, eve.user, deny=Permission.VIEW_CHANNEL)
    for place in (games, in_person):
        text = secrets.private_text(await eve.command("watch", channel=place))
        assert f"#{server_match.number}**: you can no longer see where it's played" in text
        secrets.expect_nothing_revealed(text)
        [choice] = await eve.autocomplete("watch", "match", "", channel=place)
        secrets.expect_nothing_revealed(choice.name)


@pytest.mark.long
async def test_a_banned_member_who_sees_a_challenge_does_not_begin_a_match(
    secrets: Secrets,
) -> None:
    fay, _ = secrets.outsiders["someone who is banned"]
    secrets.table.playground.world.overwrite(
        secrets.hidden, fay.user, allow=Permission.VIEW_CHANNEL
    )
    before = secrets.stored_rows()
    text = secrets.private_text(await fay.press(secrets.to_anyone, "Accept"))
    assert "banned you from new matches" in text
    assert secrets.stored_rows() == before


@pytest.mark.long
@pytest.mark.parametrize("where", ["in another server", "in direct messages"])
async def test_an_opponent_who_has_left_the_server_of_a_challenge_does_not_begin_a_match(
    secrets: Secrets, where: str
) -> None:
    playground = secrets.table.playground
    cleo, world = secrets.server_match.gray, playground.world
    loom = next(each for each in world.servers.values() if each.name == "Loom")
    cleo.join(loom)
    cleo.leave(playground.server())
    elsewhere: dict[str, Place] = {
        "in another server": playground.channel("general", loom),
        "in direct messages": world.direct_channel(cleo.user),
    }
    helped = await cleo.command("help", channel=elsewhere[where])
    before = secrets.stored_rows()
    number = ChallengeId(secrets.to_friend_number)
    accept = action_id("answer-challenge", challenge=number, answer=Reply.ACCEPT)
    refused = await cleo.forge(helped.shown, accept)
    assert "That challenge is gone" in secrets.private_text(refused)
    assert secrets.stored_rows() == before


@pytest.mark.night
@pytest.mark.long
async def test_practice_cannot_follow_a_match_of_other_users(secrets: Secrets) -> None:
    gil, board = secrets.outsiders["a member of another server"]
    before = secrets.stored_rows()
    offered = (await gil.command("practice", channel=board.channel_id)).shown
    begin = next(each for each in offered.buttons if "begin-practice" in str(each.custom_id))
    read = read_call(ActionRequest(str(begin.custom_id), Control.BUTTON)).values["terms"]
    forged = replace(read, after=MatchId(secrets.server_match.number))
    refused = await gil.forge(offered, action_id("begin-practice", terms=forged))
    assert secrets.private_text(refused).startswith("There is no match")
    assert secrets.stored_rows() == before


def commands_about_a_match(
    tree: app_commands.CommandTree[Any],
) -> Iterator[tuple[str, str]]:
    """Yield each command that takes a match, with the name of the option."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Group):
            continue
        for parameter in command.parameters:
            transformer = command._params[parameter.name]._annotation
            if isinstance(transformer, MatchArgument | ServersMatchArgument):
                yield command.qualified_name, parameter.display_name


async def send_command(person: Person, name: str, option: str, number: int, place: Place) -> Answer:
    needed = {"square": "c3"} if name == "place" else {}
    return await person.command(name, channel=place, **needed, **{option: str(number)})


@pytest.mark.long
async def test_commands_do_not_reveal_whether_a_match_exists(
    secrets: Secrets,
) -> None:
    table = secrets.table
    commands = list(commands_about_a_match(table.bot.tree))
    assert len(commands) >= 10
    before, asked = secrets.stored_rows(), set()
    for who, (person, message) in secrets.outsiders.items():
        place = table.playground.world.places[message.channel_id]
        for name, option in commands:
            try:
                nothing = secrets.private_text(
                    await send_command(person, name, option, NOBODYS, place)
                )
            except CannotDo:
                # The command is only for moderators, or only for servers.
                continue
            asked.add(name)
            for number in secrets.matches:
                text = secrets.private_text(await send_command(person, name, option, number, place))
                assert text == nothing.replace(str(NOBODYS), str(number)), (who, name)
    assert asked >= {"board", "place", "plan", "hint", "resign", "match", "replay", "export"}
    assert asked >= {"analyse", "watch"}
    assert secrets.stored_rows() == before


def commands_about_a_person(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str]]:
    """Yield each command that takes a person, with the name of the option."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                if parameter.type is AppCommandOptionType.user:
                    yield command.qualified_name, parameter.display_name


@pytest.mark.long
async def test_commands_about_a_user_do_not_reveal_hidden_matches(
    secrets: Secrets,
) -> None:
    """This holds during the matches and after them; the opponents stay hidden, too."""
    table, (orange, gray) = secrets.table, (secrets.server_match.orange, secrets.server_match.gray)
    commands = list(commands_about_a_person(table.bot.tree))
    assert {name for name, _ in commands} >= {"profile", "history", "games", "challenge"}
    for is_over in (False, True):
        for number in secrets.matches if is_over else ():
            await table.services.matches.resign(UserId(gray.id), MatchId(number))
            await table.pass_time(60)
        for who, (person, message) in secrets.outsiders.items():
            place = table.playground.world.places[message.channel_id]
            for name, option in commands:
                try:
                    answer = await person.command(name, channel=place, **{option: orange})
                except CannotDo:
                    # The person is not in that server, or the command is for others.
                    continue
                text = read_in(answer)
                for number in secrets.matches:
                    assert f"#{number}**" not in text, (who, name)
                assert str(gray.id) not in text, (who, name)
                assert gray.user.username not in text.lower(), (who, name)


@pytest.mark.long
async def test_hidden_matches_are_not_suggested_to_outsiders(secrets: Secrets) -> None:
    table = secrets.table
    typed = str(secrets.server_match.number)
    for person, message in secrets.outsiders.values():
        place = table.playground.world.places[message.channel_id]
        for name, option in commands_about_a_match(table.bot.tree):
            try:
                choices = await person.autocomplete(name, option, typed, channel=place)
            except CannotDo:
                continue
            for number in secrets.matches:
                assert str(number) not in [choice.value for choice in choices], name
        for name, option in (("place", "square"), ("plan", "replies")):
            assert not await person.autocomplete(name, option, "", channel=place, match=typed)


async def test_a_match_in_a_hidden_games_channel_is_hidden_even_if_requested_elsewhere(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    den = playground.world.add_channel(playground.server(), "den")
    await choose(
        await open_settings(playground, "where"),
        ada,
        action_id("set-channel", setting="games_channel"),
        den,
    )
    offered = await ada.command("challenge", channel=playground.channel("games"), opponent=bob)
    await bob.press(offered.shown, "Accept")
    number = 1
    await playground.until(lambda: any(each.pictures for each in _thread_messages(table, ada)))
    seen = await cleo.command("match", channel=playground.channel("general"), id=str(number))
    assert "isn't over" in seen.text
    hide_channel(table, den, ada, bob)
    seen = await cleo.command("match", channel=playground.channel("general"), id=str(number))
    assert seen.text.startswith("There is no match")


def _thread_messages(table: Table, person: Person) -> list[SeenMessage]:
    threads = table.playground.server().threads.values()
    return [message for thread in threads for message in person.look(thread)]
