"""What a person can do: one coroutine and one transaction each, and the one Clock."""
