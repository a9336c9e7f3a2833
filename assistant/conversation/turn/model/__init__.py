"""Rules of a turn: retries, message queue, partial replies, recovery actions. Pure."""
