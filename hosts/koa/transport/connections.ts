// Tracks connections and makes room for new ones.
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ownerOf, strangers } from '../shares.ts';
import type { ServerLimits } from './limits.ts';

export type Connections = ReturnType<typeof followConnections>;

/**
 * At the limit a new connection replaces the longest idle one: a stranger's, else one of the owner with most idle
 * connections. If no connection is idle, the new one is spare and serves only health checks.
 */
export function followConnections(server: Server, limits: ServerLimits) {
  /** By peer address, which a TLS connection and its inner socket share. */
  const all = new Map<string, Socket>();
  const carrying = new Set<Duplex>();
  /** By owner; the longest idle is first. */
  const idle = new Map<string, Set<Socket>>();
  const restsIn = new WeakMap<Socket, Set<Socket>>();
  const spare = new WeakSet<Socket>();
  const wake = (socket: Socket) => restsIn.get(socket)?.delete(socket);
  const rest = (socket: Socket, owner: string) => {
    wake(socket);
    const own = idle.get(owner) ?? new Set();
    idle.set(owner, own.add(socket));
    restsIn.set(socket, own);
  };
  const longestIdle = (): Socket | undefined => {
    const [stranger] = idle.get(strangers) ?? [];
    if (stranger) return stranger;
    const [most] = [...idle.values()].sort((a, b) => b.size - a.size);
    return most?.values().next().value;
  };
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    all.set(peer, socket);
    const leave = () => {
      wake(socket);
      if (all.get(peer) === socket) all.delete(peer);
    };
    socket.once('close', leave);
    const out = all.size > limits.connections ? longestIdle() : undefined;
    if (out) {
      wake(out);
      all.delete(peerOf(out));
      out.destroy();
    }
    if (all.size > limits.connections) spare.add(socket);
    rest(socket, strangers);
  });
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Duplex) => {
    carrying.add(socket);
    socket.once('close', () => carrying.delete(socket));
  });
  const outer = (socket: Socket): Socket => all.get(peerOf(socket)) ?? socket;
  return {
    /** All connections, with those in a handshake. */
    all: () => all.values(),
    /** Sockets that carry requests; with TLS, the inner sockets. */
    carrying,
    wake: (socket: Socket) => wake(outer(socket)),
    rest: (socket: Socket) => {
      const isStranger = ownerOf(socket) === strangers;
      if (!isStranger) socket.setTimeout(limits.keepAliveTimeoutMs);
      if (!socket.destroyed) rest(outer(socket), ownerOf(socket));
    },
    isSpare: (socket: Socket) => spare.has(outer(socket)),
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
