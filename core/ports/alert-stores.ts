import type { Alert, AlertDestination, AlertKey } from '../domain/alert.ts';
import type { AlertDestinationId, OperationId, OrganizationId } from '../domain/ids.ts';

/** Proven by contract-tests/alert-stores.contract.ts. */
export interface AlertDestinationStore {
  insert(destination: AlertDestination): Promise<void>;
  /** Undefined for another organization's. */
  find(organizationId: OrganizationId, id: AlertDestinationId): Promise<AlertDestination | undefined>;
  /** As `find`; locks the destination until the transaction ends. */
  lock(organizationId: OrganizationId, id: AlertDestinationId): Promise<AlertDestination | undefined>;
  /** All of an organization, oldest first. */
  list(organizationId: OrganizationId): Promise<readonly AlertDestination[]>;
  /** Those that want a weekly summary, of all organizations, by id, after `after`. */
  listWeekly(after: AlertDestinationId | null, limit: number): Promise<readonly AlertDestination[]>;
  /** Replaces all but the organization; ignores one that is removed. */
  update(destination: AlertDestination): Promise<void>;
  /** Removes it and all alerts of its id; false if it was not there. */
  remove(organizationId: OrganizationId, id: AlertDestinationId): Promise<boolean>;
}

/** Proven by contract-tests/alert-stores.contract.ts. */
export interface AlertStore {
  /**
   * Returns the alert that is stored under the key of `blank`, or `blank` itself, which is stored then; locked until the
   * transaction ends, so that those who change it come one after the other.
   */
  hold(blank: Alert): Promise<Alert>;
  /** Those of a subject that are not well or not told, of every destination of its organization; locked as by `hold`. */
  lockOpen(
    subject: Pick<Alert, 'organizationId' | 'environment' | 'subjectId'>,
    events: readonly Alert['event'][],
  ): Promise<readonly Alert[]>;
  /** Those that the operation is to tell, locked, in a fixed order. */
  lockOf(operationId: OperationId): Promise<readonly Alert[]>;
  /** A destination's alerts with something to tell that no message carried after `triedBefore`, longest waiting first; locked, without those that others have locked. */
  lockWaiting(destinationId: AlertDestinationId, triedBefore: Date, limit: number): Promise<readonly Alert[]>;
  /** Replaces all but the key; ignores one that is not stored. */
  update(alert: Alert): Promise<void>;
  /** Those of all organizations that are due, longest due first, without locks. */
  listDue(now: Date, limit: number): Promise<readonly Alert[]>;
  /** Locks it until the transaction ends; undefined if it is no longer due. */
  lockDue(key: AlertKey, now: Date): Promise<Alert | undefined>;
  /** Removes up to `limit` alerts with nothing to tell and no end awaited that last happened before `before`; returns how many. */
  removeTold(before: Date, limit: number): Promise<number>;
}
