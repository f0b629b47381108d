import { assertClock, readClocks } from '../composition/clock-check.ts';
import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { addProcessMetrics } from '../composition/host-metrics.ts';
import { serveIfWanted } from '../composition/serve-aside.ts';
import { addGauges } from './gauges.ts';
import { health, readiness } from './health.ts';
import { metricsObserver } from './metrics.ts';
import { startWorker } from './start-worker.ts';

export type WorkerHost = Awaited<ReturnType<typeof startWorkerHost>>;

/** Time for each part of handing work back. */
const handBackMs = 4_000;
/** Time to close the database and the wake-ups. */
const spareMs = 6_500;

/** Rejects with a message for operators when this host's clock is off or the chosen port is taken. */
export async function startWorkerHost(config: Config, composition: Composition) {
  const { core, ports, log, database, metrics } = composition;
  const now = ports.clock.now;
  const sources = { host: now, database: database.clock };
  await assertClock(sources, config.worker.clockToleranceSeconds * 1000);
  addProcessMetrics(metrics, database.pool);
  // The worker starts in the same turn as the port opens, so no request can come earlier.
  const server = await serveIfWanted(config.worker, log, {
    '/health': () => health(worker.status()),
    '/ready': () => readiness(worker.status(), core.health.ready, core.health.replica()),
    '/metrics': metrics.answer,
  });
  const worker = startWorker({
    worker: core.worker,
    wakeUp: ports.wakeUp,
    log,
    slots: config.workerConcurrency,
    now,
    handBackMs,
    observer: metricsObserver(metrics.registry, now),
    database: core.health.database,
  });
  const clocks = () => readClocks(sources);
  const { webhookEndpoints, deliveries } = ports.storage;
  const counted = { depth: core.worker.depth, paused: webhookEndpoints.countPaused, held: deliveries.countHeld };
  addGauges(metrics.registry, { status: worker.status, clocks, ...counted, now });
  return {
    /** The base URL of health and metrics, if they are served. */
    url: server?.url,
    closeWithinMs: config.worker.drainSeconds * 1000 + 2 * handBackMs + spareMs,
    // Health is served to the end, so that a supervisor sees the draining.
    close: async () => {
      await worker.stop(config.worker.drainSeconds * 1000);
      await server?.close();
    },
  };
}
