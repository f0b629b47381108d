// Where a write that a person must approve waits. The gate calls `hold` in the transaction that claims the write's reference.
import type { Money, RecordAct } from '../../domain/agent-act.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Write } from '../writes/claim-key.ts';

/** What waits: one write of a record, or an operation that was drafted for work with several writes. */
export type Held =
  | {
      readonly kind: 'record';
      readonly act: RecordAct;
      /** The exact call as a dry run prepared it; null where the provider has none to show before it is made. */
      readonly bytes: PreparedWrite | null;
      /** The live record that a change was made over; null for a new one. */
      readonly before: LedgerRecord | null;
    }
  /** Drafted as `queued`; it is stored as waiting. The caller stores what belongs to it, such as a bulk write's items. */
  | { readonly kind: 'operation'; readonly operation: Operation };

export interface Proposal {
  readonly connection: Connection;
  /** With its reference and its key, under which it is claimed. */
  readonly write: Write;
  /** What the provider's keys are made of. */
  readonly origin: string;
  readonly held: Held;
  /** What counts against the key's limits, by currency; empty if nothing does. */
  readonly amounts: readonly Money[];
  /** Why a person is asked. */
  readonly because: 'all' | 'high' | 'over_limit';
  /** What the write resembles, if its caller said that it is another one. */
  readonly lookAlikes: readonly string[];
}

/** Stores the waiting operation. Throws FORBIDDEN `approval_not_possible`. */
export async function hold(
  _ports: CorePorts,
  _stores: Stores,
  _caller: Caller,
  _proposal: Proposal,
): Promise<Operation> {
  throw approvalNotPossible();
}

/** What needs a person's approval and cannot wait for it is refused, never sent. */
export function approvalNotPossible(what = 'this write'): ServiceError {
  const message = `${what} needs a person's approval, which cannot be asked for here: nothing was written; a person can do it`;
  return new ServiceError('FORBIDDEN', message, { reason: 'approval_not_possible', outcome: 'not_applied' });
}
