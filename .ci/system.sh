#!/bin/sh
# Makes sure that the system libraries are there which no Python package carries.
#
#   .ci/system.sh python | run | test
#
# On Debian and Ubuntu the root user gets them installed; anybody else is told the one command that
# does, and everything goes on: the program and the tests say themselves what they miss.
set -eu

purpose=${1:?python, run or test}

# Sound: PortAudio, and the plug-in that reaches PulseAudio and PipeWire through ALSA.
# Window: what Qt's xcb and offscreen platforms load at start. Fonts: Hangul and Han.
run="libportaudio2 libasound2-plugins
libegl1 libgl1 libopengl0 libglib2.0-0 libdbus-1-3 libfontconfig1 libfreetype6
libxkbcommon0 libxkbcommon-x11-0 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0
libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 libxcb-xkb1
libwayland-client0 libwayland-cursor0 libwayland-egl1
fonts-noto-cjk"
# A screen with a window manager, keys and notifications, and a sound card, all without hardware, a
# voice to say test sentences with, certificates, and the face that most desktops show code in.
test="xvfb xauth openbox xdotool dunst pulseaudio pulseaudio-utils espeak-ng dbus at-spi2-core openssl fonts-dejavu-core"

case $purpose in
    python) wanted="python3-venv" ;;
    run) wanted=$run ;;
    test) wanted="$run $test" ;;
    *) echo "$0: unknown purpose: $purpose" >&2; exit 2 ;;
esac

if [ "$(uname -s)" = Darwin ]; then
    if [ "$purpose" != python ] && command -v brew >/dev/null && ! brew list portaudio >/dev/null 2>&1
    then
        echo "For sound, run: brew install portaudio"
    fi
    exit 0
fi
if [ "$(uname -s)" != Linux ]; then
    exit 0
fi
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    if [ "$purpose" != python ]; then
        echo "If sound or the window does not start, install your system's packages for PortAudio" \
            "and Qt 6 (xcb-cursor, xkbcommon-x11, EGL) and a font with Hangul and Han."
    fi
    exit 0
fi

# A virtual package (libglib2.0-0 on newer releases is libglib2.0-0t64) counts when provided.
installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
    sed -n 's/^installed //p' | tr ',\n' '  ') "
missing_of() {
    for package in "$@"; do
        case $installed in
            *" $package "*) ;;
            *) printf ' %s' "$package" ;;
        esac
    done
}
# shellcheck disable=SC2086  # a list of words
missing=$(missing_of $wanted)
browser=""
if [ "$purpose" = test ] && ! command -v chromedriver >/dev/null; then
    browser=" chromium chromium-driver"
fi
if [ -z "$missing$browser" ]; then
    exit 0
fi

if [ "$(id -u)" -ne 0 ]; then
    echo "Some system libraries are missing. This installs them:"
    echo "    sudo apt-get install --no-install-recommends$missing$browser"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    echo "Installing system libraries: $*"
    if ! apt-get -q install -y --no-install-recommends "$@" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        echo "They could not be installed; going on without them." >&2
    fi
}
if ! apt-get -q update >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
fi
# shellcheck disable=SC2086
if [ -n "$missing" ]; then install $missing; fi
# Alone, because Ubuntu has no such packages; the tests that need a browser then say so.
# shellcheck disable=SC2086
if [ -n "$browser" ]; then install $browser; fi
