"""What a person sees of an answer: privately, as it stands by now, and in which sentences."""

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
    """Return a message as it stands by now."""
    seen = person.see(message.shown if isinstance(message, Answer) else message)
    assert seen is not None
    return seen


def asks_which_match(answer: Answer) -> bool:
    """Return whether the user alone is asked which of their matches they mean."""
    asked = private(answer)
    return "Which match do you mean?" in asked.text and not asked.pictures


async def choose_match(person: Person, asked: Answer, number: int) -> Answer:
    """Choose the match that is meant where several are asked about."""
    assert asks_which_match(asked)
    return await person.select(asked.shown, asked.shown.selects[0].custom_id, [str(number)])


def done_but_not_shown(number: int) -> str:
    """Return how an act is acknowledged whose board takes longer."""
    return f"Done: **#{number}**. I'll post the board in a moment."
