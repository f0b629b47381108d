// The provider of the tests' connections, and ports in which a part of it is replaced.
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerAuthorization } from '../../ports/ledger-authorization.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { OAuthConnect, Provider } from '../../ports/provider.ts';

type Provided = Pick<CorePorts, 'providers'>;

export function firstProvider({ providers }: Provided): Provider & { readonly connect: OAuthConnect } {
  const provider = providers['ledger'];
  if (provider?.connect.kind !== 'oauth') throw new Error('the tests have no provider');
  return { ...provider, connect: provider.connect };
}

export const gatewayOf = (ports: Provided): LedgerGateway => firstProvider(ports).gateway;

export const authorizationOf = (ports: Provided): LedgerAuthorization => firstProvider(ports).connect.authorization;

export function withProvider<T extends Provided>(ports: T, part: Partial<Provider>): T {
  return { ...ports, providers: { ...ports.providers, ledger: { ...firstProvider(ports), ...part } } };
}

export function withGateway<T extends Provided>(ports: T, part: Partial<LedgerGateway>): T {
  return withProvider(ports, { gateway: { ...gatewayOf(ports), ...part } });
}

export function withConnect<T extends Provided>(ports: T, part: Partial<OAuthConnect>): T {
  return withProvider(ports, { connect: { ...firstProvider(ports).connect, ...part } });
}

export function withAuthorization<T extends Provided>(ports: T, part: Partial<LedgerAuthorization>): T {
  return withConnect(ports, { authorization: { ...authorizationOf(ports), ...part } });
}
