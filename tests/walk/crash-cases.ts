// One automation for each point of a crash table, each on a connection of its own; what must hold of it in the end.
import type { Caller, Event, Operation } from '#core';
import { automationType, recipeNames } from '../../core/domain/automation.ts';
import { recipes } from '../../core/use-cases/automations/recipes.ts';
import type { Bench } from '../../core/use-cases/automations/testing/automations.ts';
import { left, type Scenario, scenarios, sorted } from '../../core/use-cases/automations/testing/scenarios.ts';
import type { Books } from '../../core/use-cases/resources/testing/books.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import type { GatedCall } from './crash-gate.ts';
import { type CrashPoint, isLaidAnew, isWrite, recipeCalls, writesLeft } from './crash-points.ts';
import type { CrashWorld } from './crash-world.ts';

export interface CrashCase {
  readonly caller: Caller;
  readonly point: CrashPoint;
  readonly scenario: Scenario;
  readonly bench: Pick<Bench, 'books' | 'documents' | 'mails'>;
  readonly input: object;
}

export interface StartedCase extends CrashCase {
  readonly operationId: Operation['id'];
}

/** How far a case is when its worker is killed, and how it ends. */
export interface EndedCase extends StartedCase {
  readonly operation: Operation;
  /** From the kill until it is in the queue again, and until the next worker claims it. */
  readonly backMs: number;
  readonly resumedMs: number;
  /** From the end of the lost lease until it is in the queue again. */
  readonly afterLeaseMs: number;
  /** What is not as it must be, in the operation, the books and the events. */
  readonly faults: readonly string[];
  /** And in what the workers sent. */
  readonly wireFaults: readonly string[];
}

const arrangedAtOnce = 8;

/** Connects, and makes what the recipes presuppose; each recipe belongs to an organization of its own. */
export async function arrangeCases(world: CrashWorld, points: readonly CrashPoint[]): Promise<readonly CrashCase[]> {
  const cases: CrashCase[] = [];
  const waiting = [...points];
  const callers = new Map<string, Caller>();
  for (const recipe of recipeNames) callers.set(recipe, await world.organization());
  const arrange = async (): Promise<void> => {
    for (let point = waiting.shift(); point; point = waiting.shift()) {
      const caller = callers.get(point.recipe);
      if (caller) cases.push(await arrangeCase(world, caller, point));
    }
  };
  await Promise.all(Array.from({ length: arrangedAtOnce }, arrange));
  return cases;
}

async function arrangeCase(world: CrashWorld, caller: Caller, point: CrashPoint): Promise<CrashCase> {
  const scenario = scenarios.find(({ recipe }) => recipe === point.recipe);
  if (!scenario) throw new Error(`there is no scenario for ${point.recipe}`);
  const bench = benchOf(world, await world.books(caller));
  return { caller, point, scenario, bench, input: await scenario.arrange(bench as Bench, undefined as never) };
}

function benchOf({ ledger: { sandbox } }: CrashWorld, books: Books): CrashCase['bench'] {
  const { tenantId } = books;
  return {
    books,
    documents: async (type) => (await sandbox.documents(tenantId, type)) as Awaited<ReturnType<Bench['documents']>>,
    mails: async () => (await sandbox.control('GET', `mails?tenant_id=${tenantId}`))['mails'] as { times: number }[],
  };
}

export async function startCase(world: CrashWorld, crash: CrashCase): Promise<StartedCase> {
  const { caller, point, bench, input } = crash;
  const { connection, tenantId } = bench.books;
  world.ledger.gate.watch(tenantId, point.hold);
  const metadata = point.stopAt === undefined ? {} : { stop_at: point.stopAt };
  const body = { connection_id: connection.id, recipe: point.recipe, input, metadata };
  const asked = await world.composition.core.automations.create(caller, { write: write(body) });
  if (asked.kind !== 'queued') throw new Error('it was only planned');
  return { ...crash, operationId: asked.operation.id };
}

/** Whether the worker hangs where the case wants it; `output` is what it printed. */
export function isThere({ ledger: { gate } }: CrashWorld, started: StartedCase, output: string): boolean {
  const { point, operationId, bench } = started;
  if (point.hold) return gate.isHeld(bench.books.tenantId);
  return output.includes(`stopped ${operationId} at ${point.stopAt}\n`);
}

export function nameOf({ point: { recipe, name } }: Pick<CrashCase, 'point'>): string {
  return `${recipe}, ${name}`;
}

/** When the last worker was killed, and until when its leases were to last, by operation. */
export interface Kill {
  readonly at: number;
  readonly leases: ReadonlyMap<string, number>;
}

export async function leasesOf(world: CrashWorld): Promise<Kill['leases']> {
  const rows = await world.query(`select id, lease_expires_at from operations where state = 'running'`);
  return new Map(rows.map((row) => [String(row['id']), Number(row['lease_expires_at'])]));
}

