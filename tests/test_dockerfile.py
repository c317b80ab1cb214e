"""What the Dockerfile promises: two stages, no root, one volume, a health check, fixed versions."""

import json
import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path

from bot.address import ServerAddress
from bot.cli import COMMANDS
from bot.config import NAMES as SETTINGS
from bot.config import read_database
from bot.features.practice.engine_requests import get_ready

ROOT = Path(__file__).parent.parent
VENUE = "/var/lib/boop"


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a Dockerfile, with its continued lines joined."""

    word: str
    rest: str


def stages() -> list[list[Instruction]]:
    """Return the instructions of each stage, starting with its FROM."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found: list[list[Instruction]] = []
    for line in lines:
        word, rest = line.split(maxsplit=1)
        if word == "FROM":
            found.append([])
        found[-1].append(Instruction(word, rest.strip()))
    return found


def all_of(stage: list[Instruction], word: str) -> list[str]:
    return [each.rest for each in stage if each.word == word]


def only(stage: list[Instruction], word: str) -> str:
    (found,) = all_of(stage, word)
    return found


def environment(stage: list[Instruction]) -> dict[str, str]:
    pairs = [pair for each in all_of(stage, "ENV") for pair in shlex.split(each)]
    return dict(pair.split("=", 1) for pair in pairs)


BUILD, FINAL = stages()


def test_both_stages_use_the_same_small_image() -> None:
    image = only(FINAL, "FROM")
    assert re.fullmatch("python:3.13-slim@sha256:[0-9a-f]{64}", image)
    assert only(BUILD, "FROM") == f"{image} AS build"
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert needed["requires-python"] == ">=3.11"


def test_installed_packages_are_locked_by_hashes() -> None:
    steps = [step for each in all_of(BUILD, "RUN") for step in each.split(" && ")]
    fetching = [step for step in steps if re.search("pip (install|wheel|download)|curl|apt", step)]
    locked = [step for step in fetching if " --no-index " not in step]
    hashed = "install --require-hashes --only-binary :all: -r /build/requirements-{}.lock"
    assert locked == [
        f"/opt/boop/bin/pip {hashed.format('full')}",
        f"/opt/tools/bin/pip {hashed.format('build')}",
    ]
    build, install = (step for step in fetching if step not in locked)
    # Without this, pip downloads the build requirements in any version.
    assert "--no-build-isolation" in build
    assert "--no-deps" in install
    assert all_of(FINAL, "RUN") == [each for each in all_of(FINAL, "RUN") if "pip" not in each]


def test_each_copied_path_exists_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = [source for each in all_of(BUILD, "COPY") for source in each.split()[:-1]]
    assert [source for source in copied if not (ROOT / source).exists()] == []
    let_through = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert let_through == set(copied)
    assert ignored[ignored.index("*") + 1].startswith("!")


def test_the_kernel_is_compiled_for_the_place_and_processor_where_it_runs() -> None:
    compiling = next(each for each in all_of(BUILD, "RUN") if "boop perft" in each)
    assert compiling.startswith("/opt/boop/bin/boop perft classic 3")
    # The bot's process for searches does the same when it starts.
    thinking = "import numba; from bot.features.practice.engine_requests import get_ready"
    assert f"/opt/boop/bin/python -c '{thinking}; get_ready(print)'" in compiling
    assert callable(get_ready)
    there, here = environment(BUILD), environment(FINAL)
    for name in ("NUMBA_CPU_NAME", "NUMBA_CACHE_DIR"):
        assert there[name] == here[name]
    folder = here["NUMBA_CACHE_DIR"]
    assert f"--from=build --chown=boop:boop {folder} {folder}" in all_of(FINAL, "COPY")


def test_the_final_stage_copies_only_the_result() -> None:
    copied = all_of(FINAL, "COPY")
    assert "--from=build /opt/boop /opt/boop" in copied
    assert all(each.startswith("--from=build ") for each in copied)


