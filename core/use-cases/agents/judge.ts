// What an agent's write meets: look-alikes, limits, approval. The gate and a preview of the write ask here, so that they agree.
import { limitsPassed, type Spent } from '../../domain/agent-limits.ts';
import type { AgentRights } from '../../domain/agent-rights.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { providerOf } from '../providers/provider-of.ts';
import type { Write } from '../writes/claim-key.ts';
import type { Create, Marked } from '../writes/likeness.ts';
import { approvalNotPossible, type Held } from './hold.ts';
import { type Found, type Looking, lookedFor, unnamedIn } from './look-alikes.ts';
import type { Asked } from './spending.ts';

export interface Passing {
  readonly ports: CorePorts;
  readonly caller: Caller;
  readonly agent: AgentRights;
  readonly connection: Connection;
  /** Under its key. */
  readonly write: Write;
  /** Of work with several writes: the operation that was drafted for it. */
  readonly operationId?: OperationId;
}

/** What a gate needs to know of a write before it lets it pass. */
export interface Weighed {
  readonly creates: readonly Create[];
  readonly asked: Asked;
  readonly isHigh: boolean;
  /** Null for what cannot wait. */
  readonly held: Held | null;
}

/** Why a person has to approve. */
export type Because = 'all' | 'high' | 'over_limit';

export interface Judged {
  /** The newest look-alike of each create that has one. */
  readonly found: readonly Found[];
  /** The limits that it would pass, in words. */
  readonly passed: readonly string[];
  /** What the day has without it. */
  readonly spent: Spent;
  /** Undefined if nobody has to approve. */
  readonly because: Because | undefined;
  /** CONFLICT `looks_the_same`, FORBIDDEN `over_limit` or `approval_not_possible`; undefined for what is sent, or waits. */
  readonly refusal: ServiceError | undefined;
}

interface Judging extends Pick<Weighed, 'asked' | 'isHigh'> {
  readonly agent: AgentRights;
  readonly looking: Looking;
  readonly creates: readonly Marked[];
  /** False for what is refused where a person would have to approve. */
  readonly canWait: boolean;
  /** What the day has spent. */
  readonly spentNow: () => Promise<Spent>;
}

/** Changes nothing by itself: whoever lets the write pass holds the locks of its look-alikes and of its day. */
export async function judge(stores: Stores, judging: Judging): Promise<Judged> {
  const { agent, looking, creates, asked, isHigh, canWait, spentNow } = judging;
  const found = await lookedFor(stores, looking, creates);
  const spent = await spentNow();
  const passed = limitsPassed(agent.limits, asked, spent);
  const because = whyApproval(agent, isHigh, passed);
  const isOver = because === undefined && passed.length > 0;
  const stopped = isOver ? overLimit(passed) : because && !canWait ? approvalNotPossible() : undefined;
  return { found, passed, spent, because, refusal: unnamedIn(found) ?? stopped };
}

/** How look-alikes of the write are looked for. `owner`: the write itself, which does not resemble itself. */
export function lookingOf({ ports, connection, agent }: Passing, owner: string): Looking {
  const { traits } = providerOf(ports, connection);
  return { ports, connection, traits, lookAlikeHours: agent.lookAlikeHours, owner };
}

function whyApproval({ approval }: AgentRights, isHighAct: boolean, passed: readonly string[]): Because | undefined {
  if (approval === 'none') return undefined;
  if (approval === 'all') return 'all';
  if (isHighAct) return 'high';
  return passed.length > 0 ? 'over_limit' : undefined;
}

function overLimit(passed: readonly string[]): ServiceError {
  const message = `this key may not write that: ${passed.join('; ')}. Nothing was written; ask a person`;
  return new ServiceError('FORBIDDEN', message, { reason: 'over_limit', outcome: 'not_applied' });
}
