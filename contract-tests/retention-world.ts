// One thing of each kind that retention removes, and how to see whether it is still there.
import type {
  ConnectionId,
  DeliveryDraft,
  Operation,
  OperationState,
  Plane,
  PurgeTarget,
  ScheduleTick,
  Storage,
} from '#core/ports';
import { sampleLookAlike, sampleReservation } from './agent-stores.contract.ts';
import { arrangeConnection } from './arrange.ts';
import {
  moment,
  sampleAuditEntry,
  sampleConnectSession,
  sampleDelivery,
  sampleEvent,
  sampleExportPart,
  sampleId,
  sampleLoggedRequest,
  sampleMember,
  sampleOperation,
  sampleProviderRequest,
} from './samples.ts';

/** Tells whether a thing is kept; some can only be asked in a way that makes it again, so ask once. */
export type Probe = () => Promise<boolean>;

export function endedOperation(plane: Plane, endedAt: Date, given: Partial<Operation> = {}): Operation {
  return sampleOperation(plane, {
    state: 'succeeded',
    nextAttemptAt: null,
    createdAt: endedAt,
    updatedAt: endedAt,
    finishedAt: endedAt,
    steps: [{ name: 'a', state: 'succeeded', result: 1, error: null, startedAt: endedAt, finishedAt: endedAt }],
    ...given,
  });
}

/** A delivery that ended then, with one attempt; its operation may be given. */
export async function endedDelivery(
  storage: Storage,
  plane: Plane,
  endedAt: Date,
  given: Partial<Operation> = {},
  ofDelivery: Partial<DeliveryDraft> = {},
): Promise<{ operation: Operation; draft: DeliveryDraft }> {
  const operation = endedOperation(plane, endedAt, { type: 'webhook.deliver', ...given });
  const draft = sampleDelivery(operation, { endpointId: sampleId('we'), ...ofDelivery });
  await storage.transaction(async ({ operations, deliveries }) => {
    await operations.insert([operation]);
    await deliveries.insert([draft]);
    await deliveries.addAttempts([
      {
        organizationId: plane.organizationId,
        deliveryId: draft.id,
        run: 1,
        number: 1,
        at: endedAt,
        durationMs: 12,
        responseStatus: 500,
        responseExcerpt: 'no',
        error: null,
      },
    ]);
  });
  return { operation, draft };
}

export const unfinishedStates: readonly OperationState[] = ['queued', 'running', 'retrying'];

const eventOf = async (storage: Storage, plane: Plane, connectionId: ConnectionId, at: Date): Promise<Probe> => {
  const draft = sampleEvent(plane, connectionId, { createdAt: at });
  await storage.transaction(({ events }) => events.append([draft]));
  return async () => (await storage.events.find(plane, draft.id)) !== undefined;
};

type Arrange = (storage: Storage, plane: Plane, at: Date) => Promise<Probe>;

