"""The rules of guided replies: what the model reads, what it may write, what that means."""
