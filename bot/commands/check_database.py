"""The part of `boop check` that looks at the database; it changes nothing, even beside a bot."""

import os
import time
from pathlib import Path

from bot.commands.findings import Finding, noted, well, wrong
from bot.commands.sentences import sentence
from bot.store.database import require_not_vanished
from bot.store.errors import DatabaseMissing, StoreRefusal
from bot.store.inspecting import Inspected, inspect
from bot.store.migrating import migrations


def check_database(path: Path) -> tuple[list[Finding], Inspected | None]:
    """Look at the file; gives what it holds, too, where that can be read."""
    try:
        require_not_vanished(path)
        found = inspect(path)
    except DatabaseMissing:
        return [_of_a_new_one(path)], None
    except StoreRefusal as refusal:
        return [wrong(_as_part(sentence(refusal)))], None
    findings = [_of_the_rest(path, found), _of_its_version(found), _of_its_bot(found)]
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        findings.append(wrong(f"database: {path} or its folder cannot be written to"))
    return findings, found


def check_owner(found: Inspected, application: int) -> Finding:
    """See that the database is of the bot whose token is set."""
    if found.application is None:
        return noted("owner: the database belongs to no bot yet, and will to the first that starts")
    if found.application == application:
        return well(f"owner: the database belongs to this application, {application}")
    return wrong(
        f"owner: the database belongs to the application {found.application}, and the token is "
        f"of the application {application}; set BOOP_DATABASE to another file"
    )


def _of_a_new_one(path: Path) -> Finding:
    if os.access(path.parent, os.W_OK):
        return noted(f"database: {path} is not there; the bot makes it at its first start")
    return wrong(f"database: {path} cannot be made, for its folder is missing or not writable")


def _of_the_rest(path: Path, found: Inspected) -> Finding:
    rows = found.rows
    matches, turns = rows.get("matches", 0), rows.get("turns", 0)
    return well(f"database: {path} is sound, with {matches} matches and {turns} turns")


def _of_its_version(found: Inspected) -> Finding:
    known = max(migration.version for migration in migrations())
    if found.version < known:
        return noted(
            f"schema: version {found.version}; the bot brings it to {known} at its next start"
        )
    return well(f"schema: version {found.version}, the one that this program knows")


def _of_its_bot(found: Inspected) -> Finding:
    lease = found.lease
    if lease is None or lease.expires_at < time.time():
        return noted("lead: no bot runs on the database now")
    return well(f"lead: a bot runs on the database, process {lease.process} on {lease.machine}")


def _as_part(sentence_of_refusal: str) -> str:
    return f"database: {sentence_of_refusal.rstrip('.')}"
