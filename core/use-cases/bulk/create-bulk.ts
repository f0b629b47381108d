import { actorOf } from '../../domain/actor.ts';
import { type BulkItem, bulkItemId, unfinishedBulksMost } from '../../domain/bulk.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { refusedFields, ServiceError } from '../../domain/errors.ts';
import type { RecordPlace } from '../../domain/idempotency.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import { reportedIssues } from '../../schemas/parse.ts';
import { agentOf, refuseNative } from '../access/for-agents.ts';
import { inRefs, withOwnIds } from '../agents/request.ts';
import { type WeighedItem, weighedBulk, workGate } from '../agents/work-gate.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { findOperation } from '../operations/read-operations.ts';
import { familyTraitsOf, providerOf } from '../providers/provider-of.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { knownTracking } from '../resources/books-knowledge.ts';
import { dependsOnRecord, droppedFields } from '../resources/dropped-fields.ts';
import { type FamilyPath, requireFamily } from '../resources/resource-target.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { requestOrigin } from '../writes/provider-key.ts';
import { storedBody } from './item-body.ts';
import { type BulkWrite, intentOf, parseBulk } from './parse-bulk.ts';

const retryAfterSeconds = 60;

/**
 * Queues the writes of up to 1,000 records and returns the operation. Throws NOT_FOUND, BAD_REQUEST naming fields as
 * `items[17].due_date`, CONFLICT `not_supported_by_provider` or `connection_not_active`, ACTION_REQUIRED, RATE_LIMITED
 * `operations_backlog`; then nothing is queued.
 */
export function createBulk(ports: CorePorts) {
  return async (caller: Caller, path: FamilyPath & { readonly write: Write }): Promise<Answered<Operation>> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const { writes, metadata } = parseBulk(provider, type, path.write.body);
    await requireKept(ports, { connectionId: connection.id, type }, { traits: provider.traits, writes });
    const act = ['records.bulk', connection.id, type];
    const gate = await gateOfBulk(ports, caller, {
      connection,
      act,
      write: path.write,
      writes,
      traits: provider.traits,
    });
    const write = gate?.write ?? path.write;
    const answered = changeOnce(ports, caller, write, {
      act,
      keyRequired: true,
      connection,
      queuesWork: true,
      async draft() {
        usableTenant(connection);
        await requireRoom(ports, connection);
        const ledger = requestLedger(ports, connection, caller, {});
        const ready = await withKnownTracking(ports, ledger, writes);
        const weighed =
          gate &&
          (await weighedBulk(
            gate.passing,
            ledger,
            ready.map((one) => weighedItem(type, one)),
          ));
        const operation = draftOperation(ports, caller, {
          type: 'records.bulk',
          connectionId: connection.id,
          subject: null,
          input: { type, items: writes.length, retention_mode: connection.retentionMode },
          origin: requestOrigin(write),
          metadata,
          requestId: caller.requestId,
          begunBy: actorOf(caller),
        });
        const items = await draftItems(ports, connection, operation, ready);
        return {
          forReplay: operation.id,
          async apply(stores) {
            // Checks the connection again, because a disconnect cancels only what was queued before it.
            const now = await stores.connections.find(connection, connection.id);
            if (now) usableTenant(now);
            const waiting = gate && weighed ? await gate.admit(stores, operation, weighed) : undefined;
            if (!waiting) await stores.operations.insert([operation]);
            await stores.bulkItems.put(items);
            return waiting ?? operation;
          },
        };
      },
      replay: (stored) => findOperation(ports)(caller, String(stored)),
    });
    return answered.catch((error: unknown) => {
      throw inRefs(error, write);
    });
  };
}

interface AskedBulk {
  readonly connection: Connection;
  readonly act: readonly string[];
  readonly write: Write;
  readonly writes: readonly BulkWrite[];
  readonly traits: ProviderTraits;
}

/** Throws FORBIDDEN `not_for_agents` for a native document of an agent's. */
async function gateOfBulk(ports: CorePorts, caller: Caller, { writes, traits, ...asked }: AskedBulk) {
  if (!agentOf(caller)) return undefined;
  refuseNativeItems(writes);
  const items = writes.map(({ itemKey, targetId, fields }) => {
    return { item_key: itemKey, id: targetId, ...withOwnIds(fields, traits) };
  });
  return workGate(ports, caller, { ...asked, body: { items } });
}

