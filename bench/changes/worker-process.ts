// The worker as `npm run start:worker` runs it, but for its begin: it works when it is told to.
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import type { Environment } from '../../hosts/composition/config-reader.ts';
import { startWorkerHost, type WorkerHost } from '../../hosts/worker/start-worker-host.ts';
import { serveParent } from '../engine/serve-parent.ts';

const [given = '{}'] = process.argv.slice(2);

const read = readConfig(JSON.parse(given) as Environment);
// Reads that hang would hold the end of a measurement up.
const config = { ...read, worker: { ...read.worker, drainSeconds: 0 } };
const composition = await compose(config, 'worker');
let host: WorkerHost | undefined;
let began = process.cpuUsage();

serveParent({
  start: async () => {
    began = process.cpuUsage();
    host = await startWorkerHost(config, composition);
    return {};
  },
  stop: async () => {
    const { user, system } = process.cpuUsage(began);
    await host?.close();
    host = undefined;
    // The next host registers its metrics anew.
    composition.metrics.registry.clear();
    return { cpuMs: (user + system) / 1000 };
  },
  close: async () => {
    await host?.close();
    await composition.close();
    return {};
  },
});
