import type { LedgerWrite } from '../writes/holder.ts';
import { repeatedBy } from '../writes/read-back.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { sendMail } from '../writes/send.ts';

/**
 * Mails an invoice at most once. While the provider remembers the key, a repeat uses the same key; after that, the invoice
 * shows whether it was mailed, because it is then marked as sent to its contact. So it must not be marked before. The
 * mark is a change, so the invoice is leased.
 */
export async function emailInvoice(write: LedgerWrite, providerId: string): Promise<void> {
  const { claim, ledger } = write;
  const invoice = { type: 'invoices', providerId } as const;
  const lease = await leaseRecord(write, invoice);
  try {
    const { openAttempt } = claim;
    const isReadBack = openAttempt !== null && repeatedBy(write, openAttempt.firstSentAt) !== 'key';
    if (isReadBack) {
      const { fields } = await ledger.read('invoices', providerId);
      if (fields['sent_to_contact'] === true) return;
    }
    const repeated = isReadBack ? null : openAttempt;
    const call = {
      name: 'email',
      attempt: (now: Date) => repeated ?? { prepared: { email: providerId }, firstSentAt: now, createdType: null },
      rememberedSince: repeated?.firstSentAt ?? null,
      leases: [lease],
      about: invoice,
      ...(isReadBack && { earlier: 'void' as const }),
    };
    await sendMail(write, call, providerId);
  } finally {
    await lease.release();
  }
}
