"""`/rules` with its pages, and the rules that the bot shows with a user's first challenge."""

import pytest

from bot.game import RULESETS
from bot.match.identity import UserId
from cogs.help.rule_pages import PAGES, TurnPicture
from playground import ButtonStyle, Person, Playground, Problem, SeenMessage
from tests.kit import tables
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table
from tests.kit.thoroughness import sampled


@pytest.fixture(autouse=True)
def newcomers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no player know the rules yet."""
    monkeypatch.setattr(tables, "NEWCOMERS", True)


FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
BROUGHT = "New to boop?"
LEARN, RULES = "Learn by playing", "Read the rules"
GO = "Go to my match"


def card(playground: Playground, person: Person) -> SeenMessage:
    """Return the current message with the rules that were shown to a person."""
    [found] = rules_of(playground, person)
    return found


def labels(playground: Playground, person: Person) -> list[str]:
    """List the buttons of the card."""
    return card(playground, person).labels


def rules_of(playground: Playground, person: Person) -> list[SeenMessage]:
    """List all messages with rules that were shown to a person."""
    places = person.places(playground.server())
    seen = [message for place in places for message in person.look(place)]
    return [message for message in seen if BROUGHT in message.text]


@pytest.mark.parametrize("ruleset", sampled([each.name for each in RULESETS], 2))
async def test_the_rules_are_read_page_by_page_in_one_private_message(
    table: Table, ruleset: str
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    pages = PAGES[ruleset]
    answer = await ada.command("rules", channel=games, ruleset=ruleset)
    first = answer.shown
    titles = []
    for number, page in enumerate(pages, 1):
        assert answer.shown.id == first.id
        assert answer.shown.ephemeral
        assert f"Page {number} of {len(pages)}" in answer.text
        titles.append(answer.text.splitlines()[0])
        (picture,) = answer.shown.pictures
        moves = page.shown is TurnPicture.MOVING
        assert picture.content_type == ("image/gif" if moves else "image/png")
        assert (await picture.read()).startswith(b"GIF89a" if moves else b"\x89PNG")
        assert picture.alt is not None
        assert ("An animation of 1 turn." in picture.alt) is moves
        assert "Orange: " in picture.alt
        back, forth, learn = answer.shown.buttons
        assert (learn.label, learn.disabled) == ("Learn by playing", False)
        assert (back.label, back.disabled) == ("Back", number == 1)
        assert (forth.label, forth.disabled) == ("Next", number == len(pages))
        if number < len(pages):
            answer = await ada.press(answer.shown, "Next")
    assert titles == [f"### {page.title}" for page in pages]
    answer = await ada.press(answer.shown, "Back")
    assert f"Page {len(pages) - 1} of" in answer.text
    assert [seen.id for seen in ada.look(games)] == [first.id]
    assert not playground.person("bob").look(games)


async def test_a_ruleset_explained_twice_from_its_challenge_is_there_once(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    offered = await ada.command("challenge", channel=games, ruleset="junior")
    for _ in range(2):
        await ada.press(offered.shown, "Explain the ruleset")

    def pages() -> list[SeenMessage]:
        return [seen for seen in ada.look(games) if "Page 1 of" in seen.text]

    await playground.until(lambda: len(pages()) == 1)


async def test_the_first_accepted_match_comes_with_the_rules(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    accepted = await bob.press(offered.shown, "Accept")
    rules = await accepted.follow_up()

    assert rules.ephemeral
    assert "How to play boop" in rules.text
    assert len(rules.text.splitlines()) == 2, "it hides little of what was done"
    assert not rules.pictures
    page = await bob.press(rules, RULES)
    assert page.shown.id == rules.id
    assert "Page 1 of" in page.text


async def test_the_card_links_to_the_match_that_has_begun(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await playground.until(lambda: GO in labels(playground, bob))
    way = card(playground, bob).button(GO)
    assert (way.url or "").endswith(f"/{server_match.place.id}/{server_match.board().id}")
    assert labels(playground, bob) == [GO, LEARN, RULES]
    assert {each.style for each in card(playground, bob).buttons[1:]} == {ButtonStyle.SECONDARY}
    assert card(playground, bob).id < server_match.board().id


async def test_a_challengers_card_links_to_the_match_once_it_has_begun(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    offered = await ada.command("challenge", channel=playground.channel("games"))
    await offered.follow_up()
    assert labels(playground, ada) == [LEARN, RULES]
    await playground.person("bob").press(offered.shown, "Accept")
    await playground.until(lambda: GO in labels(playground, ada))


async def test_a_card_that_has_become_a_lesson_stays_one_when_the_match_begins(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob, games = (
        playground.person("ada"),
        playground.person("bob"),
        playground.channel("games"),
    )
    offered = await ada.command("challenge", channel=games, first="me")
    path = await ada.press(await offered.follow_up(), "Learn by playing")
    await bob.press(offered.shown, "Accept")
    # Ada goes first, so her message would be changed before bob's.
    await playground.until(lambda: rules_of(playground, bob) and GO in labels(playground, bob))
    assert not rules_of(playground, ada)
    [kept] = [each for each in ada.look(games) if each.id == path.shown.id]
    assert "Learn boop" in kept.text


async def test_the_card_comes_before_the_board_in_the_same_channel(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    begun = await ada.command("practice", channel=games, level=1, first="me", where="channel")
    assert not begun.failed
    await playground.until(lambda: rules_of(playground, ada) and GO in labels(playground, ada))
    [rules] = rules_of(playground, ada)
    way = rules.button(GO).url or ""
    board = int(way.rpartition("/")[2])
    assert rules.id < board
    await ada.command("board", channel=games)
    assert len(rules_of(playground, ada)) == 1


async def test_the_board_is_last_in_the_direct_messages_where_the_match_was_begun(
    table: Table,
) -> None:
    playground = table.playground
    ada = playground.person("ada")
    direct = playground.world.direct_channel(ada.user)
    form = await ada.press((await ada.command("help", channel=direct)).shown, "Play the cat")
    await ada.press(form.shown, "Play")

    def lesson_panels() -> list[SeenMessage]:
        seen = [each for each in ada.look(direct) if BROUGHT in each.text]
        return [each for each in seen if GO in each.labels]

    [rules] = await playground.until(lesson_panels)
    last = ada.look(direct)[-1]
    assert last.pictures
    assert int((rules.button(GO).url or "").rpartition("/")[2]) == last.id > rules.id


async def test_a_card_is_not_shown_below_a_board_in_a_private_panel(table: Table) -> None:
    playground = table.playground
    ada, games = playground.person("ada"), playground.channel("games")
    ada.user.accepts_direct_messages = False
    begun = await ada.command("practice", channel=games, level=1, first="me")
    await playground.until(lambda: (ada.see(begun.shown) or begun.shown).pictures)
    assert not rules_of(playground, ada)


async def test_a_card_that_failed_is_never_shown_below_the_board(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    fault = playground.faults.refuse("POST", FOLLOW_UP, Problem.UNKNOWN_INTERACTION)
    await ada.command("practice", channel=games, level=1, first="me", where="channel")
    await playground.until(lambda: fault.hits)
    await ada.command("place", channel=games, square="c3")
    assert not rules_of(playground, ada)
    question = await ada.command("games", channel=playground.channel("general"))
    assert BROUGHT in (await question.follow_up()).text


async def test_the_shown_rules_are_those_of_the_match(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob, ruleset="junior")
    hers = await offered.follow_up()
    accepted = await bob.press(offered.shown, "Accept")
    his = await accepted.follow_up()
    for rules in (hers, his):
        assert "How to play boop: junior" in rules.text
        assert "lessons" in rules.text
    page = await bob.press(his, RULES)
    assert "### junior: kittens only" in page.text


async def test_the_rules_are_shown_once(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    for _ in range(2):
        server_match = await start_match_between(playground, ada, bob, games)
        await server_match.play(["Kc3", "Kd4", "Kf6", "Ka1"])
    await playground.until(lambda: rules_of(playground, ada) and rules_of(playground, bob))
    for person in (ada, bob):
        assert not await table.services.newcomers.needs_rules(UserId(person.id))
        await person.command("games", channel=games)
        assert len(rules_of(playground, person)) == 1
    assert not rules_of(playground, playground.person("cleo"))


async def test_the_rules_are_not_shown_to_users_who_have_read_them(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    for person in (ada, bob):
        await person.command("rules", channel=games)
    offered = await ada.command("challenge", channel=games, opponent=bob)
    await bob.press(offered.shown, "Accept")
    for person in (ada, bob):
        assert not await table.services.newcomers.needs_rules(UserId(person.id))
        await person.command("games", channel=games)
        assert not rules_of(playground, person)


async def test_rules_that_could_not_be_shown_come_with_the_next_action(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    offered = await ada.command("challenge", channel=games, opponent=bob)
    await offered.follow_up()
    fault = playground.faults.refuse("POST", FOLLOW_UP, Problem.UNKNOWN_INTERACTION)
    accepted = await bob.press(offered.shown, "Accept")
    assert "accepted: match **#1**" in accepted.text
    await playground.until(lambda: fault.hits)
    assert await table.services.newcomers.needs_rules(UserId(bob.id))
    question = await bob.command("games", channel=games)
    rules = await question.follow_up()
    assert BROUGHT in rules.text
    await playground.until(lambda: len(rules_of(playground, bob)) == 1)


async def test_users_who_only_look_around_see_no_rules(table: Table) -> None:
    playground = table.playground
    ada = playground.person("ada")
    games = playground.channel("games")
    await playground.person("bob").command("challenge", channel=games, opponent=ada)
    for name in ("help", "games"):
        await ada.command(name, channel=games)
    assert not await table.services.newcomers.needs_rules(UserId(ada.id))
    assert not rules_of(playground, ada)


async def test_lessons_are_offered_once_for_each_new_ruleset(table: Table) -> None:
    playground = table.playground
    ada, bob = playground.person("ada"), playground.person("bob")
    games = playground.channel("games")
    await start_match_between(playground, ada, bob, games)

    def offers_to(person: Person) -> list[SeenMessage]:
        places = person.places(playground.server())
        seen = [message for place in places for message in person.look(place)]
        return [message for message in seen if "Your first match of seam" in message.text]

    for _ in range(2):
        challenge = await ada.command("challenge", channel=games, opponent=bob, ruleset="seam")
        await playground.until(lambda: len(offers_to(ada)) == 1)
        await bob.press(challenge.shown, "Accept")
        await playground.until(lambda: len(offers_to(bob)) == 1)
    [offer] = offers_to(bob)
    path = await bob.press(offer, "Learn by playing")
    assert "Learn boop: seam" in path.text
