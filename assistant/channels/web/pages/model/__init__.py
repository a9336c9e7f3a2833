"""What a question's page shows and what is done on it. Pure."""
