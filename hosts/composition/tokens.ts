import type { InjectionToken } from 'tsyringe';
import type { CorePorts } from '#core';

// A bare symbol constant would make `resolve` answer unknown; the type argument is what carries the port.
function token<T>(name: string): InjectionToken<T> {
  return Symbol(name);
}

type PortTokens = { readonly [Port in keyof CorePorts]: InjectionToken<CorePorts[Port]> };

/** One token a port. */
export const tokens: PortTokens = {
  storage: token('storage'),
  gateway: token('gateway'),
  authorization: token('authorization'),
  verifier: token('verifier'),
  signer: token('signer'),
  sender: token('sender'),
  vault: token('vault'),
  digester: token('digester'),
  sessionDigester: token('sessionDigester'),
  passwords: token('passwords'),
  budget: token('budget'),
  journal: token('journal'),
  meter: token('meter'),
  clock: token('clock'),
  ids: token('ids'),
  log: token('log'),
  wakeUp: token('wakeUp'),
  settings: token('settings'),
};
