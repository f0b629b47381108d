import type { ConnectionId } from './ids.ts';
import type { ResourceType } from './resource.ts';

/** How far the finished walks of one family of a connection have seen the provider's changes. */
export interface SyncCursor {
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

export interface FinishedWalk extends Pick<SyncCursor, 'connectionId' | 'type'> {
  /** The latest stamp that it saw; null when it saw none. */
  readonly newest: Date | null;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

/**
 * The cursor after a walk; undefined while nothing was ever seen. Once a walk that began when the overlap had passed saw
 * nothing newer, all late ones have shown, and the overlap is given up: a quiet family is one small page, however much
 * changed right before it fell quiet. The wait is measured on our own clock, so the provider's may be off.
 */
export function cursorAfter(before: SyncCursor | undefined, walk: FinishedWalk): SyncCursor | undefined {
  const { connectionId, type, newest, beganAt, endedAt } = walk;
  if (newest && (!before || newest > before.highWater)) {
    const readFrom = new Date(newest.getTime() - overlapSeconds * 1000);
    return { connectionId, type, highWater: newest, readFrom, raisedAt: endedAt };
  }
  if (!before) return undefined;
  const isSettled = beganAt.getTime() - before.raisedAt.getTime() >= overlapSeconds * 1000;
  return isSettled ? { ...before, readFrom: before.highWater } : before;
}
