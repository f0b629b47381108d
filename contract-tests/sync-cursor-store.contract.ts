import type { Stores } from '#core/ports';
import { familyWalkClauses, syncCursorClauses } from './clauses/sync-cursor-clauses.ts';
import type { Contract } from './contract.ts';

export const syncCursorStoreContract: Contract<Pick<Stores, 'syncCursors'>> = {
  port: 'SyncCursorStore',
  clauses: syncCursorClauses,
};

export const familyWalkStoreContract: Contract<Pick<Stores, 'familyWalks'>> = {
  port: 'FamilyWalkStore',
  clauses: familyWalkClauses,
};
