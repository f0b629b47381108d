import { type AutomationType, isAutomation } from './automation.ts';
import type { OperationType } from './operation.ts';
import { valuesBy } from './values-by.ts';

/** In order of priority: work that customers wait for comes first, maintenance last. */
export const workLanes = ['automation', 'notification', 'delivery', 'sync', 'maintenance'] as const;
export type WorkLane = (typeof workLanes)[number];

const laneByType: Readonly<Record<Exclude<OperationType, AutomationType>, WorkLane>> = {
  'record.write': 'automation',
  'notification.process': 'notification',
  'webhook.deliver': 'delivery',
  'alert.send': 'delivery',
  'records.bulk': 'sync',
  'connection.sync': 'sync',
  'connection.reconcile': 'sync',
  'connection.follow': 'sync',
  'webhook.recover': 'maintenance',
  'operation.replay_many': 'maintenance',
  'webhook.redeliver_many': 'maintenance',
  'list.export': 'maintenance',
  'retention.purge': 'maintenance',
  'secrets.reencrypt': 'maintenance',
};

/** Each type of operation belongs to one lane, and each lane has its own slots. */
export function laneOf(type: OperationType): WorkLane {
  return isAutomation(type) ? 'automation' : laneByType[type];
}

export interface LaneDepth {
  readonly lane: WorkLane;
  /** Operations that are due; counted up to 10,000. */
  readonly due: number;
  /** When the longest waiting of the counted operations became due. */
  readonly oldestDueAt: Date;
}

interface LaneRule {
  /** The share of a worker's slots that the lane may hold at once. */
  readonly share: number;
  /**
   * Operations of one group (a connection, or a delivery's endpoint) that are admitted at once, in the whole fleet.
   * Simultaneous inserts may exceed it by a few.
   */
  readonly atOnce: number;
}

/**
 * Long work may not fill a worker; a connection's work may not outrun its provider budget of five calls in flight.
 * Notifications of a connection share calls, so enough of them run at once to fill a call.
 */
export const laneRules: Readonly<Record<WorkLane, LaneRule>> = {
  automation: { share: 1, atOnce: 4 },
  notification: { share: 1, atOnce: 40 },
  delivery: { share: 1, atOnce: 16 },
  sync: { share: 0.5, atOnce: 1 },
  maintenance: { share: 0.25, atOnce: 2 },
};

export interface ClaimRoom {
  readonly limit: number;
  readonly lanes: Readonly<Record<WorkLane, number>>;
  readonly first?: WorkLane;
}

/** With fewer slots, reserving one for each idle lane would leave less than half for the work that there is. */
const slotsForReserve = 2 * workLanes.length;

/**
 * What a worker with `slots` may claim beside its running work: each lane within its share and, where slots are many,
 * one slot reserved for each idle lane. Every third of its `claims` prefers another lane, so that a worker with few
 * slots serves all of them.
 */
export function claimRoom(slots: number, running: Readonly<Record<WorkLane, number>>, claims = 0): ClaimRoom {
  const free = Math.max(0, slots - workLanes.reduce((sum, lane) => sum + running[lane], 0));
  const reserved = slots >= slotsForReserve ? workLanes.filter((lane) => running[lane] === 0).length : 0;
  const open = free - reserved;
  const limit = open > 0 ? open : free;
  const lanes = valuesBy(workLanes, (lane) => {
    const most = open > 0 || running[lane] === 0 ? Math.max(open, 1) : 0;
    const share = Math.max(1, Math.floor(slots * laneRules[lane].share)) - running[lane];
    return Math.max(0, Math.min(limit, most, share));
  });
  const first = claims % 3 === 2 ? workLanes[Math.floor(claims / 3) % workLanes.length] : undefined;
  return first === undefined ? { limit, lanes } : { limit, lanes, first };
}

export function anyRoom(limit: number): ClaimRoom {
  return { limit, lanes: valuesBy(workLanes, () => limit) };
}
