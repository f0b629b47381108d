import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';

export interface KeepingBounds {
  /** After this time a connection is closed at the end of its request, so that its name is looked up and judged again. */
  readonly keptMs: number;
  /** A connection without a request is closed after this time. */
  readonly idleMs: number;
  /** The most connections without a request, to all receivers together and to one of them. */
  readonly idleMost: number;
  readonly idleMostOfOne: number;
}

export const keepingBounds: KeepingBounds = { keptMs: 10_000, idleMs: 4_000, idleMost: 256, idleMostOfOne: 10 };

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export interface KeptConnections {
  /** Keep their connections for the next request. */
  readonly kept: Agents;
  /** Open a connection for each request. */
  readonly fresh: Agents;
}

/**
 * Connections to receivers. `lookup` judges addresses when a connection is opened; until `keptMs` later the connection may
 * serve further requests to the same name and port, over the address that was judged. None keeps the process alive.
 */
export function keepConnections(lookup: LookupFunction, bounds: KeepingBounds): KeptConnections {
  const { keptMs, idleMs, idleMost, idleMostOfOne } = bounds;
  const judged = { lookup };
  const keeping = { ...judged, keepAlive: true, timeout: idleMs, maxFreeSockets: idleMostOfOne };
  const kept = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) };
  const idle = () => Object.values(kept).reduce((sum, agent) => sum + idleOf(agent), 0);
  const openedMs = new WeakMap<Duplex, number>();
  const agents: readonly HttpAgent[] = [kept.http, kept.https];
  for (const agent of agents) {
    const createConnection = agent.createConnection.bind(agent);
    agent.createConnection = (asked, created) => {
      const socket = createConnection(asked, created);
      if (socket) openedMs.set(socket, performance.now());
      return socket;
    };
    const keepSocketAlive = agent.keepSocketAlive.bind(agent);
    // Node asks this at the end of each request, and closes the connection on false.
    agent.keepSocketAlive = (socket) => {
      const opened = openedMs.get(socket);
      const isYoung = opened !== undefined && performance.now() - opened < keptMs;
      return isYoung && idle() < idleMost && keepSocketAlive(socket);
    };
  }
  return { kept, fresh: { http: new HttpAgent(judged), https: new HttpsAgent(judged) } };
}

function idleOf({ freeSockets }: HttpAgent | HttpsAgent): number {
  return Object.values(freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
}
