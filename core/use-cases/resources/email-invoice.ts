import { isForgotten, sendBefore } from '../../domain/idempotency.ts';
import { unresolved } from '../writes/read-back.ts';
import type { LedgerWrite } from '../writes/write-claim.ts';
import { leaseRecord } from './record-lease.ts';

/**
 * Has an invoice mailed at most once: again under the same provider key while the provider remembers it. After that the
 * invoice shows it (provider: one that was mailed is marked as sent to its contact). It must not be marked before; the
 * mark is a change, so the invoice is leased.
 */
export async function emailInvoice(write: LedgerWrite, providerId: string): Promise<void> {
  const { ports, claim, ledger } = write;
  const { clock, gateway } = ports;
  const { keyMemorySeconds } = gateway.traits;
  const lease = await leaseRecord(write, { type: 'invoices', providerId });
  try {
    let { earlier } = claim;
    if (earlier && isForgotten(earlier.firstSentAt, clock.now(), keyMemorySeconds)) {
      const { fields } = await ledger.read('invoices', providerId);
      if (fields['sent_to_contact'] === true) return;
      earlier = null;
    }
    const call = await ledger.reserve();
    try {
      const now = clock.now();
      const attempt = earlier ?? { prepared: { email: providerId }, firstSentAt: now, creates: null };
      if (isForgotten(attempt.firstSentAt, now, keyMemorySeconds)) throw unresolved();
      await lease.renew();
      await claim.attempt(attempt);
      const key = claim.providerKey(ledger.connection.id, 'email');
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
