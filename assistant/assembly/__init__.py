"""The composition root: the only place that knows every part.

One builder a surface, each taking down in reverse what it built:

- `core`: home, store, model, tools, desk, conversation; what every surface has.
- `voice`: microphone, wake word, recogniser, voice, speaker around a core.
- `desktop`: the engine thread and the window.

Modules here import lazily: a surface loads what it uses.
"""
