"""The `boop` command. It imports the module of a subcommand when the subcommand is called."""

import importlib
import sys
from copy import copy
from importlib import metadata
from typing import Any, Final

import click

from bot.cli.compiling import compile_if_possible
from bot.cli.console import adapt_streams, note, silence_unwritable
from bot.errors import StartRefusal, UserFacingError
from bot.importing import collecting_later
from bot.text import Message, gettext, translate

COMMANDS: Final = {
    "arena": "arena.command",
    "backup": "database.backup_command",
    "book": "book.command",
    "check": "check.command",
    "engine": "engine.command",
    "ladder": "ladder.ladder_command",
    "learn": "learn.learn_command",
    "move-database": "database.move_command",
    "perft": "rules.perft_command",
    "playground": "playground.command",
    "puzzles": "puzzles.command",
    "ratings": "ratings.command",
    "replay": "rules.replay_command",
    "restore": "database.restore_command",
    "run": "run.command",
    "tournament": "tournament.command",
    "turns": "rules.turns_command",
}
"""The module and the function of each command."""

COMPILED: Final = frozenset(
    {"arena", "book", "engine", "ladder", "learn", "perft", "puzzles", "tournament"}
)
"""Commands with long computations: the engine is compiled for them if possible."""

CANNOT: Final = 2
"""The exit status of a refusal, and of a usage error."""


class CommandRefusal(click.ClickException):
    """A refusal for click to show: its sentence on standard error, and exit status 2."""

    exit_code = CANNOT

    def show(self, file: object = None) -> None:
        """Print the sentence without a usage line."""
        note(f"boop: {self.message}")


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and turns every refusal into a sentence."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run a command; its output may go to any kind of stream."""
        adapt_streams()
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            # Probe with a line: an unbuffered stream keeps no text that it failed to write.
            if not silence_unwritable("\n"):
                raise
            note(gettext("boop: Can't write the output: {reason}.", reason=str(error.strerror)))
            # If a command's error could not be printed, the exit status is still that error's.
            fault = error.__context__
            sys.exit(fault.exit_code if isinstance(fault, click.ClickException) else CANNOT)
        finally:
            silence_unwritable()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(".")
        with collecting_later():
            command = getattr(importlib.import_module(f"bot.cli.{module}"), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"bot.cli.{module}.{name} is not a command")
        return translated(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was called. Compile the engine first if the command needs it."""
        if args and args[0] in COMPILED:
            compile_if_possible()
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn a refusal or a usage error into a sentence."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            from bot.cli.sentences import bytes_shown

            called = ctx.command_path if error.ctx is None else error.ctx.command_path
            words = bytes_shown(error.format_message())
            helpful = gettext("{fault} See `{command} --help`.", fault=words, command=called)
            raise CommandRefusal(helpful) from error
        except (UserFacingError, StartRefusal) as refusal:
            from bot.cli.sentences import sentence

            raise CommandRefusal(sentence(refusal)) from refusal


def translated(command: click.Command) -> click.Command:
    """Return a command with its help in the current language."""
    shown = copy(command)
    shown.help = None if command.help is None else translate(Message(command.help))
    shown.params = []
    for parameter in command.params:
        option = copy(parameter)
        if isinstance(option, click.Option) and option.help is not None:
            option.help = translate(Message(option.help))
        shown.params.append(option)
    if isinstance(shown, click.Group):
        shown.commands = {name: translated(each) for name, each in shown.commands.items()}
    return shown


def _version() -> str:
    try:
        return metadata.version("boop-bot")
    except metadata.PackageNotFoundError:
        return gettext("(a checkout that isn't installed)")


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.version_option(_version(), message="boop-bot %(version)s")
@click.pass_context
def boop(context: click.Context) -> None:
    """Play the board game boop. with friends inside Discord.

    Without a command, runs the bot if a token is set, and the playground if not.
    """
    if context.invoked_subcommand is not None:
        return
    from bot.config import ENV_FILE, read_settings

    if read_settings().token is not None:
        context.invoke(_command(context, "run"), until_input_ends=False)
        return
    click.echo(
        gettext(
            "There is no token in BOOP_TOKEN or {file}, so this is the playground.",
            file=str(ENV_FILE),
        )
    )
    context.invoke(_command(context, "playground"))


def _command(context: click.Context, name: str) -> click.Command:
    command = boop.get_command(context, name)
    if command is None:
        raise LookupError(name)
    return command
