"""`/learn`: lessons on private panels, from the first to a match against the weakest cat."""

from bot.features.learning.lesson import LessonName
from bot.features.learning.lessons import lessons_of
from bot.features.practice.service import FIRST_LEVEL
from bot.features.settings.preferences import BoardFormat, PlacementMode
from bot.game import CLASSIC, JUNIOR, read_turn
from bot.match.identity import UserId
from playground import Answer, Person
from tests.kit.picking import choose_turn
from tests.kit.tables import Table


async def open_lessons(table: Table, ruleset: str = "classic") -> Answer:
    """Open the lessons of a ruleset as Ada."""
    games = table.playground.channel("games")
    return await table.playground.person("ada").command("learn", channel=games, ruleset=ruleset)


async def play_turn(person: Person, answer: Answer, turn: str) -> Answer:
    """Choose a turn on the panel of an exercise, tap by tap, and confirm it."""
    chosen = await choose_turn(person, answer.shown, read_turn(turn))
    if "Confirm" in chosen.shown.labels:
        chosen = await person.press(chosen.shown, "Confirm")
    return chosen


async def test_a_lesson_is_played_by_buttons_and_its_progress_is_kept(table: Table) -> None:
    ada = table.playground.person("ada")
    path = await open_lessons(table)
    assert path.shown.ephemeral
    assert path.shown.pictures[0].alt == (
        "A path across a quilt with 12 stones, one for each lesson. Golden ones are done: 0. "
        "A kitten sits on stone 1: Place and boop."
    )
    assert "three of your cats in a line win." in path.text
    assert "cats" not in (await open_lessons(table, "junior")).text, "the ruleset has no cats"
    rules = await ada.press((await open_lessons(table)).shown, "Rules")
    assert "Page 1 of 9" in rules.text
    answer = await ada.press(path.shown, "Begin")
    assert "-# Lesson 1 of 12 · exercise 1 of 3" in answer.text
    above, below = answer.text.split("exercise 1 of 3")
    assert "boops" not in above
    assert below.endswith("Tap a column, then a square.\n**Boop gray's kitten on c3.**")
    assert answer.shown.pictures[0].alt
    answer = await play_turn(ada, answer, "Kf6")
    assert "Not yet." in answer.text
    assert "nothing is next to it" in answer.text
    answer = await ada.press(answer.shown, "Try again")
    answer = await play_turn(ada, answer, "Kb3")
    assert "✅ **Right!**" in answer.text
    assert "the gray kitten c3 → d3" in (answer.shown.pictures[0].alt or "")
    await ada.command("challenge", channel=table.playground.channel("games"))
    assert not await table.services.newcomers.needs_rules(UserId(ada.id))
    answer = await ada.press(answer.shown, "Next")
    assert "exercise 2 of 3" in answer.text
    answer = await ada.press(answer.shown, "Show me")
    assert "💡 A kitten on b2." in answer.text
    path = await ada.press(answer.shown, "Lessons")
    assert "▶️ **1** Place and boop · 1 of 3" in path.text
    assert path.shown.id == answer.shown.id
    answer = await ada.press(path.shown, "Continue")
    assert "exercise 2 of 3" in answer.text


async def test_a_user_who_prefers_words_reads_the_lessons_in_a_list(table: Table) -> None:
    ada = UserId(table.playground.person("ada").id)
    await table.services.preferences.prefer(ada, "boards", BoardFormat.WORDS)
    await table.services.lessons.answer(ada, LessonName("boop"), 1, read_turn("Kb3"))
    path = await open_lessons(table)
    assert not path.shown.pictures
    assert "▶️ **1** Place and boop · 1 of 3\n▫️ **2** Kittens can't boop cats" in path.text
    assert path.text.count("Place and boop") == 1, "it is only in the list"
    assert path.text.endswith("-# 0 of 12 lessons done")


