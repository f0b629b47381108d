// Receivers on this machine that misbehave as a test wants, and a resolver that the test controls.
import { execFileSync } from 'node:child_process';
import type { lookup as dnsLookup } from 'node:dns';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Receivers {
  readonly connections: () => number;
  http(listener: RequestListener): Promise<number>;
  tls(listener: RequestListener): Promise<number>;
  tcp(onSocket: (socket: Socket) => void): Promise<number>;
  close(): Promise<void>;
}

export function openReceivers(): Receivers {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on('connection', (socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return (server.address() as AddressInfo).port;
  };
  return {
    connections: () => connections,
    http: (listener) => listen(createHttp(listener)),
    tls: (listener) => listen(createHttps(selfSigned(), listener)),
    tcp: (onSocket) => listen(createTcp(onSocket)),
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'receiver-'));
  const [key, cert] = [path.join(folder, 'key'), path.join(folder, 'cert')];
  const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', [...how, '-subj', '/CN=hook.example', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}

/** Answers the n-th look-up with the n-th list of addresses, later ones with the last list; an error code rejects. */
export function resolving(...answers: readonly (readonly string[] | string)[]): typeof dnsLookup & { asked: string[] } {
  const asked: string[] = [];
  const answer = (name: string, _options: unknown, callback: (error: Error | null, found: unknown) => void): void => {
    const told = answers[Math.min(asked.length, answers.length - 1)] ?? 'ENOTFOUND';
    asked.push(name);
    const error = typeof told === 'string' ? Object.assign(new Error(told), { code: told }) : null;
    const addresses = typeof told === 'string' ? [] : told;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => callback(error, found));
  };
  return Object.assign(answer, { asked }) as unknown as typeof dnsLookup & { asked: string[] };
}
