"""The part of `boop check` that reads the database: its contents, its users, and its owner."""

import asyncio
import os
import time
from pathlib import Path
from typing import Final

from bot.address import DatabaseAddress, ServerAddress
from bot.cli.findings import CheckResult, remark, some_of, well, wrong
from bot.cli.sentences import sentence
from bot.db.errors import DatabaseMissing, StoreRefusal, translating_read_errors
from bot.db.inspection import Inspection, inspect, require_nothing_lost
from bot.db.migrations import migrations
from bot.db.opening import inspect_server, open_database
from bot.db.program import Lease
from bot.jobs.processes import Processes, watch_processes
from bot.text import gettext, ngettext

COUNTED: Final = ("matches", "turns")


def check_database(address: DatabaseAddress) -> tuple[list[CheckResult], Inspection | None]:
    """Check the database; return its contents too, if they can be read."""
    return _check_file(address) if isinstance(address, Path) else _check_server(address)


def _check_server(address: ServerAddress) -> tuple[list[CheckResult], Inspection | None]:
    try:
        inspection, processes = asyncio.run(_inspect_server(address))
    except StoreRefusal as refusal:
        return [wrong(_as_part(sentence(refusal)))], None
    if inspection is None or processes is None:
        return [_of_an_empty_one(address)], None
    findings = [_of_the_rest(address, inspection), _of_its_version(inspection)]
    return [*findings, *_of_its_processes(processes)], inspection


async def _inspect_server(
    address: ServerAddress,
) -> tuple[Inspection, Processes] | tuple[None, None]:
    database = await open_database(address)
    try:
        with translating_read_errors(address):
            inspection = await inspect_server(database, COUNTED)
            return (
                (None, None)
                if inspection is None
                else (inspection, await watch_processes(database))
            )
    finally:
        await database.close()


def _check_file(path: Path) -> tuple[list[CheckResult], Inspection | None]:
    try:
        require_nothing_lost(path)
        inspection = inspect(path)
    except DatabaseMissing:
        return [_of_a_new_one(path)], None
    except StoreRefusal as refusal:
        return [wrong(_as_part(sentence(refusal)))], None
    findings = [
        _of_the_rest(path, inspection),
        _of_its_version(inspection),
        _of_its_lease(inspection.lease),
    ]
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        findings.append(
            wrong(gettext("database: can't write to {path} or its folder", path=str(path)))
        )
    return findings, inspection


def check_owner(inspection: Inspection, application: int) -> CheckResult:
    """Check that the database belongs to the bot whose token is set."""
    if inspection.application is None:
        return remark(gettext("owner: no bot owns the database yet; the first one to start will"))
    if inspection.application == application:
        return well(
            gettext(
                "owner: this application, {application}, owns the database",
                application=application,
            )
        )
    return wrong(
        gettext(
            "owner: application {owner} owns the database, but the token belongs to {other}; "
            "set BOOP_DATABASE to another database",
            owner=inspection.application,
            other=application,
        )
    )


def _of_a_new_one(path: Path) -> CheckResult:
    if os.access(path.parent, os.W_OK):
        return remark(
            gettext(
                "database: {path} doesn't exist; the bot creates it when it first starts",
                path=str(path),
            )
        )
    return wrong(
        gettext(
            "database: can't create {path}; its folder is missing or not writable", path=str(path)
        )
    )


def _of_an_empty_one(address: ServerAddress) -> CheckResult:
    return remark(
        gettext(
            "database: {path} is empty; the bot makes its tables when it first starts",
            path=str(address),
        )
    )


def _of_the_rest(path: DatabaseAddress, inspection: Inspection) -> CheckResult:
    matches, turns = (inspection.rows.get(table, 0) for table in COUNTED)
    return well(
        gettext(
            "database: {path} is intact, with {matches} and {turns}",
            path=str(path),
            matches=ngettext("{count} match", "{count} matches", matches),
            turns=ngettext("{count} turn", "{count} turns", turns),
        )
    )


def _of_its_version(inspection: Inspection) -> CheckResult:
    known = max(migration.version for migration in migrations())
    if inspection.version < known:
        return remark(
            gettext(
                "schema: version {version}; the bot migrates it to {known} when it next starts",
                version=inspection.version,
                known=known,
            )
        )
    return well(
        gettext("schema: version {version}, as this program expects", version=inspection.version)
    )


def _of_its_lease(lease: Lease | None) -> CheckResult:
    if lease is None or lease.expires_at < time.time():
        return _check_unused()
    return _used_by_one(lease.machine, lease.process)


def _check_unused() -> CheckResult:
    return remark(gettext("lead: no bot is using the database"))


def _used_by_one(machine: str, process: int) -> CheckResult:
    return well(
        gettext(
            "lead: a bot is using the database: process {process} on {machine}",
            process=process,
            machine=machine,
        )
    )


def _of_its_processes(processes: Processes) -> list[CheckResult]:
    """Report processes that renew their leases, processes that do not, and unserved shards."""
    living = [each for each in processes.leaders if each.number in processes.living]
    findings = [
        remark(
            gettext(
                "lead: process {process} on {machine} is silent",
                process=each.process,
                machine=each.machine,
            )
        )
        for each in processes.leaders
        if each.number not in processes.living
    ]
    if not living:
        return [*findings, _check_unused()]
    if not processes.is_shared:
        return [*findings, *(_used_by_one(each.machine, each.process) for each in living)]
    findings.append(
        well(
            gettext(
                "lead: the database is shared by {processes}: {names}",
                processes=ngettext("{count} process", "{count} processes", len(living)),
                names=some_of(
                    (
                        gettext(
                            "process {process} on {machine}",
                            process=each.process,
                            machine=each.machine,
                        )
                        for each in living
                    ),
                    8,
                ),
            )
        )
    )
    served = {each.number for each in processes.shards if each.served_by in processes.living}
    unserved = [str(each.number) for each in processes.shards if each.number not in served]
    if unserved:
        findings.append(
            remark(
                gettext(
                    "shards: no process serves {count} of {shards} yet: {numbers}",
                    count=len(unserved),
                    shards=len(processes.shards),
                    numbers=some_of(unserved, 8),
                )
            )
        )
    elif processes.shards:
        findings.append(
            well(gettext("shards: all are served, {shards} in all", shards=len(processes.shards)))
        )
    return findings


def _as_part(sentence_of_refusal: str) -> str:
    return gettext("database: {fault}", fault=sentence_of_refusal.rstrip("."))
