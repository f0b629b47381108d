import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Connection, Core, CorePorts, Environment } from '#core';
import { type Composition, compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { namingPackage } from '../composition/missing-package.ts';
import { createShutdown, type Shutdown } from '../composition/shutdown.ts';
import { openApp } from '../koa/start-http.ts';
import type { Offline } from '../offline/start-all.ts';
import { metricsObserver } from '../worker/metrics.ts';
import { type RunningWorker, startWorker } from '../worker/start-worker.ts';
import { fetchHandler } from './fetch-handler.ts';
import { type LedgerportOptions, readOptions } from './options.ts';

export interface Ledgerport {
  readonly core: Core;
  /** The core's ports, with your overrides. */
  readonly ports: CorePorts;
  /**
   * Serves API, receivers, connect page and console in any Node HTTP server, on paths with or without the prefix of
   * `baseUrl`. Mount it before body parsers.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** `handler` for frameworks with `Request`; the URL must say whether the client used HTTPS. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Does background work, beside the workers of other processes. */
  readonly worker: {
    start(): void;
    /** Claims no more work, and hands back work that still runs after `graceMs` (default 12,000). */
    stop(graceMs?: number): Promise<void>;
  };
  /** The API key's caller, for use cases. Throws UNAUTHORIZED. */
  callerOf(apiKey: string): Promise<Caller>;
  /** Metrics in the text format of Prometheus, for an endpoint of yours (docs/telemetry.md). */
  metrics(): Promise<string>;
  /** Waits up to 20 s for running requests, stops the worker and closes everything. Close your server first. */
  close(): Promise<void>;
}

export interface LedgerportOffline extends Ledgerport {
  readonly sandbox: {
    readonly url: string;
    readonly login: { readonly email: string; readonly password: string };
    readonly apiKeys: Readonly<Record<Environment, string>>;
    /** Connects a test customer, or connects it again. */
    connect(externalAccountId: string): Promise<{ readonly caller: Caller; readonly connection: Connection }>;
    /** Pays the amount due. */
    pay(connection: Connection, invoice: { readonly provider_id: string }): Promise<void>;
  };
}

export async function startLedgerport(options: LedgerportOptions): Promise<Ledgerport | LedgerportOffline> {
  const config = readOptions(options);
  const shutdown = createShutdown();
  try {
    if (options.ledger !== 'sandbox') {
      return await ledgerport(config, await compose(config, 'embedded', shutdown, options.ports), shutdown);
    }
    const { startOffline } = await import('../offline/start-all.ts');
    const offline = await startOffline(config, shutdown, options.ports);
    const whole = await ledgerport(config, offline.composition, shutdown);
    return { ...whole, sandbox: sandboxOf(config, whole, offline) };
  } catch (error) {
    await shutdown.run();
    throw namingPackage(error);
  }
}

async function ledgerport(config: Config, composition: Composition, shutdown: Shutdown): Promise<Ledgerport> {
  const { core, ports, log, metrics } = composition;
  const { wakeUp, clock } = ports;
  const observer = metricsObserver(metrics.registry, clock.now);
  const app = await openApp(config, composition);
  const answer = app.callback();
  const prefix = new URL(config.baseUrl).pathname.replace(/\/$/, '');
  const { workerConcurrency: slots, http } = config;
  let running: RunningWorker | undefined;
  const stop = async (graceMs = 12_000): Promise<void> => {
    const stopping = running;
    running = undefined;
    await stopping?.stop(graceMs);
  };
  shutdown.add('the worker', stop);
  const answers = new Set<Promise<unknown>>();
  // Ends requests before the database closes; afterwards they would answer 500 even if their write was sent.
  shutdown.add('running requests', async () => {
    await Promise.race([Promise.all(answers), pause(http.drainMs, undefined, { ref: false })]);
  });
  const handler: Ledgerport['handler'] = (request, response) => {
    request.url = below(prefix, request);
    const both = Promise.allSettled([answer(request, response), finished(response)]);
    const ended: Promise<unknown> = both.then(() => answers.delete(ended));
    answers.add(ended);
  };
  return {
    core,
    ports,
    handler,
    fetch: fetchHandler(handler),
    worker: {
      start: () => {
        running ??= startWorker({
          worker: core.worker,
          wakeUp,
          log,
          slots,
          now: clock.now,
          observer,
          database: core.health.database,
        });
      },
      stop,
    },
    callerOf: (apiKey) => core.access.authenticate(`Bearer ${apiKey}`, ports.ids.next('req')),
    metrics: () => metrics.registry.metrics(),
    close: shutdown.run,
  };
}

/** Returns the URL without the prefix, which Express may have removed already. */
function below(prefix: string, request: IncomingMessage & { readonly originalUrl?: string }): string {
  const { url = '/', originalUrl = url } = request;
  const rest = originalUrl === url && url.startsWith(prefix) ? url.slice(prefix.length) : url;
  return /^[/?]|^$/.test(rest) ? rest.replace(/^(?!\/)/, '/') : url;
}

type Sandbox = LedgerportOffline['sandbox'];

function sandboxOf({ redirectOrigins }: Config, { core, callerOf }: Ledgerport, offline: Offline): Sandbox {
  const { credentials, ledger } = offline;
  const [backTo = ''] = redirectOrigins;
  return {
    url: credentials.sandbox_url,
    login: credentials.console,
    apiKeys: credentials.api_keys,
    async connect(externalAccountId) {
      const caller = await callerOf(credentials.api_keys.test);
      const redirect_uri = `${backTo.replace(/:\*$/, '')}/`;
      const body = { provider: 'ledger', external_account_id: externalAccountId, redirect_uri };
      const { value } = await core.connectSessions.create(caller, { key: undefined, body });
      const step = await core.connectSessions.open(value.connectUrl.replace(/.*\//, ''));
      if (step.kind !== 'asks-consent') throw new Error('the sandbox does not ask for consent');
      const { searchParams } = await ledger.consent(step.consentUrl, externalAccountId);
      const [state, code] = ['state', 'code'].map((name) => searchParams.get(name) ?? undefined);
      const end = await core.connectSessions.callback({ state, code, error: undefined, isOpener: true });
      if (end.kind !== 'connected') {
        throw new Error(`${externalAccountId} could not be connected: ${JSON.stringify(end)}`);
      }
      return { caller, connection: await core.connections.find(caller, end.connectionId) };
    },
    pay: ({ providerTenantId }, { provider_id }) => ledger.pay(providerTenantId ?? '', provider_id),
  };
}