/** Each makes a thing whose age counts from `at`. */
export const agedThings: Readonly<Record<PurgeTarget, Arrange>> = {
  async operations(storage, plane, at) {
    const operation = endedOperation(plane, at);
    await storage.operations.insert([operation]);
    return async () => (await storage.operations.find(plane, operation.id)) !== undefined;
  },
  async deliveries(storage, plane, at) {
    const { draft } = await endedDelivery(storage, plane, at);
    return async () => (await storage.deliveries.find(plane, draft.id)) !== undefined;
  },
  async excerpts(storage, plane, at) {
    const { draft } = await endedDelivery(storage, plane, at, { finishedAt: moment(9_000_000) });
    return async () => (await storage.deliveries.find(plane, draft.id))?.attempts[0]?.responseExcerpt === 'no';
  },
  async events(storage, plane, at) {
    return eventOf(storage, plane, (await arrangeConnection(storage, plane)).id, at);
  },
  async idempotency_keys(storage, plane, at) {
    const scope = { ...plane, key: sampleId('req') };
    const claim = {
      fingerprint: 'f',
      connectionId: null,
      leaseToken: 'l',
      now: moment(-9_000_000),
      leaseUntil: moment(-9_000_000),
    };
    await storage.idempotency.claim(scope, { ...claim, expiresAt: at });
    const other = { ...claim, fingerprint: 'other', expiresAt: at };
    return async () => (await storage.idempotency.claim(scope, other)).kind === 'clashing';
  },
  async notifications(storage, { organizationId }, at) {
    const identity = sampleId('req');
    await storage.notifications.takeNew('hosted ledger', organizationId, [identity], at);
    return async () =>
      (await storage.notifications.takeNew('hosted ledger', organizationId, [identity], at)).length === 0;
  },
  async audit_entries(storage, { organizationId }, at) {
    const entry = sampleAuditEntry(organizationId, { at });
    await storage.audit.record(entry);
    return async () =>
      (await storage.audit.list(organizationId, { limit: 200, page: 1 })).items.some(({ id }) => id === entry.id);
  },
  async provider_calls(storage, plane, at) {
    const operationId = sampleId('op');
    const { id: connectionId } = await arrangeConnection(storage, plane);
    const call = {
      method: 'GET',
      path: '/Invoices',
      about: null,
      correlationId: null,
      status: 200,
      bytesIn: 10,
      durationMs: 5,
      at,
      isApart: false,
    };
    await storage.providerCalls.insert([
      { organizationId: plane.organizationId, connectionId, operationId, requestId: sampleId('req'), ...call },
    ]);
    return async () => (await storage.providerCalls.listByOperation(plane, operationId, 9)).length === 1;
  },
  async requests(storage, plane, at) {
    const request = sampleLoggedRequest(plane, { createdAt: at });
    await storage.requestLog.insert([request]);
    return async () => (await storage.requestLog.find(plane, request.id)) !== undefined;
  },
  async provider_requests(storage, plane, at) {
    const request = sampleProviderRequest(plane, { createdAt: at });
    await storage.providerRequests.insert(request);
    return async () => (await storage.providerRequests.find(plane, request.id)) !== undefined;
  },
  async exports(storage, plane, at) {
    const part = sampleExportPart(plane, { createdAt: at });
    await storage.exports.insert([part]);
    return async () => (await storage.exports.count(plane, part.operationId)) === 1;
  },
  async connect_sessions(storage, plane, at) {
    const session = sampleConnectSession(plane, { state: 'done', expiresAt: at });
    await storage.connectSessions.insert(session);
    return async () => (await storage.connectSessions.findByTokenDigest(session.tokenDigest)) !== undefined;
  },
  async schedule_ticks(storage, _plane, at) {
    const tick: ScheduleTick = { schedule: sampleId('req'), at };
    const taking = { firedAt: at, heldUntil: moment() };
    const held = await storage.schedules.take(tick, taking);
    if (held) await storage.schedules.advance(held, null);
    return async () => (await storage.schedules.take(tick, taking)) === undefined;
  },
  async console_sessions(storage, { organizationId }, at) {
    const member = sampleMember(organizationId);
    await storage.members.insert(member);
    const times = { createdAt: at, seenAt: at, expiresAt: at };
    const tokenDigest = sampleId('req');
    const told = { tokenDigest, csrfDigest: 'c', besideDigest: null, provenBy: null, agent: '' };
    await storage.consoleSessions.insert({
      id: sampleId('csn'),
      organizationId,
      memberId: member.id,
      ...told,
      ...times,
    });
    return async () => (await storage.consoleSessions.ofBrowser(tokenDigest, new Date(0))).length === 1;
  },
  async look_alikes(storage, plane, at) {
    const one = sampleLookAlike({ ...plane, createdAt: at });
    await storage.lookAlikes.put([one]);
    return async () => (await storage.lookAlikes.find(one.connectionId, ['digest'], new Date(0))).length === 1;
  },
  async look_alike_locks(storage, plane, at) {
    const { connectionId } = sampleLookAlike(plane);
    await storage.transaction(({ lookAlikes }) => lookAlikes.lock(connectionId, ['digest'], at));
    return async () => (await storage.lookAlikes.lockedAt(connectionId, 'digest')) !== undefined;
  },
  async agent_reservations(storage, plane, at) {
    const one = sampleReservation({ scope: plane, day: at });
    await storage.agentSpending.put([one]);
    return async () => (await storage.agentSpending.ofOwner(one.owner)).length === 1;
  },
  async agent_spend(storage, _plane, at) {
    const lineage = sampleId('key');
    await storage.agentSpending.putDay(lineage, at, [{ currency: '', amount: '0', writes: 1 }]);
    return async () => (await storage.agentSpending.ofDay(lineage, at)).length === 1;
  },
  async sign_in_failures(storage, _plane, at) {
    const subject = sampleId('req');
    await storage.signInFailures.save(subject, [at]);
    return () => storage.transaction(async ({ signInFailures }) => (await signInFailures.lock(subject)).length > 0);
  },
  async usage_events(storage, plane, at) {
    const used = { meter: 'write', connectionId: sampleId('conn'), quantity: 1, at } as const;
    const event = { ...plane, ...used, id: sampleId('req') };
    await storage.usage.insert([event]);
    while ((await storage.usage.rollUp(500, at)) > 0);
    // What is kept is not kept again; what was removed is.
    return async () => {
      await storage.usage.insert([event]);
      return (await storage.usage.rollUp(500, at)) === 0;
    };
  },
};
