// How the writes that may be held are made: once as a look, when one is proposed, and once for real, when it was approved. Both
// go the way of a request's write, so that the same code makes the same bytes.
import type { CancellableType } from '../../domain/cancellation.ts';
import { conflict } from '../../domain/errors.ts';
import type { HeldAct } from '../../domain/held-write.ts';
import type { Json } from '../../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import type { Provider } from '../../ports/provider.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { cancelLive } from '../resources/cancel-document.ts';
import { removeOnce } from '../resources/delete-record.ts';
import { findKnown, identityOf } from '../resources/find-record.ts';
import { parseWrite } from '../resources/parse-write.ts';
import { changedBy, createRecord, updateRecord, type Written } from '../resources/write-resources.ts';
import { bytesOf, dryClaim } from '../writes/dry-write.ts';
import type { LedgerWrite } from '../writes/holder.ts';

/** The one step of `record.write`, under which it is claimed. */
export const heldStep = 'write';

/** What a write came to; null for a record that is gone. */
type Made = Written | null;

/** How the write is made. The body is that of the request. Throws as the request for what the body has wrong. */
export function madeBy(provider: Provider, act: HeldAct, body: Json): (write: LedgerWrite) => Promise<Made> {
  const { kind, type } = act;
  if (kind === 'create') {
    const request = parseWrite(provider, type, 'create', body);
    return (write) => createRecord(write, { type, request });
  }
  const { providerId } = namedBy(act);
  if (kind === 'update') {
    const request = parseWrite(provider, type, 'update', body);
    return (write) => updateRecord(write, { type, providerId, request });
  }
  if (kind === 'cancel') {
    const document = { type: type as CancellableType, providerId };
    return async (write) => changedBy(write, await cancelLive(write, document, 'anyone'));
  }
  return async (write) => {
    await removeOnce(write, { type, providerId });
    return null;
  };
}

/** The record that a change, a cancellation or a deletion names. */
export function namedBy({ type, providerId }: HeldAct): NamedRecord {
  if (providerId === null) throw new Error('a change without a record was held');
  return { type, providerId };
}

/** What a write would send, and over what. */
interface Foreseen {
  /** Null for a deletion, which sends no bytes of a record. */
  readonly bytes: PreparedWrite | null;
  /** The record that would change, as it is now; null for a new one. */
  readonly before: LedgerRecord | null;
}

/**
 * Makes the write as a look, over a dry ledger. Throws the refusal of the write, NOT_FOUND, what reads throw, and CONFLICT
 * `nothing_to_approve` for a document that is cancelled already.
 */
export async function foresee(ports: CorePorts, ledger: Ledger, act: HeldAct, body: Json): Promise<Foreseen> {
  const before = await recordBefore(ledger, act, body);
  if (act.kind === 'delete') return { bytes: null, before };
  const making = madeBy(ledger.provider, act, body)({ ports, ledger, claim: dryClaim(ledger.connection) });
  const bytes = await bytesOf(act.kind === 'cancel' ? making.then(() => refuseCancelled(act)) : making);
  return { bytes, before };
}

function refuseCancelled({ type }: HeldAct): never {
  const message = `the ${familyOf(type).singular} is cancelled already: there is nothing to approve`;
  throw conflict('nothing_to_approve', message);
}

async function recordBefore(ledger: Ledger, act: HeldAct, body: Json): Promise<LedgerRecord | null> {
  const { type, providerId } = act;
  if (providerId !== null) return ledger.read(type, providerId);
  const request = parseWrite(ledger.provider, type, 'create', body);
  const named = request.kind === 'native' ? request.providerId : undefined;
  if (named !== undefined) return ledger.read(type, named);
  const identity = identityOf(ledger.provider.gateway, type, request);
  return (identity && (await findKnown(ledger, identity))) ?? null;
}
