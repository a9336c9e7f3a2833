"""What a question is, in every form it arrives in, its life, and its answers."""
