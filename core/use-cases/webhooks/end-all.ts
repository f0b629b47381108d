import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { endDeliveries } from './end-deliveries.ts';

/** What is left beyond this is ended by a worker's next round. */
const batchesMax = 5;

/** Ends what waits for an endpoint that was disabled or removed, in short transactions so that live work is never held up. */
export async function endAll(
  { storage, clock }: Pick<CorePorts, 'storage' | 'clock'>,
  { organizationId, environment }: Caller,
  id: WebhookEndpointId,
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const more = await storage.transaction((s) => endDeliveries(s, { organizationId, environment }, id, clock.now()));
    if (!more) return;
  }
}
