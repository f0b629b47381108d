import type { CorePorts } from '../../ports/core-ports.ts';

/** The provider of a connection. */
export function providerOf({ gateway }: Pick<CorePorts, 'gateway'>, _connection: { readonly provider: string }) {
  return { gateway, traits: gateway.traits };
}
