#!/usr/bin/env node
// The command `ledgerport`.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { run } from './run.ts';

// As the npm scripts do; the environment overrides the file.
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
Object.assign(process.env, { ...file, ...process.env });
const stop = new AbortController();
/** Whoever read it has enough (`| head`), which is no failure of a command; hosts print by themselves. */
const onClosed = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);
const code = await run(process.argv.slice(2), {
  env: process.env,
  file,
  out: (text) => {
    if (!process.stdout.listeners('error').includes(onClosed)) process.stdout.on('error', onClosed);
    process.stdout.write(`${text}\n`);
  },
  err: (text) => void process.stderr.write(`${text}\n`),
  /** Aborts on Ctrl-C once it is asked for; until then Ctrl-C ends the process as usual. */
  untilStopped: () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
});
if (code !== 0) process.exitCode = code;
