"""From replies to the speaker: speaking, queue, player."""
