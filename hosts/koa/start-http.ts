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
  const { core, ports, log, database, signatureHeader } = composition;
  const sources = { host: ports.clock.now, database: database.clock };
  await assertClock(sources, config.worker.clockToleranceSeconds * 1000);
  const app = createApp({
    core,
    log,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      baseUrl: config.baseUrl,
      allowHttp: !config.production,
      trustProxy: config.trustProxy,
      signatureHeader,
      redirectOrigins: config.redirectOrigins,
      consoleOrigins: config.consoleOrigins,
      keyRequestsPerMinute: config.http.keyRequestsPerMinute,
    },
  });
  return serve(app, {
    host: config.host,
    port: config.port,
    limits: {
      connections: config.http.maxConnections,
      requests: config.http.maxRequests,
      keepAliveTimeoutMs: config.http.keepAliveSeconds * 1000,
      requestTimeoutMs: config.http.requestTimeoutSeconds * 1000,
      answerTimeoutMs: config.http.answerTimeoutSeconds * 1000,
    },
    log,
    ...(config.tls ? { tls: config.tls } : {}),
  });
}
