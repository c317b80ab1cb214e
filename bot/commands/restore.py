"""`boop restore`: puts a backup where the bot looks for its database."""

from pathlib import Path

import click

from bot.config import read_settings
from bot.host.restoring import restore
from bot.store.copying import IfThere


@click.command("restore")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--overwrite", is_flag=True, help="Replace a database that is there; it is kept.")
def command(file: Path, overwrite: bool) -> None:  # noqa: FBT001 - click calls it
    """Make the backup FILE the database; the bot must be stopped.

    A database that is there already is kept beside it under another name.
    """
    settings = read_settings()
    restored = restore(file, settings.database, IfThere.REPLACE if overwrite else IfThere.REFUSE)
    if restored.kept is not None:
        click.echo(f"Kept what was there as {restored.kept}.")
    rows = sum(restored.found.rows.values())
    click.echo(f"Restored {file} to {settings.database}: {rows} rows, all there and sound.")
