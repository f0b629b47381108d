#!/bin/sh
# From nothing to a verified webhook, with curl. `npm run walk`, while `npm start` runs in another terminal; with Tryton
# both take `-- --ledger tryton`.
set -eu

case "$*" in
  '' | '--ledger sandbox') LEDGER=sandbox ;;
  '--ledger tryton') LEDGER=tryton ;;
  *) echo 'npm run walk, or: npm run walk -- --ledger tryton' >&2; exit 2 ;;
esac

# What `npm start` has stored: addresses and keys.
DATA=${DATA_DIR:-./var}
fact() { node -p "JSON.parse(fs.readFileSync('$DATA/${2:-dev-credentials.json}', 'utf8')).$1"; }
pick() { node -pe "JSON.parse(fs.readFileSync(0, 'utf8')).$1"; }

LP=$(fact base_url)
SANDBOX=$(fact sandbox_url)
KEY=$(fact api_keys.test)
RUN=walk-$(date +%s)-$$
# A port of its own: RECEIVER_PORT, or nine above the sandbox's.
RECEIVER_ORIGIN=$(node -p "const url = new URL('$SANDBOX'); url.port = process.env.RECEIVER_PORT || Number(url.port) + 9; url.origin")
node -e "
  const { hostname, port, host } = new URL('$RECEIVER_ORIGIN');
  const taken = () => {
    console.error('The walk receives webhooks at ' + host + ', which is taken: end what listens there, or RECEIVER_PORT=18099 npm run walk');
    process.exit(1);
  };
  require('node:net').createServer().on('error', taken).listen(Number(port), hostname, () => process.exit(0));
"
# As a browser keeps them: the consent has to come back where the link was opened.
COOKIES=$(mktemp)
ENDPOINT='' receiver=''
# The endpoint goes with the walk: without a receiver it would be failing from then on.
end() {
  rm -f "$COOKIES"
  if [ -n "$receiver" ]; then kill "$receiver" 2>/dev/null || true; fi
  if [ -n "$ENDPOINT" ]; then api DELETE "/v1/webhook-endpoints/$ENDPOINT" > /dev/null || true; fi
}
trap end EXIT
trap 'exit 130' INT TERM
# A path of its own: what is sent for an earlier walk does not concern this one.
RECEIVER=$RECEIVER_ORIGIN/$RUN

# A method, a path and a body. Each write has a key of its own, named after what it makes.
api() {
  method=$1 path=$2
  shift 2
  [ $# -eq 0 ] || set -- --data "$1"
  curl -sS -X "$method" "$LP$path" "$@" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $RUN-${path##*/}"
}

# The link of a connect session, for a provider.
link() {
  api POST /v1/connect-sessions "{\"provider\":\"$1\",\"external_account_id\":\"customer-1\",
    \"redirect_uri\":\"http://localhost:3000/done\"}" | pick data.connect_url
}

if [ $LEDGER = tryton ]; then
  echo '1. Connect an organization. The link leads to a form for a person; here curl fills it in.'
  login() { fact "$1" tryton/login.json; }
  BACK=$(curl -sS -o /dev/null -w '%{redirect_url}' "$(link tryton)" \
    --data-urlencode "server_address=$(login server_address)" --data-urlencode "database=$(login database)" \
    --data-urlencode "login=$(login login)" --data-urlencode "password=$(login password)")
else
  echo '1. Connect an organization. The link is for a person in a browser; here the sandbox consents for them.'
  AUTHORIZE=$(curl -sS -c "$COOKIES" "$(link ledger)" | grep -o 'href="[^"]*authorize[^"]*"' | head -1 | sed 's/^href="//; s/"$//; s/&amp;/\&/g')
  TENANT=$(curl -sS "$SANDBOX/_sandbox/organisations" | pick 'organisations[0].tenant_id')
  CALLBACK=$(curl -sS -X POST "$SANDBOX/_sandbox/consent" \
    --data "{\"authorize_url\":\"$AUTHORIZE\",\"tenant_ids\":[\"$TENANT\"]}" | pick callback_url)
  BACK=$(curl -sS -o /dev/null -w '%{redirect_url}' -b "$COOKIES" "$CALLBACK")
fi
echo "back to $BACK"
case $BACK in *status=connected*) ;; *) exit 1 ;; esac
CONNECTION=$(echo "$BACK" | sed 's/.*connection_id=//; s/&.*//')

echo
echo '2. Start a receiver for signed webhooks. It verifies every signature before it prints.'
MADE=$(api POST /v1/webhook-endpoints "{\"url\":\"$RECEIVER\",\"event_types\":[\"invoice.paid\"]}")
ENDPOINT=$(echo "$MADE" | pick data.webhook_endpoint_id)
SECRET=$(echo "$MADE" | pick data.signing_secret) npm run -s receiver -- "$RECEIVER" </dev/null &
receiver=$!
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
if [ $LEDGER = tryton ]; then
  node examples/pay-at-tryton.js "$DATA/tryton/login.json" "$PROVIDER_ID"
  echo 'Tryton tells nobody: the service asks it every minute.'
else
  curl -sS -X POST "$SANDBOX/_sandbox/payments" --data "{\"tenant_id\":\"$TENANT\",\"invoice_id\":\"$PROVIDER_ID\"}"
fi
echo
wait $receiver
