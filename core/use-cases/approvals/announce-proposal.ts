// Tells applications and people of what waits for a member, and how it was decided.
import { automationRecipe } from '../../domain/automation.ts';
import type { Operation } from '../../domain/operation.ts';
import type { OperationalEventType } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { given } from '../../schemas/query.ts';
import { notice } from '../alerts/notice.ts';
import { announceOperational } from '../events/announce-operational.ts';

type ProposalEvent = Extract<OperationalEventType, `operation.${'awaiting_approval' | 'approved' | 'declined'}`>;

/** Call it in the transaction that stores the change, and signal the wake-up after the commit. */
export async function announceProposal(
  stores: Stores,
  ports: CorePorts,
  operation: Operation,
  type: ProposalEvent,
): Promise<void> {
  const { id, organizationId, environment, connectionId, requestId, createdAt, approval, begunBy } = operation;
  if (!approval) throw new Error('an operation that nobody must approve was announced as a proposal');
  const { proposal, decision } = approval;
  const details = {
    operation_id: id,
    tool: proposal.tool,
    recipe: automationRecipe(operation.type) ?? null,
    record_type: proposal.recordType,
    ...given({ amount: proposal.amount ?? undefined, currency: proposal.currency ?? undefined }),
    key: { id: begunBy?.id ?? '', name: begunBy?.name ?? null },
    ...given({ decided_by: decision?.by.id, comment: decision?.comment ?? undefined }),
  };
  await announceOperational(stores, ports, {
    ...{ organizationId, environment, type, connectionId, requestId, details },
    subject: { type: 'operation', id },
    reason: null,
    since: createdAt,
    operationId: id,
    identityParts: [id],
  });
}

/** Nothing more waits: ends the alert that told of it. */
export async function noteDecided(stores: Stores, ports: CorePorts, operation: Operation): Promise<void> {
  const { id, organizationId, environment, connectionId, createdAt: since } = operation;
  const subject = { type: 'operation', id } as const;
  const seen = { organizationId, environment, connectionId, subject, since, reason: null, eventId: null };
  await notice(stores, ports, { ...seen, kind: 'operation.awaiting_approval', isWell: true, at: ports.clock.now() });
}
