import { isAhead } from './ahead.ts';
import type { ConnectionId, OrganizationId } from './ids.ts';
import { type ResourceType, recordName, resourceTypes } from './resource.ts';

/** How far finished walks of a connection's family have seen the provider's changes. */
export interface SyncCursor {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly type: ResourceType;
  readonly highWater: Date;
  readonly readFrom: Date;
  /** When, by our own clock, the high-water mark last rose. */
  readonly raisedAt: Date;
}

interface FinishedWalk extends Pick<SyncCursor, 'organizationId' | 'connectionId' | 'type'> {
  /** The provider may show a change this much later than one with a later stamp. */
  readonly overlapSeconds: number;
  readonly newest: Date | null;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

/** Where the next walk begins; null (everything) without a cursor or after a mark in the future. */
export function walkedUntil(cursor: SyncCursor | undefined, now: Date): Date | null {
  return cursor && !isAhead(cursor.highWater, now) ? cursor.readFrom : null;
}

/**
 * The cursor after a walk; undefined until a record was seen. A future stamp counts as the walk's beginning. When a walk
 * that began after the overlap sees nothing newer, all late changes have shown and the overlap ends: a quiet family costs
 * one small page. Our own clock measures the wait.
 */
export function cursorAfter(before: SyncCursor | undefined, walk: FinishedWalk): SyncCursor | undefined {
  const { overlapSeconds, beganAt, endedAt, newest: seen, ...family } = walk;
  const newest = seen && isAhead(seen, endedAt) ? beganAt : seen;
  if (newest && (!before || newest > before.highWater || isAhead(before.highWater, endedAt))) {
    const readFrom = new Date(newest.getTime() - overlapSeconds * 1000);
    return { ...family, highWater: newest, readFrom, raisedAt: endedAt };
  }
  if (!before) return undefined;
  const isSettled = beganAt.getTime() - before.raisedAt.getTime() >= overlapSeconds * 1000;
  return isSettled ? { ...before, readFrom: before.highWater } : before;
}

export const syncScopes = ['invoices', 'all'] as const;
export type SyncScope = (typeof syncScopes)[number];

/** Invoices first, because events wait for them. */
export function familiesOf(scope: SyncScope): readonly ResourceType[] {
  const others = resourceTypes.filter((type) => type !== 'invoices');
  return scope === 'invoices' ? ['invoices'] : ['invoices', ...others];
}

/**
 * Why the cache lacks a record, holds an older state of it, or dates it by the time of reading; `not_supported_by_provider`:
 * the cache lacks the family, because the provider refuses to list what its traits promise.
 */
export const syncWarningReasons = [
  'not_understood',
  'not_storable',
  'stamp_in_future',
  'not_supported_by_provider',
] as const;

export interface SyncWarning {
  readonly type: ResourceType;
  /** Null if the provider's document has no id, and for a whole family. */
  readonly providerId: string | null;
  readonly reason: (typeof syncWarningReasons)[number];
  readonly at: Date;
}

export const syncWarningsMax = 20;

export type WarnedRecord = Pick<SyncWarning, 'type' | 'providerId'>;

/** The newest warning per record, newest first, without records that were stored since. */
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
  return recordName(type, providerId ?? '');
}
