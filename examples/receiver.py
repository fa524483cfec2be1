# A receiver of Rota's webhooks, with nothing but Python's standard library (3.9 or later):
#   ROTA_SIGNING_SECRET=whsec_… python3 examples/receiver.py
import base64
import hashlib
import hmac
import json
import os
import re
import signal
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_LIMIT = 1024 * 1024
MAX_SEEN_IDS = 10_000


def verify(raw_body: bytes, headers, secret: str, tolerance_seconds: int = 300) -> bool:
    """Verifies the signature of id, time and body, by the Standard Webhooks specification.

    raw_body: the bytes as they arrived, not parsed and serialized again.
    """
    delivery_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not delivery_id or not re.fullmatch("[0-9]{1,12}", sent) or abs(time.time() - int(sent)) > tolerance_seconds:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    digest = hmac.new(key, f"{delivery_id}.{sent}.".encode() + raw_body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, signature.encode()) for signature in given)


def handle(delivery_id: str, payload: dict) -> None:
    """Your work goes here. The response was sent already, so it may take its time."""
    log("verified", delivery_id, payload)


def log(outcome: str, delivery_id: str, payload: dict) -> None:
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    # One string with its line break: lines of several threads do not mix.
    print(f"{outcome} {payload['event']} {delivery_id} {text}\n", end="", flush=True)


# Lost at a restart: store the ids in your database, together with your work.
seen = {}
seen_lock = threading.Lock()


def is_repeat(delivery_id: str) -> bool:
    with seen_lock:
        if delivery_id in seen:
            return True
        seen[delivery_id] = True
        if len(seen) > MAX_SEEN_IDS:
            del seen[next(iter(seen))]
        return False


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds of silence before a connection is closed

    def receive(self) -> None:
        raw_body = self.read_body()
        if self.command != "POST" or self.path != "/hook":
            return self.respond(404)
        if raw_body is None:
            return self.respond(413)
        if not verify(raw_body, self.headers, self.server.secret):
            self.respond(401)
            return print("refused a request: its signature is wrong or too old\n", end="", flush=True)
        self.respond(204)
        delivery_id = self.headers["webhook-id"]  # the signature covers this id, unlike X-Webhook-Id
        payload = json.loads(raw_body)
        if is_repeat(delivery_id):
            log("repeated", delivery_id, payload)
        else:
            handle(delivery_id, payload)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = receive

    def read_body(self):
        """None if it is too large. The rest is still read, or the sender would not see the response."""
        length = self.headers.get("Content-Length", "")  # Rota always sends one
        left = int(length) if re.fullmatch("[0-9]{1,12}", length) else 0
        if left <= BODY_LIMIT:
            return self.rfile.read(left)
        while left > 0 and (chunk := self.rfile.read(min(left, BODY_LIMIT))):
            left -= len(chunk)
        return None

    def respond(self, status: int) -> None:
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        """Turned off: the lines above are the log."""


class Server(ThreadingHTTPServer):
    daemon_threads = False  # requests in flight still get their response after a signal
    request_queue_size = 128  # the default of 5 makes a burst of deliveries wait a second and more
    secret = ""


def listen(port: int) -> Server:
    try:
        return Server(("127.0.0.1", port), Receiver)
    except OSError as error:
        print(f"{error}: is a receiver running there already? PORT chooses another port.", file=sys.stderr)
        sys.exit(1)


def main() -> None:
    secret = os.environ.get("ROTA_SIGNING_SECRET")
    if not secret:
        print("Set ROTA_SIGNING_SECRET to the endpoint's signing_secret.", file=sys.stderr)
        sys.exit(2)
    # Names may have any letters, in any encoding of the terminal.
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        with listen(int(os.environ.get("PORT") or 4000)) as server:
            server.secret = secret
            print(f"Listening on http://127.0.0.1:{server.server_port}/hook", flush=True)
            server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
