"""What child processes see of the program's environment."""

import os
from collections.abc import Mapping, Set
from typing import Final

_FOR_SERVERS: Final = frozenset(
    """
    ASSISTANT_COMMAND HOME LOGNAME PATH SHELL TERM USER HOSTNAME PWD TZ
    LANG LANGUAGE LC_ADDRESS LC_ALL LC_COLLATE LC_CTYPE LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES
    LC_MONETARY LC_NAME LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME LOCPATH
    TMPDIR TMP TEMP
    XDG_BIN_HOME XDG_CACHE_HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_DATA_DIRS XDG_DATA_HOME
    XDG_RUNTIME_DIR XDG_STATE_HOME
    all_proxy ftp_proxy http_proxy https_proxy no_proxy ALL_PROXY FTP_PROXY HTTP_PROXY HTTPS_PROXY
    NO_PROXY
    CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE SSL_CERT_DIR SSL_CERT_FILE
    NIX_SSL_CERT_FILE
    __CF_USER_TEXT_ENCODING
    ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432 COMPUTERNAME
    COMSPEC DRIVERDATA HOMEDRIVE HOMEPATH LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT
    PROCESSOR_ARCHITECTURE PROCESSOR_ARCHITEW6432 PROCESSOR_IDENTIFIER PROCESSOR_LEVEL
    PROCESSOR_REVISION PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 PUBLIC SYSTEMDRIVE
    SYSTEMROOT USERDOMAIN USERNAME USERPROFILE WINDIR
    """.split()
)
"""The mark of `process_tree`; who and where the user is, languages, folders, and the way to the net;
then macOS and Windows."""
_FOR_PROGRAMS: Final = _FOR_SERVERS | frozenset(
    """
    DISPLAY WAYLAND_DISPLAY XAUTHORITY ICEAUTHORITY WINDOWID
    DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS DESKTOP_SESSION DESKTOP_STARTUP_ID
    GDMSESSION GNOME_DESKTOP_SESSION_ID GNOME_SETUP_DISPLAY HYPRLAND_INSTANCE_SIGNATURE I3SOCK
    KDE_FULL_SESSION KDE_SESSION_VERSION MATE_DESKTOP_SESSION_ID NIRI_SOCKET SESSION_MANAGER SWAYSOCK
    XDG_ACTIVATION_TOKEN XDG_CURRENT_DESKTOP XDG_MENU_PREFIX XDG_SEAT XDG_SESSION_CLASS
    XDG_SESSION_DESKTOP XDG_SESSION_ID XDG_SESSION_TYPE XDG_VTNR
    XDG_DESKTOP_DIR XDG_DOCUMENTS_DIR XDG_DOWNLOAD_DIR XDG_MUSIC_DIR XDG_PICTURES_DIR
    XDG_PUBLICSHARE_DIR XDG_TEMPLATES_DIR XDG_VIDEOS_DIR
    GDK_BACKEND GDK_DPI_SCALE GDK_SCALE GTK_IM_MODULE GTK_THEME GTK2_RC_FILES MOZ_ENABLE_WAYLAND
    QT_AUTO_SCREEN_SCALE_FACTOR QT_FONT_DPI QT_IM_MODULE QT_IM_MODULES QT_QPA_PLATFORM
    QT_QPA_PLATFORMTHEME QT_SCALE_FACTOR QT_SCREEN_SCALE_FACTORS QT_STYLE_OVERRIDE SDL_VIDEODRIVER
    XCURSOR_SIZE XCURSOR_THEME XMODIFIERS
    LIBGL_ALWAYS_SOFTWARE LIBVA_DRIVER_NAME MESA_LOADER_DRIVER_OVERRIDE VK_DRIVER_FILES
    VK_ICD_FILENAMES
    ALSA_CONFIG_PATH PIPEWIRE_REMOTE PIPEWIRE_RUNTIME_DIR PULSE_COOKIE PULSE_RUNTIME_PATH PULSE_SERVER
    PULSE_SINK PULSE_SOURCE
    SSH_AGENT_PID SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY GPG_TTY GNUPGHOME
    COLORTERM COLUMNS LINES LESS LS_COLORS NO_COLOR CLICOLOR FORCE_COLOR TERMINFO TERMINFO_DIRS
    TERM_PROGRAM TERM_PROGRAM_VERSION VTE_VERSION
    BROWSER EDITOR PAGER VISUAL MANPATH INFOPATH MAIL OLDPWD SHLVL
    GIT_AUTHOR_EMAIL GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_NAME GIT_EDITOR GIT_PAGER
    LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH LIBRARY_PATH CPATH PKG_CONFIG_PATH
    PYTHONPATH PYTHONHOME PYTHONUTF8 PYTHONIOENCODING PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE
    PYTHONPYCACHEPREFIX PYTHONHASHSEED PYTHONWARNINGS VIRTUAL_ENV
    CONDA_DEFAULT_ENV CONDA_EXE CONDA_PREFIX CONDA_PYTHON_EXE CONDA_SHLVL MAMBA_EXE MAMBA_ROOT_PREFIX
    PYENV_ROOT PYENV_VERSION PIPX_HOME UV_CACHE_DIR UV_PYTHON UV_PYTHON_INSTALL_DIR
    NODE_PATH NVM_BIN NVM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR DENO_INSTALL
    CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN GOBIN GOCACHE GOMODCACHE GOPATH GOROOT
    JAVA_HOME JDK_HOME GRADLE_HOME GRADLE_USER_HOME M2_HOME MAVEN_HOME ANDROID_HOME ANDROID_SDK_ROOT
    GEM_HOME GEM_PATH RBENV_ROOT RUBYLIB GHCUP_INSTALL_BASE_PREFIX OPAMROOT COMPOSER_HOME DOTNET_ROOT
    CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES HIP_VISIBLE_DEVICES ROCM_PATH ROCR_VISIBLE_DEVICES
    HSA_OVERRIDE_GFX_VERSION CT2_FORCE_CPU_ISA MKL_NUM_THREADS OMP_NUM_THREADS OPENBLAS_NUM_THREADS
    OMP_WAIT_POLICY
    CC CXX CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS
    DOCKER_CONTEXT DOCKER_HOST KUBECONFIG
    FLATPAK_ID SNAP APPDIR WSL_DISTRO_NAME WSL_INTEROP WSLENV PSMODULEPATH
    HOMEBREW_CELLAR HOMEBREW_PREFIX HOMEBREW_REPOSITORY NIX_PATH NIX_PROFILES GUIX_PROFILE
    """.split()
)
"""The session with its displays, sound and agents, too, and where the tools of developers are."""
_PARLEYS: Final = ("PARLEY_", "ASSISTANT_")
_SEARCH_PATHS: Final = frozenset({"PATH", "PYTHONPATH", "LD_LIBRARY_PATH"})


