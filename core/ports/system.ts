import type { Id } from '../domain/ids.ts';

/** Proven by contract-tests/system.contract.ts. */
export interface Clock {
  now(): Date;
  /** Resolves after `milliseconds` of real time or later. */
  wait(milliseconds: number): Promise<void>;
}

/** Proven by contract-tests/system.contract.ts. */
export interface IdGenerator {
  /** Later ids sort later (UUIDv7). */
  next<P extends string>(prefix: P): Id<P>;
  /** Unpredictable, from the platform's secure source. */
  randomBytes(length: number): Uint8Array;
  /** A number in [0, 1), for jitter; not secret. */
  spread(): number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** For operators. Log no secrets and no accounting documents. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, cause: unknown, fields?: LogFields): void;
}

/** Wakes waiting workers. A lost signal costs only the polling interval. */
export interface WakeUp {
  /** Never throws; returns at once. */
  signal(): void;
  /** Calls `listener` for signals of all processes on the same database; returns a function that stops it. */
  listen(listener: () => void): () => void;
}

/**
 * Whether the database still holds what this process has seen of it. `checking`: a standby has just become the primary, and
 * nobody knows yet. `went_back`: commits are lost, so nothing may be written at the provider until an operator accepts that.
 */
export type DatabaseState = 'kept' | 'checking' | 'went_back';

export interface DatabaseWatch {
  state(): DatabaseState;
  /**
   * The latest accepted loss: what was stored from `since` to `until` may be lost, so an operation of before `until` may have
   * written more than is known of it. Null if there was none.
   */
  loss(): { readonly since: Date; readonly until: Date } | null;
}
