// Agents that dial vetted addresses only: what a name resolves to is judged in the look-up whose result is dialled, and
// IP literals, which never reach a look-up, before the socket is made.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRule } from './address-rule.ts';
import { bareHost } from './destination.ts';

/** The destination's address may not be dialled. */
export class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor() {
    super('the address may not be dialled');
    this.name = 'RefusedAddressError';
  }
}

export function guardedAgents(mayDial: AddressRule, resolve: typeof dnsLookup = dnsLookup) {
  const lookup = guardedLookup(mayDial, resolve);
  return {
    http: guarded(new HttpAgent({ keepAlive: false }), mayDial, lookup),
    https: guarded(new HttpsAgent({ keepAlive: false }), mayDial, lookup),
  };
}

function guarded<A extends HttpAgent>(agent: A, mayDial: AddressRule, lookup: LookupFunction): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const host = bareHost(String(options.host ?? ''));
    if (isIP(host) !== 0 && !mayDial(host)) {
      callback?.(new RefusedAddressError(), undefined as never);
      return undefined;
    }
    return connect({ ...options, lookup }, callback);
  };
  return agent;
}

/** Leaves out what may not be dialled; a name of which nothing is left is refused. */
function guardedLookup(mayDial: AddressRule, resolve: typeof dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const vetted = found.filter(({ address }) => mayDial(address));
      const [first] = vetted;
      if (!first) return callback(new RefusedAddressError(), []);
      if (options.all) callback(null, vetted);
      else callback(null, first.address, first.family);
    });
  };
}
