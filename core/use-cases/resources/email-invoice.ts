import { isForgotten } from '../../domain/idempotency.ts';
import { unresolved } from '../read-back.ts';
import type { LedgerWrite } from '../write-claim.ts';
import { whileLeased } from './record-lease.ts';
import { sendBefore } from './send-create.ts';

/**
 * Has an invoice mailed at most once: again under the same provider key while the provider remembers it. After that the
 * invoice shows it (provider: one that was mailed is marked as sent to its contact). It must not be marked before; the
 * mark is a change, so the invoice is leased.
 */
export function emailInvoice(context: LedgerWrite, providerId: string): Promise<void> {
  const { clock, gateway } = context.ports;
  const { claim, ledger } = context;
  const { keyMemorySeconds } = gateway.traits;
  return whileLeased(context, { type: 'invoices', providerId }, async (lease) => {
    let { earlier } = claim;
    if (earlier && isForgotten(earlier.firstSentAt, clock.now(), keyMemorySeconds)) {
      const { fields } = await ledger.read('invoices', providerId);
      if (fields['sent_to_contact'] === true) return;
      earlier = null;
    }
    await ledger.reserved(async (send) => {
      const now = clock.now();
      const attempt = earlier ?? { prepared: { email: providerId }, firstSentAt: now, creates: null };
      if (isForgotten(attempt.firstSentAt, now, keyMemorySeconds)) throw unresolved();
      await lease.renew();
      await claim.recordAttempt(attempt);
      const key = claim.providerKey(ledger.connection.id, 'email');
      const mailed = send(sendBefore(now), async (access) => {
        await gateway.emailInvoice(access, providerId, key);
        return true;
      });
      if (!(await lease.answerOf(mailed))) throw unresolved();
    });
  });
}