export async function endCase(world: CrashWorld, started: StartedCase, kill: Kill): Promise<EndedCase> {
  const { operationId, bench, caller } = started;
  const operation = await world.composition.core.operations.find(caller, operationId);
  const [lost, next] = operation.attempts;
  const back = lost?.finishedAt.getTime() ?? Number.NaN;
  const calls = world.ledger.gate.calls(bench.books.tenantId);
  return {
    ...started,
    operation,
    backMs: back - kill.at,
    resumedMs: (next?.startedAt.getTime() ?? Number.NaN) - kill.at,
    afterLeaseMs: back - (kill.leases.get(operationId) ?? Number.NaN),
    faults: [
      ...operationFaults(started, operation),
      ...(await ledgerFaults(started)),
      ...eventFaults(operation, await eventsOf(world, started)),
    ],
    wireFaults: wireFaults(started.point, calls, kill.at),
  };
}

function operationFaults({ point }: StartedCase, operation: Operation): readonly string[] {
  const { state, type, error, attempts, steps } = operation;
  const kept = steps.filter((step) => step.state === 'succeeded').map(({ name }) => name);
  return [
    ...differs('type', type, automationType(point.recipe)),
    ...differs('state', [state, error], ['succeeded', null]),
    ...differs(
      'attempts',
      attempts.map(({ outcome, error }) => (outcome === 'lost' ? outcome : (error?.message ?? outcome))),
      ['lost', 'succeeded'],
    ),
    ...differs(
      'steps',
      kept,
      recipes[point.recipe].steps.map(({ name }) => name),
    ),
  ];
}

/**
 * Up to the kill a worker has made the recipe's calls in their order. Afterwards come the writes of the steps that are
 * not done, and no others; where the books show that the interrupted one is done, it is not sent again. Each write has
 * one key, one that is laid over a changed record another, and under a key always the same bytes are sent.
 */
function wireFaults(point: CrashPoint, calls: readonly GatedCall[], killedAt: number): readonly string[] {
  const whole = recipeCalls[point.recipe].map(([, call]) => call);
  const due = onceRead(whole);
  // A reconciliation that the clock brought makes others.
  const mine = calls.filter(({ call }) => whole.includes(call));
  const before = mine.filter(({ at }) => at <= killedAt).map(({ call }) => call);
  const after = mine.filter(({ at, call }) => at > killedAt && isWrite(call)).map(({ call }) => call);
  const left = writesLeft(point);
  const isDone = point.stands && after.length === left.length - 1;
  const writes = mine.filter(({ call }) => isWrite(call));
  const sent = new Set(writes.map(({ call, body, providerKey }) => JSON.stringify([providerKey, call, body])));
  const keys = new Set(writes.map(({ providerKey }) => providerKey));
  const made = whole.filter(isWrite).length + (isLaidAnew(point) ? 1 : 0);
  return [
    ...differs(
      'calls before',
      onceRead(before),
      point.stopAt === 'committing' ? due : due.slice(0, onceRead(before).length),
    ),
    ...differs('writes after', after, isDone ? left.slice(1) : left),
    ...differs('keys and bytes of writes', [keys.size, sent.size], [made, made]),
  ];
}

/** What was read is read again before it is changed when a busy machine took too long over it. */
function onceRead(calls: readonly string[]): readonly string[] {
  return calls.filter((call, i) => isWrite(call) || call !== calls[i - 1]);
}

/** One of each document, in its final state, and each mail once. */
export async function ledgerFaults({ scenario, bench }: CrashCase): Promise<readonly string[]> {
  const mails = (await bench.mails()).map(({ times }) => times);
  return [
    ...differs('documents', sorted(await left(scenario, bench as Bench)), sorted(scenario.leaves)),
    ...differs('mails', mails, scenario.recipe === 'invoice.create_and_deliver' ? [1] : []),
  ];
}

async function eventsOf({ composition }: CrashWorld, { bench, caller }: StartedCase): Promise<readonly Event[]> {
  const filter = { connectionId: bench.books.connection.id };
  return (await composition.ports.storage.events.list(caller, filter, { limit: 100, page: 1 })).items;
}

/** Told once, with the result; the payment too; and the connection's sequence has no gap. */
function eventFaults({ id, result, type }: Operation, events: readonly Event[]): readonly string[] {
  const told = events.filter((event) => event.type.startsWith('automation.'));
  const paid = events.filter((event) => event.type === 'invoice.paid');
  const counted = events.flatMap(({ sequence }) => sequence ?? []);
  return [
    ...differs(
      'events',
      told.map((event) => [event.type, event.data['operation_id'], event.data['result']]),
      [['automation.succeeded', id, result]],
    ),
    ...differs('invoice.paid', paid.length, paying.includes(type) ? 1 : 0),
    ...differs(
      'sequence',
      counted.sort((a, b) => a - b),
      counted.map((_, i) => i + 1),
    ),
  ];
}

const paying: readonly string[] = ['automation.invoice.record_payment', 'automation.credit_note.create_and_allocate'];

function differs(what: string, found: unknown, wanted: unknown): string[] {
  const [is, shouldBe] = [JSON.stringify(found), JSON.stringify(wanted)];
  return is === shouldBe ? [] : [`${what}: ${is} instead of ${shouldBe}`];
}
