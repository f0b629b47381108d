// What waits for a person: a write that an agent's key asked for, and that is sent only once a member has approved it.
import type { Actor } from './actor.ts';
import type { ResourceType } from './resource.ts';

/** How long a proposal waits for a member. */
export const approvalDays = 7;
/** The most proposals of a connection that wait at once. */
export const waitingMost = 1_000;

export const verdicts = ['approved', 'declined'] as const;
export type Verdict = (typeof verdicts)[number];

export interface ApprovalDecision {
  readonly verdict: Verdict;
  readonly by: Actor;
  readonly at: Date;
  /** What the member said; the agent reads it. */
  readonly comment: string | null;
}

/** What a list shows of a proposal; what a person reads before deciding is in `HeldWrite`. */
export interface Proposal {
  /** The tool or the API operation that was asked for. */
  readonly tool: string | null;
  readonly recordType: ResourceType | null;
  /** The sum that the key's limits count, as a decimal; null if the write has none. */
  readonly amount: string | null;
  readonly currency: string | null;
}

/** An operation that a member must approve, or had to. */
export interface Approval {
  readonly proposal: Proposal;
  /** Where a member decides. */
  readonly url: string;
  readonly expiresAt: Date;
  readonly decision: ApprovalDecision | null;
}

/** Why a proposal ended without being sent, and how its agent reads it. */
export const withdrawals = [
  { reason: 'declined', message: 'a member declined it' },
  { reason: 'approval_expired', message: `nobody decided within ${approvalDays} days` },
  { reason: 'key_revoked', message: 'the API key that asked for it was revoked before it was decided' },
  { reason: 'key_expired', message: 'the API key that asked for it expired before it was decided' },
  { reason: 'connection_not_active', message: 'the connection was disconnected before it was decided' },
  {
    reason: 'changed_since_proposed',
    message: 'what would be sent is not what was approved any more: propose it again over the record as it is now',
  },
] as const;
export type Withdrawal = (typeof withdrawals)[number]['reason'];
