import type { DevelopmentCredentials } from './bootstrap.ts';

/** What `npm start` prints: who may sign in, and lines to paste that lead from nothing to a verified webhook. */
export function walk(credentials: DevelopmentCredentials): string {
  const { base_url, sandbox_url, console: login, api_keys } = credentials;
  return `
Ledgerport is running, offline.

  API             ${base_url}/v1        (OpenAPI: ${base_url}/v1/openapi.json)
  try its calls   ${base_url}/docs/api
  sandbox ledger  ${sandbox_url}
  console         ${base_url}/console   (sign in as ${login.email} / ${login.password})
  test key        ${api_keys.test}
  live key        ${api_keys.live}

The walk: paste these lines into a second terminal, in this folder.

${walkLines(credentials).join('\n')}

Stop with Ctrl-C. All data is in the data folder; remove it to begin anew.
`;
}

/**
 * The walk as lines for an interactive bash or zsh. In zsh a comment is a command, and $RANDOM is the same in every
 * subshell: so headings are printed, and each request's key is named after what it makes.
 */
function walkLines({ base_url, sandbox_url, api_keys }: DevelopmentCredentials): readonly string[] {
  const receiver = `http://localhost:${Number(new URL(sandbox_url).port) + 9}`;
  return [
    `LP=${base_url} SANDBOX=${sandbox_url} KEY=${api_keys.test} RUN=walk-$(date +%s)-$$`,
    // A path of its own: what is sent for an earlier walk does not concern this one.
    `RECEIVER=${receiver}/$RUN`,
    'api() {',
    `  set -- "$1" "$2" "\${3:-}" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -H "Idempotency-Key: $RUN-\${2##*/}"`,
    `  if [ -n "$3" ]; then curl -s -X "$1" "$LP$2" -d "$3" "\${@:4}"; else curl -s -X "$1" "$LP$2" "\${@:4}"; fi`,
    '}',
    `pick() { node -pe "JSON.parse(fs.readFileSync(0,'utf8')).$1"; }`,
    '',
    "echo; echo '1. Connect an organization. The link is for a person in a browser; here the sandbox consents for them.'",
    `LINK=$(api POST /v1/connect-sessions '{"provider":"ledger","external_account_id":"customer-1","redirect_uri":"http://localhost:3000/done"}' | pick data.connect_url)`,
    'COOKIES=$(mktemp)',
    `AUTHORIZE=$(curl -s -c "$COOKIES" "$LINK" | grep -o 'href="[^"]*authorize[^"]*"' | head -1 | sed 's/^href="//; s/"$//; s/&amp;/\\&/g')`,
    `TENANT=$(curl -s "$SANDBOX/_sandbox/organisations" | pick 'organisations[0].tenant_id')`,
    `CALLBACK=$(curl -s -X POST "$SANDBOX/_sandbox/consent" -d "{\\"authorize_url\\":\\"$AUTHORIZE\\",\\"tenant_ids\\":[\\"$TENANT\\"]}" | pick callback_url)`,
    `curl -s -o /dev/null -w 'back to %{redirect_url}\\n' -b "$COOKIES" "$CALLBACK"`,
    `CONNECTION=$(api GET /v1/connections | pick 'data.items[0].connection_id')`,
    '',
    "echo; echo '2. Start a receiver for signed webhooks. It verifies every signature before it prints.'",
    `SECRET=$(api POST /v1/webhook-endpoints "{\\"url\\":\\"$RECEIVER\\",\\"event_types\\":[\\"invoice.paid\\"]}" | pick data.signing_secret)`,
    `SECRET=$SECRET npm run -s receiver -- "$RECEIVER" </dev/null &`,
    `curl -s -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused "$RECEIVER"`,
    '',
    "echo; echo '3. Write a customer and an invoice at the ledger, and read the invoice back live.'",
    `CONTACT=$(api POST /v1/connections/$CONNECTION/contacts "{\\"name\\":\\"Customer of $RUN\\"}" | pick data.item.id)`,
    `INVOICE=$(api POST /v1/connections/$CONNECTION/invoices "{\\"contact_id\\":\\"$CONTACT\\",\\"status\\":\\"AUTHORISED\\",\\"due_date\\":\\"2030-01-31\\",\\"external_reference\\":\\"walk\\",\\"line_items\\":[{\\"description\\":\\"Bench\\",\\"quantity\\":1,\\"unit_amount\\":100,\\"account_code\\":\\"200\\"}]}" | pick data.item.id)`,
    'api GET /v1/connections/$CONNECTION/invoices/$INVOICE; echo',
    '',
    "echo; echo '4. The customer pays at the provider. The receiver prints the verified invoice.paid.'",
    'PROVIDER_ID=$(api GET /v1/connections/$CONNECTION/invoices/$INVOICE | pick data.item.provider_id)',
    `curl -s -X POST "$SANDBOX/_sandbox/payments" -d "{\\"tenant_id\\":\\"$TENANT\\",\\"invoice_id\\":\\"$PROVIDER_ID\\"}"; echo; wait`,
  ];
}
