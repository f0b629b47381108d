import { assertClock } from '../composition/clock-check.ts';
import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { createApp } from './app.ts';
import { type RunningServer, serve } from './serve.ts';

/**
 * Serves the API, the receivers and the hosted connect page of a composed core. Rejects, in a sentence for operators,
 * when this host's clock is off: what it keeps is compared with what others keep.
 */
export async function startHttp(config: Config, composition: Composition): Promise<RunningServer> {
  const { baseUrl, trustProxy, redirectOrigins, consoleOrigins, host, port, tls, http } = config;
  const { core, ports, log, database, signatureHeader } = composition;
  const sources = { host: ports.clock.now, database: database.clock };
  await assertClock(sources, config.worker.clockToleranceSeconds * 1000);
  const app = createApp({
    core,
    log,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      ...{ baseUrl, trustProxy, redirectOrigins, consoleOrigins, signatureHeader, allowHttp: !config.production },
      keyRequestsPerMinute: http.keyRequestsPerMinute,
    },
  });
  return serve(app, { host, port, tls, limits: http });
}
