/** Which families a sync reads. */
export const syncScopes = ['invoices', 'all'] as const;
export type SyncScope = (typeof syncScopes)[number];
