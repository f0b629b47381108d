// Which of the invoices that a walk found are news, and which only become known.

import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { isOlderRevision } from '../../domain/provider-revision.ts';
import type { Digester } from '../../ports/digester.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../notifications/invoice-snapshot.ts';

export interface InvoiceNews {
  /** To be told of. */
  readonly told: readonly InvoiceSnapshot[];
  /** To be remembered as they are, so that what they become is told with what they were. */
  readonly noted: readonly InvoiceSnapshot[];
}

export interface NewsRules {
  /** The revision that was last announced of each invoice. */
  readonly revisions: ReadonlyMap<string, string>;
  /** When the connection was first activated: what was last changed before that is no news. */
  readonly announceFrom: Date;
  /** Every invoice is told of, as it is. */
  readonly emitsSnapshots: boolean;
}

/**
 * A walk tells of exactly the revisions that notifications would have told of. Both read the live invoice, enter
 * `announceHeld` and give its events the identity of connection, event type, invoice and provider revision (stamp and
 * digest of status and amounts); so for one history of changes a customer is told the same set of identities whichever
 * of them finds a change first, and nothing twice. What differs is only what nobody could read any more: of several
 * revisions between two reads, the last one exists, for a late notification as for a late walk.
 *
 * An invoice whose last change is older than the connection's first activation is no change that anybody was to be told
 * of: the first walk notes its state in silence. Until it has done so the invoice counts as unpaid, for notifications too.
 * What changed while the connection was not active is told by the walk that follows its activation.
 */
export function invoiceNews(
  digester: Pick<Digester, 'sha256'>,
  invoices: readonly LedgerRecord[],
  { revisions, announceFrom, emitsSnapshots }: NewsRules,
): InvoiceNews {
  const told: InvoiceSnapshot[] = [];
  const noted: InvoiceSnapshot[] = [];
  for (const invoice of invoices) {
    const snapshot = snapshotOfInvoice(digester, invoice);
    const known = revisions.get(snapshot.provider_id);
    if (known !== undefined && isOlderRevision(snapshot.provider_revision, known)) continue;
    const isOld = invoice.providerUpdatedAt !== null && invoice.providerUpdatedAt < announceFrom;
    if (known === undefined && isOld) noted.push(snapshot);
    if (emitsSnapshots || (known === undefined ? !isOld : known !== snapshot.provider_revision)) told.push(snapshot);
  }
  return { told, noted };
}
