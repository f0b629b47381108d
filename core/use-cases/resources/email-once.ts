import type { Connection } from '../../domain/connection.ts';
import { isForgotten, type WriteAttempt } from '../../domain/idempotency.ts';
import type { WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { unresolved } from '../read-back.ts';
import { usableTenant, withLedger } from '../with-ledger.ts';
import { type HeldRecord, holdRecord } from './hold-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';
import { hasStalled } from './send-write.ts';

/**
 * Has an invoice mailed at most once: again under the same provider key while the provider remembers it. After that the
 * invoice tells (provider: one that was mailed is marked as sent to its contact). It must not be marked before; the mark
 * is a change, so the invoice's lease is held.
 */
export function emailOnce(ports: ReadPorts) {
  return (errand: LedgerErrand, connection: Connection, claim: WriteClaim, providerId: string): Promise<void> => {
    const { earlier } = claim;
    const { keyMemorySeconds } = ports.gateway.traits;
    const record = { tenantId: usableTenant(connection), type: 'invoices', providerId } as const;
    return holdRecord(ports)(errand, record, claim, async (held) => {
      const sending = { claim, held, providerId };
      if (!earlier || !isForgotten(earlier.firstSentAt, ports.clock.now(), keyMemorySeconds)) {
        return send(ports, errand, connection, { ...sending, earlier });
      }
      const { fields } = await readLive(ports)(errand, connection, 'invoices', providerId);
      if (fields['sent_to_contact'] !== true) await send(ports, errand, connection, { ...sending, earlier: null });
    });
  };
}

interface Sending {
  readonly claim: WriteClaim;
  readonly held: HeldRecord;
  readonly providerId: string;
  readonly earlier: WriteAttempt | null;
}

function send(
  ports: ReadPorts,
  { lane = 'interactive', ...cause }: LedgerErrand,
  connection: Connection,
  { claim, held, providerId, earlier }: Sending,
): Promise<void> {
  const { clock, gateway } = ports;
  return withLedger(ports)(
    connection,
    lane,
    async (access) => {
      const begunAt = clock.now();
      const attempt = earlier ?? { prepared: { email: providerId }, firstSentAt: begunAt, creates: null };
      if (isForgotten(attempt.firstSentAt, begunAt, gateway.traits.keyMemorySeconds)) throw unresolved();
      await held.keepForCall();
      await claim.recordAttempt(attempt);
      if (hasStalled(begunAt, clock.now())) throw unresolved();
      await gateway.emailInvoice(access, providerId, claim.providerKey(connection.id, 'email'));
    },
    cause,
  );
}
