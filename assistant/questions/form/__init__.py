"""What every surface shares of a form: state, keys, actions, captions. Pure."""
