import { isForgotten } from '../../domain/idempotency.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../open-ledger.ts';
import { unresolved } from '../read-back.ts';
import type { WriteClaim } from '../write-claim.ts';
import { leaseRecord } from './record-lease.ts';
import { sendBefore } from './send-create.ts';

type Ports = Pick<CorePorts, 'storage' | 'gateway' | 'clock' | 'ids'>;

/**
 * Has an invoice mailed at most once: again under the same provider key while the provider remembers it. After that the
 * invoice tells (provider: one that was mailed is marked as sent to its contact). It must not be marked before; the mark
 * is a change, so the invoice's lease is held.
 */
export async function emailInvoice(ports: Ports, ledger: Ledger, claim: WriteClaim, providerId: string): Promise<void> {
  const { clock, gateway } = ports;
  const { keyMemorySeconds } = gateway.traits;
  let { earlier } = claim;
  const lease = await leaseRecord(ports, ledger, claim, { type: 'invoices', providerId });
  try {
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
      await claim.recordAttempt(attempt);
      const key = claim.providerKey(ledger.connection.id, 'email');
      if (!(await lease.answerOf(call.email(providerId, key, sendBefore(now))))) throw unresolved();
    } finally {
      call.release();
    }
  } finally {
    await lease.end();
  }
}
