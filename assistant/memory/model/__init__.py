"""Facts, edits, compaction, requests to remember. Pure."""
