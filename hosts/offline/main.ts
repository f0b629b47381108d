// Everything on one machine, offline: `npm start`.
import { compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { runHost } from '../composition/run-host.ts';
import type { Shutdown } from '../composition/shutdown.ts';
import { startHttp } from '../koa/start-http.ts';
import { startSandbox } from '../sandbox/serve-sandbox.ts';
import { startWorker } from '../worker/start-worker.ts';
import { bootstrap, sandboxApps } from './bootstrap.ts';
import { walk } from './walk.ts';

/** Webhooks may go to this machine, over plain HTTP. A variable that is set goes before these. */
const offline = { ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' };

const drainMs = 5_000;

async function start(config: Config, shutdown: Shutdown): Promise<undefined> {
  if (config.production) throw new Error('npm start is for development; production runs start:http and start:worker');
  const sandbox = await startSandbox(config);
  shutdown.add('the sandbox ledger', sandbox.close);
  const composition = await compose(config, 'offline', shutdown);
  const credentials = await bootstrap(composition, config, sandbox.url);
  for (const app of sandboxApps(credentials)) sandbox.ledger.registerApp(app);
  const { core, ports, log } = composition;
  const { wakeUp, clock } = ports;
  const worker = startWorker({ worker: core.worker, wakeUp, log, slots: config.workerConcurrency, now: clock.now });
  shutdown.add('the worker', () => worker.stop(drainMs));
  const server = await startHttp(config, composition);
  shutdown.add('the HTTP host', () => server.close(drainMs));
  console.log(walk(credentials));
}

await runHost(process.env, start, offline);
