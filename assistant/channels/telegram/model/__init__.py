"""The rules of the channel: what is read, shown and split. Pure."""
