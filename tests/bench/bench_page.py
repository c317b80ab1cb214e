"""The playground's page in a real browser: a move by a click, and scrolling a long channel.

Our bot runs in a separate process, as `boop playground` runs it; the browser is a third one on the
same machine. A move is timed in the page, from the click on *Confirm* to the frame in which the new
bed is drawn. While the page scrolls, the browser's own trace records every task of the main thread.
Tasks are measured by processor time, as the bot's event loop is, because wall time includes waiting
for other programs. Without a browser nothing is measured.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, Page, expect

from bot.cli.keeper import Child
from playground import Playground
from playground.page import PageServer
from playground.world import Attachment, TextChannel
from playground.world.layout import walk
from playground.world.messages import Draft
from render.bed import draw
from tests.bench.bench_render import random_scenes
from tests.bench.figures import Effort, Figure, at_most
from tests.kit.chromium import MISSING, find_chromium, open_chromium
from tests.kit.server_matches import start_match_between

MOVES = 20
MESSAGES = 1000
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
SQUARES = [f"{column}{row}" for row in "135" for column in "ace"]
"""Squares from which nothing is booped, so that each can be used once."""

WATCH = """() => {
    const known = new Set([...document.images].map((image) => image.src));
    window.moved = new Promise((resolve) => {
        let began = 0;
        addEventListener("click", () => (began ||= performance.now()), {capture: true, once: true});
        const look = async () => {
            const pane = document.querySelector('.pane[data-side="left"]');
            const images = [...pane.querySelectorAll(".message:not(.is-private) img")];
            const bed = images.find((image) => !known.has(image.src) && image.naturalWidth > 0);
            if (!bed) return requestAnimationFrame(look);
            await bed.decode();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        look();
    });
}"""
LONG_TASKS = """() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
        window.longTasks.push(...list.getEntries().map((entry) => entry.duration));
    }).observe({type: "longtask"});
}"""
SCROLL = """async ({first, step}) => {
    const scroller = document.querySelector('.pane[data-side="left"] .scroller');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isFirst = () => scroller.textContent.includes(first);
    for (let count = 0; count < 5000 && !(isFirst() && scroller.scrollTop < 1); count += 1) {
        scroller.scrollTop -= step;
        await frame();
    }
    const end = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    while (end() > 1) {
        scroller.scrollTop += step;
        await frame();
    }
    return scroller.querySelectorAll(".message").length;
}"""


def figures(effort: Effort) -> Iterator[Figure]:
    """Measure the page, if there is a browser."""
    path = find_chromium()
    if path is None:
        sys.stderr.write(f"the page is not measured: {MISSING}\n")
        return
    moves, scrolled = asyncio.run(_measure(path, effort.of(MOVES), effort.of(2)))
    note = f"{len(moves)} moves; the slowest {max(moves):.0f} ms"
    yield Figure(
        "a move by a click, to the new bed on the page", median(moves), "ms", at_most(150), note
    )
    best = min(scrolled, key=lambda run: run.longest)
    note = (
        f"the processor's time; {best.wall:.0f} ms by the clock, {best.over} tasks over 50 ms by it"
    )
    what = f"longest task of the page while {MESSAGES} messages scroll by"
    yield Figure(what, best.longest, "ms", at_most(50), note)


@dataclass(frozen=True, slots=True)
class ScrollTasks:
    """The longest tasks of a scroll, in ms: by processor time and by wall time.

    `over` is the number of tasks that PerformanceObserver reported: over 50 ms of wall time.
    """

    longest: float
    wall: float
    over: int


async def _measure(path: str, moves: int, runs: int) -> tuple[list[float], list[ScrollTasks]]:
    with TemporaryDirectory(prefix="boop-bench-") as folder:
        async with open_chromium(path) as browser, _open_page(Path(folder)) as (playground, server):
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE)
            await page.goto(server.invitation())
            moved = [each async for each in _moves(playground, page, moves)]
            _fill(playground, playground.channel("general"))
            scrolled = [await _scroll(browser, page) for _ in range(runs)]
            return moved, scrolled


@asynccontextmanager
async def _open_page(folder: Path) -> AsyncIterator[tuple[Playground, PageServer]]:
    """Serve a playground with its page, and run the bot in a separate process."""
    playground = Playground(bot_name="boop")
    page = PageServer(playground)
    playground.mount(page.routes())
    async with playground:
        child = Child(
            token=playground.token,
            api=playground.api,
            database=folder / "boop.sqlite3",
            control=folder / "control.json",
            more={"BOOP_LOG_LEVEL": "warning"},
        )
        await child.start()
        try:
            yield playground, page
        finally:
            await child.stop()
            await page.close()


async def _moves(playground: Playground, page: Page, count: int) -> AsyncIterator[float]:
    """Begin matches and make moves in them by clicks alone; yield the time of each move, in ms."""
    ada, bob = playground.person("ada"), playground.person("bob")
    left = page.locator('.pane[data-side="left"]')
    done = 0
    while done < count:
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
        await left.locator(f'[data-place="{server_match.place.id}"]').click()
        # The first piece on an empty bed is placed without Confirm.
        opening = [f"K{square}" for square in SQUARES[:2]]
        await server_match.play(opening)
        await left.get_by_text(f"Turn 2: gray kitten to {SQUARES[1]}").wait_for()
        for index in range(2, len(SQUARES) - 1, 2):
            yield await _move(left, SQUARES[index])
            done += 1
            if done == count:
                return
            answer = SQUARES[index + 1]
            await bob.command("place", channel=server_match.place, square=answer)
            await left.get_by_text(f"Turn {index + 2}: gray kitten to {answer}").wait_for()


async def _move(left: Any, square: str) -> float:
    """Choose a square by taps, and time the click that confirms it."""
    column = left.get_by_role("button", name=square[0], exact=True)
    # The previous board loses its buttons a moment after the new one appears.
    await expect(column).to_have_count(1)
    await column.click()
    panel = left.locator(".message.is-private").last
    await panel.get_by_role("button", name=square, exact=True).click()
    confirm = panel.get_by_role("button", name="Confirm")
    await confirm.wait_for()
    await left.page.evaluate(WATCH)
    await confirm.click()
    return float(await left.page.evaluate("window.moved"))


def _fill(playground: Playground, channel: TextChannel) -> None:
    """Write the messages of a busy channel: talk, the bot's containers with buttons, and boards."""
    world, chance = playground.world, Random(2026)
    scenes = random_scenes(Random(2))
    people = [playground.person(name).user for name in ("ada", "bob", "cleo", "dov")]
    for number in range(MESSAGES):
        if number % 20 == 10:
            id_ = world.snowflakes.next()
            png = draw(next(scenes))
            picture = Attachment(id_, "bed.png", png, "image/png", "a bed", 720, 720)
            world.messages.post(channel, Draft(world.bot, attachments=(picture,)))
        elif number % 10 == 0:
            world.messages.post(channel, Draft(world.bot, components=_card(number)))
        else:
            words = " ".join(chance.choices(["**kitten**", "cat", "`c3`", "<@1>", "quilt"], k=12))
            text = f"message {number} · {words}"
            world.messages.post(channel, Draft(chance.choice(people), content=text))


