// An HTTP host or a worker as a process, whose connections have no limit of calls: a run makes more than one may in a minute.
import { useOf } from '../../core/domain/budget.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { runHost } from '../../hosts/composition/run-host.ts';
import { startHttp } from '../../hosts/koa/start-http.ts';
import { startWorkerHost } from '../../hosts/worker/start-worker-host.ts';

const role = process.argv[2] === 'worker' ? 'worker' : 'http';

await runHost(process.env, async (config, shutdown) => {
  const composition = await compose(config, role, shutdown, {
    budget: () => ({
      acquire: async () => ({ kind: 'granted', release: () => {} }),
      use: async (ids) => ids.map((connectionId) => ({ connectionId, ...useOf(undefined, Date.now()) })),
    }),
  });
  if (role === 'worker') {
    const host = await startWorkerHost(config, composition);
    shutdown.add('the worker', host.close);
    return host.closeWithinMs;
  }
  const server = await startHttp(config, composition);
  shutdown.add('the HTTP host', () => server.close(1_000));
  return 10_000;
});
