"""Names of programs that are the same in every language. Pure."""

from typing import Final

_NAMES: Final = (
    "firefox|chrome|google chrome|chromium|safari|edge|microsoft edge|brave|opera|vivaldi|tor browser"
    "|thunderbird|outlook|evolution|geary|spotify|vlc|vlc media player|rhythmbox|audacity|itunes|mpv"
    "|gimp|inkscape|krita|blender|darktable|photoshop|illustrator|figma|obs|obs studio|kdenlive|shotcut"
    "|libreoffice|libreoffice writer|libreoffice calc|libreoffice impress|word|microsoft word|excel"
    "|microsoft excel|powerpoint|microsoft powerpoint|onenote|notion|obsidian|evernote|notepad"
    "|visual studio code|vs code|vscode|code|pycharm|intellij|eclipse|android studio|xcode|sublime text"
    "|vim|neovim|emacs|gedit|kate|nano|konsole|gnome terminal|terminal|iterm|powershell|nautilus|dolphin"
    "|finder|slack|discord|zoom|teams|microsoft teams|skype|telegram|signal|whatsapp|element|steam|lutris"
    "|minecraft|docker|docker desktop|postman|virtualbox|anki|zotero|calibre|evince|okular|acrobat"
    "|adobe reader|transmission|qbittorrent|filezilla|dropbox|keepassxc|bitwarden|wireshark|cheese"
)
APPLICATIONS: Final = {name: name for name in _NAMES.split("|")}
"""What is said, and what to look for."""
