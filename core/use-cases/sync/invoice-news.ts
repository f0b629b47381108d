// Which of the invoices that a walk found are announced, and which are only remembered.
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { isOlderRevision, type PaymentProjection } from '../../domain/payment-transition.ts';
import type { Digester } from '../../ports/secrets.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../notifications/invoice-snapshot.ts';

export interface InvoiceNews {
  readonly toAnnounce: readonly InvoiceSnapshot[];
  /** Stored without an event, so that a later event can say what the invoice was before. */
  readonly toRemember: readonly InvoiceSnapshot[];
}

export interface NewsRules {
  /** What was last announced of each invoice. */
  readonly announced: ReadonlyMap<string, PaymentProjection>;
  /** When the connection was first activated: earlier changes are not announced. */
  readonly announceFrom: Date;
  /** Announces every invoice as it is. */
  readonly emitsSnapshots: boolean;
}

/**
 * A walk announces exactly the revisions that notifications would have announced. Both read the live invoice, enter
 * `announceLocked` and give its events the identity of connection, event type, invoice and provider revision (stamp and
 * digest of status and amounts). So one history of changes gives a customer the same set of identities, whichever of the
 * two finds a change first, and each identity once. Neither announces a revision that was replaced before anybody read it:
 * of several revisions between two reads, only the last one exists for a late notification and for a late walk.
 *
 * The first walk remembers an invoice whose last change is older than the connection's first activation, and does not
 * announce it. Until then the invoice counts as unpaid, for notifications too. The walk that follows an activation
 * announces what changed while the connection was not active.
 */
export function invoiceNews(
  digester: Pick<Digester, 'sha256'>,
  invoices: readonly LedgerRecord[],
  { announced, announceFrom, emitsSnapshots }: NewsRules,
): InvoiceNews {
  const toAnnounce: InvoiceSnapshot[] = [];
  const toRemember: InvoiceSnapshot[] = [];
  for (const invoice of invoices) {
    const snapshot = snapshotOfInvoice(digester, invoice);
    const known = announced.get(snapshot.provider_id)?.providerRevision;
    if (known !== undefined && isOlderRevision(snapshot.provider_revision, known)) continue;
    const isOld = invoice.providerUpdatedAt !== null && invoice.providerUpdatedAt < announceFrom;
    if (known === undefined && isOld) toRemember.push(snapshot);
    const isNews = known === undefined ? !isOld : known !== snapshot.provider_revision;
    if (emitsSnapshots || isNews) toAnnounce.push(snapshot);
  }
  return { toAnnounce, toRemember };
}
