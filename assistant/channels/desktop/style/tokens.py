"""Colours of the window and of the pages: light, dark, and both with high contrast. Values only.

The dark values and the message colours are the product's; the light theme keeps the hues. Every
pair in `text_pairs` has a contrast of at least 4.5:1 (WCAG 2.1, 1.4.3), with high contrast 7:1
(1.4.6), and every pair in `edge_pairs` of at least 3:1 (1.4.11).
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from assistant.questions.form.mark_colours import ON_DARK, ON_LIGHT

ThemeChoice = Literal["auto", "light", "dark", "contrast"]
"""What the user set; `auto` follows the system, `contrast` too, but for more contrast."""

THEME_CHOICES: Final[tuple[ThemeChoice, ...]] = get_args(ThemeChoice)

MINIMUM_CONTRAST: Final = 4.5
"""WCAG 2.1 success criterion 1.4.3, level AA, for normal text."""
ENHANCED_CONTRAST: Final = 7.0
"""WCAG 2.1 success criterion 1.4.6, level AAA, for normal text."""
MINIMUM_MARK_CONTRAST: Final = 3.0
"""WCAG 2.1 success criterion 1.4.11, level AA, for what is no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """One theme. Every value is `#RRGGBB`."""

    dark: bool
    window: str
    elevated: str
    """Dialogs and menus, which lie over the window."""
    surface: str
    """Cards, fields, the bubble of a folded tool."""
    raised: str
    """What lies on a surface: hovered buttons, chips."""
    border: str
    """Parts what belongs together; may be overlooked."""
    control: str
    """The edge of a field or a switch, by which it is known for one."""
    text: str
    text_secondary: str
    text_muted: str
    """For what may be overlooked: separators and disabled controls. Too faint for text to read."""
    description: str
    """Descriptions, hints and captions."""
    primary: str
    on_primary: str
    primary_soft: str
    """The user's own words."""
    on_primary_soft: str
    chip: str
    """Behind the header of a question."""
    on_chip: str
    success: str
    danger: str
    on_danger: str
    warning: str
    link: str
    code: str
    """Background of code."""
    code_comment: str
    code_keyword: str
    code_name: str
    """Names that are declared, built in, or mean a type."""
    code_string: str
    code_value: str
    """Numbers, constants, variables of a shell."""
    thinking: str
    on_thinking: str
    notice_info: str
    notice_warning: str
    notice_error: str
    marks: tuple[str, ...]
    """Of programs that ask (`Asker.mark`); dots, never text."""
    high_contrast: bool = False

    # Message borders, the same in both themes.
    blue: str = "#3B82F6"
    green: str = "#22C55E"
    red: str = "#EF4444"
    sky: str = "#38BDF8"
    purple: str = "#A855F7"
    amber: str = "#FBBF24"

    def named(self) -> dict[str, str]:
        """Return the colours that have a name."""
        names = (name for name in self.__slots__ if name not in {"dark", "marks", "high_contrast"})
        return {name: str(getattr(self, name)) for name in names}

    def code_words(self) -> tuple[str, ...]:
        """Return the colours of the pieces of code; removed and added lines have those of a fault."""
        named = (self.code_comment, self.code_keyword, self.code_name)
        return (*named, self.code_string, self.code_value, self.danger, self.success)

    def text_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return every pair of text and background that the window uses."""
        backgrounds = (self.window, self.elevated, self.surface)
        on_both = (
            self.text,
            self.text_secondary,
            self.description,
            self.primary,
            self.success,
            self.danger,
            self.link,
            self.warning,
        )
        return (
            *((text, background) for text in on_both for background in backgrounds),
            (self.text, self.raised),
            (self.text_secondary, self.raised),
            (self.text, self.code),
            (self.text_secondary, self.code),
            *(
                (words, ground)
                for words in self.code_words()
                for ground in (self.code, self.surface)
            ),
            (self.on_primary, self.primary),
            (self.on_primary_soft, self.primary_soft),
            (self.on_chip, self.chip),
            (self.on_danger, self.danger),
            (self.on_thinking, self.thinking),
            (self.text, self.notice_info),
            (self.text, self.notice_warning),
            (self.text, self.notice_error),
        )

    def edge_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return every pair of an edge and its background by which a control or the focus is known."""
        backgrounds = (self.window, self.elevated, self.surface)
        edges = (self.control, self.primary, self.danger, self.success)
        return (
            *((edge, background) for edge in edges for background in backgrounds),
            (self.primary, self.raised),
        )


