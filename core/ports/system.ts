import type { Id } from '../domain/ids.ts';

/** The time. Proven by contract-tests/system.contract.ts. */
export interface Clock {
  /** The current time, with milliseconds. */
  now(): Date;
  /** Resolves no earlier than after `milliseconds` of real time. */
  wait(milliseconds: number): Promise<void>;
}

/** Makes ids and secrets. Proven by contract-tests/system.contract.ts. */
export interface IdGenerator {
  /** A new id; ids made later sort later (UUIDv7). */
  next<P extends string>(prefix: P): Id<P>;
  /** Unpredictable bytes from the platform's secure source. */
  randomBytes(length: number): Uint8Array;
  /** A number in [0, 1), for jitter; not secret. */
  spread(): number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Messages for operators. Never secrets, never accounting documents. */
export interface Log {
  /** What an operator may want to know. */
  info(message: string, fields?: LogFields): void;
  /** What an operator should look at, though work goes on. */
  warn(message: string, fields?: LogFields): void;
  /** `cause` is logged with its stack. */
  error(message: string, cause: unknown, fields?: LogFields): void;
}

/** Wakes waiting workers when there is work. A lost signal costs only the polling interval. Proven by contract-tests/wake-up.contract.ts. */
export interface WakeUp {
  /** There is work. Never throws; nobody waits for it. */
  signal(): void;
  /** Calls `listener` after a signal of any process on the same database; returns how to stop. */
  listen(listener: () => void): () => void;
}
