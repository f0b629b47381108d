#!/usr/bin/env node
import { readEnvFile } from '../composition/env-file.ts';
import { run } from './run.ts';
import { ownWorld } from './world.ts';

// Reads `.env` like the npm scripts; the environment overrides it.
try {
  const file = readEnvFile();
  Object.assign(process.env, { ...file, ...process.env });
  const code = await run(process.argv.slice(2), { ...ownWorld(), file });
  if (code !== 0) process.exitCode = code;
} catch (error) {
  process.stderr.write(`ledgerport: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
