"""Texts about matches against the bot."""

from dataclasses import replace

import discord
import pytest

from bot.engine import LEVELS
from bot.game import Seat
from bot.match.clock import Minutes, NoLimit, TurnClock
from bot.match.errors import MatchGoesOn, NotAPlayer, NotYourTurn
from bot.match.identity import Ply, Seconds
from bot.match.match import DrawOffers, EndReason, Match, Outcome, TakebackOffer, TakebackState
from bot.match.terms import LevelNumber, Measurement, Pace, Practice, Terms, VenueKind
from bot.text import Language, speaking
from cogs.board.buttons import move_rows
from cogs.board.layout import board_layout, picture_of, scene_of, text_board
from cogs.board.message import write
from cogs.core.arguments import match_title
from cogs.core.codecs import codec_of
from cogs.delivery.challenge_message import challenge_message
from cogs.matches.ending import draw_panel
from cogs.practice.views import PracticeTerms, practice_panel, rematch_terms
from cogs.wording.names import menu_players, people_addressed
from cogs.wording.phrases import opponent_name, outcome_name, player_name
from cogs.wording.practice_text import closing_line, progress_of, status_of, waited_for
from cogs.wording.refusals import sentence
from cogs.wording.terms import terms_in_short
from tests.cogs.practice.views import (
    DUCHESS,
    LONGEST_WANTED,
    accepted_challenge,
    finished_match,
    on_bots_turn,
    practice_match,
)
from tests.cogs.texts import text_of
from tests.kit.matches import GRAY, NOON, ORANGE, STRANGER, match

UNHURRIED = replace(DUCHESS, pace=Pace.UNHURRIED)
FAIR = PracticeTerms(LevelNumber(3), "classic")


def labels_of(view: discord.ui.LayoutView) -> list[list[str]]:
    """Return the labels of a view's buttons, row by row."""
    rows = [item for item in view.walk_children() if isinstance(item, discord.ui.ActionRow)]
    found = []
    for row in rows:
        inner = [
            each.item if isinstance(each, discord.ui.DynamicItem) else each for each in row.children
        ]
        labels = [each.label for each in inner if isinstance(each, discord.ui.Button)]
        if labels:
            found.append([label or "" for label in labels])
    return found


def board(match: Match) -> discord.ui.LayoutView:
    return board_layout(match, picture_of(match, scene_of(match), b"png"))


def test_the_bot_is_named_by_its_cat_and_the_player_is_mentioned() -> None:
    current = practice_match()
    assert player_name(current, Seat.ORANGE) == f"<@{ORANGE}>"
    assert player_name(current, Seat.GRAY) == "😾 Duchess"
    assert opponent_name(current, ORANGE) == "😾 Duchess"
    assert opponent_name(match(), ORANGE) == f"<@{GRAY}>"


def test_the_heading_names_the_level_too() -> None:
    assert text_of(text_board(practice_match(), write(practice_match()))).splitlines()[0] == (
        f"### #1 · 🟠 <@{ORANGE}> against ⚪ 😾 Duchess (level 6)"
    )


@pytest.mark.parametrize(
    ("practice", "words"),
    [
        (DUCHESS, "⚪ 😾 Duchess is thinking…"),
        (UNHURRIED, "⚪ 😾 Duchess will answer within a few hours"),
    ],
)
def test_a_board_says_that_the_bot_thinks_and_shows_no_clock_for_it(
    practice: Practice, words: str
) -> None:
    current = on_bots_turn(practice)
    heading, _, rest = text_of(text_board(current, write(current))).partition("\n")
    assert heading.startswith("### #1")
    assert rest.startswith(f"{words}\nOrange: ")


def test_no_board_mentions_the_account_of_the_bot() -> None:
    for found in (
        practice_match(),
        on_bots_turn(),
        finished_match(Seat.ORANGE),
        finished_match(Seat.GRAY),
        finished_match(None),
    ):
        assert f"<@{GRAY}>" not in text_of(board(found))


def test_a_refused_turn_says_that_the_cat_is_thinking() -> None:
    assert sentence(NotYourTurn(on_bots_turn())) == (
        "It isn't your turn in **#1**. 😾 Duchess is thinking and places in a moment."
    )
    assert "answers within a few hours" in sentence(NotYourTurn(on_bots_turn(UNHURRIED)))
    assert waited_for(practice_match()) == f"<@{ORANGE}> is to move"


