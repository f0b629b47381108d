import type { WebhookEndpointId } from './ids.ts';
import type { OperationState } from './operation.ts';
import type { AttemptSums } from './overview.ts';

export interface EndpointStatistics {
  readonly id: WebhookEndpointId;
  readonly since: Date;
  /** Deliveries that were made since then, by how they stand. */
  readonly deliveries: Readonly<Record<OperationState, number>>;
  /** Those made since then, of the latest `attemptsOfMost` deliveries. */
  readonly attempts: AttemptSums;
  /** Of those that ended as succeeded, failed or dead letter; null where none did. */
  readonly successRate: number | null;
  /** Whether a state has more than were counted. */
  readonly capped: boolean;
}
