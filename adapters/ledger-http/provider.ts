import type { OAuthConnect, Provider } from '#core/ports';
import { createLedgerAuthorization } from './authorization.ts';
import { createLedgerGateway, type LedgerHttpOptions } from './gateway.ts';
import { createNotificationVerifier } from './notification-verifier.ts';
import { traitsOf } from './traits.ts';

/** The provider, whole; without a `hostedApp` every customer needs an app of its own. */
export function createLedgerProvider(options: LedgerHttpOptions & Pick<OAuthConnect, 'hostedApp'>): Provider {
  const authorization = createLedgerAuthorization(options);
  return {
    traits: traitsOf(options.profile),
    gateway: createLedgerGateway(options),
    connect: { kind: 'oauth', authorization, hostedApp: options.hostedApp },
    notifications: createNotificationVerifier(options.profile),
  };
}
