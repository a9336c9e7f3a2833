"""The desktop channel: window, dialogs and settings in Qt.

The only package that imports PySide6. It knows the engine through `EngineClient` alone: commands go
down by `submit`, events come up through `bridge.EventBridge`, questions through `presenter.
DesktopPresenter`. Everything here runs on the GUI thread unless a docstring says otherwise.

Pure modules (no Qt): `tokens`, `coalesce`, `markdown`, `view`, `conversation_presenter`,
`question_form`, `wording`.
"""
