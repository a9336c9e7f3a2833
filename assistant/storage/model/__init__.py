"""Records, search queries, snippets, the tree of messages. Pure."""
