"""The addresses of players' pages. They reveal nothing, and differ from server to server."""

import base64
import hashlib
import hmac
import re
from typing import Final

from bot.match.identity import GuildId, PlayerKey

_HALF: Final = 8
"""How many bytes the proof of an address has, and how many the hidden key."""
_ADDRESS: Final = re.compile(r"[-_A-Za-z0-9]{21}[AQgw]")


class PlayerAddresses:
    """Encrypts players' keys, so that addresses reveal nothing and cannot be forged.

    An address is a keyed hash of the server and the player's key (the proof), followed by the key,
    masked with a keyed hash of the proof. It stays the same, so it need not be stored.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = hashlib.sha256(b"players' pages\0" + secret).digest()

    def of(self, guild: GuildId, player: PlayerKey) -> str:
        """Return the last part of the address of a player's page."""
        proof = self._proof(guild, player)
        return base64.urlsafe_b64encode(proof + self._hide(proof, player)).decode().rstrip("=")

    def player(self, guild: GuildId, address: str) -> PlayerKey | None:
        """Return the player of an address in a server; None if no page ever had it."""
        if not _ADDRESS.fullmatch(address):
            return None
        whole = base64.urlsafe_b64decode(f"{address}==")
        proof, hidden = whole[:_HALF], whole[_HALF:]
        shown = self._hide(proof, int.from_bytes(hidden, "big"))
        player = PlayerKey(int.from_bytes(shown, "big"))
        return player if hmac.compare_digest(proof, self._proof(guild, player)) else None

    def _proof(self, guild: GuildId, player: PlayerKey) -> bytes:
        return self._digest(b"proof", f"{guild} {player}".encode())

    def _hide(self, proof: bytes, number: int) -> bytes:
        mask = int.from_bytes(self._digest(b"hide", proof), "big")
        return (number ^ mask).to_bytes(_HALF, "big")

    def _digest(self, purpose: bytes, of: bytes) -> bytes:
        return hashlib.blake2b(of, digest_size=_HALF, key=self._key, person=purpose).digest()
