// The whole service over the sandbox without chance: the same calls get the same answers.
import { createHash } from 'node:crypto';
import { TypeID } from 'typeid-js';
import type { Caller, CorePorts } from '#core';
import type { Id } from '#core/ports';
import { pathOf } from '../../../tools/openapi/operation.ts';
import { routes } from '../routes/routes.ts';
import { type LiveAnswer, type LiveService, serveLive } from './live-service.ts';

export type Json = Readonly<Record<string, unknown>>;

/** An operation's JSON answer, and the request's body. */
export interface KeptAnswer {
  request?: unknown;
  readonly answers: Record<string, Json>;
}

export interface SteadyService {
  readonly service: LiveService;
  readonly caller: Caller;
  readonly answers: Readonly<Record<string, KeptAnswer>>;
  /** The bodies of deliveries, in the order of their arrival. None arrives at a URL with `down` in it. */
  readonly sent: readonly Json[];
  /** Calls an operation and keeps its first answer of each status. */
  call(operationId: string, asked?: Asked): Promise<LiveAnswer>;
  /** So many calls of the day are used from now on. */
  spend(calls: number): void;
  /** Does the background work that is due. */
  work(): Promise<void>;
}

export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly file?: Uint8Array;
  /** By default each call has its own. */
  readonly key?: string;
}

const began = Date.parse('2026-11-23T09:30:00.000Z');

function numberedUuids(kind: string): () => string {
  let made = 0;
  return () => {
    const hex = createHash('sha256').update(`${kind} ${++made}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

function numberedIds(): CorePorts['ids'] {
  let made = 0;
  const random = numberedUuids('service');
  return {
    next: <P extends string>(prefix: P) => {
      const time = (began + ++made).toString(16).padStart(12, '0');
      const uuid = `${time.slice(0, 8)}-${time.slice(8)}-7${random().slice(15)}`;
      return TypeID.fromUUID(prefix, uuid).toString() as unknown as Id<P>;
    },
    randomBytes: (length) => Uint8Array.from({ length }, (_, index) => (index * 37 + ++made * 11) % 256),
    spread: () => 0.5,
  };
}

const usedByNow = {
  minute: { used: 9, resetsAt: new Date(began + 41_000) },
  day: { used: 412, resetsAt: new Date('2026-11-24T00:00:00.000Z'), forecast: 1_041 },
  inFlight: 1,
  byCause: {
    requests: 160,
    attachments: 4,
    automations: 12,
    bulk: 20,
    notifications: 96,
    syncs: 60,
    reconciliation: 64,
    provider_requests: 2,
  },
  blockedUntil: null,
};

function steadyPorts(ports: CorePorts, sent: Json[], spent: { calls: number }): CorePorts {
  return {
    ...ports,
    ids: numberedIds(),
    budget: {
      ...ports.budget,
      use: async (ids) => {
        const day = { ...usedByNow.day, used: spent.calls };
        return ids.map((connectionId) => ({ connectionId, ...usedByNow, day }));
      },
    },
    journal: { ...ports.journal, record: (call) => ports.journal.record({ ...call, bytesIn: 1_024, durationMs: 42 }) },
    requestJournal: {
      record: (request) =>
        ports.requestJournal.record({
          ...request,
          durationMs: 42,
          createdAt: new Date(ports.clock.now().getTime() - 42),
        }),
    },
    sender: {
      ...ports.sender,
      send: async ({ url, body }) => {
        const isDown = url.includes('down');
        if (!isDown) sent.push(JSON.parse(body));
        const isGone = url.includes('gone');
        const answered = {
          status: isGone ? 410 : isDown ? 502 : 200,
          excerpt: isDown ? 'bad gateway' : '',
          retryAfterSeconds: null,
        };
        return { kind: 'answered', ...answered, durationMs: 35 };
      },
    },
  };
}

/** Replaces URLs, whose ports differ between runs. */
function steady(text: string, { url, sandbox }: LiveService): Json {
  const api = 'https://api.ledgerport.example';
  const told = text.replaceAll(url, api).replaceAll('http://localhost:8080', api);
  return JSON.parse(told.replaceAll(sandbox.url, 'https://ledger.example')) as Json;
}

export async function steadyService(): Promise<SteadyService> {
  const sent: Json[] = [];
  const spent = { calls: usedByNow.day.used };
  const answers: Record<string, KeptAnswer> = {};
  const service = await serveLive({
    now: () => began,
    newLedgerId: numberedUuids('ledger'),
    wrap: (ports) => steadyPorts(ports, sent, spent),
  });
  const caller = (await service.newOrganization()).test;
  const operations = routes.flatMap((route) =>
    route.operations.map((doc) => ({ id: doc.operationId, method: route.method, path: pathOf(route, doc) })),
  );
  let keys = 0;
  return {
    ...{ service, caller, answers, sent },
    async call(operationId, { path = {}, query = '', body, file, key = `story-${++keys}` } = {}) {
      const operation = operations.find(({ id }) => id === operationId);
      if (!operation) throw new Error(`there is no ${operationId}`);
      service.advance(1);
      const line = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `no ${name}`) + query;
      const answer = await service.call(caller, operation.method, line, {
        key,
        ...(body === undefined && file === undefined ? {} : { body: file ?? body }),
      });
      if (answer.status >= 400) throw new Error(`${operationId}: ${answer.text}`);
      const kept = answers[operationId] ?? { ...(body === undefined ? {} : { request: body }), answers: {} };
      answers[operationId] = kept;
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      if (isJson) kept.answers[answer.status] ??= steady(answer.text, service);
      return answer;
    },
    spend(calls) {
      spent.calls = calls;
    },
    async work() {
      for (;;) {
        const [leased] = await service.core.worker.claim(1);
        if (!leased) return;
        await service.core.worker.run(leased, new AbortController().signal);
      }
    },
  };
}
