"""Another process of ours that reaches the running program."""
