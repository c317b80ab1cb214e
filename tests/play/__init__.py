"""The product as people meet it, end to end against the playground."""

import tests.cogs  # noqa: F401 - imports all cogs: some tests make buttons with no bot running
