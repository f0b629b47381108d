import type { AppKey } from '../domain/provider-app.ts';

/** How a batch's numbers stand to the ones before. */
export type CursorMove = 'first' | 'next' | 'gap' | 'old';

/** Keeps the identities of inbound notifications and each app's place. Proven by contract-tests/notification-store.contract.ts. */
export interface NotificationStore {
  /** Returns the identities that were not yet known, in the order given; keeps them. */
  takeNew(app: AppKey, identities: readonly string[], at: Date): Promise<readonly string[]>;
  /** Moves the app's cursor forward, never back, and says how the batch stood to it; a hole is recorded. */
  moveCursor(app: AppKey, first: number, last: number, at: Date): Promise<CursorMove>;
}
