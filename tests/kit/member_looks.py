"""Beginning the due searches for members."""

from bot.features.people.queries import MemberLook, Membership
from bot.jobs import jobs
from bot.services import Services


async def begin_member_looks(services: Services, most: int = 10) -> list[Membership]:
    """Begin up to `most` due searches, in the order of their times."""
    now = services.clock.now()
    async with services._database.reading() as reading:
        found = await jobs.unclaimed(reading, MemberLook, now, most)
    looks = [each.read() for each in found if each.due_at <= now]
    begun = [
        await services.departures.begin_look(look) for look in looks if type(look) is MemberLook
    ]
    return [member for member in begun if member is not None]
