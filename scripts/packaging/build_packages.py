"""Builds what Parley is installed from: `build_packages.py [--out dist] [--wheel-only]`, run by `make packages`.

- the wheel;
- a Debian package that holds the wheel and its locked dependencies in /opt/parley, for the Python of
  the system it is built on (a compiled module fits one minor version only);
- an SBOM (CycloneDX) and the licences of all that is in the package, and of the model files;
- the lock without what only developers need, for `pip install --require-hashes` and the Flatpak.

Needs the network, Debian's Python and dpkg-deb. Nothing outside the output folder is changed.
"""

import argparse
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from assistant.software_licences import licences_text, model_line

ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = Path(__file__).resolve().parent
PACKAGE: Final = "parley-assistant"
"""As Debian's `parley` is a vocabulary trainer with the same command; the two exclude each other."""
PLACE: Final = Path("opt/parley")
ICON: Final = ROOT / "assistant/channels/web/pages/static/icon.svg"
ICON_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
TOOLS: Final = ("uv==0.13.9", "cyclonedx-bom==7.5.0")
OPTIONAL: Final = frozenset({"libasound2-plugins", "fonts-noto-cjk"})
"""System packages without which everything but sound, or Hangul and Han, works."""
STARTER: Final = f"""\
#!/{PLACE}/bin/python
import sys
from assistant.entry import main
sys.exit(main())
"""


def build_wheel(out: Path) -> Path:
    """Return the wheel of this checkout; the same tree gives the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", folder, cwd=ROOT)
        (built,) = Path(folder).glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(built, out))


def control_text(*, version: str, architecture: str, python: tuple[int, int], size_kb: int) -> str:
    """Return what dpkg reads of the package. `python` is the one minor version that fits."""
    system = system_packages()
    major, minor = python
    needed = (
        f"python3 (>= {major}.{minor})",
        f"python3 (<< {major}.{minor + 1})",
        *(name for name in system if name not in OPTIONAL),
    )
    return f"""\
Package: {PACKAGE}
Version: {version}
Architecture: {architecture}
Maintainer: Parley <parley@localhost>
Installed-Size: {size_kb}
Depends: {", ".join(needed)}
Recommends: {", ".join(name for name in system if name in OPTIONAL)}
Conflicts: parley
Section: utils
Priority: optional
Description: desktop assistant that asks instead of guessing
 You speak to it or type to it. When a decision is yours it puts a structured
 question to you, and you answer with a click, a key or your voice. Speech and
 a small language model run on this machine; their files are fetched by the
 first start.
"""


def system_packages() -> tuple[str, ...]:
    """The libraries that no Python package carries, as .ci/system.sh names them."""
    script = (ROOT / ".ci" / "system.sh").read_text(encoding="utf-8")
    found = re.search(r'^run="([^"]+)"', script, re.MULTILINE)
    if found is None:
        raise SystemExit(".ci/system.sh does not name the libraries")
    return tuple(found[1].split())


def write_lock(out: Path, tools: Path) -> Path:
    """Return what is left of the lock without the packages that only developers need."""
    file = out / "requirements.lock"
    options = (
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--no-emit-index-url",
    )
    quiet = ("--quiet", "--no-header", "--no-annotate", "--constraint", "requirements.lock")
    compiled = (tools / "uv", "pip", "compile", *options, *quiet, "pyproject.toml", "-o", file)
    run(*compiled, cwd=ROOT)
    return file


def stage(folder: Path, wheel: Path, locked: Path) -> None:
    """Lay the files of the Debian package out."""
    place = folder / PLACE
    (place / "bin").mkdir(parents=True)
    major, minor = sys.version_info[:2]
    python = f"python{major}.{minor}"
    os.symlink(f"/usr/bin/{python}", place / "bin" / "python")
    version = ".".join(map(str, sys.version_info[:3]))
    settings = f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {version}\n"
    write(place / "pyvenv.cfg", settings)
    write(place / "bin" / "parley", STARTER, mode=0o755)
    library = place / "lib" / python / "site-packages"
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile")
    into = ("--progress-bar", "off", "--target", library)
    hashed = ("--require-hashes", "--only-binary", ":all:", "--requirement", locked)
    run(*pip, *into, *hashed)
    run(*pip, *into, wheel)
    shutil.rmtree(library / "bin", ignore_errors=True)  # pip's scripts name this machine's Python
    for record in library.glob("*.dist-info/direct_url.json"):
        record.unlink()  # where the wheel lay
    # Compiled here: the user's own Python may not write into /opt, and would compile at every start.
    unpacked = ("--invalidation-mode", "unchecked-hash", "-s", folder, "-p", "/")
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run(
        [sys.executable, "-m", "compileall", "-qq", "-j", "0", *map(str, unpacked), str(library)],
        check=False,  # templates among it are no Python
        env=environment,
    )
    share = folder / "usr" / "share"
    for room, ending in (("applications", "desktop"), ("metainfo", "metainfo.xml")):
        (file,) = DATA.glob(f"*.{ending}")
        write(share / room / file.name, file.read_text("utf-8"))
    draw_icons(share / "icons" / "hicolor")
    (folder / "usr" / "bin").mkdir(parents=True)
    os.symlink(f"/{PLACE}/bin/parley", folder / "usr" / "bin" / "parley")


def draw_icons(folder: Path) -> None:
    """Draw the icon of the pages in the sizes that panels and menus ask for."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(str(ICON))
    for size in ICON_SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        drawing.render(painter)
        painter.end()
        file = folder / f"{size}x{size}" / "apps" / f"{PACKAGE}.png"
        file.parent.mkdir(parents=True)
        image.save(str(file))
    write(folder / "scalable" / "apps" / f"{PACKAGE}.svg", ICON.read_text("utf-8"))


