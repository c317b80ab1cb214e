import structlog
from hypothesis import settings

# No test is about how fast it runs, and one that is looked at on a busy machine takes its time.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# Tests read what people see, not the journal; the default form draws every local variable.
structlog.configure(
    processors=[
        structlog.stdlib.add_log_level,
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["event"]),
    ]
)
