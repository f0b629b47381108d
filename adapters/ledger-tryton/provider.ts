import type { Clock, Provider } from '../../core/ports.ts';
import { createConnect } from './connect.ts';
import { createTrytonGateway } from './gateway.ts';
import { createRpc, type RpcOptions } from './rpc.ts';
import { traits } from './traits.ts';

export interface TrytonOptions extends RpcOptions {
  readonly clock: Pick<Clock, 'now'>;
}

/** Lists the provider in a deployment that allows no server. */
export const listedTryton = { traits, connect: { kind: 'form' } } as const;

/** Connects to Tryton 6.0 servers. A customer enters the server's address; the operator lists the hosts that are allowed. */
export function createTrytonProvider({ clock, ...options }: TrytonOptions): Provider {
  const rpc = createRpc(options);
  return { traits, gateway: createTrytonGateway(rpc), connect: createConnect(rpc, () => clock.now()) };
}