def _card(number: int) -> list[dict[str, Any]]:
    """Return a container like the bot's: text, a line, two buttons."""
    buttons = [
        {"type": 2, "style": style, "label": f"Button {style}", "custom_id": f"b{number}:{style}"}
        for style in (1, 2)
    ]
    text = f"### message {number} ·\n**Ada** is to move <t:1900000000:R>\n- one\n- two"
    inside = [{"type": 10, "content": text}, {"type": 14}, {"type": 1, "components": buttons}]
    card = [{"type": 17, "accent_color": 0xF0913A, "components": inside}]
    for part_number, (_, part) in enumerate(walk(card), start=1):
        part["id"] = part_number
    return card


async def _scroll(browser: Browser, page: Page) -> ScrollTasks:
    """Scroll through the channel to its first message and back."""
    await page.reload()
    left = page.locator('.pane[data-side="left"]')
    await left.get_by_role("navigation").get_by_role("button", name="general").click()
    await left.get_by_text(f"message {MESSAGES - 1} ·").wait_for()
    await page.evaluate(LONG_TASKS)
    await browser.start_tracing(page=page, categories=["toplevel"])
    shown = await page.evaluate(SCROLL, {"first": "message 0 ·", "step": 400})
    traced = json.loads(await browser.stop_tracing())
    if shown < MESSAGES:
        raise AssertionError(f"only {shown} of {MESSAGES} messages came")
    tasks = _tasks_of(traced["traceEvents"])
    return ScrollTasks(
        longest=max(task["tdur"] for task in tasks) / 1000,
        wall=max(task["dur"] for task in tasks) / 1000,
        over=len(await page.evaluate("window.longTasks")),
    )


def _tasks_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tasks of the pages' main threads."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask"
        and {"dur", "tdur"} <= event.keys()
        and (event["pid"], event["tid"]) in mains
    ]
