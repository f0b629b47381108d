// The provider over its HTTP API: fills the ports LedgerGateway, LedgerAuthorization and NotificationVerifier.

export { type CallBounds, type Transport, TransportFailure } from '../outgoing-http/transport.ts';
export { createLedgerAuthorization } from './authorization.ts';
export { type LedgerCapability, ledgerCapabilities, usualCapabilities } from './capabilities.ts';
export { createLedgerGateway, type LedgerHttpOptions } from './gateway.ts';
export { createNotificationVerifier } from './notification-verifier.ts';
export { type LedgerProfile, sandboxProfile, xeroProfile } from './profile.ts';
export { createLedgerProvider } from './provider.ts';
