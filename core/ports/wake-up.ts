/** Wakes waiting workers when there is work. A lost signal costs only the polling interval. Proven by contract-tests/wake-up.contract.ts. */
export interface WakeUp {
  signal(): void;
  /** Calls `listener` after a signal of any process on the same database; returns how to stop. */
  listen(listener: () => void): () => void;
}
