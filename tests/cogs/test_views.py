"""Every persistent view: Discord accepts it, and its custom ids read back."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import discord
import pytest
from discord.ui.select import BaseSelect

from bot.features.challenges.admission import MOST_BLOCKED, ChallengePreferences
from bot.features.challenges.challenging import counter
from bot.features.challenges.queries import PostedChallenge
from bot.features.challenges.service import OpenChallenges
from bot.features.ladders.ladder import LadderTerms
from bot.features.learning.lesson import LessonName
from bot.features.moderation.queries import LoggedAction, ModeratorAction
from bot.features.pages.queries import PublicPage, Slug
from bot.features.pages.service import Discoverability, LinkState
from bot.features.privacy.queries import StoredCounts
from bot.features.puzzles.service import LineProgress
from bot.features.settings.preferences import (
    BoardFormat,
    DayMinute,
    DeliveryMethod,
    NotificationPreferences,
    Page,
    PlacementMode,
    Preferences,
    QuietHours,
    TakesFrom,
    Threats,
)
from bot.features.settings.zones.naming import SeveralTimeZones, UnknownTimeZone, UnreadableOffset
from bot.features.settings.zones.places import places
from bot.features.time.service import VacationAccount, VacationPreview
from bot.features.time.vacation import Vacation
from bot.features.tournaments.tournament import TournamentTerms
from bot.game import (
    RULESETS,
    SCARCE,
    SEAM,
    Pool,
    Position,
    Seat,
    Turn,
    land,
    legal_turns,
    name_of,
    read_position,
    read_turn,
    write_turn,
)
from bot.match.challenge import ChallengeState
from bot.match.clock import DAY, DEFAULT_TIME, Minutes, NoLimit, TurnClock, Weekends
from bot.match.identity import (
    ChallengeId,
    GuildId,
    Instant,
    MatchId,
    PerSeat,
    Ply,
    Revision,
    Seconds,
    UserId,
)
from bot.match.match import DrawOffers, EndReason, Match, Outcome, TakebackOffer, TakebackState
from bot.match.playing import ready
from bot.match.terms import LONGEST_NOTE, Note, Terms, VenueKind
from bot.match.turn_builder import NOTHING_CHOSEN, TurnBuilder
from bot.text import Translator, current
from cogs.board.layout import board_layout, picture_of, private_board, scene_of, text_board
from cogs.board.message import write
from cogs.board.turn_panels import turn_form
from cogs.challenges.blocking import challengers_panel
from cogs.challenges.lobby import lobby_panel
from cogs.challenges.views import (
    challenge_form,
    challenges_panel,
    decline_form,
    own_terms_form,
    terms_form,
)
from cogs.core.actions import ACTIONS, LONGEST_ID, ActionRequest, Control, action_id, read_call
from cogs.core.arguments import read_turn_input
from cogs.core.components import ITEMS, ActionButton, ActionMenu
from cogs.core.outgoing import Picture
from cogs.core.panels import match_panel, note_panel
from cogs.delivery.challenge_message import challenge_message
from cogs.help.rule_pages import PAGES
from cogs.help.views import commands_view, help_view, offer_view, page_view, rules_card
from cogs.ladders.views import ladder_form
from cogs.learning.exercising import ExercisePlace
from cogs.matches.ending import call_off_panel, claim_panel, draw_panel, resign_panel
from cogs.matches.takebacks import ask_panel
from cogs.matches.views import more_panel, turn_panel
from cogs.moderation.views import _action
from cogs.notifications.cog import muted_panel, no_reminder_panel, reminded_panel
from cogs.pages.cog import agreed_panel, asking_panel, link_panel, waiting_panel
from cogs.people.cog import end_panel
from cogs.privacy.cog import delete_panel, first_question, privacy_in_full, privacy_panel
from cogs.puzzles.solving import PuzzleNumber, PuzzlePlace
from cogs.replay.sharing import ShareFormat, sharing_panel
from cogs.replay.views import (
    animated_picture,
    animation_view,
    jump_form,
    replay_view,
    scene_at,
    still_picture,
    still_view,
)
from cogs.settings.preferences import hours_form, preferences_panel
from cogs.time.cog import confirm_panel, vacation_panel
from cogs.tournaments.creating_views import tournament_form
from render.replay import FORMATS, Animation
from tests.cogs.analysis.views import analysis_views, record_of
from tests.cogs.conditional.views import parts_of, plan_views
from tests.cogs.digests.views import weekly_views
from tests.cogs.hints.views import hint_views
from tests.cogs.ladders.fields import views_of_ladders
from tests.cogs.learning.views import views_of_lessons
from tests.cogs.matches.views import views_of_lists
from tests.cogs.practice.views import practice_views
from tests.cogs.profiles.views import views_of_profiles
from tests.cogs.puzzles.views import views_of_puzzles
from tests.cogs.settings.panels import server_forms, server_panels
from tests.cogs.standings.views import views_of_standings
from tests.cogs.tournaments.fields import views_of_tournaments
from tests.kit.cards import unposted_entry
from tests.kit.matches import (
    GRAY,
    GUILD,
    NOON,
    ORANGE,
    challenge,
    landing_of,
    match,
    open_challenge,
)
from tests.kit.positions import crowded_positions
from tests.kit.slash_commands import declared_commands

LARGE = replace(match(), id=MatchId(10**15 - 1), revision=Revision(10**12))


@cache
def most_options() -> Match:
    """Return a match whose draft leaves many options."""
    found = [
        (len(land(position, turn.placement).options), index, position, turn.placement)
        for index, position in enumerate(crowded_positions(seed=7, count=150))
        for turn in legal_turns(position)
    ]
    _, _, position, placement = max(found, key=lambda each: each[:2])
    return replace(LARGE, position=position, draft=Turn(placement))


def board(match: Match) -> discord.ui.LayoutView:
    return board_layout(match, picture_of(match, scene_of(match), b"png"))


def panels_of_time() -> Iterator[discord.ui.LayoutView]:
    """Yield the panels of running clocks and of vacations."""
    timed = replace(LARGE, clock=TurnClock.started(DEFAULT_TIME, NOON))
    yield more_panel(timed, GRAY)
    yield more_panel(timed, GRAY, has_link=True)
    minutes = Minutes(Seconds(900.0), Seconds(10.0))
    waiting = replace(LARGE, clock=TurnClock.started(minutes, NOON))
    yield board(waiting)
    first, second = waiting.seats
    yield board(ready(ready(waiting, first, NOON), second, NOON))
    away = replace(timed.clock, away=PerSeat(NOON, NOON), given=PerSeat(9, 9)).stopped(NOON)
    yield board(replace(timed, clock=away))
    vacation = Vacation(UserId(9 * 10**18), GUILD, NOON, Instant(NOON + DAY))
    for account in (
        VacationAccount(2027, 366, 366, None),
        VacationAccount(2027, 366, 0, None),
        VacationAccount(2027, 0, 0, None),
        VacationAccount(2027, 30, 29, vacation),
    ):
        yield vacation_panel(account, "said")
    for matches in ((MatchId(10**9),), tuple(map(MatchId, range(10**9, 10**9 + 21)))):
        yield confirm_panel(VacationPreview(matches, NOON, Instant(NOON + DAY)), 366)


ZONES_REFUSED = (
    SeveralTimeZones("W" * 60, places().countries["RU"]),
    UnknownTimeZone("W" * 60),
    UnknownTimeZone("W" * 60, ("America/Argentina/Buenos_Aires",) * 3),
    UnreadableOffset("W" * 60),
)


def views() -> tuple[discord.ui.LayoutView, ...]:
    """Return one of each kind of view in the current language. They are never changed."""
    return _views_by(current())


@cache
def _views_by(_translator: Translator) -> tuple[discord.ui.LayoutView, ...]:
    """Return the views, made only once for each language because that takes seconds."""
    return tuple(_persistent_views())


def _persistent_views() -> Iterator[discord.ui.LayoutView]:
    """Yield each persistent view."""
    picture = picture_of(LARGE, scene_of(LARGE), b"png")
    yield challenge_message(challenge())
    yield board(LARGE)
    yield board(most_options())
    yield board(replace(LARGE, outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY)))
    for user in (ORANGE, GRAY):
        yield private_board(LARGE, user, picture, "https://discord.com/channels/1/2/3", "n" * 100)
    yield note_panel("text")
    for found in (LARGE, replace(LARGE, ply=Ply(9))):
        yield board_layout(found, picture, departed=[Seat.GRAY])
        yield end_panel(found, ORANGE)
    yield board_layout(LARGE, picture, departed=list(Seat))
    yield resign_panel(LARGE, ORANGE)
    yield more_panel(LARGE, ORANGE)
    yield from views_of_lists(LARGE, most_options(), picture)
    yield from views_of_profiles(LARGE, picture)
    kept = StoredCounts(99999, 99, 99, 99, live=999, open_made=99, open_got=99)
    yield from (privacy_panel(), privacy_in_full(), first_question(), delete_panel(kept))
    yield from views_of_standings(picture)
    for placing in PlacementMode:
        yield preferences_panel(Preferences(placing), NOON)
    for boards in BoardFormat:
        yield preferences_panel(Preferences(boards=boards), NOON, Page.LOOKS)
    for threats in Threats:
        yield preferences_panel(Preferences(threats=threats), NOON, Page.LOOKS)
    yield preferences_panel(
        Preferences(), NOON, Page.LANGUAGE, translations="https://example.org/boop"
    )
    for method in DeliveryMethod:
        night = QuietHours(DayMinute(22 * 60), DayMinute(7 * 60))
        notifications = NotificationPreferences(
            turn=method,
            time=method,
            offer=method,
            over=method,
            zone="America/Argentina/ComodRivadavia",
            quiet=night,
        )
        for refused in (None, *ZONES_REFUSED):
            yield preferences_panel(
                Preferences(notifications=notifications), NOON, Page.NOTIFICATIONS, refused=refused
            )
    for reminding in (muted_panel, reminded_panel, no_reminder_panel):
        yield reminding(LARGE.id)
    yield from server_panels()
    yield from weekly_views(LARGE)
    both_kinds = replace(LARGE, position=Position(orange_pool=Pool(4, 4)))
    most = most_options()
    for found in (LARGE, both_kinds, most, replace(LARGE, position=Position.start(SEAM))):
        yield from turn_panels(found, picture)
    for ruleset in RULESETS:
        for number in range(len(PAGES[ruleset.name])):
            yield page_view(number, ruleset.name, picture)
        yield rules_card(ruleset.name)
        yield rules_card(ruleset.name, "https://discord.com/channels/1/2/3")
        yield help_view(ruleset.name)
        yield offer_view(ruleset.name)
        yield commands_view(declared_commands(), ruleset.name)
        yield challenge_message(replace(challenge(), terms=Terms(ruleset=ruleset)))
    yield from questions(picture)
    yield from plan_views(picture)
    yield from views_of_puzzles(picture)
    yield from views_of_lessons(picture)
    yield from hint_views(picture)
    yield from panels_of_time()
    yield from practice_views(picture)
    for found in (LARGE, most_options()):
        written = write(found)
        yield text_board(found, written)
        yield board_layout(found, written, reader=_mover(found))
        yield private_board(found, _mover(found), written, "https://discord.com/channels/1/2/3")
        yield from turn_panels(found, written)
    yield text_board(
        replace(LARGE, outcome=Outcome(EndReason.RESIGNATION, Seat.GRAY)), write(LARGE)
    )
    yield from views_of_puzzles(write(LARGE))
    yield from views_of_lessons(write(LARGE))
    record = record_of(LARGE)
    for ply in range(len(record.steps) + 1):
        yield replay_view(record, ply, picture)
    yield from analysis_views(picture)
    moving = Animation(b"gif", FORMATS[1])
    yield animation_view(record, moving, animated_picture(record, moving))
    yield animation_view(record, moving, animated_picture(record, moving), UserId(ORANGE))
    yield still_view(record, still_picture(record, scene_at(record, 1), b"png"), UserId(ORANGE))
    for shared in ShareFormat:
        yield sharing_panel(record.match.id, shared, in_server=True, has_links=True)
    page = PublicPage(record.match.id, Slug("x" * 22), 1, Instant(0.0), record.match.venue.guild)
    wanting = frozenset({UserId(ORANGE)})
    for beyond in (frozenset[Discoverability](), frozenset(Discoverability)):
        sharing = LinkState(record.match, page, wanting, is_new=True, beyond=beyond)
        yield link_panel(sharing, page, f"https://example.org/m/{page.slug}/{len(record.steps)}")
        yield waiting_panel(replace(sharing, page=None))
    for shows_analysis in (True, False):
        analysed = replace(sharing, shows_analysis=shows_analysis)
        yield link_panel(analysed, page, "https://example.org/m/x/3", is_analysed=True)
    yield waiting_panel(LinkState(replace(record.match, outcome=None), None, wanting, is_new=True))
    yield asking_panel(record.match, UserId(ORANGE), UserId(GRAY))
    yield agreed_panel(record.match, f"https://example.org/m/{page.slug}/3")
    yield challenge_message(open_challenge())
    yield from challenge_views()
    yield from views_of_ladders(picture)
    yield from views_of_tournaments(picture)
    for name in ("resign-in", "replay-in", "export-in"):
        yield match_panel([LARGE] * 30, ORANGE, name)
    for board_format in BoardFormat:
        yield match_panel([LARGE] * 30, ORANGE, "show", board_format=board_format)


def challenge_views() -> Iterator[discord.ui.LayoutView]:
    """Yield the views of challenges in each state, their lists, and the choice of challengers."""
    made = challenge()
    for state in ChallengeState:
        closed = replace(made, state=state, match=LARGE.id, reason=Note("x" * LONGEST_NOTE))
        yield challenge_message(closed, link="https://discord.com/channels/1/2/3")
        yield challenge_message(replace(closed, venue=VenueKind.DIRECT))
    terms = Terms(ruleset=SCARCE, time=NoLimit(), weekends=Weekends.PAUSED)
    countered = counter(ChallengeId(2), made, GRAY, terms, made.offered_at).offered
    assert countered is not None
    yield challenge_message(countered, made)
    posted = tuple(
        PostedChallenge(replace(made, id=ChallengeId(10**12 + each)), unposted_entry(10**12 + each))
        for each in range(20)
    )
    yield challenges_panel(OpenChallenges((), 5, ()), ORANGE)
    yield challenges_panel(OpenChallenges(posted, 20, posted), ORANGE)
    yield lobby_panel(())
    yield lobby_panel([each.challenge for each in posted])
    yield challengers_panel(ChallengePreferences(TakesFrom.ANYONE, ()))
    blocked = tuple(UserId(9 * 10**18 + each) for each in range(MOST_BLOCKED))
    yield challengers_panel(ChallengePreferences(TakesFrom.NO_ONE, blocked))


def questions(picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield the boards and panels of each question that a ruleset asks."""
    empty_hand = read_position("KKC3/6/6/6/6/6 o 0,0 8,0", SCARCE)
    to_recall = replace(LARGE, position=empty_hand)
    laying = replace(LARGE, position=Position.start(SEAM), draft=read_turn("Kc3"))
    for found in (to_recall, laying, replace(LARGE, repetitions=4)):
        yield board(found)
    yield board(replace(LARGE, outcome=Outcome(EndReason.REPETITION, None)))
    yield board(replace(LARGE, draws=DrawOffers(open_by=Seat.GRAY)))
    asked_back = TakebackOffer(Seat.ORANGE, Ply(3))
    for found in (LARGE, most_options()):
        both = DrawOffers(open_by=Seat.GRAY)
        yield board(replace(found, ply=Ply(5), takeback=asked_back, draws=both))
    for state in TakebackState:
        yield board(replace(LARGE, takeback=replace(asked_back, state=state)))
    yield more_panel(replace(LARGE, ply=Ply(5)), ORANGE)
    yield call_off_panel(LARGE, ORANGE)
    yield draw_panel(LARGE, ORANGE)
    yield ask_panel(replace(LARGE, ply=Ply(5)), LARGE, ORANGE, picture)
    yield from turn_panels(to_recall, picture)
    yield claim_panel(replace(LARGE, repetitions=3), ORANGE)
    yield match_panel(
        [LARGE] * 30, ORANGE, "place-in", turn_input=read_turn_input("b2>Cc3=b2c3d4~cd+#")
    )


