"""Buttons, menus and forms that last. Their whole state is in the custom id, none in the process.

A custom id is a deed and its facts, `choose:12:7:b2c3d4`. One class serves all buttons and one all
menus, and lasting views hold nothing else: discord.py drops a dynamic item's class for the whole
bot when a view that mixes it with an ordinary item ends. Cogs say in `bot.presses` what a deed
does; one wrapper answers for whatever goes wrong there.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self, assert_never

import discord

from bot.app import BoopBot
from bot.match.identity import ChallengeId
from bot.metering import Asking
from cogs.ui.access import require_challenge, require_match
from cogs.ui.arguments import read_match
from cogs.ui.deeds import FORMS, MENUS, NO_BUTTONS, SCOPES, Subject
from cogs.ui.deeds import Deed as Deed
from cogs.ui.errors import UnknownForm
from cogs.ui.failing import answer_failure

LONGEST_ID: Final = 100
"""Discord's limit of a custom id, in characters."""

_FACT: Final = r"[A-Za-z0-9=#>~+-]+"


def template_of(deeds: list[Deed]) -> str:
    """Give the pattern of the custom ids of some deeds."""
    words = "|".join(re.escape(deed.value) for deed in deeds)
    return rf"(?P<deed>{words})(?P<facts>(?::{_FACT})*)"


@dataclass(frozen=True, slots=True)
class Press:
    """A deed that was asked for, its facts, what was chosen in a menu or filled into a form."""

    deed: Deed
    facts: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    filled: Mapping[str, str] = field(default_factory=dict)


def custom_id(deed: Deed, *facts: object) -> str:
    """Write a deed and its facts. A `ValueError` when Discord would not take it."""
    text = ":".join([deed.value, *map(str, facts)])
    if len(text) > LONGEST_ID or any(re.fullmatch(_FACT, str(fact)) is None for fact in facts):
        raise ValueError(f"{text!r} is no custom id")
    return text


class PressButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=template_of([deed for deed in Deed if deed not in NO_BUTTONS]),
):
    """A button that does what its custom id says."""

    def __init__(self, button: discord.ui.Button[Any], press: Press) -> None:
        super().__init__(button)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the press of a button that was clicked."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}, which is no button")
        return cls(item, press_of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the deed."""
        await do(interaction, self.press)


class PressMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]],
    template=template_of(list(MENUS)),
):
    """A menu that does what its custom id says with what was chosen."""

    def __init__(self, menu: discord.ui.Select[Any], press: Press) -> None:
        super().__init__(menu)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the press of a menu in which something was chosen."""
        if not isinstance(item, discord.ui.Select):
            raise TypeError(f"the custom id {match.string!r} is on {item!r}, which is no menu")
        return cls(item, press_of(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do the deed with what was chosen."""
        await do(interaction, Press(self.press.deed, self.press.facts, tuple(self.item.values)))


def button(
    label: str,
    style: discord.ButtonStyle,
    deed: Deed,
    *facts: object,
    emoji: str | None = None,
) -> PressButton:
    """Make a button for a deed."""
    face: discord.ui.Button[Any] = discord.ui.Button(
        label=label, style=style, emoji=emoji, custom_id=custom_id(deed, *facts)
    )
    return PressButton(face, Press(deed, tuple(map(str, facts))))


def menu(
    placeholder: str, options: list[discord.SelectOption], deed: Deed, *facts: object
) -> PressMenu:
    """Make a menu for a deed, of which one option is chosen."""
    face: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=placeholder, options=options, custom_id=custom_id(deed, *facts)
    )
    return PressMenu(face, Press(deed, tuple(map(str, facts))))


FORM: Final = re.compile(template_of(list(FORMS)))
"""What the custom id of a form of ours looks like."""


def form_press(custom_id: str, filled: Mapping[str, str]) -> Press | None:
    """Read the press of a form that was sent; none when the id is not of a form of ours."""
    match = FORM.fullmatch(custom_id)
    return None if match is None else replace(press_of(match), filled=filled)


def press_of(match: re.Match[str]) -> Press:
    """Read the press that a custom id stands for."""
    facts = tuple(match["facts"].split(":")[1:])
    return Press(Deed(match["deed"]), facts)


def require_opened_for(person: discord.abc.User, press: Press) -> None:
    """Raise `UnknownForm` for a form that was opened for somebody else.

    The custom id of a form ends with whom it was opened for, and by what.
    """
    if press.deed in FORMS and press.facts[-2:-1] != (str(person.id),):
        raise UnknownForm


async def authorise(interaction: discord.Interaction[BoopBot], press: Press) -> None:
    """Raise `NoSuchMatch`, `NotAPlayer` or `NoSuchChallenge` for who may not do this."""
    scope = SCOPES[press.deed]
    match scope.subject:
        case Subject.MATCH:
            # The way to one's next match names none where it is not below a bed.
            for number in press.facts[:1]:
                await require_match(interaction, read_match(number), scope.who)
        case Subject.CHOSEN_MATCH:
            for number in press.chosen:
                await require_match(interaction, read_match(number), scope.who)
        case Subject.CHALLENGE:
            await require_challenge(interaction, _read_challenge(press.facts[0]))
        case Subject.CHOSEN_CHALLENGE:
            for number in press.chosen:
                await require_challenge(interaction, _read_challenge(number))
        case Subject.NONE:
            pass
        case _:
            assert_never(scope.subject)


async def do(interaction: discord.Interaction[Any], press: Press) -> None:
    """Do the deed; whatever goes wrong is answered here, since discord.py would only log it."""
    bot = interaction.client
    if not isinstance(bot, BoopBot):
        raise TypeError(f"presses are BoopBot's, not {type(bot).__name__}'s")
    if bot.is_repeated(interaction):
        return
    is_form = interaction.type is discord.InteractionType.modal_submit
    asking = Asking.FORM if is_form else Asking.PRESS
    async with bot.answering(interaction, asking, press.deed.value):
        try:
            require_opened_for(interaction.user, press)
            await authorise(interaction, press)
            await bot.presses[press.deed.value](interaction, press)
        except Exception as error:
            await answer_failure(interaction, error)
        else:
            bot.dispatch("press_completion", interaction, press)


def _read_challenge(text: str) -> ChallengeId:
    """Read a challenge's number. Raise `UnreadableMatch` if it is none."""
    return ChallengeId(int(read_match(text)))
