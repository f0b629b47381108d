// The commands that are a host, or an operator's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevelopmentCredentials } from '../offline/bootstrap.ts';
import type { Given } from './command.ts';

/** Options that stand for variables of the hosts; they go before the environment. */
export const hostVariables: Readonly<Record<string, string>> = {
  port: 'PORT',
  'sandbox-port': 'SANDBOX_PORT',
  'data-dir': 'DATA_DIR',
};

function applied(given: Given): void {
  for (const [option, variable] of Object.entries(hostVariables)) {
    const value = given.text(option);
    if (value === undefined) continue;
    process.env[variable] = option === 'data-dir' ? value : String(given.whole(option, 0, 65_535, 0));
  }
}

export async function start(given: Given): Promise<void> {
  applied(given);
  makePages();
  const { runHost } = await import('../composition/run-host.ts');
  const { allDefaults, startAll } = await import('../offline/start-all.ts');
  await runHost(process.env, (config, shutdown) => startAll(config, shutdown, greeting), allDefaults);
}

/** In a checkout the pages for browsers are made when it starts, as `npm start` does; the package ships them. */
function makePages(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  if (!existsSync(path.join(cwd, 'tools', 'build-console.ts'))) return;
  spawnSync(process.execPath, ['tools/build-console.ts'], { cwd, stdio: ['ignore', 2, 2] });
}

function greeting({ base_url, sandbox_url, console: login, api_keys }: DevelopmentCredentials): string {
  return `
Ledgerport is running, offline.

  API             ${base_url}/v1        (OpenAPI: ${base_url}/v1/openapi.json)
  try its calls   ${base_url}/docs/api
  console         ${base_url}/console   (sign in as ${login.email} / ${login.password})
  sandbox ledger  ${sandbox_url}
  test key        ${api_keys.test}
  live key        ${api_keys.live}

In another terminal, in this folder:

  npx ledgerport seed                        a company with a year of documents, connected
  npx ledgerport listen --forward-to <url>   every event, signed, to your receiver
  npx ledgerport trigger invoice.paid        something happens

Requests are shown as they come. Stop with Ctrl-C; "npx ledgerport reset" begins anew.
`;
}

export async function http(given: Given): Promise<void> {
  applied(given);
  await import('../koa/main.ts');
}

export async function worker(given: Given): Promise<void> {
  applied(given);
  await import('../worker/main.ts');
}

export async function sandbox(given: Given): Promise<void> {
  applied(given);
  await import('../sandbox/main.ts');
}

/** The words behind the command go on to the operators' commands. */
export function admin(...words: readonly string[]) {
  return async (given: Given): Promise<void> => {
    const { runAdmin } = await import('../admin/run-admin.ts');
    await runAdmin([...words, ...given.words, ...(given.flag('json') ? ['--json'] : [])], 'ledgerport admin');
  };
}
