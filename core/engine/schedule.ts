import type { Operation } from '../domain/operation.ts';
import type { HeldTick, Rhythm } from '../domain/schedule.ts';
import type { Stores } from '../ports/storage.ts';

/** Queues operations, part by part: each part in one transaction with how far the tick got, the first with its taking. */
export interface QueueSchedule extends Rhythm {
  readonly kind: 'queue';
  readonly name: string;
  draft(stores: Stores, tick: HeldTick): Promise<QueuedPart>;
}

export interface QueuedPart {
  readonly operations: readonly Operation[];
  /** Where the next part begins; null when this was the last. */
  readonly next: string | null;
}

/**
 * Works by itself, part by part, outside any transaction; a part may be done again after a crash. A tick that comes
 * while an earlier one is at work adds nothing.
 */
export interface WorkSchedule extends Rhythm {
  readonly kind: 'work';
  readonly name: string;
  work(tick: HeldTick): Promise<WorkedPart>;
}

export interface WorkedPart {
  readonly next: string | null;
  /** How long to leave the rest alone. */
  readonly pauseSeconds: number;
}

export type Schedule = QueueSchedule | WorkSchedule;
