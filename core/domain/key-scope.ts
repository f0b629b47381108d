/**
 * `read`: everything, changes nothing; `write`: records and syncs; `automate`: automations, replays and cancellations of
 * operations; `admin`: connect sessions, disconnecting, webhook endpoints and their deliveries; `provider`: requests of one's
 * own to the provider, beside `read` or `write`.
 */
export const keyScopes = ['read', 'write', 'automate', 'admin', 'provider'] as const;
export type KeyScope = (typeof keyScopes)[number];