def test_a_match_by_minutes_waits_for_each_player_who_is_not_ready() -> None:
    clock = TurnClock.started(Minutes(Seconds(300.0), Seconds(3.0)), NOON)
    none_ready = replace(match(), clock=clock)
    assert progress_of(none_ready) == (
        f"The match hasn't begun: <@{ORANGE}> and <@{GRAY}> still have to press **Ready**."
    )
    one_ready = replace(match(), clock=clock.readied(Seat.ORANGE, NOON))
    assert status_of(one_ready) == f"<@{GRAY}> still has to press **Ready**."
    assert match_title(one_ready, GRAY).startswith("#1 · press Ready")
    assert match_title(one_ready, ORANGE).startswith("#1 · they aren't ready")
    both_ready = replace(match(), clock=one_ready.clock.readied(Seat.GRAY, NOON))
    assert match_title(both_ready, GRAY).startswith("#1 · their turn")
    assert progress_of(both_ready) == f"The match goes on: <@{ORANGE}> is to move."


def test_a_user_who_does_not_play_is_told_who_does() -> None:
    assert f"**#1** is between <@{ORANGE}> and 😾 Duchess" in sentence(NotAPlayer(practice_match()))


def test_an_outcome_names_the_cat() -> None:
    won, lost = finished_match(Seat.GRAY), finished_match(Seat.ORANGE)
    assert won.outcome is not None
    assert lost.outcome is not None
    assert outcome_name(won, won.outcome) == "😾 Duchess wins: three cats in a line"
    assert outcome_name(lost, replace(lost.outcome, why=EndReason.RESIGNATION)) == (
        f"<@{ORANGE}> wins: 😾 Duchess resigned"
    )


def test_nothing_can_be_placed_while_the_bot_thinks() -> None:
    assert [len(move_rows(each)) for each in (practice_match(), on_bots_turn())] == [2, 0]


def test_an_offer_to_the_bot_is_not_said_to_be_withdrawable() -> None:
    """The bot answers it at once."""
    assert "withdraw" in text_of(draw_panel(match(), ORANGE))
    assert text_of(draw_panel(practice_match(), ORANGE)) == "Offer 😾 Duchess a draw in **#1**?"


def test_only_the_bot_can_answer_an_offer_to_it() -> None:
    offered = board(replace(practice_match(), draws=DrawOffers(Seat.ORANGE)))
    assert f"🤝 <@{ORANGE}> offers a draw. 😾 Duchess is thinking…" in text_of(offered)
    assert not any("Accept draw" in row for row in labels_of(offered))
    layout = board(replace(practice_match(), takeback=TakebackOffer(Seat.ORANGE, Ply(0))))
    assert "😾 Duchess is thinking…" in text_of(layout)
    assert not any("Accept takeback" in row for row in labels_of(layout))


def test_the_board_shows_the_answer_of_the_bot() -> None:
    agreed = TakebackOffer(Seat.ORANGE, Ply(0), TakebackState.ACCEPTED)
    assert f"↩️ 😾 Duchess agreed, so <@{ORANGE}> plays turn 1 again." in text_of(
        board(replace(practice_match(), takeback=agreed))
    )


def test_a_finished_match_offers_a_rematch_and_another_level() -> None:
    back, onwards = ["Replay", "Analyse"], ["Share", "Next match"]
    won, lost = finished_match(Seat.ORANGE), finished_match(Seat.GRAY)
    assert labels_of(board(won)) == [["Rematch", "Play 🐯 Saber"], back, onwards]
    assert labels_of(board(lost)) == [["Rematch", "Play 😼 Shadow"], back, onwards]
    drawn = finished_match(None)
    assert labels_of(board(drawn)) == [["Rematch", "Another level"], back, onwards]
    between_people = labels_of(board(replace(won, bot=None)))
    replay, *analyse = back
    assert between_people == [["Rematch", replay], [*analyse, *onwards]]


def test_the_result_is_the_headline_and_the_players_come_last() -> None:
    result, *_, last = text_of(board(finished_match(Seat.ORANGE))).splitlines()
    assert result == f"## <@{ORANGE}> wins: three cats in a line"
    assert last == f"-# #1 · 🟠 <@{ORANGE}> against ⚪ 😾 Duchess (level 6)"


@pytest.mark.parametrize(
    ("winner", "level", "word"),
    [
        (Seat.GRAY, 1, "-# Thank you for playing. 🐱 Mitten would love another one."),
        (None, 6, "-# You were evenly matched."),
    ],
)
def test_a_small_closing_line_follows_the_result(
    winner: Seat | None, level: int, word: str
) -> None:
    assert closing_line(finished_match(winner, level)) == word
    assert word in text_of(board(finished_match(winner, level)))


