"""Time zones as users write them, and what clocks show in the stored zones."""

import ast
import unicodedata
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.features.settings.zones.local_time import (
    Offset,
    clock_at,
    first_at,
    is_fixed,
    shown_zone,
)
from bot.features.settings.zones.naming import (
    SeveralTimeZones,
    UnknownTimeZone,
    UnreadableOffset,
    ZoneRefusal,
    zone_named,
)
from bot.features.settings.zones.places import (
    FOLDER,
    NAMES,
    fold,
    listed_in,
    places,
    rules_of,
    zones_by_country,
)
from bot.match.identity import Instant

JANUARY, JULY = (Instant(datetime(2026, month, 15, 12, tzinfo=UTC).timestamp()) for month in (1, 7))
ABBREVIATIONS = dict(listed_in("abbreviations.txt"))
CATALOGED = sorted({zone for zones in zones_by_country().values() for zone in zones})
SEVERAL = ("EST", "MST", "HST", "GMT", "Greenwich")
"""Names of the tz database by which people mean other zones than it does."""

ALL_YEAR = ("Africa/Algiers", "Africa/Tripoli", "Africa/Tunis", "Europe/Kaliningrad")
"""Zones with CET or EET in summer too; most people who write these have summer time."""

offsets = st.integers(-12 * 4, 14 * 4).map(lambda quarters: Offset(quarters * 15))


def offset_at(zone: str, moment: Instant) -> timedelta:
    offset = clock_at(zone, moment).utcoffset()
    assert offset is not None
    return offset


def offered_for(text: str) -> tuple[str, ...]:
    with pytest.raises(ZoneRefusal) as refused:
        zone_named(text)
    return refused.value.offered


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("GMT+2", "UTC+02:00"),
        ("UTC+2", "UTC+02:00"),
        ("utc + 02:00", "UTC+02:00"),
        ("+2", "UTC+02:00"),
        ("UTC+5:30", "UTC+05:30"),
        ("GMT+0530", "UTC+05:30"),
        ("+5.5", "UTC+05:30"),
        ("UTC+5,75", "UTC+05:45"),
        ("UTC−3:30", "UTC-03:30"),
        ("ＵＴＣ＋９", "UTC+09:00"),
        ("UTC/GMT-3", "UTC-03:00"),
        ("GMT+0", "UTC"),
        ("GMT0", "UTC"),
        ("UTC-0", "UTC"),
        ("Z", "UTC"),
        ("Etc/GMT+2", "UTC-02:00"),
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("BERLIN, GERMANY", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("New-York", "America/New_York"),
        ("Washington, D.C.", "America/New_York"),
        ("Portland, Oregon", "America/Los_Angeles"),
        ("utc", "UTC"),
        ("Singapore", "Asia/Singapore"),
        ("istanbul", "Europe/Istanbul"),
        ("Calcutta", "Asia/Kolkata"),
        ("Beijing", "Asia/Shanghai"),
        ("Mumbai", "Asia/Kolkata"),
        ("São Paulo", "America/Sao_Paulo"),
        ("SAO PAULO", "America/Sao_Paulo"),
        ("Zürich", "Europe/Zurich"),
        ("Munich", "Europe/Berlin"),
        ("München", "Europe/Berlin"),
        ("Łódź", "Europe/Warsaw"),
        ("lodz", "Europe/Warsaw"),
        ("Москва", "Europe/Moscow"),
        ("東京", "Asia/Tokyo"),
        ("パリ", "Europe/Paris"),
        ("バリ", "Asia/Makassar"),
        ("Xi'an", "Asia/Shanghai"),
        ("Germany", "Europe/Berlin"),
        ("Deutschland", "Europe/Berlin"),
        ("ドイツ", "Europe/Berlin"),
        ("Polska", "Europe/Warsaw"),
        ("EDT", "America/New_York"),
        ("CEST", "CET"),
        ("MESZ", "CET"),
        ("Eastern Time", "America/New_York"),
        ("US/Eastern", "America/New_York"),
        ("Priština", "Europe/Belgrade"),
        ("Kosovo", "Europe/Belgrade"),
        ("Berlin Germany", "Europe/Berlin"),
        ("portland  oregon", "America/Los_Angeles"),
        ("New York United States", "America/New_York"),
        ("(GMT+01:00) Berlin", "Europe/Berlin"),
        ("(UTC) Dublin", "Europe/Dublin"),
        ("Central European Time", "CET"),
        ("India Standard Time", "Asia/Kolkata"),
    ],
)
def test_a_zone_is_found_as_people_type_it(typed: str, stored: str) -> None:
    assert zone_named(typed) == stored


