"""The answers that a user sees: private messages, their current state, and their sentences."""

from playground import Answer, Person, SeenMessage


def private(answer: Answer) -> SeenMessage:
    """Return a message that the user alone sees."""
    assert not answer.failed
    assert answer.shown.ephemeral
    return answer.shown


def private_text(answer: Answer) -> str:
    """Return the text of a message that the user alone sees."""
    return private(answer).text


def now(person: Person, message: SeenMessage | Answer) -> SeenMessage:
    """Return the current state of a message."""
    seen = person.see(message.shown if isinstance(message, Answer) else message)
    assert seen is not None
    return seen


def asks_which_match(answer: Answer) -> bool:
    """Return whether the user alone is asked which of their matches they mean."""
    asked = private(answer)
    return "Which match do you mean?" in asked.text and not asked.pictures


async def choose_match(person: Person, asked: Answer, number: int) -> Answer:
    """Answer the question which of several matches is meant."""
    assert asks_which_match(asked)
    return await person.select(asked.shown, asked.shown.selects[0].custom_id, [str(number)])


def done_but_not_shown(number: int) -> str:
    """Return the answer to an action whose board is shown later."""
    return f"Done: **#{number}**. I'll post the board in a moment."
