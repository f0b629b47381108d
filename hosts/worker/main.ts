// Runs the worker as a process of its own.
import { compose } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { watchSchema } from '../composition/watch-schema.ts';
import { startWorkerHost } from './start-worker-host.ts';

await runHost(process.env, async (config, shutdown) => {
  const composition = await compose(config, 'worker', shutdown);
  watchSchema(composition, shutdown);
  const host = await startWorkerHost(config, composition);
  shutdown.add('the worker', host.close);
  composition.log.info('working', { slots: config.workerConcurrency, url: host.url });
  return host.closeWithinMs;
});
