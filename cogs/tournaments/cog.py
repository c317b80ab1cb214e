"""`/tournament`: leagues and cups, entering them, and their tables."""

from collections.abc import Callable, Sequence
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import BoopBot, Interaction
from bot.features.tournaments.errors import NoneEntered, NoSuchTournament
from bot.features.tournaments.legs import EntrantId, GroupNumber, TournamentId
from bot.features.tournaments.notices import SIGN_UP_CARD, TOURNAMENT_CARD
from bot.features.tournaments.tournament import (
    EntrantState,
    Tournament,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.identity import MatchId, UserId, is_in
from bot.text import N_, gettext
from cogs.board.message import private_theme
from cogs.core.access import place_of, roles_in, roles_of, viewer_of
from cogs.core.actions import ActionContext, Cog, action
from cogs.core.arguments import server_guild_of
from cogs.core.errors import NotAManager
from cogs.core.panels import note_panel
from cogs.core.replies import acknowledge, answer_privately
from cogs.delivery.outbox import deliver_subject
from cogs.delivery.permissions import require_manager, require_permissions
from cogs.delivery.venues import link_to
from cogs.tournaments.arguments import (
    UNDER_WAY,
    EnteredOption,
    LiveOption,
    OpenOption,
    TournamentOption,
    entered_here,
    tournaments_here,
)
from cogs.tournaments.cards import again_text, table_picture
from cogs.tournaments.creating import may_host, require_host
from cogs.tournaments.creating_views import tournament_form
from cogs.tournaments.export import files_of
from cogs.tournaments.managing import show_managed
from cogs.tournaments.showing import address_of
from cogs.tournaments.tables import own_panel, table_panel, text_panel
from cogs.tournaments.views import (
    entered_panel,
    leaving_panel,
    list_panel,
    shown_panel,
    which_panel,
)
from cogs.tournaments.wording import name_of
from cogs.wording.help_lines import Topic, in_help
from cogs.wording.names import user_of

Select = Callable[[Sequence[Tournament]], Sequence[Tournament]]
"""Return those of the tournaments to which a command applies."""


def _select_open(tournaments: Sequence[Tournament]) -> Sequence[Tournament]:
    return [each for each in tournaments if each.state is TournamentState.OPEN]


def _select_live(tournaments: Sequence[Tournament]) -> Sequence[Tournament]:
    return [each for each in tournaments if each.state in UNDER_WAY]


def _select_live_or_newest(tournaments: Sequence[Tournament]) -> Sequence[Tournament]:
    return _select_live(tournaments) or tournaments[:1]


async def _named_or_only(
    interaction: Interaction, named: TournamentId | None, select: Select, name: str | None = None
) -> TournamentId | None:
    """Return the tournament that the user named, or else the only one that `select` returns.

    If `select` returns several, ask the user which, and return None; the action `name` runs with
    the chosen one. If it returns none, or there is no `name`, answer with the list of all.
    """
    if named is not None:
        return named
    tournaments = await tournaments_here(interaction)
    selected = select(tournaments)
    if len(selected) == 1:
        return selected[0].id
    panel = which_panel(selected, name) if selected and name else list_panel(tournaments)
    await answer_privately(interaction, panel)
    return None


_WHICH: Final = {"tournament": locale_str("Which tournament")}


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class TournamentCog(
    Cog,
    commands.GroupCog,
    name="Tournaments",
    group_name="tournament",
    group_extras=in_help(Topic.SERVER, 20, N_("see tournaments, and enter"), "list"),
):
    """Tournaments over days."""

    @app_commands.command(name="create")
    async def create(self, interaction: Interaction) -> None:
        """Make a league or a cup: name it, look at it, and announce it here."""
        await require_host(interaction)
        require_permissions(interaction)
        usual = TournamentTerms(
            stakes=(await self.bot.services.settings.of(server_guild_of(interaction))).stakes
        )
        await answer_privately(
            interaction, tournament_form(usual, user_of(interaction), interaction.id)
        )

    @app_commands.command(name="list")
    async def list_(self, interaction: Interaction) -> None:
        """See all tournaments of this server."""
        tournaments = await self.bot.services.tournaments.listed(server_guild_of(interaction))
        await answer_privately(interaction, list_panel(tournaments))

    @app_commands.command(name="show")
    @app_commands.describe(**_WHICH)
    async def show(
        self, interaction: Interaction, tournament: TournamentOption | None = None
    ) -> None:
        """See a tournament: who is in, the table, your matches."""
        number = await _named_or_only(interaction, tournament, _select_live_or_newest)
        if number is not None:
            await self._show(interaction, number)

    @app_commands.command(name="enter")
    @app_commands.describe(**_WHICH)
    async def enter(self, interaction: Interaction, tournament: OpenOption | None = None) -> None:
        """Enter a tournament."""
        number = await _named_or_only(
            interaction, tournament, _select_open, "tournament-enter-chosen"
        )
        if number is not None:
            await self._enter(interaction, number)

    @app_commands.command(name="manage")
    @app_commands.describe(**_WHICH)
    async def manage(self, interaction: Interaction, tournament: LiveOption | None = None) -> None:
        """Call it off, remove a player, decide a match, give more time."""
        require_manager(interaction)
        number = await _named_or_only(
            interaction, tournament, _select_live, "tournament-manage-chosen"
        )
        if number is not None:
            await show_managed(interaction, number)

    @app_commands.command(name="export")
    @app_commands.describe(**_WHICH)
    async def export(
        self, interaction: Interaction, tournament: TournamentOption | None = None
    ) -> None:
        """Get the tables as CSV files, and records of your matches."""
        number = await _named_or_only(
            interaction, tournament, _select_live_or_newest, "tournament-export-chosen"
        )
        if number is not None:
            await self._export(interaction, number)

    async def _export(self, interaction: Interaction, number: TournamentId) -> None:
        guild = server_guild_of(interaction)
        field = await self.bot.services.tournaments.find(number, guild)
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self.bot.services.exports.file():
            files = await files_of(self.bot, field, viewer_of(interaction))
            await interaction.edit_original_response(
                content=f"🏆 {name_of(field.tournament)}", attachments=files
            )

    @app_commands.command(name="leave")
    @app_commands.describe(**_WHICH)
    async def leave(
        self, interaction: Interaction, tournament: EnteredOption | None = None
    ) -> None:
        """Leave a tournament."""
        if tournament is not None:
            await self._leave(interaction, tournament)
            return
        match await entered_here(interaction):
            case []:
                raise NoneEntered
            case [only]:
                await self._leave(interaction, only.id)
            case several:
                panel = which_panel(several, "tournament-leave-chosen")
                await answer_privately(interaction, panel)

    @action("tournament-show")
    async def show_chosen(self, context: ActionContext, *, chosen: TournamentId) -> None:
        """Show a tournament that was chosen from the list."""
        await self._show(context.interaction, chosen)

    @action("tournament-enter-chosen")
    async def enter_chosen(self, context: ActionContext, *, chosen: TournamentId) -> None:
        """Enter a tournament that was chosen from the list."""
        await self._enter(context.interaction, chosen)

    @action("tournament-leave-chosen")
    async def leave_chosen(self, context: ActionContext, *, chosen: TournamentId) -> None:
        """Leave a tournament that was chosen from the list."""
        await self._leave(context.interaction, chosen)

    @action("tournament-export-chosen")
    async def export_chosen(self, context: ActionContext, *, chosen: TournamentId) -> None:
        """Send the files of a tournament; the list stays, to choose another."""
        await self._export(context.interaction, chosen)

    async def _show(self, interaction: Interaction, number: TournamentId) -> None:
        field = await self.bot.services.tournaments.find(number, server_guild_of(interaction))
        if field.groups:
            await self._show_table(interaction, field, _own_group(field, user_of(interaction)))
            return
        now = self.bot.services.clock.now()
        may_start = await _may_start(interaction, field.tournament)
        panel = shown_panel(field, user_of(interaction), now, may_start=may_start)
        await answer_privately(interaction, panel)

    @action("tournament-start")
    async def start(self, context: ActionContext, tournament: TournamentId) -> None:
        """Start a tournament now."""
        interaction = context.interaction
        guild = server_guild_of(interaction)
        before = await self.bot.services.tournaments.find(tournament, guild)
        if not await _may_start(interaction, before.tournament):
            raise NotAManager
        async with self.bot.working():
            field = await self.bot.services.tournaments.start(tournament, guild)
            text = gettext("{name} has begun.", name=f"**{name_of(field.tournament)}**")
            await acknowledge(interaction, note_panel(text))
            await deliver_subject(self.bot, SIGN_UP_CARD, tournament)
            await deliver_subject(self.bot, TOURNAMENT_CARD, tournament)

    @action("tournament-enter")
    async def enter_by_button(self, context: ActionContext, tournament: TournamentId) -> None:
        """Enter the tournament of a card."""
        await self._enter(context.interaction, tournament)

    async def _enter(self, interaction: Interaction, number: TournamentId) -> None:
        user, roles = user_of(interaction), roles_of(interaction.user)
        await self.bot.services.tournaments.find(number, server_guild_of(interaction))
        async with self.bot.working():
            field, entrant = await self.bot.services.tournaments.enter(user, number, roles)
            await acknowledge(interaction, entered_panel(field, entrant))
            await deliver_subject(self.bot, SIGN_UP_CARD, number)

    @action("tournament-leave")
    async def leave_by_button(self, context: ActionContext, tournament: TournamentId) -> None:
        """Leave the tournament of a card; ask first if it is under way."""
        await self._leave(context.interaction, tournament)

    async def _leave(self, interaction: Interaction, number: TournamentId) -> None:
        field = await self._field(interaction, number)
        is_running = field.tournament.state is TournamentState.RUNNING
        if is_running and _may_go_out(field, user_of(interaction)):
            await answer_privately(interaction, leaving_panel(field))
            return
        await self._leave_now(interaction, number)

    @action("tournament-really-leave")
    async def really_leave(self, context: ActionContext, tournament: TournamentId) -> None:
        """Leave a tournament that is under way."""
        await self._leave_now(context.interaction, tournament)

    async def _leave_now(self, interaction: Interaction, number: TournamentId) -> None:
        async with self.bot.working():
            field = await self.bot.services.tournaments.leave(user_of(interaction), number)
            text = gettext("You're out of {name}.", name=f"**{name_of(field.tournament)}**")
            await acknowledge(interaction, note_panel(text))
            await deliver_subject(self.bot, SIGN_UP_CARD, number)

    @action("tournament-mine")
    async def mine(self, context: ActionContext, tournament: TournamentId) -> None:
        """Show a user's own matches."""
        own = await self.bot.services.tournaments.own_matches(context.user, tournament)
        links = dict[MatchId, str]()
        for each in own.matches:
            if each.match is not None:
                links[each.match.id] = await link_to(self.bot, each.match, context.user)
        await answer_privately(context.interaction, own_panel(own, context.user, links))

    @action("tournament-table")
    async def table(self, context: ActionContext, tournament: TournamentId) -> None:
        """Show the table of the user's own group, or of the first."""
        field = await self._field(context.interaction, tournament)
        await self._show_table(context.interaction, field, _own_group(field, context.user))

    @action("tournament-group")
    async def choose_group(
        self, context: ActionContext, tournament: TournamentId, *, chosen: GroupNumber
    ) -> None:
        """Show the table of another group."""
        field = await self._field(context.interaction, tournament)
        await self._show_table(context.interaction, field, chosen)

    async def _show_table(
        self, interaction: Interaction, field: TournamentField, group: GroupNumber
    ) -> None:
        if group not in field.tables:
            raise NoSuchTournament
        picture = await table_picture(self.bot, field, group, await private_theme(interaction))
        page = await address_of(self.bot, field.tournament)
        panel = table_panel(field, group, picture, user_of(interaction), page)
        await answer_privately(interaction, panel, picture)

    @action("tournament-text")
    async def text(
        self, context: ActionContext, tournament: TournamentId, group: GroupNumber
    ) -> None:
        """Show the table of a group in words."""
        field = await self._field(context.interaction, tournament)
        if group not in field.tables:
            raise NoSuchTournament
        await answer_privately(context.interaction, text_panel(field, group))

    @action("tournament-again")
    async def play_again(self, context: ActionContext, entrant: EntrantId) -> None:
        """Enter the next season."""
        await self._re_enter(context, entrant, again=True)

    @action("tournament-not-again")
    async def do_not_play_again(self, context: ActionContext, entrant: EntrantId) -> None:
        """Leave the next season."""
        await self._re_enter(context, entrant, again=False)

    async def _re_enter(self, context: ActionContext, entrant: EntrantId, *, again: bool) -> None:
        async with self.bot.working():
            tournaments = self.bot.services.tournaments
            after = await tournaments.season_after(entrant)
            roles = None
            if after is not None:
                roles = await roles_in(context.interaction, after.tournament.place.guild)
            season = await tournaments.play_again(context.user, entrant, roles, again=again)
            field = await tournaments.find(season.id)
            text = again_text(season, field.of_user(context.user))
            await acknowledge(context.interaction, note_panel(text))
            await deliver_subject(self.bot, SIGN_UP_CARD, season.id)

    async def _field(self, interaction: Interaction, number: TournamentId) -> TournamentField:
        """Return a tournament that the user may see: it is in this server, or they are in it."""
        field = await self.bot.services.tournaments.find(number)
        is_here = is_in(place_of(interaction), field.tournament.place.guild)
        if not is_here and field.of_user(user_of(interaction)) is None:
            raise NoSuchTournament
        return field


async def _may_start(interaction: Interaction, tournament: Tournament) -> bool:
    """Return whether the user manages the server, or made the tournament and may still host."""
    is_host = tournament.host == user_of(interaction) and await may_host(interaction)
    return is_host or interaction.permissions.manage_guild


def _may_go_out(field: TournamentField, user: UserId) -> bool:
    entrant = field.of_user(user)
    if entrant is None or entrant.state is EntrantState.OUT:
        return False
    return not field.is_through(entrant)


def _own_group(field: TournamentField, user: UserId) -> GroupNumber:
    """Return the group of a user, or else the first table, which is the final if it has begun."""
    entrant = field.of_user(user)
    is_in_final = entrant is not None and entrant.final_seed is not None
    if entrant is not None and entrant.group_number is not None and not is_in_final:
        return entrant.group_number
    if not field.tables:
        raise NoSuchTournament
    return field.tables[0]


async def setup(bot: BoopBot) -> None:
    """Add the cog."""
    await bot.add_cog(TournamentCog(bot))
