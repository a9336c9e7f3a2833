"""The style variables of the pages in a browser, made from what the window is made from."""

from collections.abc import Iterator
from typing import Final

from assistant.channels.desktop.style import scale
from assistant.channels.desktop.style.tokens import (
    DARK,
    DARK_CONTRAST,
    LIGHT,
    LIGHT_CONTRAST,
    Tokens,
)

_COLOURS: Final = {
    "window": "window",
    "surface": "surface",
    "raised": "raised",
    "border": "border",
    "control": "control",
    "text": "text",
    "secondary": "text_secondary",
    "description": "description",
    "primary": "primary",
    "on-primary": "on_primary",
    "chip": "chip",
    "on-chip": "on_chip",
    "success": "success",
    "danger": "danger",
    "warning": "warning",
    "notice": "notice_warning",
    "code": "code",
}
"""The variable, and the field of `Tokens` it is."""
_SIZES: Final = {
    "small": scale.SMALL_PX,
    "question": scale.TITLE_PX,
    "heading": scale.HEADING_PX,
}
"""In a browser, reading text is as large as the user set there, and these go by it."""
_FACES: Final = {400: "Regular", 500: "Medium", 600: "SemiBold"}
_HEAD: Final = "/* Made by scripts/page_variables.py from assistant/channels/desktop/style. */\n"
_TICK: Final = (
    "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath"
    " d='M20 6 9 17l-5-5' fill='none' stroke='%23{colour}' stroke-width='3'"
    " stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E\")"
)


def page_variables() -> str:
    """Return the style sheet `tokens.css`."""
    return _HEAD + "\n".join(
        (
            *(_face(weight, name) for weight, name in _FACES.items()),
            _block((*_sizes(), *_colours(LIGHT)), indent=""),
            _media("(prefers-color-scheme: dark)", DARK),
            _media("(prefers-contrast: more)", LIGHT_CONTRAST),
            _media("(prefers-contrast: more) and (prefers-color-scheme: dark)", DARK_CONTRAST),
        )
    )


def _face(weight: int, name: str) -> str:
    return (
        f'@font-face {{\n  font-family: "{scale.FAMILY}";\n  font-weight: {weight};\n'
        f'  font-display: swap;\n  src: url("/page/Inter-{name}.ttf") format("truetype");\n}}\n'
    )


def _media(query: str, tokens: Tokens) -> str:
    return f"@media {query} {{\n{_block(_colours(tokens), indent='  ')}}}\n"


def _block(lines: Iterator[str] | tuple[str, ...], *, indent: str) -> str:
    inside = "".join(f"{indent}  {line}\n" for line in lines)
    return f"{indent}:root {{\n{inside}{indent}}}\n"


def _sizes() -> Iterator[str]:
    for name, size in _SIZES.items():
        yield f"--{name}: {size / scale.READING_PX:.3f}rem;"
    for name, size in (*scale.CORNERS.items(), *scale.SPACE.items()):
        yield f"--{name}: {size / 16:g}rem;"
    yield f"--line: {scale.LINE_PX / scale.READING_PX:.2f};"
    yield f"--quick: {scale.QUICK_MS}ms;"
    yield f"--calm: {scale.CALM_MS}ms;"


def _colours(tokens: Tokens) -> Iterator[str]:
    for name, field in _COLOURS.items():
        yield f"--{name}: {tokens.named()[field].lower()};"
    for number, colour in enumerate(tokens.marks):
        yield f"--mark-{number}: {colour.lower()};"
    yield f"--tick: {_TICK.format(colour=tokens.on_primary[1:].lower())};"
    layers = (
        f"0 {layer.below}px {layer.blur}px rgb(15 23 42 / {layer.share(is_dark=tokens.dark):.0%})"
        for layer in scale.ELEVATION
    )
    yield f"--shadow: {'none' if tokens.high_contrast else ', '.join(layers)};"
