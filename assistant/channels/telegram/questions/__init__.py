"""Questions in chats: keyboards, typed and spoken answers."""
