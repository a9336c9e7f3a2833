"""Which parts of Parley work, its logs, and a report about both."""
