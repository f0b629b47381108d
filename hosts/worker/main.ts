// The worker as a process of its own.
import { compose } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { startWorker } from './loop.ts';

/** How long running work may go on after SIGTERM before it is handed to other workers. */
const drainMs = 12_000;
/** And how long handing it back may take: both end well before the host is ended by force. */
const handBackMs = 5_000;

await runHost(process.env, async (config) => {
  const { core, ports, log, close } = await compose(config, 'worker');
  const worker = startWorker({
    worker: core.worker,
    wakeUp: ports.wakeUp,
    log,
    slots: config.workerConcurrency,
    handBackMs,
  });
  log.info('working', { slots: config.workerConcurrency });
  return {
    async close() {
      await worker.stop(drainMs);
      await close();
    },
  };
});
