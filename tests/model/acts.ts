// Everything that can happen, done to the engine and to its reference; what each says of it must be the same.
import type { Plane } from '../../core/domain/caller.ts';
import { ServiceError } from '../../core/domain/errors.ts';
import type { ApiKeyId, ConnectionId, OperationId, RequestId } from '../../core/domain/ids.ts';
import type { LeasedOperation, Operation } from '../../core/domain/operation.ts';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import { claimComplaint, type Room } from './claim-rules.ts';
import { idealOf, same, viewOf } from './compare.ts';
import { claim, holds, type Kind, leaseMs, type ModelOperation, queue, type StopWord, setClock } from './reference.ts';
import { cancel, handBack, replay, sweep } from './reference-moves.ts';
import type { Live, Scene } from './scene.ts';
import { type Heard, hear, stopOf, type Word } from './words.ts';

const requestId = 'r-model' as RequestId;

export interface Order {
  readonly kind: Kind;
  readonly plane: Plane;
  readonly groupKey: string | null;
  readonly dueInMs: number;
  readonly maxAttempts: number;
  readonly count: number;
}

export async function queueMany(scene: Scene, ...orders: readonly Order[]): Promise<void> {
  const made = orders.map((order) => ({ order, operations: operationsOf(scene, order) }));
  await scene.storage.operations.insert(made.flatMap(({ operations }) => operations));
  for (const { order, operations } of made) for (const { id } of operations) queueOne(scene, order, id);
}

/** Work that other workers hold already. */
export async function arrangeRunning(scene: Scene, ...orders: readonly Order[]): Promise<void> {
  const given = { state: 'running' as const, leaseExpiresAt: new Date(scene.model.now + leaseMs) };
  const made = orders.map((order) => ({ order, operations: operationsOf(scene, order) }));
  await scene.storage.operations.insert(
    made.flatMap(({ operations }) => operations.map((operation) => ({ ...operation, ...given }))),
  );
  for (const { order, operations } of made) {
    for (const { id } of operations) Object.assign(queueOne(scene, order, id), { state: 'running', due: null });
  }
}

function queueOne(
  { model }: Scene,
  { kind, plane, groupKey, maxAttempts, dueInMs }: Order,
  id: string,
): ModelOperation {
  return queue(model, { id, kind, ...plane, groupKey, maxAttempts }, model.now + dueInMs);
}

function operationsOf(
  { hands, ids }: Scene,
  { kind: type, plane, groupKey, maxAttempts, dueInMs, count }: Order,
): readonly Operation[] {
  const isDelivery = type === 'webhook.deliver';
  const draft = {
    ...plane,
    type,
    connectionId: isDelivery ? null : (groupKey as ConnectionId | null),
    subject: isDelivery ? groupKey : null,
    input: {},
    requestId,
    dueAt: new Date(hands.now.getTime() + dueInMs),
  };
  return Array.from({ length: count }, () => ({
    ...queueOperation({ ...draft, id: ids.next('op') }, hands.now),
    maxAttempts,
  }));
}

/** Returns what was taken, and has begun. */
export async function claimAs(
  scene: Scene,
  worker: number,
  room: Room,
  complaint = claimComplaint,
): Promise<readonly ModelOperation[]> {
  await healed(scene);
  const leased = await workerOf(scene, worker).claim(room);
  const taken = takenOf(scene, leased);
  same('what is wrong with the claim', complaint(scene.model, room, taken), undefined);
  await start(scene, worker, leased);
  return taken;
}

/** As a sweep does. */
async function healed({ model, storage }: Scene): Promise<void> {
  if (!model.isSerial) await storage.operations.admitStranded();
}

/**
 * All at once: there must be an order in which the claims are what the rules allow. On PostgreSQL claims that meet pass
 * over what another holds at that moment; then the next claim must take what they left.
 */
export async function claimTogether(scene: Scene, rooms: readonly Room[]): Promise<void> {
  await healed(scene);
  const { model } = scene;
  const claims = await Promise.all(rooms.map((room, worker) => workerOf(scene, worker).claim(room)));
  const left = ordersOf([...rooms.entries()]).map((order) => {
    const done: ModelOperation[] = [];
    return order.flatMap(([worker, room]) => {
      const taken = takenOf(scene, claims[worker] ?? []);
      const complaint = claimComplaint(model, room, taken, done);
      done.push(...taken);
      return complaint ?? [];
    });
  });
  const isPassedOver = (complaint: string): boolean => !model.isSerial && / taken, \d+ could be$/.test(complaint);
  if (!left.some((all) => all.every(isPassedOver))) same('every order of the claims', left, []);
  for (const [worker, leased] of claims.entries()) await start(scene, worker, leased);
  if (left.some((all) => all.length === 0)) return;
  for (const [worker, room] of rooms.entries()) await claimAs(scene, worker, room);
}

function ordersOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((first) => ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}

function takenOf({ model }: Scene, leased: readonly LeasedOperation[]): readonly ModelOperation[] {
  return leased.map(({ operation: { id } }) => {
    const operation = model.operations.get(id);
    if (!operation) throw new Error(`${id} was claimed and never queued`);
    return operation;
  });
}

