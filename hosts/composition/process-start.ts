// What every process of the service does before it reads its configuration.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import type { Environment } from './config-reader.ts';

/** Throws on an older Node, which better-sqlite3 would end without a word; databases and secrets are for their owner only. */
export function prepareProcess({ versions }: Pick<NodeJS.Process, 'versions'> = process): void {
  process.umask(0o077);
  if (Number(versions['napi'] ?? 0) >= 10) return;
  throw new Error(
    `Ledgerport needs Node 22.18 or newer (this is ${versions.node}); start it with npm, which brings Node 24 along: npm start`,
  );
}

/**
 * The environment, completed from the file that `--env <file>` names, if there is one. What the environment sets goes
 * before the file; an empty value counts as not set. Names on standard error what it took, never a value.
 */
export function withEnvFile(env: Environment): Environment {
  const { values } = parseArgs({ options: { env: { type: 'string' } }, strict: false });
  const file = values['env'];
  if (typeof file !== 'string' || !existsSync(file)) return env;
  const taken = Object.entries(parseEnv(readFileSync(file, 'utf8'))).filter(
    ([name, value]) => value?.trim() && !env[name]?.trim(),
  );
  process.stderr.write(`read ${file}: ${taken.map(([name]) => name).join(', ') || 'nothing is set there'}\n`);
  return { ...env, ...Object.fromEntries(taken) };
}
