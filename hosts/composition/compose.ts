import { type Core, type CorePorts, createCore } from '#core';
import { createPinoLog } from '../../adapters/log-pino/index.ts';
import type { Config } from './config.ts';
import { type Factories, makePorts } from './container.ts';
import { countedPorts, createHostMetrics } from './host-metrics.ts';
import { openDatabase } from './open-database.ts';
import { portFactories } from './ports.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { version } from './version.ts';
import { databaseAsStored, watchDatabase } from './watch-database.ts';
import { watchReplica } from './watch-replica.ts';

export type Composition = Awaited<ReturnType<typeof compose>>;

/** Factories that replace the composition's own. */
export type PortOverrides = Partial<Factories<CorePorts>>;

/**
 * `host` names the process in log lines. `shutdown` closes everything made here; the caller closes what `overrides`
 * make.
 */
export async function compose(
  config: Config,
  host: string,
  shutdown: Shutdown = createShutdown(),
  overrides: PortOverrides = {},
) {
  try {
    let tracing: CorePorts['tracing'];
    const context = () => ({ trace_id: tracing?.traceparent()?.split('-')[1] });
    const line = { level: config.logLevel, format: config.logFormat, fields: { host } };
    const log = createPinoLog(config.telemetry ? { ...line, context } : line);
    // The exporter may log warnings while it starts.
    tracing = await traced(config, host, shutdown, (problem) => log.warn('telemetry', { problem }));
    const opened = await openDatabase(config, shutdown);
    const metrics = createHostMetrics();
    const { database } = opened;
    const isAdmin = host === 'admin';
    // Operators' commands read what is stored.
    const replica = isAdmin ? undefined : await watchReplica({ config, log, metrics, shutdown });
    const databaseWatch = isAdmin
      ? await databaseAsStored(database)
      : await watchDatabase({ config, database, log, metrics, shutdown, replica });
    const own = portFactories(config, { ...opened, log, tracing, databaseWatch, replica, shutdown });
    const unknown = Object.keys(overrides).filter((name) => !(name in own));
    if (unknown.length > 0) throw new Error(`ports: there is no port ${unknown.join(', ')}`);
    const made = Object.entries(overrides).filter(([, factory]) => typeof factory !== 'function');
    if (made.length > 0) throw new Error(`ports: ${made.map(([name]) => name).join(', ')} must be () => the port`);
    const ports = countedPorts(makePorts({ ...own, ...overrides, providers: withOwn(own, overrides) }), metrics);
    const core = createCore(ports);
    // Operators' commands must work where a key is missing.
    if (host !== 'admin') await assertKeys(core);
    return { core, ports, log: ports.log, database: opened.database, metrics, close: shutdown.run };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** Providers of the embedder's own come beside the service's, or replace those of the same name. */
function withOwn({ providers }: Factories<CorePorts>, overrides: PortOverrides): Factories<CorePorts>['providers'] {
  return (get) => ({ ...providers(get), ...overrides.providers?.(get) });
}

/** Closed last, so that spans can end. Operators' commands are not traced. */
async function traced(config: Config, host: string, shutdown: Shutdown, onProblem: (what: string) => void) {
  if (!config.telemetry || host === 'admin') return undefined;
  const { openTelemetry } = await import('../../adapters/telemetry-otel/index.ts');
  const opened = await openTelemetry({ ...config.telemetry, serviceName: `ledgerport-${host}`, version, onProblem });
  shutdown.add('telemetry', opened.close);
  return opened.tracing;
}

/** Without a needed key, a host would fail request by request. */
async function assertKeys({ secrets }: Core): Promise<void> {
  const missing = await secrets.missingKeys();
  if (missing.length === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS: stored secrets need keys that are not given: ${missing.join(', ')}. Add them behind the first, and ` +
      'drop a key only when "ledgerport doctor" says that it may go',
  );
}
