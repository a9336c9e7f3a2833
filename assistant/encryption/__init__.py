"""Contents that only those with the user's passphrase read: what synchronises, and backups."""
