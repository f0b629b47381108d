import { sendBefore } from '../../domain/idempotency.ts';
import { repeatedBy, unresolved } from '../writes/read-back.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import type { LedgerWrite } from '../writes/write-claim.ts';

/**
 * Mails an invoice at most once. While the provider remembers the key, a repeat uses the same key; after that, the invoice
 * shows whether it was mailed, because it is then marked as sent to its contact. So it must not be marked before. The
 * mark is a change, so the invoice is leased.
 */
export async function emailInvoice(write: LedgerWrite, providerId: string): Promise<void> {
  const { ports, claim, ledger } = write;
  const { clock } = ports;
  const { gateway } = ledger.provider;
  const lease = await leaseRecord(write, { type: 'invoices', providerId });
  try {
    const { openAttempt } = claim;
    const isReadBack = openAttempt !== null && repeatedBy(write, openAttempt.firstSentAt) !== 'key';
    if (isReadBack) {
      const { fields } = await ledger.read('invoices', providerId);
      if (fields['sent_to_contact'] === true) return;
    }
    const call = await ledger.reserve({ type: 'invoices', providerId });
    try {
      const now = clock.now();
      const first = { prepared: { email: providerId }, firstSentAt: now, createdType: null };
      const repeated = isReadBack ? null : openAttempt;
      if (repeated && repeatedBy(write, repeated.firstSentAt) !== 'key') throw unresolved();
      await lease.renew();
      const key = await claim.storeAttempt(repeated ?? first, 'email', isReadBack ? 'void' : undefined);
      const mailed = call.make(sendBefore(now), async (access) => {
        await gateway.emailInvoice(access, providerId, key);
        return true;
      });
      if (!(await lease.answerOf(mailed))) throw unresolved();
    } finally {
      call.release();
    }
  } finally {
    await lease.release();
  }
}
