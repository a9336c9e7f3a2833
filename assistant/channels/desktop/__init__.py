"""The desktop channel: window, dialogs and settings in Qt.

The only package that imports PySide6. It knows the engine through `EngineClient` alone: commands go
down by `submit`, events come up through `EventBridge`, questions through `DesktopPresenter`.
Everything here runs on the GUI thread unless a docstring says otherwise.

A signal is never connected to a method of an object that belongs to the engine: PySide watches the
object through a weak reference and would undo the connection on whichever thread drops it.

The modules in a folder named `model` know no Qt.
"""
