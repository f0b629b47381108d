// `budget.low`: told once a day and connection, soon after the call that used more than 80 % of the day's calls.
import { type BudgetUse, budgetLowShare, budgetOf } from '../../domain/budget.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceOperational } from '../events/announce-operational.ts';
import { connectionSubject } from './announce-connection.ts';

/** As many as the budget tells of at once. */
const atOnceMost = 200;
const rememberedMost = 10_000;
const limitKnownMs = 600_000;

/** What a process remembers, so that the calls of most connections cost no more than the reading of their use. */
interface Memory {
  readonly limits: Map<ConnectionId, { readonly perDay: number; readonly readAtMs: number }>;
  /** The day of which a connection's low budget is told. */
  readonly toldOf: Map<ConnectionId, number>;
}

/** Called with the calls that this process has just stored. */
export function lowBudgetAfterCalls(ports: CorePorts) {
  const memory: Memory = { limits: new Map(), toldOf: new Map() };
  return async (calls: readonly ProviderCall[]): Promise<void> => {
    const ids = [...new Set(calls.map(({ connectionId }) => connectionId))];
    for (let from = 0; from < ids.length; from += atOnceMost)
      await tellSome(ports, memory, ids.slice(from, from + atOnceMost));
  };
}

async function tellSome(ports: CorePorts, memory: Memory, ids: readonly ConnectionId[]): Promise<void> {
  const asked = ids.filter((id) => memory.toldOf.get(id) !== today(ports));
  if (asked.length === 0) return;
  const uses = (await ports.budget.use(asked)).filter(({ day }) => day.used > 0);
  await learnLimits(
    ports,
    memory,
    uses.map(({ connectionId }) => connectionId),
  );
  for (const use of uses) {
    const perDay = memory.limits.get(use.connectionId)?.perDay ?? Number.POSITIVE_INFINITY;
    if (use.day.used > perDay * budgetLowShare) await tellLowBudget(ports, memory, use);
  }
}

const today = ({ clock }: CorePorts) => Math.floor(clock.now().getTime() / 86_400_000);

/** Reads the limits that are not known, or not known any more. */
async function learnLimits(ports: CorePorts, { limits, toldOf }: Memory, ids: readonly ConnectionId[]): Promise<void> {
  const now = ports.clock.now().getTime();
  const isKnown = (id: ConnectionId) => Math.abs((limits.get(id)?.readAtMs ?? 0) - now) <= limitKnownMs;
  const named = ids.filter((id) => !isKnown(id));
  if (named.length === 0) return;
  if (limits.size > rememberedMost) limits.clear();
  if (toldOf.size > rememberedMost) toldOf.clear();
  const connections = await ports.storage.connections.listActive({ named, orUnwell: [] }, null, named.length);
  for (const connection of connections) {
    const perDay = await dayLimit(ports.storage, ports, connection);
    if (perDay !== undefined) limits.set(connection.id, { perDay, readAtMs: now });
  }
}

/** The calls that the connection may make in a day: the provider's limit, or the app's own if it is lower. */
async function dayLimit(
  { providerApps }: Stores,
  { providers }: CorePorts,
  connection: Connection,
): Promise<number | undefined> {
  const limits = providers[connection.provider]?.traits.limits;
  const { providerAppId } = connection;
  const app = providerAppId === null ? undefined : await providerApps.find(connection, providerAppId);
  return limits && budgetOf(limits, app?.dailyCallLimit ?? null).perDay;
}

async function tellLowBudget(ports: CorePorts, { toldOf }: Memory, { connectionId, day }: BudgetUse): Promise<void> {
  const told = await ports.storage.transaction(async (stores) => {
    const [connection] = await stores.connections.listActive({ named: [connectionId], orUnwell: [] }, null, 1);
    const limit = connection && (await dayLimit(stores, ports, connection));
    if (!connection || limit === undefined || day.used <= limit * budgetLowShare) return undefined;
    const { organizationId, environment, externalAccountId } = connection;
    const date = new Date(day.resetsAt.getTime() - 86_400_000);
    return announceOperational(stores, ports, {
      organizationId,
      environment,
      type: 'budget.low',
      subject: connectionSubject(connection),
      connectionId,
      reason: null,
      since: date,
      details: {
        connection_id: connectionId,
        external_account_id: externalAccountId,
        used: day.used,
        limit,
        resets_at: day.resetsAt.toISOString(),
      },
      operationId: null,
      requestId: ports.ids.next('req'),
      identityParts: [date.toISOString()],
    });
  });
  toldOf.set(connectionId, today(ports));
  if (told) ports.wakeUp.signal();
}
