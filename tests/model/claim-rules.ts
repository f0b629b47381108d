// What a claim may take, written from the rules (docs/operations.md) and from no line of the store.
import type { Kind, Model, ModelOperation } from './reference.ts';

type Lane = 'automation' | 'notification' | 'delivery' | 'sync' | 'maintenance';

export interface Room {
  readonly limit: number;
  readonly crowded: number;
  readonly lanes: Readonly<Record<Lane, number>>;
}

const laneOf: Readonly<Record<Kind, Lane>> = {
  'automation.quote.create_and_send': 'automation',
  'notification.process': 'notification',
  'webhook.deliver': 'delivery',
  'connection.sync': 'sync',
  'retention.purge': 'maintenance',
};
const atOnce: Readonly<Record<Lane, number>> = {
  automation: 4,
  notification: 3,
  delivery: 16,
  sync: 1,
  maintenance: 2,
};

/** One organization's work of one lane in one environment. */
interface Party {
  readonly lane: Lane;
  running: number;
  taken: number;
  readonly members: Map<string, Member>;
}

interface Member {
  /** Undefined where nothing is bounded. */
  readonly bound: number | undefined;
  running: number;
  readonly taken: ModelOperation[];
  readonly left: ModelOperation[];
}

/** What is wrong with a claim that took these right after `earlier` were; undefined when nothing is. */
export function claimComplaint(
  model: Model,
  room: Room,
  taken: readonly ModelOperation[],
  earlier: readonly ModelOperation[] = [],
): string | undefined {
  const parties = partiesOf(model, new Set(taken), new Set(earlier));
  return (
    legalComplaint(model, parties, room, { taken, earlier }) ??
    whenClear(model, () => shareComplaint(parties, room, taken.length))
  );
}

/** As `claimComplaint` for long queues, of which one claim sees a part: it may take less, but not nothing. */
export function longClaimComplaint(model: Model, room: Room, taken: readonly ModelOperation[]): string | undefined {
  const parties = partiesOf(model, new Set(taken), new Set());
  const most = mostOf(parties, room);
  const isIdle = taken.length === 0 && most.all > 0;
  return (
    legalComplaint(model, parties, room, { taken, earlier: [] }) ??
    (isIdle ? `nothing taken, ${most.all} could be` : undefined)
  );
}

function legalComplaint(
  model: Model,
  parties: readonly Party[],
  room: Room,
  { taken, earlier }: { taken: readonly ModelOperation[]; earlier: readonly ModelOperation[] },
): string | undefined {
  if (new Set([...earlier, ...taken]).size !== earlier.length + taken.length) return 'one operation twice';
  const early = taken.find((operation) => !mayBeTaken(operation));
  if (early) return `${early.id} is ${early.state} and not due`;
  return boundComplaint(parties, room, taken.length) ?? whenClear(model, () => orderComplaint(parties));
}

/** A clock that went back leaves open what is due, and since when. */
function whenClear(model: Model, complaint: () => string | undefined): string | undefined {
  const isSkewed = [...model.operations.values()].some(
    (operation) => mayBeTaken(operation) && (operation.due?.from ?? 0) > model.now,
  );
  return isSkewed ? undefined : complaint();
}

function mayBeTaken({ state, wasDue }: ModelOperation): boolean {
  return (state === 'queued' || state === 'retrying') && wasDue;
}

function partiesOf(
  model: Model,
  chosen: ReadonlySet<ModelOperation>,
  earlier: ReadonlySet<ModelOperation>,
): readonly Party[] {
  const parties = new Map<string, Party>();
  for (const operation of model.operations.values()) {
    if (operation.state !== 'running' && !mayBeTaken(operation)) continue;
    const lane = laneOf[operation.kind];
    const party = ensured(parties, `${lane} ${operation.environment} ${operation.organizationId}`, () => {
      return { lane, running: 0, taken: 0, members: new Map<string, Member>() };
    });
    const member = ensured(party.members, operation.member ?? '', () => {
      return { bound: operation.member === null ? undefined : atOnce[lane], running: 0, taken: [], left: [] };
    });
    if (operation.state === 'running' || earlier.has(operation)) {
      party.running += 1;
      member.running += 1;
    } else if (chosen.has(operation)) {
      party.taken += 1;
      member.taken.push(operation);
    } else member.left.push(operation);
  }
  return [...parties.values()];
}

