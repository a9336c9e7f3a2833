"""The card of a question in a terminal: state, rows, layout. Pure."""
