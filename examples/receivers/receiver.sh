#!/bin/sh
# Verifies a delivery, its header in SIGNATURE, the signing secret in SECRET: `sh examples/receivers/receiver.sh < body.json`.
# For scripts: unlike the others it shows the secret to who may list this machine's processes.
set -eu
body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body"
signed_at=$(printf '%s' "$SIGNATURE" | tr ',' '\n' | sed -n 's/^ *t=//p' | head -1)
expected=$({ printf '%s.' "$signed_at"; cat "$body"; } | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.*= *//')
age=$(($(date +%s) - ${signed_at:-0}))
signed=no
for given in $(printf '%s' "$SIGNATURE" | tr ',' '\n' | sed -n 's/^ *v1=//p'); do [ "$given" = "$expected" ] && signed=yes; done
if [ "$signed" = yes ] && [ "${age#-}" -le 300 ]; then
  echo "verified $(sed 's/.*"type":"\([a-z._]*\)".*/\1/' "$body" | head -1)"
else
  echo refused
fi