def turn_panels(match: Match, picture: Picture) -> Iterator[discord.ui.LayoutView]:
    """Yield the panel for choosing a turn, with each question of its longest turn."""
    turns = legal_turns(match.position)
    turn = max(turns, key=lambda each: (not each.wins, len(write_turn(each))))
    for choices in (NOTHING_CHOSEN, *parts_of(turn)):
        for placing in PlacementMode:
            yield turn_panel(match, TurnBuilder(match.position, choices), picture, placing)


def items(view: discord.ui.LayoutView) -> Iterator[discord.ui.Item[Any]]:
    """Yield the items of a view that users can press or choose."""
    for item in view.walk_children():
        inner = item.item if isinstance(item, discord.ui.DynamicItem) else item
        if isinstance(inner, (discord.ui.Button, BaseSelect)):
            yield item


def forms() -> Iterator[tuple[discord.ui.Modal, dict[str, str]]]:
    """Yield each form with possible values."""
    user, nonce = UserId(9 * 10**18), 9 * 10**18
    puzzle = PuzzlePlace(PuzzleNumber("c1"), LineProgress(0, 0))
    yield from (
        (decline_form(challenge(), user, nonce), {"reason": "no time"}),
        (terms_form(challenge(), user, nonce), {}),
        (own_terms_form(challenge().terms, user, nonce), {"ruleset": "seam", "stakes": "casual"}),
        (
            challenge_form(challenge().terms, user, nonce),
            {"opponent": "1", "ruleset": "seam", "stakes": "casual"},
        ),
        (jump_form(record_of(LARGE), 2, user, nonce), {"turn": "2"}),
        (hours_form(NotificationPreferences(), user, nonce), {}),
        *((form, {}) for form in server_forms(LARGE)),
        (tournament_form(TournamentTerms(), user, nonce), {"name": "text", "kind": "4x2"}),
        (ladder_form(LadderTerms(), user, nonce), {"stakes": "rated", "weekends": "played"}),
        (turn_form("turn-typed", user, nonce, match=LARGE.id), {"turn": "Kc3"}),
        (
            turn_form("lesson-typed", user, nonce, place=ExercisePlace(LessonName("boop"), 1)),
            {"turn": "c3"},
        ),
        (turn_form("puzzle-typed", user, nonce, place=puzzle), {"turn": "c3"}),
    )


