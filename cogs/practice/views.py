"""The private panel to choose a cat and the terms of a match against it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import BoopBot
from bot.features.challenges.challenging import authorise_rematch
from bot.features.practice.service import levels_offered
from bot.game import Seat, newest_ruleset
from bot.match.clock import NoLimit, TimeControl, Weekends
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.terms import (
    LevelNumber,
    Measurement,
    Pace,
    Practice,
    Stakes,
    Starts,
    Terms,
    VenueKind,
)
from bot.text import N_, NC_, Message, all_of, gettext, translate
from cogs.core.codecs import RulesetName
from cogs.core.components import ActionButton, View, button, menu
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENT, note_panel
from cogs.wording.levels import level_called, level_in_full, level_mark, level_name, level_style
from cogs.wording.practice_text import count_of_cats, level_after
from cogs.wording.rulesets import ruleset_options
from cogs.wording.times import time_name
from cogs.wording.translating import command_text
from render.faces import Portrait, Portraits
from render.studio import NoPicture
from render.theme import Theme

NO_LIMIT: Final = NoLimit()


@dataclass(frozen=True, slots=True)
class PracticeTerms:
    """The terms of a match against the bot before it begins.

    `after` is the finished match on whose board the user asked for another level, if any.
    """

    level: LevelNumber
    ruleset: RulesetName
    venue: VenueKind = VenueKind.DIRECT
    starts: Starts = Starts.RANDOM
    pace: Pace = Pace.AT_ONCE
    measured: Measurement = Measurement.YES
    time: TimeControl = NO_LIMIT
    weekends: Weekends = Weekends.PLAYED
    after: MatchId | None = None

    def match_terms(self) -> Terms:
        """Convert to the general terms of a match."""
        return Terms(
            self.starts,
            newest_ruleset(self.ruleset),
            self.time,
            Stakes.CASUAL,
            self.weekends,
            Practice(self.level, self.pace, self.measured),
        )


def rematch_terms(match: Match, user: UserId, practice: Practice) -> PracticeTerms:
    """Return the terms for another match after one that is over, with the seats swapped.

    Raise `NotAPlayer` if the user did not play it, or `MatchGoesOn` if it is not over.
    """
    seat = authorise_rematch(match, user)
    return PracticeTerms(
        practice.level,
        match.position.ruleset.name,
        match.venue.kind,
        Starts.ME if seat is Seat.GRAY else Starts.THEM,
        practice.pace,
        practice.measured,
        match.clock.control,
        match.clock.weekends,
        match.id,
    )


def suggested_after(match: Match, fair: LevelNumber | None) -> LevelNumber:
    """Return the level to preselect after a match: the fair one, or else the next one.

    `fair` is the level against which the user's chances are nearest to even, if that is known.
    If `fair` is unknown or was just played, return the next level in the direction of the result.
    After a draw, or if there is no next level, return the same one.
    """
    if match.bot is None:
        raise ValueError(f"the bot does not play in match {match.id}")
    level = match.bot.practice.level
    if fair is not None and fair != level:
        return fair
    return level_after(match) or level


_STARTS: Final = {
    Starts.RANDOM: N_("Who moves first is random"),
    Starts.ME: N_("You move first"),
    Starts.THEM: N_("I move first"),
}
_PACES: Final = {Pace.AT_ONCE: N_("At once"), Pace.UNHURRIED: N_("Unhurried")}
_PACE_LINES: Final = {
    Pace.AT_ONCE: N_("🐾 I move **right away**."),
    Pace.UNHURRIED: N_("🐾 I take **minutes or hours** for a turn, as a friend would."),
}
_MEASURED: Final = {
    Measurement.YES: N_("Rated practice"),
    Measurement.NO: N_("Just for fun"),
}
_MEASURED_LINES: Final = {
    Measurement.YES: N_("📏 **Counts for your practice rating**, and for no other."),
    Measurement.NO: N_("☕ **Just for fun**: no rating changes."),
}
_VENUES: Final = {
    VenueKind.THREAD: None,
    VenueKind.CHANNEL: N_("📍 In the channel itself."),
    VenueKind.DIRECT: N_("📍 In your direct messages with me."),
}


def practice_panel(
    terms: PracticeTerms,
    suggested: LevelNumber | None = None,
    picture: Picture | None = None,
    here: VenueKind = VenueKind.DIRECT,
) -> View:
    """Ask for the level and how to play it.

    `suggested` is the level that would be a fair match; the picture shows all levels. `here` is the
    kind of venue where the panel is.
    """
    view = note_panel(f"### {gettext('Play against me')}")
    if picture is not None:
        view.add_item(gallery(picture))
    view.add_item(discord.ui.TextDisplay("\n".join(_lines(terms, suggested))))
    for choice in (_levels(terms), _rulesets(terms), _starts(terms)):
        view.add_item(discord.ui.ActionRow(choice))
    paces = [
        _tab(translate(_PACES[pace]), replace(terms, pace=pace), pace is terms.pace, pace.name)
        for pace in Pace
    ]
    stakes = [
        _tab(
            translate(_MEASURED[each]),
            replace(terms, measured=each),
            each is terms.measured,
            each.name,
        )
        for each in Measurement
    ]
    view.add_item(discord.ui.ActionRow(*paces))
    view.add_item(discord.ui.ActionRow(*stakes))
    ways = [button(gettext("Play"), discord.ButtonStyle.success, "begin-practice", terms=terms)]
    if here is not VenueKind.DIRECT and terms.venue is VenueKind.DIRECT:
        ways.append(
            button(
                gettext("Play in this channel"),
                discord.ButtonStyle.secondary,
                "begin-practice",
                terms=replace(terms, venue=here, after=None),
            )
        )
    view.add_item(discord.ui.ActionRow(*ways))
    return view


def begins_panel(match: Match) -> View:
    """Say, in place of the panel, that the match starts."""
    return note_panel(
        gettext("**#{match}** against {cat} starts.", match=match.id, cat=_cat(match))
    )


def begun_panel(match: Match, link: str) -> View:
    """Say that the match has started, and where."""
    return note_panel(
        gettext(
            "**#{match}** against {cat} starts: {link}",
            match=match.id,
            cat=_cat(match),
            link=link,
        )
    )


def played_here() -> str:
    """Return the line above a board in a private panel that says why the match is there."""
    words = gettext(
        "I can't write to you in direct messages, so we play here, and I move right away. "
        "`/board` brings the board back."
    )
    return f"-# {words}"


def _cat(match: Match) -> str:
    if match.bot is None:
        raise AssertionError("a match from this panel is against the bot")
    return level_called(match.bot.practice.level)


def _lines(terms: PracticeTerms, suggested: LevelNumber | None) -> list[str]:
    level = terms.level
    parts = [gettext("Level {level} of {highest}", level=level, highest=levels_offered()[-1])]
    if suggested is not None and suggested != level:
        parts.append(
            gettext("{cat} is a fair match for your practice rating", cat=level_called(suggested))
        )
    lines = [
        gettext(
            "**{cat}** {description}.", cat=level_called(level), description=level_style(level)
        ),
        f"-# {' · '.join(parts)}",
        translate(_PACE_LINES[terms.pace]),
        translate(_MEASURED_LINES[terms.measured]),
    ]
    if terms.time != NO_LIMIT:
        time = time_name(terms.time)
        if terms.weekends is Weekends.PAUSED:
            line = gettext("⏳ Your time: {time}. Your clock stops on weekends.", time=time)
        else:
            line = gettext("⏳ Your time: {time}.", time=time)
        lines.append(line)
    venue = _VENUES[terms.venue]
    return lines if venue is None else [*lines, translate(venue)]


def _levels(terms: PracticeTerms) -> Any:
    options = [
        discord.SelectOption(
            label=gettext("{cat} · level {number}", cat=level_name(number), number=number),
            value=str(number),
            description=level_style(number),
            emoji=level_mark(number),
            default=number == terms.level,
        )
        for number in levels_offered()
    ]
    return menu(gettext("Which cat?"), options, "practise-level", terms=terms)


def _rulesets(terms: PracticeTerms) -> Any:
    options = ruleset_options(terms.ruleset)
    return menu(gettext("Which ruleset?"), options, "practise-ruleset", terms=terms)


def _starts(terms: PracticeTerms) -> Any:
    options = [
        discord.SelectOption(
            label=translate(label), value=starts.value, default=starts is terms.starts
        )
        for starts, label in _STARTS.items()
    ]
    return menu(gettext("Who moves first?"), options, "practise-first", terms=terms)


def _tab(
    label: str,
    terms: PracticeTerms,
    is_chosen: bool,  # noqa: FBT001 - private
    name: str,
) -> ActionButton:
    """Return one button of a row of choices; the chosen one is coloured."""
    style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
    return button(label, style, "practise", key=name.lower().replace("_", "-"), terms=terms)


Choice = app_commands.Choice[str]

_FIRST_CHOICES: Final = {
    Starts.ME: NC_("who moves first", "me"),
    Starts.THEM: NC_("who moves first", "the bot"),
    Starts.RANDOM: NC_("who moves first", "random"),
}
_PACE_CHOICES: Final = {
    Pace.AT_ONCE: N_("at once"),
    Pace.UNHURRIED: N_("unhurried: within minutes or hours, as a friend would"),
}
_MEASURED_CHOICES: Final = {
    Measurement.YES: N_("yes: for your practice rating, which shows how well you play"),
    Measurement.NO: N_("no: just for fun"),
}
_PLACE_CHOICES: Final = {
    VenueKind.THREAD: N_("in a thread of its own"),
    VenueKind.CHANNEL: N_("in the channel itself"),
    VenueKind.DIRECT: N_("in your direct messages"),
}


def level_choices() -> list[app_commands.Choice[int]]:
    """Return the levels that this machine can play."""
    return [
        app_commands.Choice(name=command_text(partial(level_in_full, number)), value=int(number))
        for number in levels_offered()
    ]


def first_choices() -> list[Choice]:
    """Return the choices of who moves first."""
    return _choices(_FIRST_CHOICES)


def pace_choices() -> list[Choice]:
    """Return the choices of how soon the bot answers."""
    return _choices(_PACE_CHOICES)


def measured_choices() -> list[Choice]:
    """Return the choices between a match for the practice rating and one for fun."""
    return _choices(_MEASURED_CHOICES)


def place_choices() -> list[Choice]:
    """Return the choices of a venue for a match against the bot."""
    return _choices(_PLACE_CHOICES)


def _choices(names: Mapping[Any, Message]) -> list[Choice]:
    return [
        Choice(name=command_text(partial(translate, name)), value=each.value)
        for each, name in names.items()
    ]


async def cats_picture(
    bot: BoopBot, theme: Theme, chosen: LevelNumber | None = None
) -> Picture | None:
    """Draw the cats with the chosen one marked; return None if no picture can be drawn now."""
    offered = levels_offered()
    cats = tuple(Portrait(number, level_name(number)) for number in offered)
    try:
        png = await bot.studio.picture(Portraits(cats, chosen, theme))
    except NoPicture:
        return None
    names = all_of([cat.name for cat in cats])
    words = gettext("The faces of my cats, the weakest first: {cats}.", cats=names)
    if chosen is not None:
        words = gettext(
            "The faces of my cats, the weakest first: {cats}. {chosen} is chosen.",
            cats=names,
            chosen=level_name(chosen),
        )
    return Picture(png, f"cats-{chosen or 0}.png", words)


def _as_one_of(cats: int) -> str:
    # Translators: the count is 7 or 8.
    return gettext("I play boop too, as one of {count} cats", count=cats)


def cats_panel(terms: PracticeTerms, picture: Picture | None) -> View:
    """Show the levels, each with a button that starts a match by these terms."""
    offered = levels_offered()
    lines = [
        gettext(
            "{level}. **{cat}** {description}",
            level=level,
            cat=level_called(level),
            description=level_style(level),
        )
        for level in offered
    ]
    counts = gettext("Matches against me count only for your practice rating.")
    lines.append(f"-# {counts}")
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    container.add_item(discord.ui.TextDisplay(f"### {_as_one_of(count_of_cats())}"))
    if picture is not None:
        container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    play = button(
        gettext("Play me"), discord.ButtonStyle.success, "practise", key="open", terms=terms
    )
    container.add_item(discord.ui.ActionRow(play))
    view = View()
    view.add_item(container)
    return view
