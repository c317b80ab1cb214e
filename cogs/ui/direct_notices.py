"""What people are told in direct messages: each match with its opponent, its server and a link."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.app import BoopBot
from bot.game import Seat
from bot.host.notices import Word
from bot.match.identity import GuildId, MatchId, UserId
from bot.match.match import Match
from bot.store.challenges import PostedChallenge
from bot.store.notices import NoticeKind
from bot.text.sanitizing import sanitized
from cogs.ui.links import link_of
from cogs.ui.names import NAMES
from cogs.ui.notices import most_urgent, notice_text
from cogs.ui.players import people_addressed, plain_name
from cogs.ui.quoting import escaped
from cogs.ui.words import mention, moment, opponent_name

ROOM: Final = 1900
"""Characters of a message that lines may fill; Discord refuses more than 2 000."""
LONGEST_NAME: Final = 40

_TURNS: Final = (NoticeKind.TURN, NoticeKind.REMINDER)
LISTED: Final = (*_TURNS, NoticeKind.DIGEST)
"""What takes a short line of a list for each match, where there are several."""


async def direct_text(
    bot: BoopBot, user: UserId, words: Sequence[Word], links: Mapping[int, str]
) -> str | None:
    """Say to one person all that is due to them; nothing when there is nothing to list."""
    said = most_urgent(words)
    if len(said) == 1 and said[0].notice.kind is not NoticeKind.DIGEST:
        return await _alone(bot, said[0], links[said[0].notice.id])
    waiting: dict[MatchId, tuple[Match, str]] = {}
    lines = []
    for word in said:
        if word.notice.kind is NoticeKind.DIGEST:
            for match in await bot.host.notices.waiting_for(user):
                work = await bot.host.outbox.work_of(match.id)
                waiting.setdefault(match.id, (match, link_of(match, work, user)))
        elif isinstance(word.about, Match) and word.notice.kind in _TURNS:
            waiting.setdefault(word.about.id, (word.about, links[word.notice.id]))
        else:
            lines.append(await _alone(bot, word, links[word.notice.id]))
    if waiting:
        lines.append(f"### It is your turn in {_matches(len(waiting))}")
        for match, link in sorted(waiting.values(), key=_time_left):
            lines.append(await _line(bot, user, match, link))
    return _fitting(lines) or None


def _time_left(entry: tuple[Match, str]) -> float:
    return entry[0].clock.deadline or float("inf")


async def _alone(bot: BoopBot, word: Word, link: str) -> str:
    """Say one thing, with names for mentions, which mean nothing where people share no server."""
    text = notice_text(word.notice, word.about, link)
    match word.about:
        case Match():
            match, told = word.about, word.notice.user
            both = people_addressed(match)
            text = text.replace(f"{both}, ", f"{mention(told)}, ", 1)
            names_opponent = opponent_name(match, told) in text
            which = _server_of(bot, match) if names_opponent else await _which(bot, told, match)
            text = text.replace(f"**#{match.id}**", which, 1)
            for user in match.people:
                text = text.replace(mention(user), await _name(bot, user))
            return text if link in text else f"{text} {link}"
        case PostedChallenge():
            challenge = word.about.challenge
            people = (challenge.challenger, challenge.friend)
            for user in filter(None, people):
                text = text.replace(mention(user), await _name(bot, user))
            return f"{text}\n-# In {_server(bot, challenge.place.guild)}"
        case _:
            return text


async def _line(bot: BoopBot, user: UserId, match: Match, link: str) -> str:
    deadline = match.clock.deadline
    left = "no limit of time" if deadline is None else f"time runs out {moment(deadline)}"
    return f"- {await _which(bot, user, match)}, {left}: {link}"


async def _which(bot: BoopBot, user: UserId, match: Match) -> str:
    other = Seat.GRAY if user == match.seats.orange else Seat.ORANGE
    opponent = escaped(await plain_name(bot, match, other))
    return f"**#{match.id}** against {opponent} in {_server(bot, match.home.guild)}"


def _server_of(bot: BoopBot, match: Match) -> str:
    return f"**#{match.id}** in {_server(bot, match.home.guild)}"


async def _name(bot: BoopBot, user: UserId) -> str:
    return escaped(await NAMES.of(bot, user))


def _server(bot: BoopBot, number: GuildId | None) -> str:
    guild = None if number is None else bot.get_guild(number)
    return (
        "a server that I am not in"
        if guild is None
        else escaped(sanitized(guild.name, LONGEST_NAME))
    )


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _fitting(lines: Sequence[str]) -> str:
    """Join as many lines as a message takes, and say how many are left out."""
    kept: list[str] = []
    for line in lines:
        if sum(len(each) + 1 for each in kept) + len(line) > ROOM:
            left_out = len(lines) - len(kept)
            return "\n".join([*kept, f"-# And {left_out} more: `/games` lists them all."])
        kept.append(line)
    return "\n".join(kept)
