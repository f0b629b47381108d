// The HTTP host as a process of its own.
import { compose } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { startHttp } from './start-http.ts';

/** For what is closed after the requests: the journal, the database. */
const closeMs = 10_000;

await runHost(process.env, async (config) => {
  const composition = await compose(config, 'http');
  const server = await startHttp(config, composition);
  composition.log.info('listening', { url: server.url });
  const { drainMs } = config.http;
  return {
    closeWithinMs: drainMs + closeMs,
    async close() {
      await server.close(drainMs);
      await composition.close();
    },
  };
});
