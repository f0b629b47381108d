// `record.write`: makes a write that a member approved, once, by the code that makes a request's write. What is sent is compared
// with what was approved where it is sent (writes/approved.ts); the record that changes is compared with what it was.
import { hasReason, ServiceError } from '../../domain/errors.ts';
import type { HeldContent, HeldWrite } from '../../domain/held-write.ts';
import { canonicalJson, type JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { operationErrorOf } from '../../engine/classify-failure.ts';
import { type Attempt, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { shown, summaryOf } from '../automations/record-summary.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { forget } from '../resources/delete-record.ts';
import { ifThere } from '../resources/read-live.ts';
import { creditAfter } from '../resources/refunded-credit.ts';
import { mayBeOwn } from '../resources/send-change.ts';
import { changedBy, type Written } from '../resources/write-resources.ts';
import { meterWrites } from '../usage/metering.ts';
import { finish } from '../writes/after-write.ts';
import { changedSinceProposed } from '../writes/approved.ts';
import { claimOf, type LedgerWrite, type OperationHolder, stepHolder } from '../writes/holder.ts';
import { repeatedBy } from '../writes/read-back.ts';
import { stampOf } from '../writes/stamp.ts';
import { heldStep, madeBy, namedBy } from './held-acts.ts';
import { contentOf } from './held-content.ts';

interface Run {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly attempt: Attempt;
}

export function runHeld(ports: CorePorts): OperationKind {
  return async (attempt) => {
    const { operation } = attempt;
    const { id: operationId, requestId } = operation;
    const connection = await requireConnection(ports, operation, operation.connectionId ?? '');
    if (connection.status === 'disconnecting') return whileLeaving;
    usableTenant(connection);
    const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'automations' });
    try {
      const result = await attempt.steps.step(heldStep, () => writeHeld({ ports, ledger, attempt }));
      return succeeded(result);
    } catch (error) {
      // Nothing was sent, and the agent may propose it again over what there is now.
      if (isUnsentChange(error)) return { kind: 'cancelled', error: operationErrorOf(error) };
      throw error;
    }
  };
}

export function isUnsentChange(error: unknown): boolean {
  return hasReason(error, 'changed_since_proposed') && error.details.outcome !== 'unknown';
}

async function writeHeld(run: Run): Promise<StepDone<JsonObject>> {
  const { ports, ledger, attempt } = run;
  const { operation } = attempt;
  const held = await ports.storage.heldWrites.find(operation, operation.id);
  const content = held && (await contentOf(ports, held));
  if (!held || !content?.request) throw new Error('what was approved is no longer there');
  const { act, body } = content.request;
  const createdType = content.bytes?.creates ? act.type : null;
  const holder = await stepHolder(ports, attempt, { step: heldStep, createdType });
  const claim = claimOf(ports, holder);
  const stamp = act.kind === 'update' ? (held.stamp ?? undefined) : undefined;
  const write: LedgerWrite = { ports, ledger, claim, approved: { digests: held.digests, stamp } };
  try {
    const made = (await madeEarlier(write, held, content)) ?? (await madeBy(ledger.provider, act, body)(write));
    return made ? await written(run, write, holder, made) : removed(write, holder, content);
  } catch (error) {
    throw await claim.fail(error);
  }
}

/**
 * Compares the record with what it was when the write was proposed. Undefined if the write is to be made: the record is as it
 * was, or there was none, or what an earlier attempt sent is sent again under a key that the provider remembers. If an earlier
 * attempt made the change, returns what it came to. Throws CONFLICT `changed_since_proposed`, and `target_changed` with an
 * unknown outcome if the earlier attempt may have been made and the record is another one since.
 */
async function madeEarlier(
  write: LedgerWrite,
  { stamp }: HeldWrite,
  content: HeldContent,
): Promise<Written | undefined> {
  const { ports, ledger, claim } = write;
  const { targetId, request } = content;
  if (stamp === null || targetId === null || !request) return undefined;
  const { act } = request;
  const live = await ifThere(ledger.read(act.type, targetId));
  if (live && stampOf(ports, live) === stamp) return undefined;
  const { openAttempt } = claim;
  if (openAttempt === null) throw changedSinceProposed();
  // A deletion whose record is gone says so itself.
  if (!live && act.kind === 'delete') return undefined;
  const isMade = live && (showsAll(ledger, content, live) || isOwnEnd(write, live));
  if (isMade) return { ...changedBy(write, live), resolution: 'repeated' };
  if (live && repeatedBy(write, openAttempt.firstSentAt) === 'key') return undefined;
  const message =
    'this change may have been made, and the record is another one since: look at it before you ask again';
  throw new ServiceError('CONFLICT', message, { reason: 'target_changed', outcome: 'unknown' });
}

/** True if the record has every value that was proposed. */
function showsAll(ledger: Ledger, { bytes, shown: { changes } }: HeldContent, live: LedgerRecord): boolean {
  if (bytes && !bytes.creates && ledger.provider.gateway.couldBe(bytes, live)) return true;
  const has = ({ path, after }: (typeof changes)[number]) =>
    canonicalJson(live.fields[path] ?? null) === canonicalJson(after);
  return changes.length > 0 && changes.every(has);
}

/** The provider has forgotten the key, and the record's last change is near the time when this one was sent. */
function isOwnEnd(write: LedgerWrite, live: LedgerRecord): boolean {
  const { openAttempt } = write.claim;
  if (!openAttempt || repeatedBy(write, openAttempt.firstSentAt) === 'key') return false;
  return mayBeOwn(openAttempt, live);
}

async function written(
  { ports, ledger, attempt }: Run,
  write: LedgerWrite,
  holder: OperationHolder,
  { record, madeId, resolution }: Written,
): Promise<StepDone<JsonObject>> {
  const value = { fetchedAt: ports.clock.now(), ...record };
  const also = await creditAfter(ports, ledger, value);
  const { startedAt, createdAt } = attempt.operation;
  return {
    result: resultOf(ledger, value, madeId === null ? 'updated' : 'created'),
    also: (stores) =>
      finish(stores, write, {
        records: [value, ...also],
        found: resolution === 'found' ? [value] : [],
        made: madeId === null ? [] : [madeId],
        uses: 1,
        sentAt: startedAt ?? createdAt,
        end: (end) => holder.conclude(end, madeId),
      }),
  };
}

/** Under zero retention the ids, and nothing of the record. */
function resultOf(ledger: Ledger, record: LedgerRecord, action: 'created' | 'updated'): JsonObject {
  const { type, providerId } = record;
  const ids = { type, id: resourceIdOf(type, providerId), provider_id: providerId, action };
  return ledger.connection.retentionMode === 'zero' ? ids : { ...ids, ...shown(summaryOf(record)) };
}

function removed(write: LedgerWrite, holder: OperationHolder, { request }: HeldContent): StepDone<JsonObject> {
  const { ports, ledger } = write;
  if (!request) throw new Error('what was removed is not known');
  const { type, providerId } = namedBy(request.act);
  // No read after it can have shown the record.
  const readBefore = new Date(ports.clock.now().getTime() + 1);
  return {
    result: { type, id: resourceIdOf(type, providerId), provider_id: providerId, action: 'deleted' },
    async also(stores) {
      await forget(stores, write, { type, providerIds: [providerId], readBefore });
      await meterWrites(stores, ports, ledger.connection);
      await holder.conclude(stores, null);
    },
  };
}
