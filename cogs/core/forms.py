"""Forms that were filled in and sent, read by one listener for the whole bot.

discord.py knows an open form by its custom id and in memory alone, so one that was opened before a
restart would be lost. No form of ours is left with discord.py: its action and arguments are in the
custom id, as a button's are, and what was filled in is read from what Discord sent.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.app import BoopBot
from cogs.core.actions import Control, Request

Json = Mapping[str, Any]


async def open_form(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Let a form pop up. It must be the first answer."""
    # One that is stopped before it is shown is not kept by discord.py.
    form.stop()
    await interaction.response.send_modal(form)


async def answer_form(interaction: discord.Interaction[BoopBot]) -> None:
    """Run the action of a form that was sent."""
    sent: Json = dict(interaction.data or {})
    filled = dict(_filled(sent.get("components", ())))
    request = Request(str(sent.get("custom_id")), Control.FORM, filled=filled)
    await interaction.client.run_action(interaction, request)


def _filled(components: list[Json]) -> Iterator[tuple[str, str]]:
    """Walk over the fields of a form that have a value, by their custom ids."""
    for component in components:
        field = component.get("component", {})
        if isinstance(field.get("value"), str):
            yield field["custom_id"], field["value"]
        # A menu; those of ours let one be chosen.
        for value in field.get("values") or ():
            yield field["custom_id"], str(value)
