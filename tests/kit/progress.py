"""A progress callback for jobs whose progress a test does not watch."""


def ignore_progress(_: float) -> None:
    """Ignore the progress of a job."""
