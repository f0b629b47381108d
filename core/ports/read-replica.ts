import type { OrganizationId } from '../domain/ids.ts';
import type { lateReads, ReplicaState } from '../domain/late-reads.ts';
import type { Stores } from './storage.ts';

type Reads = typeof lateReads;

/** The stores as far as they may be read late; `lateReads` names each method. */
export type LateStores = {
  readonly [S in keyof Reads]: Pick<Stores[S], Reads[S][number] & keyof Stores[S]>;
};

/** A standby of the database that answers what may be read late. Proven by adapters/knex/read-replica.test.ts. */
export interface ReadReplica {
  /**
   * Runs `read` on the replica. Undefined, so that the caller reads the primary, if the replica lacks something that was
   * stored longer ago than the lag that the deployment allows, if the organization has changed something here since then, and
   * if the replica is away, fails, or takes longer than `replicaPatienceMs`. Never throws. `read` may run in vain.
   */
  attempt<T>(
    organizationId: OrganizationId,
    read: (stores: LateStores) => Promise<T>,
  ): Promise<FoundLate<T> | undefined>;
  /** Notes that the organization changes something now, which it is to see at once in this process. Never throws. */
  wrote(organizationId: OrganizationId): void;
  state(): ReplicaState;
}

export interface FoundLate<T> {
  readonly value: T;
}
