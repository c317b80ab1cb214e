"""`python -m tests.transcripts`: play a match in each language, and write down what users read.

Two users of the same language play in a server of that language, on the playground and with the
real bot. Everything that each of them is shown goes into `tests/text/transcripts/<language>.md`:
texts, buttons, menus, forms, alt texts, and which messages notify them. If a message changes, only
its new lines are written.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.command_sync import translated_commands
from bot.features.settings.preferences import Category, DeliveryMethod
from bot.game import read_turn
from bot.match.clock import DAY, HOUR
from bot.match.identity import Seconds, UserId
from bot.text import (
    COMMAND_NAME,
    ENGLISH,
    PSEUDO,
    Language,
    Message,
    translations,
    translator_for,
)
from cogs.core import progress
from cogs.matches import cog
from playground import Answer, Person, Playground, SeenMessage, SeenModal
from playground.page.localizing import localized
from playground.people import Select
from playground.world import DirectChannel, Place, TextChannel, Thread
from playground.world.messages import Json
from tests.bench.bots import Stage
from tests.kit.matches import MONDAY_AT_NINE
from tests.kit.server_matches import choice_of, has_options, square_text, turns_of
from tests.kit.tables import DESCRIPTION, PATIENT, Table, run_bot
from tests.kit.weekly import add_digest_channel

FOLDER: Final = Path(__file__).parent / "text" / "transcripts"
BEGIN: Final = datetime(2030, 1, 1, 12, tzinfo=UTC).timestamp()
"""A Tuesday: all transcripts happen on the same days."""
NODES: Final = 500
"""Positions that the analysis searches per look; its quality does not matter here."""
LOCALE_OF_ENGLISH: Final = "en-GB"
MOST_ALIKE: Final = 13
"""The longest menu without descriptions that is written in full: not the hours of a day."""
PLAYED: Final = 5
"""The number of first turns that are written down."""
GRADUATION: Final = 13
CHOICE: Final = 37
"""Turns that are written down: in them kittens graduate, and a player chooses what leaves the
bed."""

_CHANNEL: Final = re.compile(r"https://discord\.com/channels/\S*\d")
_MOMENT: Final = re.compile(r"<t:\d+:(\w)>")


Until = Callable[[Answer], object]
"""Returns whether everything that follows an answer by itself has arrived."""


@dataclass(slots=True)
class Transcript:
    """The actions and texts so far, in Markdown."""

    table: Table
    language: Language
    people: Sequence[Person]
    lines: list[str] = field(default_factory=list)
    _shown: dict[int, list[str]] = field(default_factory=dict)
    _stage: Stage = field(init=False)

    def __post_init__(self) -> None:
        self._stage = Stage(self.playground)

    @property
    def playground(self) -> Playground:
        """The stand-in Discord."""
        return self.table.playground

    def say(self, text: str, context: str | None = None) -> str:
        """Return a message without gaps in the transcript's language, such as a button's label."""
        return translator_for(self.language).say(Message(text, context=context), {})

    def called(self, command: str, options: dict[str, Any]) -> str:
        """Return a command as users type it in the language."""
        words = [self.say(word, COMMAND_NAME) for word in command.split()]
        words += [
            f"{self.say(name, COMMAND_NAME)}:{self._named(value)}"
            for name, value in options.items()
        ]
        return f"/{' '.join(words)}"

    async def command(
        self,
        person: Person,
        command: str,
        /,
        place: Place,
        until: Until | None = None,
        **options: Any,
    ) -> Answer:
        """Let a user use a command, and write down what users read then."""
        done = person.command(command, channel=place, **options)
        return await self.write_action(person, f"`{self.called(command, options)}`", done, until)

    async def press(
        self,
        person: Person,
        message: SeenMessage,
        label: str = "",
        *,
        custom_id: str | None = None,
        until: Until | None = None,
    ) -> Answer:
        """Let a user press a button by its English label or its custom id."""
        if custom_id is None:
            named = message.labels
            button = message.button(said if (said := self.say(label)) in named else label)
        else:
            button = message.button(custom_id=custom_id)
        done = person.press(message, custom_id=button.custom_id)
        return await self.write_action(person, f"**[{button.label}]**", done, until)

    async def press_behind_more(self, person: Person, place: Place, label: str) -> Answer:
        """Let a user press a button behind **More**."""
        opened = await self.press(person, self.board(place), "More")
        return await self.press(person, opened.shown, label)

    def thread(self, number: int) -> Thread | None:
        """Return the thread of a match if its board is there."""
        for place in self.playground.world.places.values():
            if isinstance(place, Thread) and f"#{number}" in place.name.split():
                return place if self._boards(place) else None
        return None

    def board(self, place: Place) -> SeenMessage:
        """Return the newest board of a place."""
        return self._boards(place)[-1]

    def _boards(self, place: Place) -> list[SeenMessage]:
        return [each for each in self._seen(place) if each.pictures and not each.ephemeral]

    def now(self, message: SeenMessage) -> SeenMessage:
        """Return a message as it is now for the users who may see it."""
        return next(seen for each in self.people if (seen := each.see(message)) is not None)

    def list_commands(self) -> None:
        """Write down all commands with their options and choices."""
        person = self.people[0]
        self.lines += ["", "## Commands", ""]
        for command in person.commands(self.playground.channel("games")):
            shown = localized(command, person.user.locale)
            slash = "/" if shown.get("description") else "▸ "
            self.lines += [f"- {slash}{line}" if not at else line for at, line in _described(shown)]

    async def write_action(
        self, person: Person, what: str, done: Awaitable[Answer], until: Until | None
    ) -> Answer:
        """Write down a user's action, and what users read when it is done.

        `until` waits for messages that come later by themselves.
        """
        self.lines += ["", f"## {person.user.display_name}: {what}"]
        answer = await done
        assert not answer.failed, what
        if answer.modal is not None:
            self.lines += ["", *_form(answer.modal)]
        if until is not None:
            await self.playground.until(lambda: until(answer))
        await self.read()
        return answer

    async def wait(self, seconds: float, what: str) -> None:
        """Let time pass, and write down what users read then."""
        self.lines += ["", f"## {what}"]
        await self.table.pass_time(seconds)
        await self.read()

    async def read(self) -> None:
        """Write down what is new for users to read, once nothing is under way."""
        await self.table.pass_time(0)
        await self._stage.still()
        await self.table.pass_time(0)
        notified = {note.message_id for each in self.people for note in each.notifications}
        for place in list(self.playground.world.places.values()):
            for message in self._seen(place):
                lines = [self._without_ids(each) for each in _lines(message)]
                before = self._shown.get(message.id)
                self._shown[message.id] = lines
                new = [each for each in lines if before is None or each not in before]
                if new:
                    rings = " 🔔" if before is None and message.id in notified else ""
                    self.lines += ["", f"*{self._where(place, message)}*{rings}", ""]
                    self.lines += [f"> {each}".rstrip() for each in new]

    async def skip(self) -> None:
        """Mark everything there is to read as read."""
        await self.table.pass_time(0)
        for place in self.playground.world.places.values():
            for message in self._seen(place):
                self._shown[message.id] = [self._without_ids(each) for each in _lines(message)]

    def _seen(self, place: Place) -> Iterator[SeenMessage]:
        seen = {each.id: each for person in self.people for each in person.look(place)}
        yield from (seen[each] for each in sorted(seen) if seen[each].author.is_bot)

    def _where(self, place: Place, message: SeenMessage) -> str:
        if isinstance(place, DirectChannel):
            where = f"{place.user.display_name}, in person"
        else:
            where = f"#{place.name}"
        if not message.ephemeral:
            return where
        readers = [each for each in self.people if each.see(message) is not None]
        return f"{where}, {readers[0].user.display_name} alone"

    def _named(self, value: object) -> str:
        return f"@{value.user.display_name}" if isinstance(value, Person) else str(value)

    def _without_ids(self, line: str) -> str:
        """Return a line as users read it: with names for mentions, and without Discord's ids."""
        world = self.playground.world
        for user in world.users.values():
            line = line.replace(user.mention, f"@{user.display_name}")
        for place in world.places.values():
            if not isinstance(place, DirectChannel):
                line = line.replace(place.mention, f"#{place.name}")
        return _MOMENT.sub(r"<t:…:\1>", _CHANNEL.sub("https://discord.com/channels/…", line))


