// Agents that dial vetted addresses only: what a name resolves to is judged in the look-up whose result is dialled, and
// IP literals, which never reach a look-up, before the socket is made. A socket that stays open was vetted when it was made.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AddressRule } from './address-rule.ts';
import { bareHost } from './destination.ts';

/** An error of this sender: what it says to a customer follows from its code, as with those of Node (post.ts). */
export function failure(code: 'REFUSED_ADDRESS' | 'NO_CONNECTION' | 'NO_ANSWER'): Error {
  return Object.assign(new Error(code), { code });
}

export interface GuardedAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

const idleMs = 10_000;
/** Then a name is resolved and judged anew, however busy its connections are. */
const oldestMs = 60_000;
const idleOfOrigin = 8;
const idleInAll = 256;

/** `keepAlive` keeps what is open for the next delivery to the same origin, for a while and only so many. */
export function guardedAgents(
  mayDial: AddressRule,
  resolve: typeof dnsLookup = dnsLookup,
  keepAlive = false,
): GuardedAgents {
  const lookup = guardedLookup(mayDial, resolve);
  const options: AgentOptions = keepAlive
    ? { keepAlive, timeout: idleMs, maxFreeSockets: idleOfOrigin, scheduling: 'lifo' }
    : { keepAlive };
  const guard = <A extends HttpAgent>(agent: A) => bounded(guarded(agent, mayDial, lookup));
  return { http: guard(new HttpAgent(options)), https: guard(new HttpsAgent(options)) };
}

function guarded<A extends HttpAgent>(agent: A, mayDial: AddressRule, lookup: LookupFunction): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const host = bareHost(String(options.host ?? ''));
    if (isIP(host) !== 0 && !mayDial(host)) {
      callback?.(failure('REFUSED_ADDRESS'), undefined as never);
      return undefined;
    }
    return connect({ ...options, lookup }, callback);
  };
  return agent;
}

/** All origins together keep no more than `idleInAll`, and nothing for longer than `oldestMs`. */
function bounded<A extends HttpAgent>(agent: A): A {
  /** When it became idle for the first time: it was made for the one request before. */
  const bornMs = new WeakMap<Duplex, number>();
  const keep: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const now = performance.now();
    const born = bornMs.get(socket) ?? now;
    bornMs.set(socket, born);
    const idle = Object.values(agent.freeSockets).flat().length;
    return idle < idleInAll && now - born <= oldestMs && keep(socket) !== false;
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
      if (!first) return callback(failure('REFUSED_ADDRESS'), []);
      if (options.all) callback(null, vetted);
      else callback(null, first.address, first.family);
    });
  };
}
