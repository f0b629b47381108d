// What is asked of agents' callers alone, and what is not for them.
import { unpricedLines } from '../../domain/agent-limits.ts';
import type { AgentRights } from '../../domain/agent-rights.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { refusedFields, ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The rights of an agent's caller; undefined for every other. */
export function agentOf({ rights }: Pick<Caller, 'rights'>): AgentRights | undefined {
  return rights?.agent;
}

/** Throws BAD_REQUEST if a native document is written by an agent: nobody could say what is in it. */
export function refuseNative(kind: 'normalized' | 'native', path = 'provider_data'): void {
  if (kind === 'native') throw notForAgents(`a document of the provider's own (${path})`);
}

/** FORBIDDEN `not_for_agents`: what people and backends do. */
export function notForAgents(what: string): ServiceError {
  const message = `${what} is not for agent keys; nothing was written. A person does it, or a key of the kind backend`;
  return new ServiceError('FORBIDDEN', message, { reason: 'not_for_agents', outcome: 'not_applied' });
}

/**
 * Throws BAD_REQUEST for a line with an item and no price: the provider would fill in the item's, past limits, look-alikes and
 * whoever approves. `within`: where the document stands in the request.
 */
export function assertPriced(fields: JsonObject, within = ''): void {
  const errors = unpricedLines(fields).map((path) => ({
    path: `${within}${path}`,
    message: 'is required beside item_code for an agent key: the provider would fill in the price of the item',
  }));
  if (errors.length > 0) throw refusedFields(errors);
}

/** Throws CONFLICT `company_mismatch` if a key that reaches several companies does not say which one it means, or another. */
export async function assertCompany(
  { storage }: CorePorts,
  caller: Caller,
  connection: Connection,
  { companyName }: { readonly companyName?: string | undefined },
): Promise<void> {
  const name = connection.providerTenantName ?? '';
  if (companyName !== undefined) {
    if (plain(companyName) !== plain(name))
      throw companyMismatch(`this connection is the books of "${name}", not of "${companyName.slice(0, 200)}"`);
    return;
  }
  const reached = caller.rights?.connectionIds ?? null;
  if (reached?.length === 1) return;
  if (reached === null && (await storage.connections.list(caller, {}, { limit: 1, page: 1 })).total <= 1) return;
  throw companyMismatch(
    `your key reaches several companies: name the one you mean (Company-Name, company_name), "${name}" for this connection`,
  );
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

function companyMismatch(why: string): ServiceError {
  return new ServiceError('CONFLICT', `${why}; nothing was written`, {
    reason: 'company_mismatch',
    outcome: 'not_applied',
  });
}
