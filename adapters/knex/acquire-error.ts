/**
 * Says in words what a wait for a connection that ran out means. On SQLite's one connection a query on the outer
 * storage from inside a transaction waits for itself: this is how it is told.
 */
export function acquireError(error: unknown, acquireTimeoutMs: number): unknown {
  if (!(error instanceof Error) || error.name !== 'KnexTimeoutError') return error;
  return new Error(
    `no database connection became free within ${acquireTimeoutMs} ms: the database is overloaded, or work inside ` +
      'storage.transaction used the outer storage instead of the stores it was handed',
    { cause: error },
  );
}
