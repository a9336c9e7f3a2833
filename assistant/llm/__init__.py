"""Language models: the Messages API client, keys, servers on this machine."""
