"""General widgets that know nothing of Parley."""