def _described(command: Json, at: int = 0) -> Iterator[tuple[int, str]]:
    """Yield a line and its depth for a command and for each of its parts."""
    lead = f"{'  ' * at}- " if at else ""
    about = f": {command['description']}" if command.get("description") else ""
    choices = " / ".join(each["name"] for each in command.get("choices") or ())
    yield at, f"{lead}{command['name']}{about}{f' ({choices})' if choices else ''}"
    for each in command.get("options") or ():
        yield from _described(each, at + 1)


def _lines(message: SeenMessage) -> list[str]:
    lines = message.text.splitlines()
    lines += [f"🖼️ {each.alt}" for each in message.pictures if each.alt]
    if message.buttons:
        labels = [
            " ".join(filter(None, [each.emoji, each.label])) + (" (pale)" if each.disabled else "")
            for each in message.buttons
        ]
        lines.append(" ".join(f"[{each}]" for each in labels))
    lines += [line for each in message.selects for line in _menu(each)]
    return lines


def _menu(menu: Select) -> Iterator[str]:
    yield f"▾ {menu.placeholder or ''}"
    options = menu.options
    if len(options) > MOST_ALIKE and not any(each.description for each in options):
        yield f"  - {options[0].label} … {options[-1].label}"
        return
    for option in options:
        about = f" · {option.description}" if option.description else ""
        yield f"  - {option.label}{about}{' ✓' if option.is_default else ''}"


