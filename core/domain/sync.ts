import { isAhead } from './ahead.ts';
import type { ConnectionId, OrganizationId } from './ids.ts';
import { type ResourceType, resourceTypes } from './resource.ts';

/** How far the finished walks of one family of a connection have seen the provider's changes. */
export interface SyncCursor {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly type: ResourceType;
  /** The latest modification stamp that a finished walk saw. */
  readonly highWater: Date;
  /** The stamp from which the next walk asks. */
  readonly readFrom: Date;
  /** When, by our own clock, the high-water mark last rose. */
  readonly raisedAt: Date;
}

/**
 * A change may show in the provider's lists only after one with a later stamp does; so much later at most. Walks ask
 * again for what was stamped so shortly before the mark.
 */
export const overlapSeconds = 300;

export interface FinishedWalk extends Pick<SyncCursor, 'organizationId' | 'connectionId' | 'type'> {
  /** The latest stamp that it saw; null when it saw none. */
  readonly newest: Date | null;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

/** From when the next walk asks; null, for everything, after none and after a mark in the future. */
export function walkedUntil(cursor: SyncCursor | undefined, now: Date): Date | null {
  return cursor && !isAhead(cursor.highWater, now) ? cursor.readFrom : null;
}

/**
 * The cursor after a walk; undefined while nothing was ever seen. A stamp in the future counts as the walk's beginning.
 * Once a walk that began when the overlap had passed saw nothing newer, all late ones have shown, and the overlap is
 * given up: a quiet family is one small page. The wait is measured on our own clock.
 */
export function cursorAfter(before: SyncCursor | undefined, walk: FinishedWalk): SyncCursor | undefined {
  const { beganAt, endedAt, newest: seen, ...family } = walk;
  const newest = seen && isAhead(seen, endedAt) ? beganAt : seen;
  if (newest && (!before || newest > before.highWater || isAhead(before.highWater, endedAt))) {
    const readFrom = new Date(newest.getTime() - overlapSeconds * 1000);
    return { ...family, highWater: newest, readFrom, raisedAt: endedAt };
  }
  if (!before) return undefined;
  const isSettled = beganAt.getTime() - before.raisedAt.getTime() >= overlapSeconds * 1000;
  return isSettled ? { ...before, readFrom: before.highWater } : before;
}

/** Which families a sync reads. */
export const syncScopes = ['invoices', 'all'] as const;
export type SyncScope = (typeof syncScopes)[number];

/** The families that a sync reads, in their order: invoices first, because events wait for them. */
export function familiesOf(scope: SyncScope): readonly ResourceType[] {
  const others = resourceTypes.filter((type) => type !== 'invoices');
  return scope === 'invoices' ? ['invoices'] : ['invoices', ...others];
}

/** Why the cache lacks a record that the provider has, holds an older state of it, or goes by the time of reading. */
export const syncWarningReasons = ['not_understood', 'not_storable', 'stamp_in_future'] as const;

export interface SyncWarning {
  readonly type: ResourceType;
  /** Null where the provider's document names no id. */
  readonly providerId: string | null;
  readonly reason: (typeof syncWarningReasons)[number];
  readonly at: Date;
}

/** What a connection shows of them. */
export const syncWarningsMax = 20;

export type WarnedRecord = Pick<SyncWarning, 'type' | 'providerId'>;

/** The newest first, one a record; without those of records that were read and stored since. */
export function warningsAfter(
  before: readonly SyncWarning[],
  added: readonly SyncWarning[],
  stored: readonly WarnedRecord[],
): readonly SyncWarning[] {
  const gone = new Set(stored.map(nameOf));
  const warnings = new Map<string, SyncWarning>();
  for (const warning of [...added.toReversed(), ...before.filter((known) => !gone.has(nameOf(known)))]) {
    if (!warnings.has(nameOf(warning))) warnings.set(nameOf(warning), warning);
  }
  return [...warnings.values()].slice(0, syncWarningsMax);
}

function nameOf({ type, providerId }: WarnedRecord): string {
  return `${type} ${providerId ?? ''}`;
}
