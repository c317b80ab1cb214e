"""What a person sees of an answer: privately, and as it stands by now."""

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
