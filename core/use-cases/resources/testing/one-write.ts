// A service whose processes can be lost at any point of a write, on a clock that only tests move.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '../../../domain/caller.ts';
import type { Connection } from '../../../domain/connection.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { CorePorts } from '../../../ports/core-ports.ts';
import { connected, type SessionFields, write } from '../../testing/connecting.ts';
import { gatewayOf, withGateway } from '../../testing/first-provider.ts';
import { openService, type Service, type ServiceOptions } from '../../testing/service.ts';
import type { AnsweredWrite } from '../write-resources.ts';

export const crashPoints = [
  'before the claim is kept',
  'after the claim is kept',
  'before the attempt is kept',
  'after the attempt is kept',
  'before sending',
  'after sending',
  'before the answer is kept',
  'after the answer is kept',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** One process at work: it ends with its work, or is lost at a point for good. */
interface Process {
  readonly loseAt: CrashPoint | undefined;
  /** The number of times that it passes the point before it is lost there. */
  passes: number;
  readonly lost: PromiseWithResolvers<'lost'>;
  hasSent: boolean;
}

/** What a caller learns of a request: its answer, a refusal, or nothing. */
export type Heard = AnsweredWrite | ServiceError | 'lost';

export interface Books {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly tenantId: string;
  /** Makes one request; its process is lost the `nth` time that it comes to `loseAt`. */
  create(type: string, body: unknown, key: string, loseAt?: CrashPoint, nth?: number): Promise<Heard>;
  update(type: string, id: string, body: unknown, key: string, loseAt?: CrashPoint, nth?: number): Promise<Heard>;
  documents(atProvider: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface LossyService {
  readonly service: Service;
  /** Books of an organization of their own. */
  openBooks(fields?: SessionFields): Promise<Books>;
  fault(path: string, action: object, times?: number): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

const processes = new AsyncLocalStorage<Process>();

async function pass(point: CrashPoint): Promise<void> {
  const process = processes.getStore();
  if (process?.loseAt !== point || process.passes-- > 0) return;
  process.lost.resolve('lost');
  await new Promise(() => {});
}

/** Passes the points before and after one stored step. */
async function around<T>(step: 'claim' | 'attempt' | 'answer', work: () => Promise<T>): Promise<T> {
  await pass(`before the ${step} is kept`);
  const kept = await work();
  await pass(`after the ${step} is kept`);
  return kept;
}

function lossy(ports: CorePorts, waited: (milliseconds: number) => void): CorePorts {
  const { idempotency } = ports.storage;
  return withGateway(
    {
      ...ports,
      clock: {
        now: ports.clock.now,
        wait: async (milliseconds) => {
          waited(milliseconds);
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
      storage: {
        ...ports.storage,
        idempotency: {
          ...idempotency,
          claim: (...call) => around('claim', () => idempotency.claim(...call)),
          recordAttempt: (...call) => around('attempt', () => idempotency.recordAttempt(...call)),
        },
        transaction: (work) => {
          const keep = () => ports.storage.transaction(work);
          return processes.getStore()?.hasSent ? around('answer', keep) : keep();
        },
      },
    },
    {
      send: async (...call) => {
        await pass('before sending');
        const record = await gatewayOf(ports).send(...call);
        const process = processes.getStore();
        if (process) process.hasSent = true;
        await pass('after sending');
        return record;
      },
    },
  );
}

const same = (ports: CorePorts): CorePorts => ports;

export async function openLossyService(options: ServiceOptions = {}): Promise<LossyService> {
  const service: Service = await openService({
    ...options,
    wrap: (ports) => lossy((options.wrap ?? same)(ports), (milliseconds) => service.advance(milliseconds / 1000)),
  });
  return {
    service,
    openBooks: (fields) => openBooks(service, fields),
    fault: async (path, action, times = 1) => {
      await service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: `/api.xro/2.0/${path}` },
        action,
        times,
      });
    },
    clearFaults: async () => {
      await service.sandbox.control('DELETE', 'faults');
    },
    close: () => service.close(),
  };
}

async function openBooks(service: Service, fields: SessionFields = {}): Promise<Books> {
  const { test: caller } = await service.newOrganization();
  const tenantId = await service.newTenant();
  const connection = await connected(service, caller, tenantId, fields);
  const { core } = service;
  const at = { connectionId: connection.id };
  return {
    caller,
    connection,
    tenantId,
    create: (type, body, key, loseAt, nth) =>
      request(loseAt, nth, () => core.resources.create(caller, { ...at, type, write: write(body, key) })),
    update: (type, resourceId, body, key, loseAt, nth) =>
      request(loseAt, nth, () => core.resources.update(caller, { ...at, type, resourceId, write: write(body, key) })),
    documents: (atProvider) => service.sandbox.documents(tenantId, atProvider),
  };
}

function request(loseAt: CrashPoint | undefined, nth = 1, work: () => Promise<AnsweredWrite>): Promise<Heard> {
  const process: Process = { loseAt, passes: nth - 1, lost: Promise.withResolvers(), hasSent: false };
  return Promise.race([processes.run(process, work).catch(refusalOrDefect), process.lost.promise]);
}

function refusalOrDefect(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

/** How long a caller without an answer waits: longer than a lost process can block a key. */
const patienceSeconds = 65;
const triesMax = 14;

/** Repeats the request as the answers say, until it succeeds or ends with a refusal that does not pass. */
export async function untilHeard(service: Service, request: () => Promise<Heard>): Promise<Heard> {
  let heard = await request();
  for (let tries = 1; tries < triesMax && isToBeRepeated(heard); tries++) {
    service.advance((heard instanceof ServiceError ? heard.details.retryAfterSeconds : undefined) ?? patienceSeconds);
    heard = await request();
  }
  return heard;
}

function isToBeRepeated(heard: Heard): boolean {
  return heard === 'lost' || (heard instanceof ServiceError && heard.retryable);
}
