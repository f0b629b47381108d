import { existsSync, readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import type { Environment } from './config.ts';

/**
 * The environment, completed from the file that `--env <file>` names, if there is one. What the environment sets
 * stands above the file; an empty value counts as not set. Says on standard error which names it took, never a value.
 */
export function withEnvFile(env: Environment): Environment {
  const options = { env: { type: 'string' } } as const;
  const { values } = parseArgs({ options, strict: false });
  const file = values.env;
  if (typeof file !== 'string' || !existsSync(file)) return env;
  const taken = Object.entries(parseEnv(readFileSync(file, 'utf8'))).filter(
    ([name, value]) => value?.trim() && !env[name]?.trim(),
  );
  process.stderr.write(`read ${file}: ${taken.map(([name]) => name).join(', ') || 'nothing is set there'}\n`);
  return { ...env, ...Object.fromEntries(taken) };
}
