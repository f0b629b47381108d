import { compose, type PortOverrides } from '../composition/compose.ts';
import { composeTryton } from '../composition/compose-tryton.ts';
import { type Config, offlineDefaults } from '../composition/config.ts';
import type { Shutdown } from '../composition/shutdown.ts';
import { watchSchema } from '../composition/watch-schema.ts';
import { startHttp } from '../koa/start-http.ts';
import { isMcpInstalled } from '../mcp/installed.ts';
import { startSandbox } from '../sandbox/serve-sandbox.ts';
import { startWorker } from '../worker/start-worker.ts';
import { bootstrap, readCredentials, sandboxApps } from './bootstrap.ts';
import { greeting } from './greeting.ts';

export const allDefaults = {
  ...offlineDefaults,
  LOG_FORMAT: 'text',
  LOG_LEVEL: 'info',
  MCP_ENABLED: String(isMcpInstalled()),
};

const drainMs = 5_000;

/** The processes that run beside the sandbox. */
type BesideSandbox = 'tryton' | undefined;

export async function startAll(config: Config, shutdown: Shutdown, beside?: BesideSandbox): Promise<undefined> {
  if (config.production) throw new Error('npm start is for development; production runs start:http and start:worker');
  const tryton = beside && (await composeTryton(config, shutdown, console.log));
  const own = tryton ? [new URL(tryton.login.server_address).host] : [];
  const trytonAllowedHosts = [...config.trytonAllowedHosts, ...own];
  const { composition, credentials } = await startOffline({ ...config, trytonAllowedHosts }, shutdown);
  const { core, ports, log } = composition;
  watchSchema(composition, shutdown);
  const { wakeUp, clock } = ports;
  const server = await startHttp(config, composition);
  shutdown.add('the HTTP host', () => server.close(drainMs));
  console.log(greeting(credentials, tryton));
  const worker = startWorker({
    ...{ worker: core.worker, wakeUp, log, slots: config.workerConcurrency, now: clock.now },
    database: core.health.database,
  });
  shutdown.add('the worker', () => worker.stop(drainMs));
}

const answerMs = 2_000;

/** The address where another process serves this data folder; undefined if none answers. */
async function runningFor({ dataDir }: Config): Promise<string | undefined> {
  const url = readCredentials(dataDir)?.base_url;
  if (url === undefined) return undefined;
  const health = fetch(new URL('/health', url), { signal: AbortSignal.timeout(answerMs) });
  return health.then(({ ok }) => (ok ? url : undefined)).catch(() => undefined);
}

export type Offline = Awaited<ReturnType<typeof startOffline>>;

export async function startOffline(config: Config, shutdown: Shutdown, overrides?: PortOverrides) {
  if (!/^(https:\/\/|http:\/\/localhost(?![^:/]))/.test(config.baseUrl)) {
    throw new Error(
      `BASE_URL (embedded: baseUrl) is ${config.baseUrl}: the sandbox, as the provider, leads back to https, or to http://localhost`,
    );
  }
  const sandbox = await startSandbox(config).catch(async (error: unknown) => {
    const url = await runningFor(config);
    if (url === undefined) throw error;
    const how = 'stop it first, or name other ports and another folder (PORT, SANDBOX_PORT, DATA_DIR)';
    throw new Error(`already running at ${url} with the data folder ${config.dataDir}: ${how}`, { cause: error });
  });
  shutdown.add('the sandbox ledger', sandbox.close);
  const composition = await compose({ ...config, sandboxUrl: sandbox.url }, 'offline', shutdown, overrides);
  const credentials = await bootstrap(composition, config, sandbox.url);
  for (const app of sandboxApps(credentials)) sandbox.ledger.registerApp(app);
  return { composition, credentials, ledger: sandbox.ledger };
}
