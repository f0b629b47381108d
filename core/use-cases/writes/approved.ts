// The bytes that a member approved are the only ones that an approved write may send. send.ts asks here at each call.

import { withdrawalError } from '../../domain/approval-moves.ts';
import { ServiceError } from '../../domain/errors.ts';
import { canonicalJson, type Json } from '../../domain/json.ts';
import type { PreparedWrite } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import type { LedgerWrite } from './holder.ts';
import { stampOf } from './stamp.ts';

type Digesting = Pick<CorePorts, 'digester'>;

export function digestOfBytes({ digester }: Digesting, bytes: PreparedWrite): string {
  return digester.sha256(canonicalJson({ send: bytes as unknown as Json }));
}

export function digestOfRemoval({ digester }: Digesting, { type, providerId }: NamedRecord): string {
  return digester.sha256(canonicalJson({ remove: { type, providerId } }));
}

/**
 * Throws CONFLICT `changed_since_proposed` if these bytes are not among the approved ones. What an earlier holder of the claim
 * stored as its attempt was compared before it was stored, so it is sent again: it may be a later call of the same write.
 */
export function assertApprovedBytes({ ports, claim, approved }: LedgerWrite, bytes: PreparedWrite): void {
  if (!approved || approved.digests.includes(digestOfBytes(ports, bytes))) return;
  const text = canonicalJson(bytes as unknown as Json);
  const begun = claim.openAttempt?.prepared ?? null;
  const stored = [begun, (begun as { readonly next?: Json } | null)?.next ?? null];
  if (stored.some((one) => one !== null && canonicalJson(one) === text)) return;
  throw changedSinceProposed(claim.openAttempt !== null);
}

export function assertApprovedRemoval({ ports, approved, claim }: LedgerWrite, record: NamedRecord): void {
  if (!approved || approved.digests.includes(digestOfRemoval(ports, record))) return;
  throw changedSinceProposed(claim.openAttempt !== null);
}

/**
 * Throws CONFLICT `changed_since_proposed` if the record is not the one that was approved, and `record_changed` if it is not
 * the one over which the change passed without approval. Call it under the record's lease, so
 * that no other write of this service comes between it and the change.
 */
export async function assertApprovedRecord(
  { ports, ledger, claim, approved, seen }: LedgerWrite,
  { type, providerId }: NamedRecord,
): Promise<void> {
  const stamp = approved?.stamp ?? seen;
  if (stamp === undefined || claim.openAttempt) return;
  if (stampOf(ports, await ledger.read(type, providerId)) === stamp) return;
  if (approved) throw changedSinceProposed();
  const message = 'the record has changed since this was asked for; look at it and ask again';
  throw new ServiceError('CONFLICT', message, { reason: 'record_changed', outcome: 'not_applied' });
}

/** Nobody approves calls of these kinds, so a write that must be approved makes none. */
export function assertNotHeld({ approved }: LedgerWrite): void {
  if (approved) throw changedSinceProposed(false);
}

/** `mayBeSent`: an earlier attempt may have reached the books. */
export function changedSinceProposed(mayBeSent = false): ServiceError {
  const { code, reason = '', message } = withdrawalError('changed_since_proposed');
  return new ServiceError(code, message, { reason, outcome: mayBeSent ? 'unknown' : 'not_applied' });
}
