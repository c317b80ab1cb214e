import structlog

# Tests read what people see, not the journal; the default form draws every local variable.
structlog.configure(
    processors=[
        structlog.stdlib.add_log_level,
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["event"]),
    ]
)