function ensured<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function boundComplaint(parties: readonly Party[], room: Room, count: number): string | undefined {
  if (count > Math.max(0, room.limit)) return `${count} taken with room for ${room.limit}`;
  for (const lane of Object.keys(room.lanes) as Lane[]) {
    const inLane = sum(parties.filter((party) => party.lane === lane).map(({ taken }) => taken));
    if (inLane > room.lanes[lane]) return `${inLane} of ${lane} taken with room for ${room.lanes[lane]}`;
  }
  for (const { lane, members } of parties) {
    for (const { bound, running, taken } of members.values()) {
      if (bound !== undefined && taken.length > 0 && running + taken.length > bound) {
        return `${running} of one ${lane} run and ${taken.length} were taken`;
      }
    }
  }
  const idle = parties.filter(({ running, taken }) => running === 0 && taken > 0).length;
  if (count > idle && count > room.crowded) return `the room kept for those with nothing running went to others`;
  return undefined;
}

/** Of one connection the longest due goes first. */
function orderComplaint(parties: readonly Party[]): string | undefined {
  for (const { members } of parties) {
    for (const { taken, left } of members.values()) {
      const latest = Math.max(...taken.map(({ due }) => due?.from ?? 0));
      const passed = left.find(({ due }) => (due?.to ?? latest) < latest);
      if (passed) return `${passed.id} was due before one of its connection that was taken`;
    }
  }
  return undefined;
}

/** As much as there is room for; those with nothing running first, then those with the least. */
function shareComplaint(parties: readonly Party[], room: Room, count: number): string | undefined {
  const { all, idle } = mostOf(parties, room);
  if (count !== all) return `${count} taken, ${all} could be`;
  const idleTaken = parties.filter(({ running, taken }) => running === 0 && taken > 0).length;
  if (idleTaken !== idle) return `${idleTaken} with nothing running were served, ${idle} could be`;
  for (const lane of Object.keys(room.lanes) as Lane[]) {
    const unfair = unfairness(parties.filter((party) => party.lane === lane));
    if (unfair) return unfair;
  }
  return undefined;
}

/** How many a claim can take, and how many of them from those with nothing running, one each. */
function mostOf(parties: readonly Party[], room: Room): { all: number; idle: number } {
  let [idleMost, othersMost] = [0, 0];
  for (const lane of Object.keys(room.lanes) as Lane[]) {
    const mine = parties.filter((party) => party.lane === lane);
    const waiting = mine.filter((party) => party.running === 0 && capacity(party) > 0).length;
    const served = Math.min(room.lanes[lane], waiting);
    idleMost += served;
    othersMost += Math.min(room.lanes[lane], sum(mine.map(capacity))) - served;
  }
  const idle = Math.min(room.limit, idleMost);
  return { idle, all: idle + Math.max(0, Math.min(othersMost, room.crowded - idle)) };
}

/** How many of it could be taken. */
function capacity({ members }: Party): number {
  return sum(
    [...members.values()].map(({ bound, running, taken, left }) => {
      const waiting = taken.length + left.length;
      return bound === undefined ? waiting : Math.max(0, Math.min(waiting, bound - running));
    }),
  );
}

function unfairness(parties: readonly Party[]): string | undefined {
  const greedy = Math.max(...parties.filter(({ taken }) => taken > 0).map(({ running, taken }) => running + taken));
  const poor = parties.find((party) => capacity(party) > party.taken && party.running + party.taken + 1 < greedy);
  return poor && `one that has ${poor.running + poor.taken} waits beside one that has ${greedy}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
