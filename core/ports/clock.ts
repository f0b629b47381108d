/** The time. Proven by contract-tests/system.contract.ts. */
export interface Clock {
  now(): Date;
  /** Resolves no earlier than after `milliseconds` of real time. */
  wait(milliseconds: number): Promise<void>;
}
