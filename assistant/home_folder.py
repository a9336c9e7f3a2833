"""Where the user's files are. Next to nothing is imported: coding agents wait for `parley hook`."""

import os

APP_NAME = "parley"
HOME_VARIABLE = "PARLEY_HOME"
API_FILE = ("run", "api.json")
"""How to reach the running program, below the home."""


def home_folder(chosen: str = "") -> str:
    """Return the home: the one chosen, else the environment's, else in the platform's data folder."""
    folder = chosen or os.environ.get(HOME_VARIABLE)
    if not folder:
        import platformdirs  # a home is often chosen

        folder = platformdirs.user_data_dir(APP_NAME, appauthor=False)
    # A shell leaves the ~ of --home=~/x alone.
    return os.path.join(os.getcwd(), os.path.expanduser(folder))
