#!/usr/bin/env node
// The command `ledgerport`.
import { existsSync } from 'node:fs';
import { run } from './run.ts';

// As the npm scripts do; the environment overrides the file.
if (existsSync('.env')) process.loadEnvFile('.env');
const stop = new AbortController();
/** Whoever read it has enough (`| head`), which is no failure of a command; hosts print by themselves. */
const onClosed = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);
const code = await run(process.argv.slice(2), {
  env: process.env,
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
