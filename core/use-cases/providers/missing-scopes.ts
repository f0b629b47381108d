// Which scopes a connection lacks: a consent of before grants nothing that was switched on since.
import { type Connection, countedStatuses } from '../../domain/connection.ts';
import { badRequest } from '../../domain/errors.ts';
import { meant } from '../../domain/near-word.ts';
import type { ScopeLack } from '../../ports/connection-stores.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerAuthorization } from '../../ports/ledger-authorization.ts';

type Grounds = Pick<CorePorts, 'providers'>;

/** Undefined for a provider without consents, or that this deployment lacks. */
export function authorizationOf({ providers }: Grounds, name: string): LedgerAuthorization | undefined {
  const connect = Object.hasOwn(providers, name) ? providers[name]?.connect : undefined;
  return connect?.kind === 'oauth' ? connect.authorization : undefined;
}

/** The scope, and the broader ones of older consents that cover it. */
const coversOf = ({ coveredBy }: LedgerAuthorization, scope: string): readonly string[] => [
  scope,
  ...(coveredBy?.[scope] ?? []),
];

/**
 * The scopes that a consent asks for now and that the customer of this connection did not grant. None of a connection that is
 * not in use, and none where the provider did not say what it granted.
 */
export function missingScopes(
  ports: Grounds,
  { provider, scopes, status }: Pick<Connection, 'provider' | 'scopes' | 'status'>,
): readonly string[] {
  const authorization = authorizationOf(ports, provider);
  if (!authorization || scopes.length === 0 || !countedStatuses.some((one) => one === status)) return [];
  const isGranted = (scope: string) => coversOf(authorization, scope).some((one) => scopes.includes(one));
  return authorization.requiredScopes.filter((scope) => !isGranted(scope));
}

/** What a list of the connections without this scope asks of the store. Throws BAD_REQUEST for a scope that no consent asks for. */
export function scopeLack(ports: Grounds, scope: string): readonly ScopeLack[] {
  const asking = Object.keys(ports.providers).flatMap((provider) => {
    const authorization = authorizationOf(ports, provider);
    return authorization ? [{ provider, authorization }] : [];
  });
  const lacks = asking
    .filter(({ authorization }) => authorization.requiredScopes.includes(scope))
    .map(({ provider, authorization }) => ({ provider, scopes: coversOf(authorization, scope) }));
  if (lacks.length > 0) return lacks;
  const known = [...new Set(asking.flatMap(({ authorization }) => authorization.requiredScopes))];
  throw badRequest(
    'missing_scope',
    `must be a scope that consents ask for here: ${known.join(', ')}${meant(scope, known)}`,
  );
}
