"""Packages made in memory, and the index that offers them."""

import io
import zipfile
from collections.abc import Mapping

from tests.helpers.catalog.file_server import FileServer


def wheel_name(name: str, version: str) -> str:
    """Return the file name of a pure Python wheel."""
    return f"{name.replace('-', '_')}-{version}-py3-none-any.whl"


def build_wheel(
    name: str, version: str, members: Mapping[str, bytes], *, requires_python: str = ">=3"
) -> bytes:
    """Return a wheel that pip accepts, carrying `members`."""
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    files = {
        **members,
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            f"Requires-Python: {requires_python}\nRequires-Dist: there-is-no-such-package\n"
        ).encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        archive.writestr(f"{info}/RECORD", record)
    return stream.getvalue()


def offer(server: FileServer, name: str, version: str, wheel: bytes) -> None:
    """Put a wheel on the package index at `<server>/simple`."""
    file_name = wheel_name(name, version)
    server.files[f"/files/{file_name}"] = wheel
    server.files[f"/simple/{name}/"] = f'<a href="/files/{file_name}">{file_name}</a>'.encode()
