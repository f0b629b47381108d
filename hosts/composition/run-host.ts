import { createPinoLog } from '../../adapters/log-pino/index.ts';
import { type Config, readConfig } from './config.ts';
import type { Environment } from './config-reader.ts';
import { namingPackage } from './missing-package.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

/** Adds to `shutdown` how its parts end. Resolves to the milliseconds that closing may take (default 30 s). */
type Start = (config: Config, shutdown: Shutdown) => Promise<number | undefined>;

/** A signal that ends the process at once gives 128 plus its number. */
const exitCodes = { closed: 0, failed: 1, defect: 70 } as const;

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;
const closeWithinMs = 30_000;
/** npm and the terminal both forward a Ctrl-C: a second one within this time does not count. */
const secondSignalAfterMs = 1_000;

/**
 * Runs a host as a process. SIGTERM and SIGINT let a start finish and then close the host within a bound; a second
 * signal ends the process at once. A wrong configuration, database or clock gives one message and code 1. An unhandled
 * error is logged without secrets and gives code 70, so that a supervisor restarts the process.
 */
export async function runHost(env: Environment, start: Start, defaults: Environment = {}): Promise<void> {
  endOnDefect();
  const shutdown = createShutdown();
  const started = Promise.withResolvers<void>();
  let withinMs = closeWithinMs;
  // Listens before the start, so that a signal during the start closes what is open.
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
    // A half-started host may keep sockets open.
    setTimeout(() => process.exit(exitCodes.failed), 1000).unref();
    await shutdown.run().catch(() => {});
  }
}

/** better-sqlite3 would crash on an older Node. Only the owner may read databases and secrets. */
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
  ['EADDRINUSE', 'PORT, SANDBOX_PORT, TRYTON_PORT or WORKER_PORT'],
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
      () => process.exit(process.exitCode ?? exitCodes.closed),
      (error: unknown) => {
        process.stderr.write(`${signal}: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(exitCodes.failed);
      },
    );
  };
  process.on('SIGTERM', () => onSignal('SIGTERM'));
  process.on('SIGINT', () => onSignal('SIGINT'));
}
