// The worker as a process of its own.
import { compose } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { startWorkerHost } from './start-worker-host.ts';

await runHost(process.env, async (config) => {
  const composition = await compose(config, 'worker');
  try {
    const host = await startWorkerHost(config, composition);
    composition.log.info('working', { slots: config.workerConcurrency, url: host.url });
    return {
      closeWithinMs: host.closeWithinMs,
      async close() {
        await host.close();
        await composition.close();
      },
    };
  } catch (error) {
    await composition.close();
    throw error;
  }
});
