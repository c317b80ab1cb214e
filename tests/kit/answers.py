"""The answers that a user sees: private messages, their present state, and their sentences."""

from playground import Answer, Person, SeenMessage


def private_message(answer: Answer) -> SeenMessage:
    """Return a message that the user alone sees."""
    assert not answer.failed
    assert answer.shown.ephemeral
    return answer.shown


def private_text(answer: Answer) -> str:
    """Return the text of a message that the user alone sees."""
    return private_message(answer).text


def direct_messages_with(person: Person, words: str) -> list[SeenMessage]:
    """Return the direct messages to a user that contain these words."""
    return [seen for seen in person.direct_messages() if words in seen.text]


def current_message(person: Person, message: SeenMessage | Answer) -> SeenMessage:
    """Return the current state of a message."""
    seen = person.see(message.shown if isinstance(message, Answer) else message)
    assert seen is not None
    return seen


def is_match_question(answer: Answer) -> bool:
    """Return whether the bot privately asks the user which of their matches they mean."""
    question = private_message(answer)
    return "Which match do you mean?" in question.text and not question.pictures


def answer_without_board(number: int) -> str:
    """Return the answer to an action whose board is shown later."""
    return f"Done: **#{number}**. I'll post the board in a moment."