def test_no_level_above_the_highest_available_one_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.features.practice.service.is_fast", lambda: False)
    assert (
        closing_line(finished_match(Seat.ORANGE, 7))
        == "-# Well played. That's the strongest cat I have."
    )
    assert ["Rematch", "Another level"] in labels_of(board(finished_match(Seat.ORANGE, 7)))
    monkeypatch.setattr("bot.features.practice.service.is_fast", lambda: True)
    assert ["Rematch", "Play 🦁 Sphinx"] in labels_of(board(finished_match(Seat.ORANGE, 7)))


def test_a_match_without_a_result_or_without_a_bot_has_no_closing_line() -> None:
    called_off = replace(practice_match(), outcome=Outcome(EndReason.CALLED_OFF, None))
    assert closing_line(called_off) is None
    assert closing_line(practice_match()) is None
    assert closing_line(replace(finished_match(Seat.ORANGE), bot=None)) is None


def test_a_challenge_to_the_bot_names_the_cat_and_the_match() -> None:
    words = text_of(challenge_message(accepted_challenge()))
    assert words.splitlines() == [
        f"### 🐾 <@{ORANGE}> plays 😾 Duchess (level 6)",
        "⏳ Time: 1 day per move.",
        "✅ **#12** has begun.",
    ]


def test_a_challenge_to_the_bot_leaves_out_the_usual_terms() -> None:
    practice = Practice(LevelNumber(1), Pace.UNHURRIED, Measurement.NO)
    found = replace(accepted_challenge(), terms=Terms(time=NoLimit(), practice=practice))
    assert text_of(challenge_message(found)).splitlines()[1:-1] == [
        "🐾 Mitten takes minutes or hours for a turn.",
        "☕ Just for fun.",
    ]
    direct = replace(found, venue=VenueKind.DIRECT)
    assert "✅ **#12** has begun in direct messages." in text_of(challenge_message(direct))


def test_the_short_terms_of_practice_say_that_it_is_rated() -> None:
    assert terms_in_short(practice_match()) == ("**classic** · rated practice · no time limit")


def test_only_human_players_are_addressed() -> None:
    assert people_addressed(practice_match()) == f"<@{ORANGE}>"
    assert people_addressed(match()) == f"<@{ORANGE}> and <@{GRAY}>"


def test_both_users_are_addressed_with_the_honorific_of_the_language() -> None:
    with speaking(Language("ja")):
        assert people_addressed(match()) == f"<@{ORANGE}>さんと<@{GRAY}>さん"


def test_menus_name_the_cat_because_they_show_no_mentions() -> None:
    assert match_title(practice_match(), ORANGE) == "#1 · your turn · against 😾 Duchess"
    assert menu_players(practice_match()).endswith(" – 😾 Duchess")


def test_the_panel_shows_every_cat_and_marks_the_chosen_one() -> None:
    view = practice_panel(FAIR)
    assert "**😺 Biscuit** sees a line coming, most of the time." in text_of(view)
    assert labels_of(view) == [
        ["At once", "Unhurried"],
        ["Rated practice", "Just for fun"],
        ["Play"],
    ]
    menus = [
        item.item
        for item in view.walk_children()
        if isinstance(item, discord.ui.DynamicItem) and isinstance(item.item, discord.ui.Select)
    ]
    levels = menus[0].options
    assert [option.label for option in levels][:7] == [
        f"{level.name} · level {level.number}" for level in LEVELS
    ][:7]
    chosen = [[option.value for option in menu.options if option.default] for menu in menus]
    assert chosen == [["3"], ["classic"], ["random"]]


def test_the_panel_says_which_level_would_be_a_fair_match() -> None:
    words = text_of(practice_panel(FAIR, LevelNumber(5)))
    assert "😼 Shadow is a fair match for your practice rating" in words
    assert "fair match" not in text_of(practice_panel(FAIR, LevelNumber(3)))


def test_the_panel_shows_terms_that_have_no_menu() -> None:
    words = text_of(practice_panel(LONGEST_WANTED))
    assert "⏳ Your time: 7 days, plus 12 hours per move, up to 14 days." in words
    assert "Your clock stops on weekends." in words
    assert "📍 In your direct messages with me." in words


def test_the_terms_of_practice_read_back_from_a_custom_id() -> None:
    codec = codec_of(PracticeTerms)
    for terms in (FAIR, LONGEST_WANTED):
        assert codec.read(codec.write(terms)) == terms


def test_another_level_keeps_the_terms_and_swaps_the_seats() -> None:
    terms = rematch_terms(finished_match(Seat.ORANGE), ORANGE, DUCHESS)
    assert terms.starts.value == "them"
    assert terms.after == 1
    assert terms.level == 6
    with pytest.raises(MatchGoesOn):
        rematch_terms(practice_match(), ORANGE, DUCHESS)
    with pytest.raises(NotAPlayer):
        rematch_terms(finished_match(Seat.ORANGE), STRANGER, DUCHESS)
