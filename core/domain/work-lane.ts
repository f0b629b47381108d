// Which background work goes first, and how much of a worker each kind of it may take.
import type { WebhookEndpointId } from './ids.ts';
import type { OperationType } from './operation.ts';

/** In order of priority: what a customer waits for before what keeps house. */
export const workLanes = ['automation', 'notification', 'delivery', 'sync', 'maintenance'] as const;
export type WorkLane = (typeof workLanes)[number];

const laneByType: Readonly<Record<OperationType, WorkLane>> = {
  'automation.invoice.create_and_deliver': 'automation',
  'automation.invoice.create_with_contact': 'automation',
  'automation.invoice.record_payment': 'automation',
  'automation.invoice.void_and_reissue': 'automation',
  'automation.quote.create_and_send': 'automation',
  'automation.quote.convert_to_invoice': 'automation',
  'automation.purchase_order.create_and_deliver': 'automation',
  'notification.process': 'notification',
  'webhook.deliver': 'delivery',
  'connection.sync': 'sync',
  'connection.reconcile': 'sync',
  'webhook.recover': 'maintenance',
  'retention.purge': 'maintenance',
  'secrets.reencrypt': 'maintenance',
};

export function laneOf(type: OperationType): WorkLane {
  return laneByType[type];
}

/** What waits in a lane. */
export interface LaneDepth {
  readonly lane: WorkLane;
  /** Operations that are due; counted up to 10,000. */
  readonly due: number;
  /** Since when the longest due of the counted ones waits. */
  readonly oldestDueAt: Date;
}

export interface LaneRule {
  /** The share of a worker's slots that the lane may hold at once. */
  readonly share: number;
  /** Operations of one connection (a delivery's: of one endpoint) that may run at once, in the whole fleet. */
  readonly atOnce: number;
}

/** Long work may not fill a worker; a connection's work may not outrun its provider budget of five calls in flight. */
export const laneRules: Readonly<Record<WorkLane, LaneRule>> = {
  automation: { share: 1, atOnce: 4 },
  notification: { share: 1, atOnce: 3 },
  delivery: { share: 1, atOnce: 16 },
  sync: { share: 0.5, atOnce: 1 },
  maintenance: { share: 0.25, atOnce: 2 },
};

/**
 * Connections of one organization that one claim looks at before it goes on to the next organization: a claim that
 * brought as many may have left some.
 */
export const connectionsAClaim = 8;

/** How much one claim may take. */
export interface ClaimRoom {
  /** Operations in all. */
  readonly limit: number;
  /**
   * How many of them may go to organizations that have work of the lane running already; what is above is kept for
   * those that have none.
   */
  readonly crowded: number;
  /** At most so many of each lane. */
  readonly lanes: Readonly<Record<WorkLane, number>>;
  /** Endpoints that answer: of every other one delivery runs at a time in the whole fleet. Without it all count as such. */
  readonly answering?: readonly WebhookEndpointId[];
}

/** The share of the slots that only an organization without running work may take. */
const keptShare = 0.25;

/** With fewer slots, setting one aside for each idle lane would leave less than half for the work that there is. */
const roomySlots = 2 * workLanes.length;

/**
 * What a worker with `slots` may claim beside what it runs: each lane within its share; one slot for every lane that has
 * nothing running, which only such lanes may take, one each; and the last quarter for organizations that have nothing
 * running. With few slots nothing is set aside: the turn that claims take (docs/operations.md) is then all that is fair.
 */
export function claimRoom(slots: number, running: Readonly<Record<WorkLane, number>>): ClaimRoom {
  const free = Math.max(0, slots - workLanes.reduce((sum, lane) => sum + running[lane], 0));
  const roomy = slots >= roomySlots;
  const open = free - (roomy ? workLanes.filter((lane) => running[lane] === 0).length : 0);
  const limit = open > 0 ? open : free;
  const lanes = Object.fromEntries(
    workLanes.map((lane) => {
      const share = Math.max(1, Math.floor(slots * laneRules[lane].share)) - running[lane];
      const most = open > 0 ? open : running[lane] === 0 ? 1 : 0;
      return [lane, Math.max(0, Math.min(limit, most, share))];
    }),
  ) as Record<WorkLane, number>;
  const kept = roomy ? Math.floor(slots * keptShare) : 0;
  return { limit, crowded: Math.max(0, Math.min(limit, free - kept)), lanes };
}

/** Room for so many operations of whatever lane and organization. */
export function anyRoom(limit: number): ClaimRoom {
  const lanes = Object.fromEntries(workLanes.map((lane) => [lane, limit])) as Record<WorkLane, number>;
  return { limit, crowded: limit, lanes };
}