async def test_once_all_lessons_are_done_a_cat_is_at_the_end_of_the_path(table: Table) -> None:
    ada = UserId(table.playground.person("ada").id)
    for lesson in lessons_of(JUNIOR):
        for number, exercise in enumerate(lesson.exercises, 1):
            await table.services.lessons.answer(ada, lesson.name, number, read_turn(exercise.shown))
    path = await open_lessons(table, "junior")
    assert path.shown.pictures[0].alt == (
        "A path across a quilt with 2 stones, one for each lesson. Golden ones are done: 2. "
        "A cat sits on the last stone."
    )


async def test_a_shown_turn_with_a_choice_says_what_else_could_be_chosen(
    table: Table,
) -> None:
    ada = table.playground.person("ada")
    path = await open_lessons(table)
    for lesson, others in (
        ("which-three", "b3 c3 d3"),
        ("eight-on-the-bed", "a1, e1, c2, a3, f3, d4 or a6"),
    ):
        answer = await ada.select(path.shown, path.shown.selects[0].custom_id, [lesson])
        answer = await ada.press(answer.shown, "Show me")
        assert f"Your choice: it could also be {others}." in answer.text
        path = await ada.press(answer.shown, "Lessons")
    answer = await ada.press((await ada.press(path.shown, "Begin")).shown, "Show me")
    assert "Your choice" not in answer.text


async def test_the_piece_to_recall_is_asked_for_by_square(table: Table) -> None:
    ada = table.playground.person("ada")
    path = await open_lessons(table)
    menu = path.shown.selects[0].custom_id
    answer = await ada.select(path.shown, menu, ["eight-on-the-bed"])
    for tap in ("a", "a1"):
        answer = await ada.press(answer.shown, tap)
    assert "Choose one to take back; a kitten becomes a cat:" in answer.text
    squares = ["a1", "e1", "c2", "a3", "f3", "d4", "a6", "d6"]
    options = [f"{letter} · {square}" for letter, square in zip("ABCDEFGH", squares, strict=True)]
    assert answer.shown.labels[:8] == options


async def test_the_last_lesson_leads_to_a_match_against_mitten(table: Table) -> None:
    ada = table.playground.person("ada")
    for lesson in lessons_of(CLASSIC)[:-1]:
        for number, exercise in enumerate(lesson.exercises, 1):
            await table.services.lessons.answer(
                UserId(ada.id), lesson.name, number, read_turn(exercise.shown)
            )
    answer = await ada.press((await open_lessons(table)).shown, "Continue")
    for way in ("c", "Back"):
        answer = await ada.press(answer.shown, way)
        assert "Last turn: gray" in (answer.shown.pictures[0].alt or "")
    for exercise in lessons_of(CLASSIC)[-1].exercises:
        answer = await play_turn(ada, answer, exercise.shown)
        if "Next" in answer.shown.labels:
            answer = await ada.press(answer.shown, "Next")
    assert "You've done all lessons" in answer.text
    profile = await ada.command("profile", channel=table.playground.channel("games"))
    assert "🎒 **Well taught**: all lessons on classic" in profile.text
    begun = await ada.press(answer.shown, "Play Mitten now")
    assert "Mitten" in begun.text
    [match] = await table.services.matches.live_of(UserId(ada.id))
    assert match.bot is not None
    assert match.bot.practice.level == FIRST_LEVEL


async def test_a_placement_without_a_choice_is_answered_with_the_square(table: Table) -> None:
    ada = table.playground.person("ada")
    await table.services.preferences.prefer(UserId(ada.id), "placing", PlacementMode.AT_ONCE)
    answer = await ada.press((await open_lessons(table)).shown, "Begin")
    answer = await ada.press(answer.shown, "b")
    answer = await ada.press(answer.shown, "b3")
    assert "✅ **Right!**" in answer.text


async def test_a_seam_piece_is_laid_in_a_lesson(table: Table) -> None:
    ada = table.playground.person("ada")
    path = await open_lessons(table, "seam")
    assert "Learn boop: seam" in path.text
    answer = await ada.press(path.shown, "Begin")
    answer = await play_turn(ada, answer, "Ka6~cd+")
    assert "✅ **Right!**" in answer.text
    answer = await ada.press(answer.shown, "Next")
    assert "-# seam · Lesson 2 of 3" in answer.text
