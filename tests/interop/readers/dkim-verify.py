# Verifies the signature of a mail (JSON on standard input: the mail in base64, and records by name) with dkimpy, and prints the outcome.
import base64
import json
import sys

import dkim

given = json.load(sys.stdin)
mail = base64.b64decode(given["mail"])
records = {name.encode() + b".": value.encode() for name, value in given["records"].items()}
print(json.dumps(dkim.verify(mail, dnsfunc=lambda name, timeout=5: records.get(name))))
