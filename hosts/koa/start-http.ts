import { assertClock } from '../composition/clock-check.ts';
import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { assertMcpInstalled } from '../mcp/installed.ts';
import { type App, createApp } from './app.ts';
import { type RunningServer, serve } from './serve.ts';

/** Rejects with a sentence when this host's clock is off, because other hosts compare times that it stores. */
export async function openApp(config: Config, composition: Composition): Promise<App> {
  const { baseUrl, trustProxy, redirectOrigins, consoleOrigins, http } = config;
  const { core, ports, log, database, metrics } = composition;
  if (config.mcp) assertMcpInstalled();
  const sources = { host: ports.clock.now, database: database.clock };
  await assertClock(sources, config.worker.clockToleranceSeconds * 1000);
  return createApp({
    core,
    log,
    metrics,
    tracing: ports.tracing,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      baseUrl,
      trustProxy,
      redirectOrigins,
      consoleOrigins,
      allowHttp: !config.production,
      keyRequestsPerMinute: http.keyRequestsPerMinute,
      mcp: config.mcp,
    },
  });
}

/** Serves the app within this host's limits. */
export async function startHttp(config: Config, composition: Composition): Promise<RunningServer> {
  const { host, port, tls, http } = config;
  return serve(await openApp(config, composition), { host, port, tls, limits: http });
}
