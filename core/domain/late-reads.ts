/**
 * What may be read late, store by store: exports, usage, search, and lists in the console. Nothing that decides anything is
 * among them: no key, session, claim, budget, lease or idempotency key.
 */
export const lateReads = {
  connections: ['list'],
  providerCalls: ['recent'],
  records: ['list', 'search'],
  operations: ['list', 'find', 'groupFailures'],
  bulkItems: ['list'],
  events: ['list', 'find'],
  deliveries: ['list', 'find'],
  requestLog: ['list', 'find', 'groupFailures'],
  providerRequests: ['list'],
  audit: ['list'],
  usage: ['read'],
} as const;

/**
 * Where that is read: `reading` the replica, or the primary, because the replica is `behind` or this is not known yet
 * (`starting`), it is `unreachable`, several reads in a row have `failed`, or it is `no_standby` of this primary: it was
 * promoted, or it belongs to another system.
 */
export const replicaStates = ['reading', 'starting', 'behind', 'unreachable', 'failed', 'no_standby'] as const;
export type ReplicaState = (typeof replicaStates)[number];