/** Throws FORBIDDEN `not_for_agents`. */
export function refuseNativeItems(writes: readonly BulkWrite[]): void {
  for (const [position, { request }] of writes.entries())
    refuseNative(request.kind, `items[${position}].provider_data`);
}

export function weighedItem(type: ResourceType, { itemKey, notSameAs, targetId, fields }: BulkWrite): WeighedItem {
  const kind = targetId === null ? 'create' : 'update';
  return { act: { kind, type, providerId: targetId, fields }, itemKey, notSameAs };
}

interface Asked {
  readonly traits: ProviderTraits;
  readonly writes: readonly BulkWrite[];
}

/** Throws BAD_REQUEST for what the provider would drop from records of which there are copies; nothing is read for it. */
export async function requireKept(
  { storage }: CorePorts,
  place: RecordPlace,
  { traits, writes }: Asked,
): Promise<void> {
  const { type } = place;
  const changes = [...writes.entries()].flatMap(([position, { targetId, fields }]) =>
    targetId !== null && dependsOnRecord(traits, type, fields) ? [{ position, targetId, fields }] : [],
  );
  if (changes.length === 0) return;
  const ids = changes.map(({ targetId }) => targetId);
  const copies = await storage.records.fieldsOf(place, ids);
  const faults = changes.flatMap(({ position, targetId, fields }) =>
    droppedFields(traits, type, fields, { ofType: copies.get(targetId)?.['type'], path: `items[${position}]` }),
  );
  if (faults.length > 0) throw refusedFields(faults.slice(0, reportedIssues));
}

/**
 * The writes with the names and ids of the tracking that their lines name, by one read of the books at most. Throws BAD_REQUEST
 * naming what the books do not know or do not take.
 */
export async function withKnownTracking(
  ports: CorePorts,
  ledger: Ledger,
  writes: readonly BulkWrite[],
): Promise<readonly BulkWrite[]> {
  const documents = writes.map(({ fields }, position) => ({ fields, path: `items[${position}].` }));
  const known = await knownTracking(ports, ledger, documents);
  const faults = known.flatMap((one) => one.faults);
  if (faults.length > 0) throw refusedFields(faults.slice(0, reportedIssues));
  return writes.map((write, position) => {
    const { targetId, request, body } = write;
    const fields = known[position]?.fields ?? write.fields;
    if (request.kind === 'native' || fields === write.fields) return write;
    const intent = intentOf(body.write.type, { ...request, fields }, targetId ?? undefined);
    return { ...write, fields, body: { ...body, write: ledger.prepare(intent) } };
  });
}

/** Simultaneous requests may exceed the limit by their number. */
async function requireRoom({ storage }: CorePorts, { id }: Connection): Promise<void> {
  if ((await storage.bulkItems.countUnfinished(id, unfinishedBulksMost)) < unfinishedBulksMost) return;
  const message = `a connection has at most ${unfinishedBulksMost} unfinished bulk writes`;
  throw new ServiceError('RATE_LIMITED', message, { reason: 'operations_backlog', retryAfterSeconds });
}

function draftItems(
  ports: CorePorts,
  connection: Connection,
  { id: operationId, organizationId, environment }: Operation,
  writes: readonly BulkWrite[],
): Promise<readonly BulkItem[]> {
  const { id: connectionId, retentionMode } = connection;
  const provider = providerOf(ports, connection);
  return Promise.all(
    writes.map(async ({ itemKey, targetId, body }, position) => {
      const owner = { id: bulkItemId(operationId, position), organizationId, environment };
      const { type } = body.write;
      const { creates, updates } = familyTraitsOf(provider, type).together;
      return {
        ...owner,
        ...(await storedBody(ports, owner, body, retentionMode === 'zero')),
        operationId,
        connectionId,
        type,
        position,
        itemKey,
        targetId,
        status: 'pending',
        call: 0,
        together: targetId === null ? creates : updates,
        run: 0,
        providerId: null,
        error: null,
        warnings: null,
      };
    }),
  );
}
