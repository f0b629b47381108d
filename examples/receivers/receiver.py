"""Verifies a delivery, its header in SIGNATURE, the signing secret in SECRET: `python3 examples/receivers/receiver.py < body.json`."""
import hashlib
import hmac
import json
import os
import sys
import time

body = sys.stdin.buffer.read()
fields = [field.strip().split("=", 1) for field in os.environ["SIGNATURE"].split(",")]
signed_at = next((value for name, value in fields if name == "t"), "0")
expected = hmac.new(os.environ["SECRET"].encode(), signed_at.encode() + b"." + body, hashlib.sha256).hexdigest()
is_signed = any(hmac.compare_digest(value, expected) for name, value in fields if name == "v1")
is_recent = abs(time.time() - int(signed_at)) <= 300
print("verified " + json.loads(body)["type"] if is_signed and is_recent else "refused")