def write_sbom(file: Path, staged: Path, tools: Path) -> None:
    """Describe what is in the package, and the model files that it fetches."""
    options = ("--output-reproducible", "--of", "JSON", "--pyproject", ROOT / "pyproject.toml")
    run(tools / "cyclonedx-py", "environment", *options, "-o", file, staged / PLACE / "bin/python")
    described = json.loads(file.read_text(encoding="utf-8"))
    described["components"] += [
        {
            "type": "machine-learning-model",
            "bom-ref": f"model:{model['name']}",
            "name": model["name"],
            "description": model["title"],
            "licenses": [{"license": {"name": model["licence"]}}],
            "externalReferences": [{"type": "website", "url": model["about"]}],
            "components": [
                {
                    "type": "file",
                    "name": part["path"],
                    "hashes": [{"alg": "SHA-256", "content": part["sha256"]}],
                }
                for part in model["files"]
            ],
        }
        for model in _models()
    ]
    write(file, json.dumps(described, indent=2, ensure_ascii=False) + "\n")


def _models() -> list[dict[str, Any]]:
    catalogue = tomllib.loads((ROOT / "models" / "catalog.toml").read_text(encoding="utf-8"))
    return list(catalogue["models"])


def build_deb(out: Path, wheel: Path) -> Path:
    """Return the Debian package; the SBOM and the licences lie in it and beside it."""
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(Path(scratch) / "tools", with_pip=True)
        tools = Path(scratch) / "tools" / "bin"
        run(tools / "python", "-m", "pip", "install", "--quiet", *TOOLS)
        folder = Path(scratch) / "package"
        stage(folder, wheel, write_lock(out, tools))
        version = wheel.name.split("-")[1]
        documents = folder / "usr" / "share" / "doc" / PACKAGE
        (library,) = folder.glob(f"{PLACE}/lib/python*/site-packages")
        packages = importlib.metadata.distributions(path=[str(library)])
        models = (model_line(one["name"], one["licence"], one["about"]) for one in _models())
        write(documents / "copyright", licences_text(packages, models))
        write_sbom(documents / "sbom.cdx.json", folder, tools)
        shutil.copy(documents / "copyright", out / "THIRD-PARTY-LICENCES.txt")
        shutil.copy(documents / "sbom.cdx.json", out / f"{PACKAGE}-{version}.cdx.json")
        size_kb = sum(f.lstat().st_size for f in folder.rglob("*") if not f.is_dir()) // 1024
        architecture = run("dpkg", "--print-architecture").strip()
        control = control_text(
            version=version,
            architecture=architecture,
            python=sys.version_info[:2],
            size_kb=size_kb,
        )
        write(folder / "DEBIAN" / "control", control)
        deb = out / f"{PACKAGE}_{version}_{architecture}.deb"
        # zstd unpacks several times as fast as xz.
        packed = ("--root-owner-group", "-Zzstd", "-z6", "--build", folder, deb)
        run("chmod", "-R", "u+rwX,go+rX,go-w", folder)
        date = run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
        run("dpkg-deb", *packed, environment={**os.environ, "SOURCE_DATE_EPOCH": date})
        return deb


def write(file: Path, text: str, *, mode: int = 0o644) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)


def run(
    *command: str | Path, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Build them, and write their SHA-256."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--wheel-only", action="store_true")
    chosen = parser.parse_args(arguments)
    out = chosen.out.absolute()
    wheel = build_wheel(out)
    built = [wheel] if chosen.wheel_only else [wheel, build_deb(out, wheel)]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in built]
    write(out / "SHA256SUMS", "\n".join(sums) + "\n")
    print("\n".join(str(file) for file in built))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
