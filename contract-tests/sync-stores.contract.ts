import type { Storage } from '#core/ports';
import { coalescingClauses } from './clauses/coalescing-clauses.ts';
import { syncCursorClauses } from './clauses/sync-cursor-clauses.ts';
import { walkedFamilyClauses } from './clauses/walked-family-clauses.ts';
import type { Contract } from './contract.ts';

/** What a walk through a connection's books asks of storage. */
export const syncStoresContract: Contract<Storage> = {
  port: 'SyncCursorStore',
  clauses: [...syncCursorClauses, ...coalescingClauses, ...walkedFamilyClauses],
};
