"""Starting coding agents and talking to them, over the Agent Client Protocol."""
