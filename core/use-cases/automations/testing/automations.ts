// Automations over the whole core and the sandbox ledger; tests refuse, lose and pause its writes.

import { expect } from 'chai';
import type { Core } from '../../../create-core.ts';
import type { RecipeName } from '../../../domain/automation.ts';
import type { Caller } from '../../../domain/caller.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { Event } from '../../../domain/event.ts';
import type { JsonObject } from '../../../domain/json.ts';
import type { LedgerRecord } from '../../../domain/ledger-record.ts';
import { isTerminal, type Operation } from '../../../domain/operation.ts';
import type { CorePorts, CoreSettings } from '../../../ports/core-ports.ts';
import { type Books, openBooks } from '../../resources/testing/books.ts';
import { type SessionFields, withoutFirstSync, write } from '../../testing/connecting.ts';
import { gatewayOf, withGateway } from '../../testing/first-provider.ts';
import { openService, type Service, type ServiceOptions } from '../../testing/service.ts';
import type { AutomationPlan } from '../create-automation.ts';

/** A write as it leaves for the provider. */
export interface Sending {
  readonly path: string;
  readonly body: string;
  readonly providerKey: string;
}

/** What happens to a write: it is refused, its answer is lost, or its worker crashes or pauses until it is woken. */
export type Mishap = 'refused' | 'lost before' | 'lost after' | 'crash before' | 'crash after' | 'paused';

export interface Hands {
  readonly sent: Sending[];
  /** What happens to the writes to come, by their number from 1 since `begin`. */
  readonly mishaps: Map<number, Mishap>;
  /** The answers that the worker gets instead of the provider's, by the write's number. */
  readonly answers: Map<number, (record: LedgerRecord) => LedgerRecord>;
  /** Runs after a write, by its number. */
  readonly afterwards: Map<number, () => Promise<void>>;
  /** True if the automations' share of the provider budget is used up. */
  isSpent: boolean;
  /** Resolves when a worker crashes at a write. */
  crashed: PromiseWithResolvers<void>;
  /** Wakes the workers that were paused before a write, and waits until they have ended. */
  wake(): Promise<void>;
  /** Counts writes from 1 again and forgets all mishaps. */
  begin(): void;
}

export interface Automations {
  readonly service: Service;
  readonly hands: Hands;
  bench(fields?: SessionFields): Promise<Bench>;
  /** The same bench, as another core has it. */
  at(core: Core, bench: Bench): Bench;
  close(): Promise<void>;
}

export interface Bench {
  readonly caller: Caller;
  readonly books: Books;
  start(recipe: RecipeName, input: object, key?: string): Promise<Operation>;
  plan(recipe: RecipeName, input: object): Promise<AutomationPlan>;
  /** Waits out every retry; returns the ended operation. */
  ended(id: Operation['id']): Promise<Operation>;
  run(recipe: RecipeName, input: object): Promise<Operation>;
  replay(id: Operation['id']): Promise<Operation>;
  documents(type: string): Promise<readonly JsonObject[]>;
  mails(): Promise<readonly { readonly times: number }[]>;
  events(): Promise<readonly Event[]>;
}

interface Paused extends Hands {
  sleeping: PromiseWithResolvers<void>;
  readonly runs: Promise<unknown>[];
}

function newHands(): Paused {
  const hands: Paused = {
    sleeping: Promise.withResolvers(),
    runs: [],
    async wake() {
      hands.sleeping.resolve();
      await Promise.all(hands.runs.splice(0));
    },
    sent: [],
    mishaps: new Map(),
    answers: new Map(),
    afterwards: new Map(),
    isSpent: false,
    crashed: Promise.withResolvers(),
    begin() {
      hands.sent.length = 0;
      hands.mishaps.clear();
      hands.afterwards.clear();
      hands.answers.clear();
      hands.sleeping = Promise.withResolvers();
      hands.runs.length = 0;
    },
  };
  return hands;
}

const lost = () => new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
const refused = () =>
  new ServiceError('PROVIDER_REJECTED', 'the provider refused the document: no', {
    outcome: 'not_applied',
    providerError: { status: 400, messages: ['no'] },
  });
/** The worker is lost: this never resolves. */
function crash(hands: Hands): Promise<never> {
  hands.crashed.resolve();
  return new Promise(() => {});
}

