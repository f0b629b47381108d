import type { Tryton } from '../composition/compose-tryton.ts';
import type { DevelopmentCredentials } from './bootstrap.ts';

export function greeting(credentials: DevelopmentCredentials, tryton?: Tryton): string {
  const { base_url, sandbox_url, console: login, api_keys } = credentials;
  return `
Ledgerport is running, offline.

  API             ${base_url}/v1        (OpenAPI: ${base_url}/v1/openapi.json)
  try its calls   ${base_url}/docs/api
  console         ${base_url}/console   (sign in as ${login.email} / ${login.password})
  sandbox ledger  ${sandbox_url}${tryton ? trytonLine(tryton) : ''}
  test key        ${api_keys.test}
  live key        ${api_keys.live}

In another terminal, in this folder:

  npx ledgerport seed                        a company with a year of documents, connected
  npx ledgerport listen --forward-to <url>   every event, signed, to your receiver
  npx ledgerport trigger invoice.paid        something happens

Requests are shown as they come. Stop with Ctrl-C; "npx ledgerport reset" begins anew.
`;
}

/** Prints the answers for the connect form of the provider `tryton`. */
function trytonLine({ login: { server_address, database, login }, file }: Tryton): string {
  return `
  Tryton ledger   ${server_address}   (database ${database}, login ${login}, password in ${file})`;
}