def for_programs(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables for the user's programs, such as a command or an application.

    Named one by one: nobody can foresee the names of keys and passwords, nor of the files that a
    shell reads before it does what it was asked (`BASH_ENV`).
    """
    return _named(environment, _FOR_PROGRAMS)


def for_servers(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables for programs of others, such as MCP servers: nothing of session and agents."""
    return _named(environment, _FOR_SERVERS)


def for_agents(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables for coding agents that the user has started: all that they would see in a terminal.

    Their keys and the user's tools are where the user has put them; what is Parley's own is not.
    """
    return {
        name: value
        for name, value in environment.items()
        if not name.upper().startswith(_PARLEYS) and not value.startswith("()")
    }


def _named(environment: Mapping[str, str], names: Set[str]) -> dict[str, str]:
    return {
        name: value
        for name, value in environment.items()
        if name in names and not value.startswith("()")  # a function of a shell
    }


def with_absolute_paths(environment: Mapping[str, str]) -> dict[str, str]:
    """Drop relative entries of search paths.

    An empty or relative entry would let a file in the current folder take the place of a program or
    a module.
    """
    cleaned = dict(environment)
    for name in _SEARCH_PATHS & cleaned.keys():
        entries = cleaned[name].split(os.pathsep)
        kept = os.pathsep.join(entry for entry in entries if os.path.isabs(entry))
        if kept:
            cleaned[name] = kept
        else:
            del cleaned[name]
    return cleaned


def for_python(environment: Mapping[str, str], package_root: str) -> dict[str, str]:
    """The environment in which a Python child finds this package and nothing it should not.

    Args:
        environment: What else the child is to see.
        package_root: The folder that holds the package; empty if Python finds it by itself.
    """
    paths = os.pathsep.join((package_root, environment.get("PYTHONPATH", "")))
    return with_absolute_paths({**environment, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"})
