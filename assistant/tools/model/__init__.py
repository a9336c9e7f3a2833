"""Order of calls, classes of permission, names. Pure."""
