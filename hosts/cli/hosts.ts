// Commands that run a host, and operators' commands.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Given } from './command.ts';

/** Options that stand for variables of the hosts; they override the environment. */
const hostVariables: Readonly<Record<string, string>> = {
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

const ledgers = ['sandbox', 'tryton'] as const;

export async function start(given: Given): Promise<void> {
  applied(given);
  makePages();
  const { runHost } = await import('../composition/run-host.ts');
  const { allDefaults, startAll } = await import('../offline/start-all.ts');
  const beside = given.oneOf('ledger', ledgers, 'sandbox') === 'tryton' ? 'tryton' : undefined;
  await runHost(process.env, (config, shutdown) => startAll(config, shutdown, beside), allDefaults);
}

/** Builds the browser pages in a checkout; the package contains them. */
function makePages(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  if (!existsSync(path.join(cwd, 'tools', 'build-console.ts'))) return;
  spawnSync(process.execPath, ['tools/build-console.ts'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
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
