import { createPinoLog } from '../../adapters/log-pino/index.ts';
import { type Config, readConfig } from './config.ts';
import type { Environment } from './config-reader.ts';
import { namingPackage } from './missing-package.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

/** Starts a host and adds to `shutdown` how its parts end. Resolves to how long that may take (default 30 s). */
type Start = (config: Config, shutdown: Shutdown) => Promise<number | undefined>;

/** How a host's process ends; a signal that ends it at once gives 128 and the signal's number. */
export const exitCodes = { closed: 0, failed: 1, defect: 70 } as const;

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;
const closeWithinMs = 30_000;
/** npm and a terminal both hand a Ctrl-C on: the same signal again so soon is no second wish. */
const secondSignalAfterMs = 1_000;

/**
 * Runs a host as a process: reads the configuration, starts, and closes on SIGTERM or SIGINT within a bound, after the
 * start if that is under way; a second signal ends it at once. What is wrong with the configuration, the database or the
 * clock is one readable message and exit code 1. An error that nobody handles is logged without secrets and ends the
 * process with code 70, since nothing is known of its state: a supervisor starts it anew.
 */
export async function runHost(env: Environment, start: Start, defaults: Environment = {}): Promise<void> {
  endOnDefect();
  const shutdown = createShutdown();
  const started = Promise.withResolvers<void>();
  let withinMs = closeWithinMs;
  // Before the start: a signal in the middle of it, or right behind its last line, closes what it opened.
  closeOnSignals(
    () => started.promise.then(shutdown.run),
    () => withinMs,
  );
  try {
    prepareProcess();
    withinMs = (await start(readConfig(env, defaults), shutdown)) ?? closeWithinMs;
    started.resolve();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = exitCodes.failed;
    // A half-started host may hold sockets open.
    setTimeout(() => process.exit(exitCodes.failed), 1000).unref();
    await shutdown.run().catch(() => {});
  }
}

/** Throws on an older Node, which better-sqlite3 would end without a word; databases and secrets are for their owner only. */
export function prepareProcess(): void {
  process.umask(0o077);
  const { napi, node } = process.versions;
  if (Number(napi ?? 0) >= 10) return;
  throw new Error(
    `Ledgerport needs Node 22.18 or newer (this is ${node}); start it with npm, which brings Node 24 along: npm start`,
  );
}

const hosts = 'HOST, METRICS_HOST or WORKER_HOST';
const others = new Map([
  ['EADDRINUSE', 'PORT, SANDBOX_PORT or WORKER_PORT'],
  ['ENOTFOUND', hosts],
  ['EADDRNOTAVAIL', hosts],
]);

function reasonOf(thrown: unknown): string {
  const error = namingPackage(thrown);
  if (!(error instanceof Error)) return String(error);
  const variables = others.get(String((error as NodeJS.ErrnoException).code));
  return variables ? `${error.message}; choose another by ${variables}` : error.message;
}

function endOnDefect(): void {
  const end = (what: string) => (error: unknown) => {
    try {
      createPinoLog({ level: 'error' }).error(`${what}; the process ends`, error);
    } finally {
      process.exit(exitCodes.defect);
    }
  };
  process.on('uncaughtException', end('an error was not caught'));
  process.on('unhandledRejection', end('a rejection was not handled'));
}

function closeOnSignals(close: () => Promise<void>, withinMs: () => number): void {
  let closingSinceMs: number | undefined;
  const onSignal = (signal: keyof typeof signalNumbers): void => {
    if (closingSinceMs !== undefined) {
      if (performance.now() - closingSinceMs > secondSignalAfterMs) process.exit(128 + signalNumbers[signal]);
      return;
    }
    closingSinceMs = performance.now();
    const ms = withinMs();
    setTimeout(() => {
      process.stderr.write(`${signal}: not closed within ${ms / 1000} s, ending anyway\n`);
      process.exit(exitCodes.failed);
    }, ms).unref();
    close().then(
      () => process.exit(exitCodes.closed),
      (error: unknown) => {
        process.stderr.write(`${signal}: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(exitCodes.failed);
      },
    );
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
}
