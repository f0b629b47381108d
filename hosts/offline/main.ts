// Everything on one machine, offline: `npm start`.
import { compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { runHost, type StartedHost } from '../composition/run-host.ts';
import { createShutdown } from '../composition/shutdown.ts';
import { startHttp } from '../koa/start-http.ts';
import { startSandbox } from '../sandbox/serve-sandbox.ts';
import { startWorker } from '../worker/start-worker.ts';
import { bootstrap, sandboxApps } from './bootstrap.ts';
import { walk } from './walk.ts';

/** Webhooks may go to this machine, over plain HTTP. A variable that is set goes before these. */
const offline = { ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn' };

const drainMs = 5_000;

async function start(config: Config): Promise<StartedHost> {
  if (config.production) throw new Error('npm start is for development; production runs start:http and start:worker');
  const shutdown = createShutdown();
  try {
    const sandbox = await startSandbox(config);
    shutdown.add('the sandbox ledger', () => sandbox.close());
    const composition = await compose(config, 'offline');
    shutdown.add('the core', () => composition.close());
    const credentials = await bootstrap(composition, config, sandbox.url);
    for (const app of sandboxApps(credentials)) sandbox.ledger.registerApp(app);
    const { core, ports, log } = composition;
    const worker = startWorker({
      worker: core.worker,
      wakeUp: ports.wakeUp,
      log,
      slots: config.workerConcurrency,
      now: ports.clock.now,
    });
    shutdown.add('the worker', () => worker.stop(drainMs));
    const server = await startHttp(config, composition);
    shutdown.add('the HTTP host', () => server.close(drainMs));
    console.log(walk(credentials));
    return { close: shutdown.run };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

await runHost(process.env, start, offline);
