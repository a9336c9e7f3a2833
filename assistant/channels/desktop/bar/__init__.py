"""A small window that stays on top: state, captions, the open question."""
