// What a claim may take, written from the rules (docs/operations.md) and from no line of the store.
import type { Kind, Model, ModelOperation } from './reference.ts';

type Lane = 'automation' | 'notification' | 'delivery' | 'sync' | 'maintenance';

export interface Room {
  readonly limit: number;
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
  notification: 40,
  delivery: 16,
  sync: 1,
  maintenance: 2,
};

/** What has a bound of its own, or, without one, all that an organization has in a lane and environment. */
interface Group {
  readonly lane: Lane;
  readonly bound: number;
  running: number;
  taken: number;
  left: number;
}

/** What is wrong with a claim that took these right after `earlier` were; undefined when nothing is. */
export function claimComplaint(
  model: Model,
  room: Room,
  taken: readonly ModelOperation[],
  earlier: readonly ModelOperation[] = [],
): string | undefined {
  if (new Set([...earlier, ...taken]).size !== earlier.length + taken.length) return 'one operation twice';
  const early = taken.find((operation) => !mayBeTaken(operation));
  if (early) return `${early.id} is ${early.state} and not due`;
  const groups = groupsOf(model, new Set(taken), new Set(earlier));
  return (
    boundComplaint(groups, room, taken.length) ??
    (model.isSerial ? fullComplaint(groups) : undefined) ??
    (isSkewed(model) ? undefined : idleComplaint(groups, room, model.isSerial))
  );
}

/** A clock that went back leaves open what is due. */
function isSkewed(model: Model): boolean {
  return [...model.operations.values()].some(
    (operation) => mayBeTaken(operation) && (operation.due?.from ?? 0) > model.now,
  );
}

function mayBeTaken({ state, wasDue }: ModelOperation): boolean {
  return (state === 'queued' || state === 'retrying') && wasDue;
}

function groupsOf(
  model: Model,
  chosen: ReadonlySet<ModelOperation>,
  earlier: ReadonlySet<ModelOperation>,
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const operation of model.operations.values()) {
    if (operation.state !== 'running' && !mayBeTaken(operation)) continue;
    const { kind, environment, organizationId, groupKey } = operation;
    const lane = laneOf[kind];
    const key = groupKey === null ? `${lane} ${environment} ${organizationId}` : `${lane} ${groupKey}`;
    const bound = groupKey === null ? Number.POSITIVE_INFINITY : atOnce[lane];
    const group = groups.get(key) ?? { lane, bound, running: 0, taken: 0, left: 0 };
    groups.set(key, group);
    if (operation.state === 'running' || earlier.has(operation)) group.running += 1;
    else if (chosen.has(operation)) group.taken += 1;
    else group.left += 1;
  }
  return [...groups.values()];
}

function boundComplaint(groups: readonly Group[], room: Room, count: number): string | undefined {
  if (count > Math.max(0, room.limit)) return `${count} taken with room for ${room.limit}`;
  for (const lane of Object.keys(room.lanes) as Lane[]) {
    const inLane = sum(groups.filter((group) => group.lane === lane).map(({ taken }) => taken));
    if (inLane > room.lanes[lane]) return `${inLane} of ${lane} taken with room for ${room.lanes[lane]}`;
  }
  return undefined;
}

function fullComplaint(groups: readonly Group[]): string | undefined {
  const full = groups.find(({ bound, running, taken }) => taken > 0 && running + taken > bound);
  return full && `${full.running} of one ${full.lane} run and ${full.taken} were taken`;
}

/** As much is taken as there is room for; of an endpoint it may be one delivery at a time. */
function idleComplaint(groups: readonly Group[], room: Room, isSerial: boolean): string | undefined {
  const leastOf = ({ lane, bound, running, taken, left }: Group): number => {
    const mayBeOne = lane === 'delivery' || !isSerial;
    const most = mayBeOne && Number.isFinite(bound) ? 1 : bound;
    return Math.max(taken, Math.min(taken + left, most - running));
  };
  const inLanes = Object.entries(room.lanes).map(([lane, most]) =>
    Math.min(most, sum(groups.filter((group) => group.lane === lane).map(leastOf))),
  );
  const [count, least] = [sum(groups.map(({ taken }) => taken)), Math.min(room.limit, sum(inLanes))];
  return count < least ? `${count} taken, ${least} could be` : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
