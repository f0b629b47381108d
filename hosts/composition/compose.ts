import { type Core, type CorePorts, createCore } from '#core';
import type { Log } from '#core/ports';
import { createPinoLog } from '../../adapters/log-pino/index.ts';
import type { Config } from './config.ts';
import { makePorts } from './container.ts';
import { type Database, openDatabase } from './open-database.ts';
import { ledgerProfile, portFactories } from './ports.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

export interface Composition {
  readonly core: Core;
  readonly ports: CorePorts;
  readonly log: Log;
  readonly database: Database;
  /** The header that carries the provider's signature. */
  readonly signatureHeader: string;
  /** Closes everything that was opened, newest first. */
  close(): Promise<void>;
}

/**
 * Makes every port and the core for this configuration. `host` names the process on each log line. What is opened is
 * closed by `shutdown`.
 */
export async function compose(
  config: Config,
  host: string,
  shutdown: Shutdown = createShutdown(),
): Promise<Composition> {
  try {
    const log = createPinoLog({ level: config.logLevel, fields: { host } });
    const opened = await openDatabase(config, shutdown);
    const ports = makePorts(portFactories(config, { ...opened, log, shutdown }));
    const core = createCore(ports);
    // Operators' commands must work where a key is missing: one of them says which.
    if (host !== 'admin') await assertKeys(core);
    const { signatureHeader } = ledgerProfile(config);
    return { core, ports, log, database: opened.database, signatureHeader, close: shutdown.run };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** Throws when stored values need keys that the ring lacks: such a host would refuse its work request by request. */
async function assertKeys({ secrets }: Core): Promise<void> {
  const missing = await secrets.missingKeys();
  if (missing.length === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS: stored secrets need keys that are not given: ${missing.join(', ')}. Add them behind the first, and ` +
      'drop a key only when "npm run admin -- doctor" says that it may go',
  );
}