@pytest.mark.parametrize(
    ("typed", "refusal", "offered"),
    [
        ("EST", SeveralTimeZones, ("America/New_York", "America/Panama", "Australia/Sydney")),
        ("gmt", SeveralTimeZones, ("Europe/London", "UTC")),
        ("Portland", SeveralTimeZones, ("America/Los_Angeles", "America/New_York")),
        ("Córdoba", SeveralTimeZones, ("America/Argentina/Cordoba", "Europe/Madrid")),
        ("León", SeveralTimeZones, ("America/Mexico_City", "Europe/Madrid")),
        ("Mérida", SeveralTimeZones, ("America/Merida", "Europe/Madrid")),
        ("Cartagena", SeveralTimeZones, ("America/Bogota", "Europe/Madrid")),
        ("Portugal", SeveralTimeZones, ("Europe/Lisbon", "Atlantic/Azores")),
        ("Paris, Texas", SeveralTimeZones, ("Europe/Paris", "America/Chicago")),
        ("Europe/Berln", UnknownTimeZone, ("Europe/Berlin",)),
        ("Vancover", UnknownTimeZone, ("America/Vancouver",)),
        ("Asia/Beijing", UnknownTimeZone, ("Asia/Shanghai",)),
        ("London, Nowhere", UnknownTimeZone, ("Europe/London",)),
        (
            "(UTC+01:00) Amsterdam, Berlin",
            SeveralTimeZones,
            ("Europe/Amsterdam", "Europe/Berlin"),
        ),
        # They share most of their letters with Sudan, Berlin and Dubai.
        ("Sedan", UnknownTimeZone, ()),
        ("Merlin", UnknownTimeZone, ()),
        ("Bumbai", UnknownTimeZone, ()),
        ("qqqqqqqq", UnknownTimeZone, ()),
        ("", UnknownTimeZone, ()),
        ("Factory", UnknownTimeZone, ()),
        ("Etc GMT 2", UnknownTimeZone, ()),
        ("GMT", SeveralTimeZones, ("Europe/London", "UTC")),
        ("UTC+15", UnreadableOffset, ()),
        ("GMT-13", UnreadableOffset, ()),
        ("+2:10", UnreadableOffset, ()),
        ("UTC+5:3", UnreadableOffset, ()),
        ("2", UnreadableOffset, ()),
        ("UTC+1 Berlin", UnreadableOffset, ()),
        ("Etc/GMT-15", UnreadableOffset, ()),
    ],
)
def test_an_unknown_or_ambiguous_zone_is_refused_with_suggestions(
    typed: str, refusal: type[ZoneRefusal], offered: tuple[str, ...]
) -> None:
    with pytest.raises(refusal) as refused:
        zone_named(typed)
    assert type(refused.value) is refusal
    assert refused.value.offered == offered


FORMS = ("{h}:{m:02}", "{h:02}{m:02}", "{h:02}:{m:02}", "{h}{m:02}", " {h}.{m:02}", "{h}h{m:02}")


