import type { Core, CorePorts } from '#core';
import { createPasswordHasher } from '../../adapters/crypto/index.ts';
import { createPinoLog, type PinoLog } from '../../adapters/log-pino/index.ts';
import { assertKeys } from './assert-keys.ts';
import { type DatabaseWatch, openDatabase } from './bind-database.ts';
import { bindLedger, ledgerProfile } from './bind-ledger.ts';
import { bindSystem } from './bind-system.ts';
import type { Config } from './config.ts';
import { bind, createContainer, resolveCore, resolvePorts } from './container.ts';
import { secretsOf } from './development-secrets.ts';
import { createShutdown } from './shutdown.ts';
import { tokens } from './tokens.ts';

export interface Composition {
  readonly core: Core;
  readonly ports: CorePorts;
  /** The log port with the logger behind it, for an access log. */
  readonly log: PinoLog;
  readonly database: DatabaseWatch;
  /** The header that carries the provider's signature. */
  readonly signatureHeader: string;
  /** The encoded memory-hard hash of a member's password. */
  readonly hashPassword: (password: string) => Promise<string>;
  /** Closes everything that was opened, newest first. */
  close(): Promise<void>;
}

/** Binds every port for this configuration. `host` names the process on each log line. */
export async function compose(config: Config, host: string): Promise<Composition> {
  const shutdown = createShutdown();
  try {
    const secrets = secretsOf(config);
    const log = createPinoLog({ level: config.logLevel, fields: { host } });
    const container = createContainer();
    const { storage, wakeUp, budgets, watch } = await openDatabase(config, shutdown);
    bind(container, tokens.storage, () => storage);
    bind(container, tokens.wakeUp, () => wakeUp);
    bind(container, tokens.log, () => log);
    bindSystem(container, config, secrets);
    bindLedger(container, config, { budgets, shutdown });
    const core = resolveCore(container);
    // Operators' commands must work where a key is missing: one of them tells which.
    if (host !== 'admin') await assertKeys(core);
    return {
      core,
      ports: resolvePorts(container),
      log,
      database: watch,
      hashPassword: createPasswordHasher().hash,
      signatureHeader: ledgerProfile(config).signatureHeader,
      close: shutdown.run,
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}
