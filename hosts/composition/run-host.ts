import { type Config, type Environment, readConfig } from './config.ts';
import { requireNode } from './require-node.ts';

/** A started host, and how it ends. */
export interface StartedHost {
  close(): Promise<void>;
}

const closeWithinMs = 30_000;

/**
 * Runs a host as a process: reads the configuration, starts, and closes on SIGTERM or SIGINT within 30 s. What is
 * wrong with the configuration or the database is one readable message and exit code 1.
 */
export async function runHost(env: Environment, start: (config: Config) => Promise<StartedHost>): Promise<void> {
  let host: StartedHost;
  try {
    requireNode(process.versions);
    // Databases, books and secrets are for their owner only.
    process.umask(0o077);
    host = await start(readConfig(env));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    // A half-started host may hold sockets open.
    setTimeout(() => process.exit(1), 1000).unref();
    return;
  }
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => {
      process.stderr.write(`${signal}: not closed within ${closeWithinMs / 1000} s, ending anyway\n`);
      process.exit(1);
    }, closeWithinMs).unref();
    host.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${signal}: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
