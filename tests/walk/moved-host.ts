// Run as a process of its own: the HTTP host or the worker as it is, on a clock that the test moves.
import { compose } from '../../hosts/composition/compose.ts';
import { runHost } from '../../hosts/composition/run-host.ts';
import { startHttp } from '../../hosts/koa/start-http.ts';
import { startWorkerHost } from '../../hosts/worker/start-worker-host.ts';
import { createMovedClock } from './moved-clock.ts';

const [, , role] = process.argv;
const { MOVED_CLOCK = '' } = process.env;

await runHost(process.env, async (config, shutdown) => {
  const clock = () => createMovedClock(MOVED_CLOCK);
  const composition = await compose(config, role === 'worker' ? 'worker' : 'http', shutdown, { clock });
  if (role === 'worker') {
    const host = await startWorkerHost(config, composition);
    shutdown.add('the worker', host.close);
    return host.closeWithinMs;
  }
  const server = await startHttp(config, composition);
  shutdown.add('the HTTP host', () => server.close(1_000));
  return 10_000;
});
