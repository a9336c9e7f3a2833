"""The pure half: what is learned of a voice, and the rule by which another is told from it."""
