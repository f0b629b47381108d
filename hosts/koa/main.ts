// The HTTP host as a process of its own.
import { compose } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { startHttp } from './start-http.ts';

/** For what is closed after the requests: the journal, the database. */
const closeMs = 10_000;

await runHost(process.env, async (config, shutdown) => {
  const composition = await compose(config, 'http', shutdown);
  const server = await startHttp(config, composition);
  const { drainMs } = config.http;
  shutdown.add('the HTTP host', () => server.close(drainMs));
  composition.log.info('listening', { url: server.url });
  return drainMs + closeMs;
});