def _form(form: SeenModal) -> Iterator[str]:
    yield f"> 📝 **{form.title}**"
    for each in form.text.splitlines():
        yield f"> {each}"
    for place in form.fields:
        if placeholder := place.json.get("placeholder"):
            yield f"> … {placeholder}"
        yield from (
            f">   - {each.label}{f' · {each.description}' if each.description else ''}"
            for each in place.options
        )


async def _play(script: Transcript) -> None:
    """Play the match that every transcript has, and try everything around it."""
    ada, bob = script.people
    games = script.playground.channel("games")
    helped = await script.command(ada, "help", games)
    await script.press(ada, helped.shown, "All commands")
    offered = await script.command(
        ada,
        "challenge",
        games,
        lambda answer: answer.follow_ups,
        opponent=bob,
        first="me",
        stakes="rated",
        note="boop?",
    )
    await script.press(bob, offered.shown, "Other terms…")
    await script.press(bob, offered.shown, "Decline")

    def has_begun(accepted: Answer) -> bool:
        rules = (*offered.follow_ups, *accepted.follow_ups)
        return script.thread(1) is not None and all(_has_link(script, each) for each in rules)

    await script.press(
        bob,
        offered.shown,
        "Accept",
        until=lambda answer: answer.follow_ups and has_begun(answer),
    )
    thread = script.thread(1)
    assert thread is not None
    await _first_turns(script, thread)
    await _to_the_end(script, thread)
    await _look_back(script, thread)
    await _next_match(script, thread)
    await _look_around(script, games)


def _has_link(script: Transcript, message: SeenMessage) -> bool:
    return any(button.url for button in script.now(message).buttons)


async def _first_turns(script: Transcript, thread: Thread) -> None:
    """Play turns by buttons and by the command, refuse, plan, take back, and offer a draw."""
    ada, bob = script.people
    panel = await script.press(ada, script.board(thread), "f")
    await script.press(ada, panel.shown, "f3")
    await script.command(ada, "place", thread, square="c3")
    await script.command(bob, "place", thread, square="f3")
    await script.command(bob, "place", thread, square="b3")
    await script.command(bob, "plan", thread, replies="Kb5 Kc4")
    await script.command(ada, "place", thread, square="b5")
    await script.command(ada, "place", thread, square="f1")
    asking = await script.press_behind_more(ada, thread, "Take back my turn")
    await script.press(ada, asking.shown, "Ask to take it back")
    await script.press(bob, script.board(thread), "Accept takeback")
    panel = await script.press(ada, script.board(thread), "f")
    panel = await script.press(ada, panel.shown, "f1")
    await script.press(ada, panel.shown, "Confirm")
    offering = await script.press_behind_more(bob, thread, "Offer draw")
    await script.press(bob, offering.shown, "Offer draw")
    await script.press(ada, script.board(thread), "Decline draw")


async def _to_the_end(script: Transcript, thread: Thread) -> None:
    """Play to the end; turns like earlier ones are not written down."""
    turns = turns_of("eight_cats")
    written = (GRADUATION, CHOICE, len(turns))
    for number, text in enumerate(turns[PLAYED:], PLAYED + 1):
        person = script.people[(number - 1) % 2]
        turn = read_turn(text)
        square, piece = square_text(turn), turn.placement.kind.value
        if number in written:
            answer = await script.command(person, "place", thread, square=square, piece=piece)
        else:
            answer = await person.command("place", channel=thread, square=square, piece=piece)
        if has_options(answer.shown):
            leaving = choice_of(answer.shown, turn)
            if number in written:
                await script.press(person, answer.shown, custom_id=leaving)
            else:
                await person.press(answer.shown, custom_id=leaving)
        await script.table.pass_time(HOUR)
        if number not in written:
            await script.skip()