def requests() -> Iterator[ActionRequest]:
    """Yield the requests of a client for each item of each view, and for each form."""
    for view in views():
        for item in items(view):
            if not isinstance(item, ITEMS):
                continue
            is_menu = isinstance(item, ActionMenu)
            control = Control(item.custom_id[0]) if is_menu else Control.BUTTON
            values = tuple(each.value for each in getattr(item.item, "options", ()))
            yield ActionRequest(item.custom_id, control, values[:1] or ("1",))
    for form, fields in forms():
        yield ActionRequest(form.custom_id, Control.FORM, filled=fields)


@pytest.mark.long
def test_every_view_is_persistent_and_valid_and_its_custom_ids_read_back() -> None:
    # Building all views takes seconds, so one test checks all of this.
    for view in views():
        assert view.timeout is None
        for item in items(view):
            is_link = isinstance(item, discord.ui.Button) and item.url is not None
            assert is_link or isinstance(item, ITEMS), item
        assert view.total_children_count <= 40
        assert view.content_length() <= 4000
        written = [text for text in map(_id_of, items(view)) if text]
        assert len(written) == len(set(written))
    found = [*requests()]
    for request in found:
        assert len(request.custom_id) <= LONGEST_ID
        call = read_call(request)
        arguments = {each.name: call.values[each.name] for each in call.action.arguments}
        assert action_id(call.action.name, key=call.key, **arguments) == request.custom_id
        # discord.py dispatches by these.
        templates = [each.__discord_ui_compiled_template__ for each in ITEMS]
        fitting = [each for each in templates if each.fullmatch(request.custom_id)]
        assert len(fitting) == (request.control is not Control.FORM)
    assert {read_call(each).action.name for each in found} == set(ACTIONS)


