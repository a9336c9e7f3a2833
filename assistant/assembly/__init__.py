"""Builds the application: the only package that imports every part.

Each surface has a builder, which also shuts its parts down in reverse order:

- `core` builds what every surface has: home, store, model, tools, questions, conversation.
- `voice` adds microphone, wake word, speech recognition, voice and speaker.
- `desktop` adds the engine thread and the window.

Modules here import lazily, so that a surface loads only what it uses.
"""
