// Fills the ledger-gateway, ledger-authorization and notification-verifier ports over the provider's HTTP API.

export { type CallBounds, type Transport, TransportFailure } from '../outgoing-http/transport.ts';
export { createLedgerAuthorization } from './authorization.ts';
export { createLedgerGateway, type LedgerHttpOptions } from './gateway.ts';
export { createNotificationVerifier } from './notification-verifier.ts';
export { type LedgerProfile, sandboxProfile, xeroProfile } from './profile.ts';