/** The claimed operations are as they were left, under a lease that is the newest, and begin to run. */
async function start(scene: Scene, worker: number, all: readonly LeasedOperation[]): Promise<void> {
  const { model } = scene;
  const begun = takenOf(scene, all).map((operation, i) => {
    const leased = all[i] as LeasedOperation;
    const { token, claimedAt, expiresAt } = leased.lease;
    if (token <= operation.token) throw new Error(`token ${token} after ${operation.token}`);
    same('the lease', [claimedAt.getTime(), expiresAt.getTime()], [model.now, model.now + leaseMs]);
    const holding = claim(model, operation, token, worker);
    same(`what was claimed of ${operation.id}`, { ...viewOf(leased.operation), token }, idealOf(operation));
    const wanted: Heard = stopOf(model, holding) ?? { ran: [] };
    const puppet = scene.startPuppet(workerOf(scene, worker).run, leased);
    return { live: { holding, leased, puppet }, wanted };
  });
  scene.live.push(...begun.map(({ live }) => live));
  await Promise.all(begun.map(async ({ live, wanted }) => hearing(scene, live, await live.puppet.begun(), wanted)));
}

/** Several attempts get their words at one time. */
export async function tellAll(scene: Scene, told: readonly { live: Live; word: Word }[]): Promise<void> {
  const waits = told.map(({ live, word }) => {
    if (word.fault !== null) workerOf(scene, live.holding.worker).fault = word.fault;
    return { live, wanted: hear(scene.model, live.holding, word), heard: live.puppet.tell(word) };
  });
  await Promise.all(waits.map(async ({ live, wanted, heard }) => hearing(scene, live, await heard, wanted)));
  for (const worker of scene.workers) worker.fault = null;
}

function hearing(scene: Scene, live: Live, heard: Heard, wanted: Heard): void {
  same(`what came of ${live.holding.operation.id}`, inOrder(heard), inOrder(wanted));
  if (heard.ended !== undefined || heard.died) scene.live = scene.live.filter((other) => other !== live);
}

function inOrder({ ran, value, died, ended }: Heard) {
  return { ran, value, died, ended };
}

/** A worker is killed: its attempts are never heard of again. */
export function crash(scene: Scene, worker: number): void {
  scene.live = scene.live.filter(({ holding }) => holding.worker !== worker);
}

export function moveClock(scene: Scene, ms: number): void {
  scene.hands.now = new Date(scene.hands.now.getTime() + ms);
  setClock(scene.model, scene.hands.now.getTime());
}

/** On to the moment when the next falls due. */
export function moveToDue(scene: Scene): void {
  const dues = [...scene.model.operations.values()].flatMap(({ due }) => (due ? [due.to] : []));
  const first = Math.min(...dues);
  if (first > scene.model.now && Number.isFinite(first)) moveClock(scene, first - scene.model.now);
}

export async function sweepTogether(scene: Scene): Promise<void> {
  const swept = await Promise.all(scene.workers.map((worker) => worker.sweep()));
  const all = swept.reduce((sum, count) => sum + count, 0);
  same('how many were swept', all, sweep(scene.model));
}

export async function sweepAs(scene: Scene, worker: number): Promise<void> {
  same('how many were swept', await workerOf(scene, worker).sweep(), sweep(scene.model));
}

/** The heartbeat of one worker, which asks for old leases, too. */
export async function renewAs(scene: Scene, worker: number): Promise<void> {
  const mine = livesOf(scene, worker);
  const wanted = mine
    .filter(({ holding }) => holds(holding))
    .map(({ holding: { operation } }) => {
      operation.leaseUntil = Math.max(operation.leaseUntil ?? 0, scene.model.now + leaseMs);
      return { operationId: operation.id, cancelRequested: operation.cancelRequestedAt !== null, prolonged: true };
    });
  const renewed = await workerOf(scene, worker).renew(mine.map(({ leased }) => leased.lease));
  const sorted = (list: readonly { operationId: string }[]) =>
    [...list].sort((a, b) => (a.operationId < b.operationId ? -1 : 1));
  same('what was renewed', sorted(renewed), sorted(wanted));
}

export async function handBackAs(scene: Scene, worker: number): Promise<void> {
  const mine = livesOf(scene, worker);
  const count = mine.filter(({ holding }) => handBack(scene.model, holding)).length;
  same('how many were handed back', await workerOf(scene, worker).handBack(mine.map(({ leased }) => leased)), count);
}

export function stop(live: Live, reason: StopWord): void {
  live.puppet.stop(reason);
  live.holding.stop ??= reason;
}

/** By the use cases that callers reach; `twice` sends the same request again, which must change nothing. */
export async function move(scene: Scene, act: 'cancel' | 'replay', id: string, twice: boolean): Promise<void> {
  const { model, moves } = scene;
  const operation = model.operations.get(id);
  if (!operation) throw new Error(`no operation ${id}`);
  const wanted = act === 'cancel' ? cancel(model, operation) : replay(model, operation);
  const { organizationId, environment } = operation as unknown as Plane;
  const caller = { organizationId, environment, actor: 'key_1' as ApiKeyId, requestId };
  const write = { key: `k-${scene.next()}`, body: { reason: 'so' } };
  const request = async () => {
    try {
      await moves[act](caller, { operationId: id as OperationId, write });
      return 'done';
    } catch (error) {
      return error instanceof ServiceError ? error.details.reason : error;
    }
  };
  same(`${act} of ${id}`, await request(), wanted);
  if (twice && wanted === 'done') same(`${act} of ${id}, again`, await request(), wanted);
}

export function livesOf(scene: Scene, worker: number): readonly Live[] {
  return scene.live.filter(({ holding }) => holding.worker === worker);
}

function workerOf({ workers }: Scene, worker: number): Scene['workers'][number] {
  const found = workers[worker % workers.length];
  if (!found) throw new Error(`no worker ${worker}`);
  return found;
}
