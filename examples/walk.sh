#!/bin/sh
# From nothing to a verified webhook, with curl. `npm run walk`, while `npm start` runs in another terminal.
set -eu

# What `npm start` has stored: addresses and keys.
fact() { node -p "JSON.parse(fs.readFileSync('${DATA_DIR:-./var}/dev-credentials.json', 'utf8')).$1"; }
pick() { node -pe "JSON.parse(fs.readFileSync(0, 'utf8')).$1"; }

LP=$(fact base_url)
SANDBOX=$(fact sandbox_url)
KEY=$(fact api_keys.test)
RUN=walk-$(date +%s)-$$
# As a browser keeps them: the consent has to come back where the link was opened.
COOKIES=$(mktemp)
trap 'rm -f "$COOKIES"' EXIT
# A path of its own: what is sent for an earlier walk does not concern this one.
RECEIVER=$(node -p "const url = new URL('$SANDBOX'); url.port = Number(url.port) + 9; url.origin")/$RUN

# A method, a path and a body. Each write has a key of its own, named after what it makes.
api() {
  method=$1 path=$2
  shift 2
  [ $# -eq 0 ] || set -- --data "$1"
  curl -sS -X "$method" "$LP$path" "$@" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $RUN-${path##*/}"
}

echo '1. Connect an organization. The link is for a person in a browser; here the sandbox consents for them.'
LINK=$(api POST /v1/connect-sessions \
  '{"provider":"ledger","external_account_id":"customer-1","redirect_uri":"http://localhost:3000/done"}' | pick data.connect_url)
AUTHORIZE=$(curl -sS -c "$COOKIES" "$LINK" | grep -o 'href="[^"]*authorize[^"]*"' | head -1 | sed 's/^href="//; s/"$//; s/&amp;/\&/g')
TENANT=$(curl -sS "$SANDBOX/_sandbox/organisations" | pick 'organisations[0].tenant_id')
CALLBACK=$(curl -sS -X POST "$SANDBOX/_sandbox/consent" \
  --data "{\"authorize_url\":\"$AUTHORIZE\",\"tenant_ids\":[\"$TENANT\"]}" | pick callback_url)
curl -sS -o /dev/null -w 'back to %{redirect_url}\n' -b "$COOKIES" "$CALLBACK"
CONNECTION=$(api GET /v1/connections | pick 'data.items[0].connection_id')

echo
echo '2. Start a receiver for signed webhooks. It verifies every signature before it prints.'
SECRET=$(api POST /v1/webhook-endpoints "{\"url\":\"$RECEIVER\",\"event_types\":[\"invoice.paid\"]}" | pick data.signing_secret)
SECRET=$SECRET npm run -s receiver -- "$RECEIVER" </dev/null &
receiver=$!
trap 'rm -f "$COOKIES"; kill $receiver 2>/dev/null || true' EXIT
curl -s -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused "$RECEIVER"

echo
echo '3. Write a customer and an invoice at the ledger, and read the invoice back live.'
CONTACT=$(api POST "/v1/connections/$CONNECTION/contacts" "{\"name\":\"Customer of $RUN\"}" | pick data.item.id)
INVOICE=$(api POST "/v1/connections/$CONNECTION/invoices" "{\"contact_id\":\"$CONTACT\",\"status\":\"AUTHORISED\",
  \"due_date\":\"2030-01-31\",\"external_reference\":\"walk\",
  \"line_items\":[{\"description\":\"Bench\",\"quantity\":1,\"unit_amount\":100,\"account_code\":\"200\"}]}" | pick data.item.id)
LIVE=$(api GET "/v1/connections/$CONNECTION/invoices/$INVOICE")
echo "$LIVE"

echo
echo '4. The customer pays at the provider. The receiver prints the verified invoice.paid.'
PROVIDER_ID=$(echo "$LIVE" | pick data.item.provider_id)
curl -sS -X POST "$SANDBOX/_sandbox/payments" --data "{\"tenant_id\":\"$TENANT\",\"invoice_id\":\"$PROVIDER_ID\"}"
echo
wait $receiver
