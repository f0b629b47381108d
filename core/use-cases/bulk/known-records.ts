// For creates that the provider refused because the record exists: finds it by its identifier and changes it instead.
import type { BulkItem } from '../../domain/bulk.ts';
import { type ErrorSnapshot, isRejected } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { familyOf } from '../../families/all-families.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import { findKnownOfMany, isArchived } from '../resources/find-record.ts';
import { changeRecord } from '../resources/send-change.ts';
import {
  type HeldValues,
  leaseValues,
  mayBeForgotten,
  requireOwn,
  taken,
  uniqueOf,
} from '../resources/unique-field.ts';
import { claimOf, stepHolder } from '../writes/holder.ts';
import { storedRefusal } from '../writes/verdict.ts';
import { bodyOf, storedBody } from './item-body.ts';
import { type BulkCall, type BulkRun, holderOf } from './make-call.ts';
import { intentOf } from './parse-bulk.ts';

/** Turns each item whose record is known into a change, like a single create; the other items have failed. */
export async function changeKnown(run: BulkRun, items: readonly BulkItem[]): Promise<void> {
  const { ports, ledger, attempt } = run;
  const bodies = await Promise.all(items.map((item) => bodyOf(ports, item)));
  const identities = bodies.flatMap(({ known }) => known?.identity ?? []);
  const found = await findKnownOfMany(ledger, identities);
  const next: BulkItem[] = [];
  for (const [i, item] of items.entries()) {
    const { identity, request } = bodies[i]?.known ?? {};
    const record = identity && found.get(identity.value);
    const isActive = !record || !isArchived(record);
    const refused = isActive ? null : ((await restore(run, item, record)) as ErrorSnapshot | null);
    if (!record || !request || refused) {
      next.push({ ...item, status: 'failed', run: attempt.operation.run, error: refused ?? item.error });
      continue;
    }
    const { type, providerId: targetId } = record;
    const write = ledger.prepare(intentOf(type, request, targetId));
    const stored = await storedBody(ports, item, { write }, item.sealedBody !== null);
    next.push({ ...item, ...stored, targetId, together: familyTraitsOf(ledger.provider, type).together.updates });
  }
  await attempt.steps.advance('known', async () => ({
    result: { items: items.length },
    also: (stores) => stores.bulkItems.put(next),
  }));
}

/**
 * Holds the unique values that the call's items give to their records until they are released, so that no other write, single or in
 * bulk, on any host, gives one of them to a record between our look and our call. A call leases as many as it has items.
 */
export async function holdValues(run: BulkRun, call: BulkCall): Promise<HeldValues> {
  const { ports, ledger } = run;
  if (!familyOf(call.type).unique) return { leases: [], release: async () => {} };
  const bodies = await Promise.all(call.items.map((item) => bodyOf(ports, item)));
  const values = bodies.flatMap(({ write }) => uniqueOf(ledger.provider.gateway, write) ?? []);
  return leaseValues({ ports, ledger, claim: claimOf(ports, await holderOf(run, call)) }, values);
}

/** The items of a call that may have been sent. Throws `write_unresolved` if sending it again could change what others made. */
export async function ownOnly(run: BulkRun, call: BulkCall): Promise<readonly BulkItem[]> {
  const { ports, ledger, attempt } = run;
  if (!call.creates || !familyOf(call.type).unique) return call.items;
  const bodies = await Promise.all(call.items.map((item) => bodyOf(ports, item)));
  const writer = { operationId: attempt.operation.id, step: call.step };
  await requireOwn(
    { ports, ledger, claim: { writer } },
    bodies.map(({ write }) => write),
  );
  return call.items;
}

/**
 * The items whose unique value, such as a code, is free. The others have failed: the provider would change the record that has
 * the value already.
 */
export async function withoutTaken(run: BulkRun, { step, items }: BulkCall): Promise<readonly BulkItem[]> {
  const { ports, ledger, attempt } = run;
  const creates = items.filter(({ targetId, type }) => targetId === null && familyOf(type).unique);
  if (creates.length === 0) return items;
  const bodies = await Promise.all(creates.map((item) => bodyOf(ports, item)));
  const values = bodies.map(({ write }) => uniqueOf(ledger.provider.gateway, write));
  const found = await findKnownOfMany(
    ledger,
    values.flatMap((value) => value ?? []),
  );
  const looking = { ports, ledger, claim: { writer: { operationId: attempt.operation.id, step } } };
  const failed: BulkItem[] = [];
  for (const [i, item] of creates.entries()) {
    const holder = found.get(values[i]?.value ?? '');
    const body = bodies[i];
    if (!holder || (body && (await mayBeForgotten(looking, holder, body.write)))) continue;
    const error = storedRefusal(taken(holder), ledger.connection.retentionMode);
    failed.push({ ...item, status: 'failed', run: attempt.operation.run, error });
  }
  if (failed.length === 0) return items;
  await attempt.steps.advance('taken', async () => ({
    result: { items: failed.length },
    also: (stores) => stores.bulkItems.put(failed),
  }));
  const refused = new Set(failed.map(({ position }) => position));
  return items.filter(({ position }) => !refused.has(position));
}

/** Makes an archived record active; returns the provider's refusal, null if there was none. */
function restore(run: BulkRun, { position }: BulkItem, { type, providerId }: LedgerRecord): Promise<Json> {
  const name = `restore ${position}`;
  return run.attempt.steps.step<Json>(name, async () => {
    const holder = await stepHolder(run.ports, run.attempt, { step: name, createdType: null });
    const claim = claimOf(run.ports, holder);
    try {
      await changeRecord({ ...run, claim }, { type, providerId, request: { kind: 'restore' } });
      return { result: null, also: (stores) => holder.conclude(stores, null) };
    } catch (error) {
      const failure = await claim.fail(error);
      if (!isRejected(failure)) throw failure;
      return { result: storedRefusal(failure, run.ledger.connection.retentionMode) as unknown as Json };
    }
  });
}
