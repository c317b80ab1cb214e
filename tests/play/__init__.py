"""Test the product end to end, as users see it, against the playground."""

import tests.cogs  # noqa: F401 - imports all cogs: some tests make buttons with no bot running