DARK: Final = Tokens(
    dark=True,
    window="#0F172A",
    elevated="#162033",
    surface="#1E293B",
    raised="#2B3850",
    border="#334155",
    control="#6B7B93",
    text="#F1F5F9",
    text_secondary="#94A3B8",
    text_muted="#64748B",
    description="#8A9AB1",
    primary="#818CF8",
    on_primary="#0F172A",
    primary_soft="#312E81",
    on_primary_soft="#F1F5F9",
    chip="#1E293B",
    on_chip="#818CF8",
    success="#34D399",
    danger="#F87171",
    on_danger="#0F172A",
    warning="#FBBF24",
    link="#7DA9FF",
    code="#0B1120",
    code_comment="#8A9AB1",
    code_keyword="#C4A7FF",
    code_name="#7DC4FF",
    code_string="#8EDDA6",
    code_value="#FFB784",
    thinking="#3F3A1D",
    on_thinking="#FDE68A",
    notice_info="#12324A",
    notice_warning="#3F3A1D",
    notice_error="#4A1D24",
    marks=ON_DARK,
)

LIGHT: Final = Tokens(
    dark=False,
    window="#F8FAFC",
    elevated="#FFFFFF",
    surface="#FFFFFF",
    raised="#EEF2F7",
    border="#DDE3EC",
    control="#8290A5",
    text="#0F172A",
    text_secondary="#475569",
    text_muted="#94A3B8",
    description="#5B6B82",
    primary="#4F46E5",
    on_primary="#FFFFFF",
    primary_soft="#E0E7FF",
    on_primary_soft="#1E1B4B",
    chip="#E0E7FF",
    on_chip="#3730A3",
    success="#047857",
    danger="#C81E1E",
    on_danger="#FFFFFF",
    warning="#92600A",
    link="#2563EB",
    code="#F1F5F9",
    code_comment="#5B6B82",
    code_keyword="#7C22CE",
    code_name="#1D4ED8",
    code_string="#166534",
    code_value="#9A3412",
    thinking="#FEF9C3",
    on_thinking="#713F12",
    notice_info="#E0F2FE",
    notice_warning="#FEF3C7",
    notice_error="#FEE2E2",
    marks=ON_LIGHT,
)

DARK_CONTRAST: Final = replace(
    DARK,
    window="#000000",
    elevated="#000000",
    surface="#000000",
    raised="#26324A",
    border="#AEBBCD",
    control="#FFFFFF",
    text="#FFFFFF",
    text_secondary="#E2E8F0",
    text_muted="#AEBBCD",
    description="#E2E8F0",
    primary="#A5B4FC",
    on_primary="#000000",
    primary_soft="#1E1B4B",
    on_primary_soft="#FFFFFF",
    chip="#000000",
    on_chip="#A5B4FC",
    success="#6EE7B7",
    danger="#FCA5A5",
    on_danger="#000000",
    warning="#FDE68A",
    link="#A9C7FF",
    code="#000000",
    code_comment="#CBD5E1",
    code_keyword="#D9C7FF",
    code_name="#A9DBFF",
    code_string="#A7F3C0",
    code_value="#FFD0A8",
    thinking="#26230F",
    on_thinking="#FDE68A",
    notice_info="#06202F",
    notice_warning="#26230F",
    notice_error="#2E0D12",
    high_contrast=True,
)

LIGHT_CONTRAST: Final = replace(
    LIGHT,
    window="#FFFFFF",
    elevated="#FFFFFF",
    surface="#FFFFFF",
    raised="#E4E9F1",
    border="#475569",
    control="#000000",
    text="#000000",
    text_secondary="#1E293B",
    text_muted="#475569",
    description="#1E293B",
    primary="#3730A3",
    on_primary="#FFFFFF",
    primary_soft="#E0E7FF",
    on_primary_soft="#000000",
    chip="#FFFFFF",
    on_chip="#3730A3",
    success="#065F46",
    danger="#991B1B",
    on_danger="#FFFFFF",
    warning="#713F12",
    link="#1E3A8A",
    code="#FFFFFF",
    code_comment="#475569",
    code_keyword="#5B21B6",
    code_name="#1E3A8A",
    code_string="#14532D",
    code_value="#7C2D12",
    on_thinking="#422006",
    high_contrast=True,
)


def theme_for(choice: ThemeChoice, *, is_system_dark: bool, wants_contrast: bool) -> Tokens:
    """Return the colours for what the user chose and what the system prefers."""
    is_dark = is_system_dark if choice in {"auto", "contrast"} else choice == "dark"
    if wants_contrast or choice == "contrast":
        return DARK_CONTRAST if is_dark else LIGHT_CONTRAST
    return DARK if is_dark else LIGHT


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two `#RRGGBB` colours, 1 to 21 (WCAG 2.1, 1.4.3)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
