"""The hand on the clock of a bot in the playground, through its control socket."""

import json
from dataclasses import dataclass
from pathlib import Path

import aiohttp


@dataclass(frozen=True, slots=True)
class Director:
    """Where a bot's control socket listens, and the key that it asks for."""

    address: str
    key: str

    @classmethod
    def from_file(cls, control: Path) -> "Director | None":
        """Read what the bot wrote when it was ready; None as long as it has not."""
        try:
            written = json.loads(control.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return cls(written["address"], written["key"])

    async def advance(self, seconds: float) -> float:
        """Move the bot's clock on by so many seconds; gives the epoch second it shows now."""
        return await self._ask("advance", {"seconds": seconds})

    async def next_deadline(self) -> float:
        """Move the bot's clock to the next deadline; gives the epoch second it shows now."""
        return await self._ask("next-deadline", {})

    async def sweep(self) -> float:
        """Have everything that is due done at once; gives the epoch second of the bot's clock."""
        return await self._ask("sweep", {})

    async def _ask(self, deed: str, facts: dict[str, float]) -> float:
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bearer {self.key}"}) as session,
            session.post(f"{self.address}/{deed}", json=facts) as answer,
        ):
            answer.raise_for_status()
            return float((await answer.json())["now"])