function inHands(ports: CorePorts, hands: Paused): CorePorts {
  const gateway = gatewayOf(ports);
  const passing = async <T>(sending: Sending, send: () => Promise<T>): Promise<T> => {
    const number = hands.sent.push(sending);
    const mishap = hands.mishaps.get(number);
    if (mishap === 'refused') throw refused();
    if (mishap === 'lost before') throw lost();
    if (mishap === 'crash before') return crash(hands);
    if (mishap === 'paused') {
      hands.crashed.resolve();
      await hands.sleeping.promise;
    }
    const made = await send();
    await hands.afterwards.get(number)?.();
    if (mishap === 'lost after') throw lost();
    return mishap === 'crash after' ? crash(hands) : made;
  };
  return withGateway(
    {
      ...ports,
      budget: {
        ...ports.budget,
        acquire: async (connection, cause, limits) =>
          cause === 'automations' && hands.isSpent
            ? { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 20 }
            : ports.budget.acquire(connection, cause, limits),
      },
    },
    {
      send: (access, write, providerKey) => {
        const [path, body] = [String(write.payload['path']), String(write.payload['body'])];
        return passing({ path, body, providerKey }, async () => {
          const answer = hands.answers.get(hands.sent.length);
          const record = await gateway.send(access, write, providerKey);
          return answer ? answer(record) : record;
        });
      },
      allocate: (access, credit, allocation, providerKey) =>
        passing(
          { path: `/CreditNotes/${credit.providerId}`, body: JSON.stringify(allocation), providerKey },
          async () => gateway.allocate?.(access, credit, allocation, providerKey),
        ),
      emailInvoice: (access, id, providerKey) =>
        passing({ path: `/Invoices/${id}/Email`, body: '', providerKey }, () =>
          gateway.emailInvoice(access, id, providerKey),
        ),
    },
  );
}

export async function openAutomations(
  settings: Partial<CoreSettings> = {},
  options: Pick<ServiceOptions, 'open'> = {},
): Promise<Automations> {
  const hands = newHands();
  const service = await openService({ ...options, settings, wrap: (ports) => inHands(ports, hands) });
  return {
    service,
    hands,
    close: () => service.close(),
    bench: async (fields) => {
      const tenancy = await service.newOrganization();
      const books = await openBooks(service, tenancy, fields);
      await withoutFirstSync(service, tenancy.test, books.connection);
      return benchOf(service, hands, { caller: tenancy.test, books });
    },
    at: (core, { caller, books }) => benchOf({ ...service, core }, hands, { caller, books }),
  };
}

function benchOf(service: Service, hands: Paused, { caller, books }: Pick<Bench, 'caller' | 'books'>): Bench {
  const { core } = service;
  const asked = (recipe: RecipeName, input: object, dry_run: boolean) => ({
    connection_id: books.connection.id,
    recipe,
    input,
    ...(dry_run ? { dry_run } : {}),
  });
  const start: Bench['start'] = async (recipe, input, key) => {
    const automated = await core.automations.create(caller, { write: write(asked(recipe, input, false), key) });
    return automated.kind === 'queued' ? automated.operation : expect.fail('it was only planned');
  };
  const ended: Bench['ended'] = (id) => untilEnded(service, hands, caller, id);
  return {
    caller,
    books,
    start,
    ended,
    plan: async (recipe, input) => {
      const automated = await core.automations.create(caller, { write: write(asked(recipe, input, true)) });
      return automated.kind === 'planned' ? automated.plan : expect.fail('it was queued');
    },
    run: async (recipe, input) => {
      hands.begin();
      return ended((await start(recipe, input)).id);
    },
    replay: async (id) => {
      await core.operations.replay(caller, { operationId: id, write: write({ reason: 'mended' }) });
      return ended(id);
    },
    documents: async (type) => (await service.sandbox.documents(books.tenantId, type)) as readonly JsonObject[],
    mails: async () =>
      (await service.sandbox.control('GET', `mails?tenant_id=${books.tenantId}`))['mails'] as { times: number }[],
    events: async () => {
      const page = await service.ports.storage.events.list(caller, {}, { limit: 200, page: 1 });
      return page.items.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
    },
  };
}

const roundsMax = 60;
/** More than a lease and a sweep. */
const lostWorkerSeconds = 36;

/** Runs whatever is due, and lets time pass where nothing is, until the operation has ended. */
async function untilEnded(service: Service, hands: Paused, caller: Caller, id: Operation['id']): Promise<Operation> {
  const { worker, operations } = service.core;
  for (let round = 0; round < roundsMax; round++) {
    const claimed = await worker.claim(10);
    const runs = claimed.map((leased) => worker.run(leased, new AbortController().signal));
    hands.runs.push(...runs);
    await Promise.race([Promise.all(runs), hands.crashed.promise]);
    hands.crashed = Promise.withResolvers();
    const operation = await operations.find(caller, id);
    if (isTerminal(operation.state)) return operation;
    if (operation.state === 'running') {
      service.advance(lostWorkerSeconds);
      await worker.sweep();
    } else {
      const waitMs = (operation.nextAttemptAt?.getTime() ?? 0) - service.ports.clock.now().getTime();
      if (waitMs > 0) service.advance(waitMs / 1000 + 0.01);
    }
  }
  throw new Error('the operation does not end');
}
