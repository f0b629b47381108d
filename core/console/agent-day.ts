// A day of an agent's key: what it called, what was refused, what it spent of its limits, and what it asked people for.
import type { ApiKey } from '../domain/api-key.ts';
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest, notFound } from '../domain/errors.ts';
import { groupedFailuresMost, type RequestFailures } from '../domain/request-log.ts';
import type { DaySpent } from '../ports/agent-stores.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { parseParameters, type RawQuery } from '../schemas/query.ts';
import { findById } from '../use-cases/access/find-by-id.ts';
import { spentOn } from '../use-cases/agents/spending.ts';
import { type ListedProposal, withAbout } from '../use-cases/approvals/list-held.ts';
import { callerOf } from './session.ts';

export interface AgentDay {
  readonly key: ApiKey;
  /** Such as `2026-11-29`, UTC, by which limits are counted. */
  readonly day: string;
  /** From 10,000 on an estimate. */
  readonly calls: number;
  /** The newest 10,000 refusals in groups, the largest first. */
  readonly refusals: readonly RequestFailures[];
  /** False if there were more refusals. */
  readonly isWhole: boolean;
  /** With what other keys of its chain spent; an empty currency counts the writes. */
  readonly spent: readonly DaySpent[];
  /** What it asked for on this day, newest first, at most 100. */
  readonly proposals: readonly ListedProposal[];
  /** What waits of it now, whenever it asked. */
  readonly waiting: number;
}

const dayMs = 86_400_000;
const proposalsMost = 100;

/** Throws NOT_FOUND, also for a key that is no agent's and for one of the other environment; BAD_REQUEST `day`. */
export function readAgentDay(ports: CorePorts) {
  const { storage } = ports;
  return async (signedIn: SignedIn, environment: Environment, asked: string, query: RawQuery): Promise<AgentDay> => {
    const plane = callerOf(signedIn, environment);
    const { day: given } = parseParameters(query, ['day'], 'a key’s day');
    const day = dayOf(given ?? ports.clock.now().toISOString().slice(0, 10));
    const key = await findById('api_key', 'key', asked, (id) => storage.apiKeys.find(signedIn.organizationId, id));
    if (key.kind !== 'agent' || key.environment !== environment) throw notFound('api_key');
    // Both ends of a list are excluded.
    const start = Date.parse(day);
    const created = { createdAfter: new Date(start - 1), createdBefore: new Date(start + dayMs) };
    const [calls, failures, spent, held, waiting] = await Promise.all([
      storage.requestLog.list(plane, { actor: key.id, ...created }, { limit: 1, page: 1 }),
      storage.requestLog.groupFailures(plane, { actor: key.id, ...created }, groupedFailuresMost),
      spentOn(ports, key.lineageId ?? key.id, new Date(start)),
      storage.operations.list(plane, { heldOf: key.id, ...created }, { limit: proposalsMost, page: 1 }),
      storage.operations.list(plane, { heldOf: key.id, state: 'awaiting_approval' }, { limit: 1, page: 1 }),
    ]);
    return {
      ...{ key, day, spent, refusals: failures.groups, isWhole: failures.isWhole },
      calls: calls.total,
      proposals: await withAbout(ports, plane, held.items),
      waiting: waiting.total,
    };
  };
}

function dayOf(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // JavaScript rolls the 31st of a short month over.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) {
    throw badRequest('day', 'must be a day such as 2026-11-29');
  }
  return text;
}
