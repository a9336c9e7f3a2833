"""What a document is, how two of its versions become one, and what the user is asked. Pure."""
