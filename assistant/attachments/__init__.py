"""Files that go with the user's words: which are taken, in which form, and what is said of others."""