def test_each_option_has_a_button_that_names_all_its_squares() -> None:
    current = most_options()
    landing = landing_of(current)
    assert len(landing.options) > 5
    labels = [
        item.item.label or ""
        for item in items(board(current))
        if isinstance(item, ActionButton) and item.custom_id.startswith(f"play:{current.id}:")
    ]
    assert len(labels) == len(landing.options)
    for label, squares in zip(labels, landing.options, strict=True):
        assert all(name_of(square) in label for square in squares), label


def test_the_log_has_a_sentence_for_each_action_of_a_moderator() -> None:
    entries = [
        LoggedAction(0, GuildId(1), UserId(2), action, Instant(0.0)) for action in ModeratorAction
    ]
    assert len({_action(each) for each in entries}) == len(ModeratorAction)


def _mover(match: Match) -> UserId:
    return match.seats.user_of(match.position.to_move)


def _id_of(item: discord.ui.Item[Any]) -> str:
    """Return the custom id of an item; a link has none."""
    return item.custom_id if isinstance(item, discord.ui.DynamicItem) else ""


def test_a_ladder_and_a_challenge_ask_for_terms_in_the_same_words() -> None:
    def questions(form: discord.ui.Modal) -> dict[str, list[str]]:
        labels = [each for each in form.children if isinstance(each, discord.ui.Label)]
        groups = [
            (label.text, label.component)
            for label in labels
            if isinstance(label.component, discord.ui.RadioGroup)
        ]
        return {text: [option.label for option in group.options] for text, group in groups}

    user, nonce = UserId(1), 1
    asked = questions(terms_form(challenge(), user, nonce))
    assert questions(ladder_form(LadderTerms(), user, nonce)) == {
        text: answers for text, answers in asked.items() if text != "Who moves first"
    }
