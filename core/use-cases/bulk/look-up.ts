// Looks in the provider's books for records that a call created without telling so.
import type { BulkItem } from '../../domain/bulk.ts';
import { replaySecondsOf } from '../../domain/idempotency.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import { familyOf } from '../../families/all-families.ts';
import { keySecondsOf } from '../providers/provider-of.ts';
import type { OperationHolder } from '../writes/holder.ts';
import { assertNoRival, type BooksReader, lastStampOf, unclaimed, unresolved } from '../writes/read-back.ts';
import { bodyOf } from './item-body.ts';
import {
  type BulkCall,
  type BulkRun,
  type CallResult,
  callRepeatedBy,
  decided,
  halfOf,
  holderOf,
  writtenAs,
} from './make-call.ts';
import { type Match, matchRecords } from './match-records.ts';

/**
 * Finds each item's record, one to one. An item without a record is sent again once the provider has forgotten the call's
 * key; until then it may be on its way, so `write_unresolved` is thrown. An item stays `unknown` if several records may be
 * its own. `lostSince`: since when a call may have been sent of which nothing is stored.
 */
export async function lookUp(run: BulkRun, call: BulkCall, lostSince?: Date): Promise<void> {
  const { ports, attempt } = run;
  const holder = await holderOf(run, call);
  const sentAt = holder.open?.firstSentAt ?? lostSince ?? attempt.operation.createdAt;
  const { untold } = await attempt.steps.advance(`books ${call.number}`, () =>
    readBooks(run, { call, holder, sentAt }),
  );
  if (untold === 0) return;
  const memorySeconds = replaySecondsOf(keySecondsOf(run.ledger.provider));
  const passedSeconds = (ports.clock.now().getTime() - sentAt.getTime()) / 1000;
  throw unresolved(Math.max(1, Math.ceil(memorySeconds - passedSeconds) + 1));
}

interface LookedFor {
  readonly call: BulkCall;
  readonly holder: OperationHolder;
  readonly sentAt: Date;
}

async function readBooks(run: BulkRun, { call, holder, sentAt }: LookedFor): Promise<StepDone<CallResult>> {
  const { ports, ledger } = run;
  const bodies = await Promise.all(call.items.map((item) => bodyOf(ports, item)));
  const writes = bodies.map(({ write }) => write);
  const reader: BooksReader = { ports, ledger, claim: holder };
  const records = new Map<string, LedgerRecord>();
  let isWhole = true;
  for await (const page of unclaimed(reader, call.type, sentAt)) {
    isWhole &&= page !== undefined;
    for (const record of page ?? []) records.set(record.providerId, record);
  }
  const lastStamp = lastStampOf(run, sentAt);
  const { hasTwins } = familyOf(call.type);
  // Among twins, a record that has changed since the call can have arrived may be somebody else's.
  const isForeign = ({ providerUpdatedAt: at }: LedgerRecord) => hasTwins && at !== null && at > lastStamp;
  const matches = matchRecords(ledger.provider.gateway, writes, [...records.values()]).map(
    (match): Match => (typeof match === 'object' && isForeign(match) ? 'ambiguous' : match),
  );
  const found = isWhole ? matches.filter((match) => typeof match === 'object') : [];
  await assertNoRival(reader, found);
  const isLate = callRepeatedBy(run, call, sentAt) === 'likeness';
  const items = call.items.flatMap((item, i): BulkItem | [] => {
    const match = isWhole ? matches[i] : 'ambiguous';
    if (typeof match === 'object') return { ...item, ...writtenAs(run, bodies[i], match, true) };
    // With fewer others, because nothing was told of it among so many.
    if (match === 'absent') return isLate ? { ...item, status: 'pending', together: halfOf(call.items) } : [];
    return item;
  });
  return decided(run, call, holder, { items, records: found, found, untold: call.items.length - items.length });
}
