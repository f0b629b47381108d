import type { Stores } from '#core/ports';
import { syncCursorClauses } from './clauses/sync-cursor-clauses.ts';
import type { Contract } from './contract.ts';

export const syncCursorStoreContract: Contract<Pick<Stores, 'syncCursors'>> = {
  port: 'SyncCursorStore',
  clauses: syncCursorClauses,
};
