import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { createApp } from './app.ts';
import { type RunningServer, serve } from './serve.ts';

/** Serves the API, the receivers and the hosted connect page of a composed core. */
export function startHttp(config: Config, { core, ports, log, signatureHeader }: Composition): Promise<RunningServer> {
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
    },
  });
  return serve(app, { host: config.host, port: config.port, ...(config.tls ? { tls: config.tls } : {}) });
}
