// What agents' keys spend of a day: reserved before a write is sent, given back when it did nothing.
import type { Money } from '../../domain/agent-act.ts';
import { dayOfSpending, limitsPassed, type Spent, spentOf, sumsAfter } from '../../domain/agent-limits.ts';
import type { AgentRights } from '../../domain/agent-rights.ts';
import type { Connection } from '../../domain/connection.ts';
import type { DaySpent, Reservation } from '../../ports/agent-stores.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { fatesOf } from './fates.ts';

export interface Asked {
  readonly amounts: readonly Money[];
  readonly writes: number;
}

/** What today has spent, without what certainly did nothing; changes nothing. */
export async function spentToday(ports: CorePorts, { lineageId }: AgentRights): Promise<Spent> {
  return spentOf(await spentOn(ports, lineageId, dayOfSpending(ports.clock.now())));
}

/**
 * What today has spent, under the lock of the day: if the write would pass a limit, what earlier writes of the day reserved that
 * certainly did nothing is given back first.
 */
export async function spentUnderLock(
  stores: Stores,
  { clock }: CorePorts,
  { lineageId, limits }: AgentRights,
  asked: Asked,
): Promise<Spent> {
  const now = clock.now();
  const day = dayOfSpending(now);
  const spent = spentOf(await stores.agentSpending.lockDay(lineageId, day));
  if (limitsPassed(limits, asked, spent).length === 0) return spent;
  await giveBackUndone(stores, { lineageId, day, now });
  return spentOf(await stores.agentSpending.ofDay(lineageId, day));
}

/** What a day has spent, without what certainly did nothing: it is given back once a limit asks for it. */
export async function spentOn(
  { storage, clock }: CorePorts,
  lineageId: string,
  day: Date,
): Promise<readonly DaySpent[]> {
  const open = await storage.agentSpending.open(lineageId, day);
  const rows = await storage.agentSpending.ofDay(lineageId, day);
  const [first] = open;
  if (!first) return rows;
  const owners = [...new Set(open.map(({ owner }) => owner))];
  const fates = await fatesOf(storage, first.scope, owners, clock.now());
  const undone = open.filter(({ owner }) => fates.get(owner) === 'nothing');
  return undone.reduce<readonly DaySpent[]>((sums, one) => {
    const [after] = sumsAfter(sums, [one], -1);
    return sums.map((sum) => (after && sum.currency === after.currency ? after : sum));
  }, rows);
}

async function giveBackUndone(
  stores: Stores,
  { lineageId, day, now }: { readonly lineageId: string; readonly day: Date; readonly now: Date },
): Promise<void> {
  const open = await stores.agentSpending.open(lineageId, day);
  const [first] = open;
  if (!first) return;
  const owners = [...new Set(open.map(({ owner }) => owner))];
  for (const [owner, fate] of await fatesOf(stores, first.scope, owners, now)) {
    if (fate === 'nothing') await giveBack(stores, owner);
    else if (fate === 'made') await stores.agentSpending.settle(owner, 'kept');
  }
}

/** Takes the reservations of a write back, in the caller's transaction. */
export async function giveBack(stores: Stores, owner: string): Promise<void> {
  const reserved = await stores.agentSpending.ofOwner(owner);
  const [first] = reserved;
  if (!first) return;
  const { lineageId, day } = first;
  const rows = await stores.agentSpending.lockDay(lineageId, day);
  // Somebody else may have given them back before the lock.
  const still = await stores.agentSpending.ofOwner(owner);
  await stores.agentSpending.putDay(lineageId, day, sumsAfter(rows, still, -1));
  await stores.agentSpending.settle(owner, 'removed');
}

/**
 * What the owner reserved before: it was the same write, which did not go on, and is given back; or one that was made, as changes
 * without a reference have the same key again a minute later, and counts.
 */
async function forgetEarlier(stores: Stores, owner: string): Promise<void> {
  const earlier = await stores.agentSpending.ofOwner(owner);
  if (earlier.some(({ state }) => state === 'kept')) await stores.agentSpending.settle(owner, 'removed');
  else await giveBack(stores, owner);
}

/** Reserves what the write asks for, in the transaction that lets it pass; the day is locked already. */
export async function reserve(
  stores: Stores,
  { clock }: CorePorts,
  { lineageId }: AgentRights,
  { owner, connection, asked }: { readonly owner: string; readonly connection: Connection; readonly asked: Asked },
): Promise<void> {
  const day = dayOfSpending(clock.now());
  await forgetEarlier(stores, owner);
  const { organizationId, environment, id: connectionId } = connection;
  const common = {
    owner,
    connectionId,
    lineageId,
    day,
    state: 'open',
    scope: { organizationId, environment },
  } as const;
  const amounts = asked.amounts.filter(({ currency }) => currency !== '');
  const reserved: readonly Reservation[] = [
    { ...common, currency: '', amount: '0', writes: asked.writes },
    ...amounts.map(({ currency, amount }) => ({ ...common, currency, amount, writes: 0 })),
  ];
  const rows = await stores.agentSpending.ofDay(lineageId, day);
  await stores.agentSpending.put(reserved);
  await stores.agentSpending.putDay(lineageId, day, sumsAfter(rows, reserved, 1));
}
