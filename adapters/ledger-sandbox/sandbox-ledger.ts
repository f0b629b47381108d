/** Assembles the sandbox: one object that answers requests from a socket or in memory. */
import { randomUUID } from 'node:crypto';
import { createBearerGate } from './access/bearer-gate.ts';
import { createConsent } from './access/consent.ts';
import { createGrants } from './access/grants.ts';
import { createIdentityRoutes } from './access/identity-routes.ts';
import { type Books, openBooks } from './books/books.ts';
import { createMemoryStore, openFileStore } from './books/document-store.ts';
import { fillTenant, newTenant, type SeedName, seedSandbox } from './books/seed.ts';
import { createClock } from './control/clock.ts';
import { createControl } from './control/control.ts';
import { createPeople } from './control/people.ts';
import { createQuirkSwitch } from './control/quirk-switch.ts';
import type { RateLimits } from './control/quirks.ts';
import { type RegisterAppCommand, registerApp } from './control/register-app.ts';
import { createApi } from './http/api.ts';
import type { SandboxRequest, SandboxResponse } from './http/message.ts';
import { createRequestHandler } from './http/request-handler.ts';
import { createNotifier } from './notices/notifier.ts';
import { createFaults } from './traffic/faults.ts';
import { createIdempotency } from './traffic/idempotency.ts';
import { createRateLimits } from './traffic/rate-limits.ts';
import { createRequestLog } from './traffic/request-log.ts';
import { createEchoCache } from './wire/echo-cache.ts';

export interface SandboxLedgerOptions {
  /** The URL for clients, such as `http://127.0.0.1:8090`; `setBaseUrl` can set it later. */
  readonly baseUrl?: string;
  /** A folder where the books survive restarts and crashes; without it they are in memory. */
  readonly dataDir?: string;
  /** The time for tokens, limits and stamps; the system's by default. */
  readonly now?: () => Date;
  /** Makes UUIDs for new records. */
  readonly newId?: () => string;
  /** Default `X-Ledger-Signature`. */
  readonly signatureHeader?: string;
  /** Default `Ledger-Correlation-Id`. */
  readonly correlationHeader?: string;
  /** Bounds the calls of an app and tenant; null removes a limit. Default: the provider's 60, 5000 and 5. */
  readonly limits?: Partial<RateLimits>;
  readonly apps?: readonly RegisterAppCommand[];
  /** Called with a line for each notable event. */
  readonly log?: (message: string) => void;
}

export interface SandboxLedger {
  /** Answers a request as the provider would, from whatever server. Never rejects. */
  handle(request: SandboxRequest): Promise<SandboxResponse>;
  /** Registers an app or changes it. */
  registerApp(command: RegisterAppCommand): void;
  /** Adds an organisation with its books and returns its tenant id. */
  addOrganisation(name: string, seed?: SeedName): string;
  /** Sets the URL for clients, once the port is known; removes a final slash. */
  setBaseUrl(baseUrl: string): void;
  /**
   * Plays the person who consents for the organisation of this name, which is made if missing; returns where the person
   * is sent.
   */
  consent(authorizeUrl: string, organisation: string): Promise<URL>;
  /** Plays the customer who pays the amount due of an invoice. */
  pay(tenantId: string, invoiceId: string): Promise<void>;
  /** Starts the delivery of notifications. */
  start(): void;
  /** Stops deliveries, ends hanging requests and closes the books. */
  close(): void;
}

function fill(books: Books, options: SandboxLedgerOptions, now: () => number): void {
  if (!books.restored) seedSandbox(books, now);
  for (const app of options.apps ?? []) registerApp(books, app, now());
  books.commit();
}

/** Makes the ports that the parts share, from the options or by default. */
function portsOf(options: SandboxLedgerOptions) {
  const origin = { url: options.baseUrl ?? 'http://127.0.0.1:8090' };
  const clock = createClock(options.now ?? (() => new Date()));
  const store = options.dataDir === undefined ? createMemoryStore() : openFileStore(options.dataDir);
  const books = openBooks(store, clock.now);
  clock.restore(books.settings);
  fill(books, options, clock.now);
  return {
    origin,
    books,
    clock,
    now: clock.now,
    baseUrl: () => origin.url,
    issuer: () => origin.url,
    newId: options.newId ?? (() => randomUUID()),
    log: options.log ?? (() => {}),
    signatureHeader: options.signatureHeader ?? 'X-Ledger-Signature',
    correlationHeader: (options.correlationHeader ?? 'Ledger-Correlation-Id').toLowerCase(),
  };
}

/** Imitates the provider: OAuth, accounting API, limits and notifications. The caller provides a server. */
export function createSandboxLedger(options: SandboxLedgerOptions = {}): SandboxLedger {
  const ports = portsOf(options);
  const { books, now } = ports;
  const { current: quirks, takeLostRefresh, ...quirkSwitch } = createQuirkSwitch(options.limits ?? {});
  const limits = createRateLimits(now, () => quirks().limits);
  const faults = createFaults();
  const requests = createRequestLog(now);
  const notifier = createNotifier({ ...ports, isSuppressed: () => quirks().suppress_notifications });
  const bearers = createBearerGate(books, now);
  const grants = createGrants(ports);
  const consent = createConsent({ books, grants, quirks });
  const idempotency = createIdempotency(books.keptAnswers, now);
  const echo = createEchoCache();
  const api = createApi({ ...ports, bearers, limits, idempotency, notifier, echo, quirks });
  const identity = createIdentityRoutes({ ...ports, grants, consent, bearers, quirks, takeLostRefresh });
  const reseed = () => seedSandbox(books, now);
  const control = createControl({ ...ports, quirkSwitch, limits, faults, requests, notifier, grants, consent, reseed });
  const handler = createRequestHandler({ ...ports, api, identity, control, faults, requests, quirks });

  const addOrganisation = (name: string, seed: SeedName = 'small'): string => {
    const tenant = books.addTenant(newTenant(ports.newId(), name, now()));
    fillTenant(tenant, seed, now, ports.newId);
    books.commit();
    return tenant.id;
  };
  const people = createPeople(handler.handle, addOrganisation);

  return {
    handle: handler.handle,
    ...people,
    addOrganisation,
    registerApp(command) {
      registerApp(books, command, now());
      books.commit();
    },
    setBaseUrl(url) {
      ports.origin.url = url.replace(/\/$/, '');
    },
    start: () => notifier.start(),
    close() {
      handler.close();
      notifier.close();
      try {
        books.commit();
      } finally {
        books.close();
      }
    },
  };
}
