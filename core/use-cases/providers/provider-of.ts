import { badRequest, conflict } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerAuthorization } from '../../ports/ledger-authorization.ts';
import type { FamilyTraits, OAuthConnect, Provider } from '../../ports/provider.ts';

type Providers = Pick<CorePorts, 'providers'>;
type Provided = { readonly provider: string };

/** The provider of a connection, session or app. Throws CONFLICT `provider_unavailable_here`. */
export function providerOf({ providers }: Providers, { provider }: Provided): Provider {
  const found = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (found) return found;
  throw conflict('provider_unavailable_here', `this deployment does not have the provider ${provider}`);
}

/** The deployment's name of the provider that a request calls by it or by an alias. Throws BAD_REQUEST. */
export function providerNamed({ providers, settings }: Pick<CorePorts, 'providers' | 'settings'>, id: string): string {
  const names = Object.keys(providers);
  const found = names.find((name) => name === id) ?? names.find((name) => aliasesOf({ providers }, name).includes(id));
  if (found !== undefined) return found;
  const isComing = Object.hasOwn(settings.comingProviders ?? {}, id);
  const called = names.map((name) => [name, ...aliasesOf({ providers }, name)].join(' or '));
  throw badRequest('provider', isComing ? 'is coming soon' : `must be one of ${called.join(', ')}`);
}

/** Other names that mean this provider alone. */
export function aliasesOf({ providers }: Providers, name: string): readonly string[] {
  const others = Object.entries(providers).filter(([other]) => other !== name);
  const taken = new Set(others.flatMap(([other, { traits }]) => [other, ...traits.aliases]));
  return providers[name]?.traits.aliases.filter((alias) => !taken.has(alias)) ?? [];
}

/** Throws also CONFLICT `not_supported_by_provider` for a provider that is connected in another way. */
export function oauthOf(ports: Providers, provided: Provided): OAuthConnect {
  const { connect, traits } = providerOf(ports, provided);
  if (connect.kind === 'oauth') return connect;
  throw conflict('not_supported_by_provider', `${traits.title} has no consent by OAuth`);
}

/** The calls that both kinds of connecting have. */
export function tenancyOf(ports: Providers, provided: Provided): Pick<LedgerAuthorization, 'tenants' | 'disconnect'> {
  const { connect } = providerOf(ports, provided);
  return connect.kind === 'oauth' ? connect.authorization : connect;
}

/** Throws CONFLICT `not_supported_by_provider` for a family that the provider does not have. */
export function familyTraitsOf({ traits }: Pick<Provider, 'traits'>, type: ResourceType): FamilyTraits {
  const found = traits.families[type];
  if (found) return found;
  throw conflict('not_supported_by_provider', `${traits.title} has no ${type}`);
}

/** Seconds for which the provider remembers an idempotency key; 0 if it does not. */
export function keySecondsOf({ traits }: Pick<Provider, 'traits'>): number {
  return traits.repeats.keySeconds ?? 0;
}
