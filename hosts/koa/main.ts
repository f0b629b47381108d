import { compose } from '../composition/compose.ts';
import { addProcessMetrics } from '../composition/host-metrics.ts';
import { runHost } from '../composition/run-host.ts';
import { type AsideServer, serveIfWanted } from '../composition/serve-aside.ts';
import { watchSchema } from '../composition/watch-schema.ts';
import { startHttp } from './start-http.ts';

/** Time to close the journal and the database. */
const closeMs = 10_000;

await runHost(process.env, async (config, shutdown) => {
  const composition = await compose(config, 'http', shutdown);
  const { log, metrics, database } = composition;
  addProcessMetrics(metrics, database.pool);
  watchSchema(composition, shutdown);
  let aside: AsideServer | undefined;
  shutdown.add('the metrics', () => aside?.close());
  const server = await startHttp(config, composition);
  const { drainMs } = config.http;
  shutdown.add('the HTTP host', () => server.close(drainMs));
  // Last, because the default metrics port may be the host's own.
  aside = await serveIfWanted(config.metrics, log, { '/metrics': metrics.answer });
  log.info('listening', { url: server.url, metrics: aside?.url });
  return drainMs + closeMs;
});
