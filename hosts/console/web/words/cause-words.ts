import type { ConnectionBudget } from '../api/wire.ts';

const words: Readonly<Record<keyof ConnectionBudget['by_cause'], string>> = {
  requests: 'API and console',
  attachments: 'Files of records',
  automations: 'Automations',
  bulk: 'Bulk writes',
  notifications: 'Notifications',
  syncs: 'Syncs',
  reconciliation: 'Reconciliation',
  provider_requests: 'Provider requests',
};

/** What calls are made for. Any name may be a key, because an answer may have a cause that is unknown here. */
export const causes: Readonly<Record<string, string>> = words;