async def _look_back(script: Transcript, thread: Thread) -> None:
    """Look at the finished match and its results."""
    ada, bob = script.people
    while await script.table.services.statistics.catch_up():
        pass
    replay = await script.command(ada, "replay", thread, match="1")
    await script.press(ada, replay.shown, "Forward")
    await script.command(
        ada, "analyse", thread, lambda answer: script.now(answer.shown).pictures, match="1"
    )
    await script.command(bob, "match", thread, id="1")
    await script.command(bob, "profile", thread)
    await script.command(bob, "history", thread)
    await script.command(ada, "leaderboard show", thread)


async def _next_match(script: Transcript, thread: Thread) -> None:
    """Play again, forget it, and read what comes by itself."""
    ada, bob = script.people
    preferences = script.table.services.preferences
    await preferences.prefer(UserId(ada.id), Category.TIME.value, DeliveryMethod.DIRECT)
    await preferences.prefer(UserId(bob.id), Category.TURN.value, DeliveryMethod.DIGEST)
    await script.press(ada, script.board(thread), "Rematch")
    now = script.table.clock.now()
    await script.wait(MONDAY_AT_NINE.after(now) - now + 1, "Monday at nine")
    offer = bob.look(thread)[-1]
    await script.press(bob, offer, "Accept", until=lambda _: script.thread(2))
    await script.wait(1.6 * DAY, "Half of the time is over")
    await script.wait(DAY, "Most of it is")
    await script.wait(DAY, "All of it is")
    await script.command(ada, "games", thread)


async def _look_around(script: Transcript, games: TextChannel) -> None:
    """Open what can be read without a match."""
    ada, _ = script.people
    rules = await script.command(ada, "rules", games)
    following = script.say("Next")
    while not rules.shown.button(following).disabled:
        rules = await script.press(ada, rules.shown, "Next")
    for command, prefix in (("preferences", "preferences:"), ("settings show", "settings:")):
        panel = await script.command(ada, command, games)
        for page in [each.custom_id for each in panel.shown.buttons]:
            if page is not None and page.startswith(prefix):
                await script.press(ada, panel.shown, custom_id=page)
                panel = await ada.command(command, channel=games)
                await script.skip()
    for command in ("practice", "vacation", "privacy", "challenges", "settings check"):
        await script.command(ada, command, games)


async def transcript(language: Language, folder: Path) -> str:
    """Return what two users of a language read."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    # The progress of an analysis at this point depends on the machine.
    progress.SILENT_FOR = 60.0  # type: ignore[misc]
    # These users read faster than a person could.
    cog.READING_TIME = 0.0  # type: ignore[misc]
    database, ahead = folder / "boop.sqlite3", Seconds(BEGIN - time.time())
    async with (
        Playground(bot_name="boop", description=DESCRIPTION, limits=PATIENT) as playground,
        run_bot(playground, database, ahead, translated_commands) as table,
    ):
        table.services.analyses.nodes = NODES
        people = playground.person("ada"), playground.person("bob")
        script = Transcript(table, language, people)
        locale = LOCALE_OF_ENGLISH if language == ENGLISH else str(language)
        for each in people:
            playground.world.set_language(each.user, locale)
        playground.world.set_locale(playground.server(), locale)
        await add_digest_channel(playground)
        await script.skip()
        # The commands are known in English first, and in all languages once they are translated.
        assert table.bot.command_sync.task is not None
        await table.bot.command_sync.task
        script.list_commands()
        await _play(script)
        if language != PSEUDO:
            playground.expect_valid()
        return "\n".join([*_head(language), *script.lines, ""])


def _head(language: Language) -> list[str]:
    found = translations().get(language)
    name = "English" if found is None else found.name
    return [
        f"# {name}",
        "",
        "What Ada and Bob read while they play, written by `python -m tests.transcripts`. 🔔 marks",
        "what notifies someone, ▾ a menu, 🖼️ the alt text of a picture, 📝 a form.",
    ]


def main(arguments: Sequence[str]) -> int:
    """Write the transcripts of the named languages, or of all languages."""
    parser = argparse.ArgumentParser(prog="python -m tests.transcripts", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", type=Language)
    FOLDER.mkdir(exist_ok=True)
    for language in parser.parse_args(arguments).languages or [ENGLISH, *translations()]:
        with tempfile.TemporaryDirectory(prefix="boop-transcript-") as folder:
            text = asyncio.run(transcript(language, Path(folder)))
        (FOLDER / f"{language}.md").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{language}: {len(text)} characters\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