def test_the_bot_runs_as_an_unprivileged_user_in_its_only_volume() -> None:
    made = only(FINAL, "RUN")
    assert made.startswith("useradd --uid 10001 --user-group ")
    assert f"--home-dir {VENUE} --create-home --skel /dev/null" in made
    assert only(FINAL, "USER") == "10001:10001"
    assert only(FINAL, "VOLUME") == only(FINAL, "WORKDIR") == VENUE
    words = [each.word for each in FINAL]
    assert words.index("RUN") < words.index("USER") < words.index("VOLUME")
    assert environment(FINAL)["BOOP_DATABASE"] == f"{VENUE}/boop.sqlite3"


def test_the_image_runs_the_bot_and_checks_its_health() -> None:
    program = "/opt/boop/bin/boop"
    assert json.loads(only(FINAL, "ENTRYPOINT")) == [program]
    assert json.loads(only(FINAL, "CMD")) == ["run"]
    command = re.fullmatch(r"(?:--\S+ )+CMD (\[.*\])", only(FINAL, "HEALTHCHECK"))
    assert command is not None
    assert json.loads(command[1]) == [program, "check", "--health"]
    assert {"run", "check"} <= set(COMMANDS)
    assert environment(FINAL)["BOOP_HEALTH_PORT"].isdecimal()


def test_each_setting_that_it_sets_exists_and_none_is_a_secret() -> None:
    names = {name for name in environment(FINAL) if name.startswith("BOOP_")}
    assert names <= set(SETTINGS)
    assert "BOOP_TOKEN" not in names


def composed(service: str) -> str:
    """Return the part of compose.yaml about a service, without comments."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    parsed = re.search(rf"^  {service}:\n((?:    .*\n|\n)+)", text, re.M)
    assert parsed is not None
    return "".join(line for line in parsed[1].splitlines(keepends=True) if "#" not in line)


def test_several_processes_are_composed_with_settings_that_exist() -> None:
    text = composed("boop")
    names = dict(re.findall(r"^      (BOOP_\w+): (.+)$", text, re.M))
    assert set(names) <= set(SETTINGS)
    assert re.findall(r"replicas: (\d+)", text) == [names["BOOP_PROCESSES"]]
    address = read_database(names["BOOP_DATABASE"])
    assert isinstance(address, ServerAddress)
    assert address.url == "postgresql://boop@database/boop"


def test_the_composed_databases_password_may_have_any_character() -> None:
    """In the address, a password must not contain @ or /, and nothing ensures that."""
    password = "${POSTGRES_PASSWORD:?}"
    assert f"PGPASSWORD: {password}" in composed("boop")
    assert f"POSTGRES_PASSWORD: {password}" in composed("database")
    assert "POSTGRES_PASSWORD" in (ROOT / ".env.example").read_text(encoding="utf-8")
    assert "POSTGRES_PASSWORD" in (ROOT / "docs/several-processes.md").read_text(encoding="utf-8")


def test_the_check_of_the_composed_database_connects_as_the_processes_do() -> None:
    """While it prepares a new database, the server listens only on a socket."""
    [test] = re.findall(r"test: (\[.*\])", composed("database"))
    command = ["CMD", "pg_isready", "--host=127.0.0.1", "--username=boop", "--dbname=boop"]
    assert json.loads(test) == command
    assert re.search(r"start_period: \d+s", composed("database"))
    assert "condition: service_healthy" in composed("boop")


def test_composed_processes_leave_neither_volumes_nor_endless_logs() -> None:
    """The mounted folder is the bot's; by default it would be root's, and closed to others."""
    user, group = only(FINAL, "USER").split(":")
    [mounted] = re.findall(r"tmpfs:\n\s+- (\S+)", composed("boop"))
    assert mounted == f"{only(FINAL, 'VOLUME')}:uid={user},gid={group},mode=0700"
    for service in ("boop", "database"):
        assert "logging: *logging" in composed(service)
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert re.search(r"&logging\n  driver: local\n  options:\n    max-size: 10m\n", text)
