"""The database: connections, transactions, batches, migrations. It knows nothing of boop."""