@given(
    offsets,
    st.sampled_from(("UTC", "GMT", "utc ", "Gmt", "UT", "")),
    st.sampled_from(FORMS),
    st.sampled_from("+-−﹢＋"),
    st.floats(0, 4e9).map(Instant),
)
def test_an_offset_has_the_usual_sign(
    offset: Offset, before: str, form: str, sign: str, moment: Instant
) -> None:
    minutes = abs(offset.minutes)
    is_east = unicodedata.normalize("NFKC", sign) == "+"
    assume(offset.minutes == 0 or is_east == (offset.minutes > 0))
    stored = zone_named(f"{before}{sign}{form.format(h=minutes // 60, m=minutes % 60)}")
    assert offset_at(stored, moment) == timedelta(minutes=offset.minutes)
    assert stored == offset.name == zone_named(stored) == shown_zone(stored)


@given(
    st.one_of(st.text(max_size=20), st.from_regex(r"(?i)(utc|gmt|etc/gmt)[ /]*[+-]?[0-9:.]{0,5}"))
)
def test_nothing_that_is_typed_leads_to_the_wrong_side_of_utc(typed: str) -> None:
    found: tuple[str, ...]
    try:
        found = (zone_named(typed),)
    except ZoneRefusal as refusal:
        found = refusal.offered
    assert not any(zone.startswith("Etc/") for zone in found)
    plain = unicodedata.normalize("NFKC", typed).casefold()
    if "etc" not in plain and len(found) == 1 and Offset.of(found[0]) is not None:
        minutes = Offset.of(found[0])
        assert minutes is not None
        assert minutes.minutes == 0 or ("-" in plain or "−" in plain) == (minutes.minutes < 0)


def slips_of(name: str) -> set[str]:
    """Return the name, and the texts that lack one of its letters."""
    return {name} | {name[:at] + name[at + 1 :] for at in range(len(name))}


@pytest.mark.long
@given(
    st.one_of(
        st.text("abdeilmnorstuz", min_size=3, max_size=12),
        st.tuples(
            st.sampled_from(sorted(places().named)), st.integers(0, 40), st.sampled_from("qaж ")
        ).map(lambda made: made[0][: made[1]] + made[2] + made[0][made[1] :]),
    )
)
def test_only_names_within_one_typing_error_are_suggested(typed: str) -> None:
    offered: tuple[str, ...] = ()
    try:
        zone_named(typed)
    except UnknownTimeZone as refusal:
        offered = refusal.offered
    except ZoneRefusal:
        return
    every = {**places().named, **{fold(name): (name,) for name in NAMES}}
    slips = slips_of(fold(typed))
    alike = {zone for name in every if slips_of(name) & slips for zone in every[name]}
    assert set(offered) <= alike


def test_each_name_of_the_tz_database_is_taken_and_shows_its_clock() -> None:
    for name in NAMES:
        if name == "Factory" or name in SEVERAL:
            assert zone_named_or_none(name) is None
            continue
        stored = zone_named_or_none(name)
        if stored is None:
            # It is an old name of a country that had one zone, and whose clocks differ now.
            assert "/" not in name
            assert name in ("Navajo", "Portugal", "NZ", "PRC")
            continue
        for moment in (JANUARY, JULY):
            assert offset_at(stored, moment) == offset_at(name, moment), name
            assert offset_at(name, moment) == clock_of(name, moment).utcoffset()


def zone_named_or_none(text: str) -> str | None:
    try:
        return zone_named(text)
    except ZoneRefusal:
        return None


def clock_of(name: str, moment: Instant) -> datetime:
    return datetime.fromtimestamp(moment, ZoneInfo(name))


def test_each_name_of_a_place_is_of_the_tz_database_and_is_found_or_asked_about() -> None:
    for name, zones in places().named.items():
        assert set(zones) <= set(NAMES), name
        assert len({rules_of(zone) for zone in zones}) == len(zones)
    for file in ("cities.txt", "abbreviations.txt"):
        for place, names in listed_in(file):
            for name in names if file == "cities.txt" else (place,):
                # The bot asks about a name of several zones; any other refusal fails here.
                with suppress(SeveralTimeZones):
                    assert zone_named(name)


