"""A server that writes what the test says, byte for byte; imports next to nothing.

Run as `python untidy.py FILE`, a JSON object: what is written for a method, or for `tools/call NAME`;
`$ID` is the id of the request. What is not there is answered as a server should.
"""

import json
import sys
from pathlib import Path
from typing import Any

PROPER: dict[str, Any] = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "untidy", "version": "0"},
    },
    "tools/list": {"tools": [{"name": "do", "inputSchema": {"type": "object"}}]},
    "tools/call": {"content": [{"type": "text", "text": "done"}]},
    "ping": {},
}


def write(text: str) -> None:
    """Write text as it is."""
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def main() -> None:
    """Serve."""
    written: dict[str, str] = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    for line in sys.stdin:
        request = json.loads(line)
        method, number = request.get("method"), request.get("id")
        if number is None:
            continue
        name = request.get("params", {}).get("name", "")
        text = written.get(f"{method} {name}", written.get(method))
        if text is not None:
            write(text.replace("$ID", json.dumps(number)))
        elif method in PROPER:
            answer = {"jsonrpc": "2.0", "id": number, "result": PROPER[method]}
            write(json.dumps(answer) + "\n")
        else:
            error = {"code": -32601, "message": "no such method"}
            write(json.dumps({"jsonrpc": "2.0", "id": number, "error": error}) + "\n")


if __name__ == "__main__":
    main()
