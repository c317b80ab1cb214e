"""All services, on one database and one clock."""

from bot.features.settings.service import PeoplesPreferences
from bot.match.identity import UserId
from bot.services import Services
from bot.text import Language
from tests.kit.clocks import StandingClock

ADA = UserId(1)
GERMAN, FRENCH = Language("de"), Language("fr")


async def test_what_another_process_changed_is_read_after_the_caches_were_cleared(
    services: Services, clock: StandingClock
) -> None:
    await services.preferences.prefer(ADA, "language", GERMAN)
    assert (await services.preferences.languages_of(ADA)).sentences == GERMAN
    elsewhere = PeoplesPreferences(services._database, clock, ())
    await elsewhere.prefer(ADA, "language", FRENCH)
    assert (await services.preferences.languages_of(ADA)).sentences == GERMAN
    services.forget_known()
    assert (await services.preferences.languages_of(ADA)).sentences == FRENCH
