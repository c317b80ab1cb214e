"""`boop backup`: a copy of the database as it is at one moment, also while the bot runs."""

from pathlib import Path

import click

from bot.config import read_settings
from bot.db.backup import IfThere, back_up, require_file
from bot.text import gettext


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, overwrite: bool) -> None:  # noqa: FBT001 - click calls it
    """Copy the database to FILE, even while the bot is running.

    The copy is a single file, which gets its name after it has been read back from end to end.
    """
    database = require_file(read_settings().database)
    rows = back_up(database, file, IfThere.REPLACE if overwrite else IfThere.REFUSE)
    click.echo(
        gettext(
            "Copied {database} to {file}: {rows} rows, all intact.",
            database=str(database),
            file=str(file),
            rows=rows,
        )
    )