@pytest.mark.parametrize("abbreviation", ABBREVIATIONS)
def test_an_abbreviation_stands_for_the_zones_that_are_listed(abbreviation: str) -> None:
    zones = tuple(ABBREVIATIONS[abbreviation])
    assert set(zones) <= set(NAMES)
    for typed in (abbreviation, abbreviation.lower(), f" {abbreviation.title()} "):
        if len(zones) == 1:
            assert zone_named(typed) == zones[0]
        else:
            assert offered_for(typed) == zones
    assert len({rules_of(zone) for zone in zones}) == len(zones)


def test_each_abbreviation_that_the_tz_database_uses_stands_for_a_zone_with_its_clock() -> None:
    for zone in CATALOGED:
        for moment in (JANUARY, JULY):
            abbreviation = clock_at(zone, moment).tzname()
            assert abbreviation is not None
            if not abbreviation.isalpha():
                continue
            listed = ABBREVIATIONS.get(abbreviation.upper())
            assert listed is not None, (zone, abbreviation)
            there = {offset_at(each, moment) for each in listed}
            is_there = offset_at(zone, moment) in there
            assert is_there or zone in ALL_YEAR, (zone, abbreviation)


def test_each_zone_that_is_offered_is_taken_when_it_is_chosen() -> None:
    offered = {zone for zones in places().named.values() if len(zones) > 1 for zone in zones}
    offered |= {zone for zones in ABBREVIATIONS.values() for zone in zones}
    assert {zone: zone_named(zone) for zone in offered} == {zone: zone for zone in offered}


def test_offsets_stored_by_earlier_versions_are_shown_correctly() -> None:
    for hours in range(-14, 13):
        stored = f"Etc/GMT{hours:+d}"
        assert offset_at(stored, JANUARY) == -timedelta(hours=hours)
        assert shown_zone(stored) == Offset(-hours * 60).name
        assert clock_at(stored, JANUARY) == clock_of(stored, JANUARY)


@given(offsets, st.integers(0, 1439), st.integers(0, 20_000))
def test_a_time_of_day_at_an_offset_comes_once_a_day(
    offset: Offset, minute: int, number: int
) -> None:
    day = date(1980, 1, 1) + timedelta(days=number)
    moment = first_at(offset.name, day, minute)
    shown = clock_at(offset.name, moment)
    assert (shown.date(), shown.hour * 60 + shown.minute) == (day, minute)
    assert first_at(offset.name, day + timedelta(days=1), minute) == moment + 86400


def test_an_offset_is_known_to_have_no_summer_time() -> None:
    assert [is_fixed(zone) for zone in ("UTC+05:30", "Etc/GMT+2")] == [True, True]
    # An earlier version stored these for users whose clocks may change.
    assert all(map(is_fixed, ("EST", "MST", "HST", "GMT")))
    assert [is_fixed(zone) for zone in ("UTC", "Asia/Kolkata")] == [False, False]


def test_nothing_but_local_time_makes_a_zone_of_what_is_stored() -> None:
    root = Path(__file__).parents[3]
    users = {
        path.name
        for folder in ("bot", "cogs", "render", "playground")
        for path in (root / folder).rglob("*.py")
        if "zoneinfo" in (text := path.read_text("utf-8"))
        and any(
            isinstance(node, ast.ImportFrom) and node.module == "zoneinfo"
            for node in ast.walk(ast.parse(text))
        )
    }
    assert users == {"local_time.py"}


def test_the_list_of_places_is_that_of_cldr() -> None:
    pytest.importorskip("babel", reason='needs Babel: pip install -e ".[checks]"')
    from bot.features.settings.zones.__main__ import written

    assert (FOLDER / "places.txt").read_text("utf-8") == written()


def test_names_are_compared_without_accents_but_japanese_ones_with_their_marks() -> None:
    assert fold("  São-Paulo ") == "sao paulo"
    assert fold("Łódź") == "lodz"
    assert fold("パリ") != fold("バリ")
