"""Commands of the command line, run in this process."""

from click.testing import CliRunner, Result

from bot.cli import boop


def call(*arguments: str, given: str | bytes | None = None) -> Result:
    content = given.encode() if isinstance(given, str) else given
    return CliRunner().invoke(boop, arguments, prog_name="boop", input=content)
