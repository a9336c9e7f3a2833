"""`parley chat`: printing the conversation, slash commands."""
