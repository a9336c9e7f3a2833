"""What is said of a formula in TeX: itself if it is simple, else that it is one. Pure.

eSpeak NG reads operators and Greek letters in the voice's language; it has no words for the
structure of a fraction in a fraction, and neither has a listener.
"""

import re
from collections.abc import Mapping
from typing import Final

_LONGEST_SPOKEN: Final = 60
_SYMBOLS: Final[Mapping[str, str]] = {
    "times": "×", "cdot": "×", "div": "÷", "pm": "±", "mp": "±", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "≈", "equiv": "=",
    "infty": "∞", "degree": "°", "circ": "°", "percent": "%", "ldots": "…", "dots": "…",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ",
    "Omega": "Ω", "quad": " ", "qquad": " ", "left": "", "right": "", "displaystyle": "",
    "sin": "sin", "cos": "cos", "tan": "tan", "log": "log", "ln": "ln", "exp": "exp",
    "min": "min", "max": "max", "lim": "lim",
}  # fmt: skip
_WORDS: Final = re.compile(r"\\(?:text|mathrm|mathbf|mathit|operatorname)\s*\{([^{}\\]*)\}")
_FRACTION: Final = re.compile(r"\\[dt]?frac\s*\{([\w. ]+)\}\s*\{([\w. ]+)\}")
_POWER: Final = re.compile(r"\^\s*(?:\{\s*([23])\s*\}|([23])(?!\d))")
_DEGREE: Final = re.compile(r"\^\s*\{?\s*\\(?:circ|degree)\s*\}?")
_INDEX: Final = re.compile(r"_\s*(?:\{\s*(\w+)\s*\}|(\w))")
_COMMAND: Final = re.compile(r"\\([A-Za-z]+)\s*")
_SPACING: Final = re.compile(r"\\[,;:! ]|~")
_ESCAPED: Final = re.compile(r"\\([%$&#])")


def spoken_formula(tex: str) -> str | None:
    """Words and signs of a formula, or None if it is too much to be said.

    Args:
        tex: What stands between the dollars.
    """
    text = _WORDS.sub(r" \1 ", tex)
    text = _FRACTION.sub(r"\1 ÷ \2", text)
    text = _DEGREE.sub("°", text)
    text = _POWER.sub(lambda found: "²" if "2" in found.group() else "³", text)
    text = _INDEX.sub(lambda found: f" {found.group(1) or found.group(2)} ", text)
    text = _SPACING.sub(" ", text)
    text = _ESCAPED.sub(r"\1", text)
    text = _COMMAND.sub(lambda found: _SYMBOLS.get(found.group(1), found.group()), text)
    if any(character in "\\{}^_&" for character in text):
        return None
    text = " ".join(text.replace("[", "(").replace("]", ")").split())
    return text if text and len(text) <= _LONGEST_SPOKEN else None
