"""Metrics in Prometheus's format: numbers only, without users."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.jobs.arrivals import CountedInteraction
from bot.jobs.fleet import Fleet
from bot.jobs.runner import JobFigures
from bot.match.identity import Instant
from bot.services import Services, Snapshot
from render.studio import Studio

_ANSWER_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""The buckets of the time to answer. Discord waits three seconds for an answer."""
_TRANSACTION_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)
_ANSWER_PATH: Final = re.compile(r"/interactions/\d+/[^/]+/callback$")


@dataclass(slots=True)
class _PendingAnswer:
    """A user who waits for an answer since `since`, an epoch second of Discord's clock."""

    kind: CountedInteraction
    name: str
    since: float
    answered: bool = False


_waiting: Final[ContextVar[_PendingAnswer | None]] = ContextVar("waiting", default=None)


class ProcessMetrics(Collector):
    """The metrics of one process, in a registry of their own."""

    content_type: Final = CONTENT_TYPE_LATEST
    """The content type of the text that `exposition` returns."""

    def __init__(self, services: Services, studio: Studio) -> None:
        """Start measuring, including each transaction of the services."""
        self._services = services
        self._studio = studio
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._answers = Histogram(
            "boop_interaction_seconds",
            "Time from an interaction, by Discord's clock, until Discord has accepted the answer.",
            ("kind", "name"),
            buckets=_ANSWER_SECONDS,
            registry=registry,
        )
        self._unanswered = Counter(
            "boop_interactions_unanswered",
            "Interactions without an answer that Discord accepted.",
            ("kind", "name"),
            registry=registry,
        )
        self._transactions = Histogram(
            "boop_transaction_seconds",
            "Duration of database transactions, including the wait for their turn.",
            buckets=_TRANSACTION_SECONDS,
            registry=registry,
        )
        self._snapshot: Snapshot | None = None
        self._jobs: JobFigures | None = None
        registry.register(self)
        services.observe_transactions(self._transactions.observe)

    @contextmanager
    def answer(self, kind: CountedInteraction, name: str, since: float) -> Iterator[None]:
        """Measure the time until the first answer to an interaction within the block."""
        waiting = _PendingAnswer(kind, name, since)
        before = _waiting.set(waiting)
        try:
            yield
        finally:
            _waiting.reset(before)
            if not waiting.answered:
                self._unanswered.labels(kind.value, name).inc()

    def trace(self) -> aiohttp.TraceConfig:
        """Return hooks that see every request to Discord, for the session that sends them."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._on_request)
        return config

    async def exposition(self) -> bytes:
        """Return all metrics as text."""
        self._snapshot = await self._services.snapshot()
        self._jobs = await self._services.jobs.figures()
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics that are read when the registry asks for them."""
        snapshot = self._snapshot
        if snapshot is not None:
            lag = 0.0 if snapshot.due_at is None else self._services.clock.now() - snapshot.due_at
            yield _gauge("matches_live", "Matches that are not over.", snapshot.matches_live)
            yield _gauge(
                "boards_outdated", "Boards that are behind their matches.", snapshot.boards_unshown
            )
            yield _gauge(
                "outbox_lag_seconds",
                "How long the first thing that is to be shown or sent has been due.",
                max(0.0, lag),
            )
        if self._jobs is not None:
            yield from _job_figures(self._jobs, self._services.clock.now())
        fleet = self._services.leadership
        if isinstance(fleet, Fleet):
            yield _gauge("shards_held", "Shards that this process is to connect.", len(fleet.held))
            yield _gauge("shards_served", "Shards whose servers it looks after.", len(fleet.served))
        yield _counter(
            "turns_played", "Turns played since the start.", self._services.matches.moves
        )
        yield _counter("pictures_drawn", "Pictures drawn since the start.", self._studio.drawn)
        yield _gauge("pictures_cached", "Pictures in the cache.", self._studio.cached)
        yield _gauge("pictures_queued", "Pictures waiting to be drawn.", self._studio.queued)

    async def _on_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        waiting = _waiting.get()
        if waiting is None or waiting.answered or request.response.status >= 400:
            return
        if _ANSWER_PATH.search(request.url.path):
            waiting.answered = True
            seconds = max(0.0, time.time() - waiting.since)
            self._answers.labels(waiting.kind.value, waiting.name).observe(seconds)


def _job_figures(figures: JobFigures, now: Instant) -> Iterator[Metric]:
    done = CounterMetricFamily("boop_jobs_done", "Jobs done since the start.", labels=("kind",))
    for kind, jobs in figures.done.items():
        done.add_metric((kind,), jobs)
    failed = CounterMetricFamily(
        "boop_jobs_failed", "Attempts at jobs that have failed since the start.", labels=("kind",)
    )
    for kind, jobs in figures.failed.items():
        failed.add_metric((kind,), jobs)
    due = GaugeMetricFamily("boop_jobs_due", "Jobs that are due.", labels=("kind",))
    lag = GaugeMetricFamily(
        "boop_jobs_lag_seconds", "How long the first due job has been due.", labels=("kind",)
    )
    for kind, behind in figures.behind.items():
        due.add_metric((kind,), behind.jobs)
        lag.add_metric((kind,), 0.0 if behind.since is None else max(0.0, now - behind.since))
    yield from (done, failed, due, lag)


def _gauge(name: str, description: str, value: float) -> Metric:
    return GaugeMetricFamily(f"boop_{name}", description, value=value)


def _counter(name: str, description: str, value: float) -> Metric:
    return CounterMetricFamily(f"boop_{name}", description, value=value)
