// The worker as `npm run start:worker` runs it, but for its begin: it works when it is told to.
import { createCore } from '../../core/index.ts';
import type { RequestBudget } from '../../core/ports.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import type { Environment } from '../../hosts/composition/config-reader.ts';
import { startWorkerHost, type WorkerHost } from '../../hosts/worker/start-worker-host.ts';
import { serveParent } from '../engine/serve-parent.ts';
import { peakMegabytes } from './memory.ts';

const [given = '{}', budgetName = ''] = process.argv.slice(2);

const unlimited: RequestBudget = {
  acquire: async () => ({ kind: 'granted', release: () => {} }),
  use: async () => [],
};

const read = readConfig(JSON.parse(given) as Environment);
// Reads that hang would hold the end of a measurement up.
const config = { ...read, worker: { ...read.worker, drainSeconds: 0 } };
const composed = await compose(config, 'worker');
const composition =
  budgetName === 'unlimited' ? { ...composed, core: createCore({ ...composed.ports, budget: unlimited }) } : composed;
let host: WorkerHost | undefined;
let began = process.cpuUsage();

serveParent({
  start: async () => {
    began = process.cpuUsage();
    host = await startWorkerHost(config, composition);
    return {};
  },
  /** What it used of the processors since the last time that this was asked. */
  cpu: async () => {
    const { user, system } = process.cpuUsage(began);
    began = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  stop: async () => {
    const { user, system } = process.cpuUsage(began);
    await host?.close();
    host = undefined;
    return { cpuMs: (user + system) / 1000, peakMegabytes: peakMegabytes() };
  },
  close: async () => {
    await host?.close();
    await composition.close();
    return {};
  },
});
