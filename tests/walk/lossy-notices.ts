// Stands between the ledger and the hosts: loses notifications, doubles them, and holds some until later ones have passed.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Parcel {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface LossyNotices {
  readonly url: string;
  /** What befell how many batches. */
  readonly fates: Readonly<Record<'lost' | 'doubled' | 'held' | 'passed', number>>;
  /** Delivers what is still held. */
  release(): Promise<void>;
  close(): Promise<void>;
}

const shares = { lost: 0.12, doubled: 0.15, held: 0.15 };

/** `hosts` are base addresses, of which some may be down; `random` is in [0, 1). */
export async function startLossyNotices(hosts: readonly string[], random: () => number): Promise<LossyNotices> {
  const fates = { lost: 0, doubled: 0, held: 0, passed: 0 };
  let held: Parcel[] = [];
  const pass = async ({ path, headers, body }: Parcel, host: string): Promise<number> => {
    const { 'content-length': _length, connection: _connection, host: _host, ...kept } = headers;
    const sent = { method: 'POST', headers: kept as Record<string, string>, body: new Uint8Array(body) };
    const answer = await fetch(host + path, sent).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status ?? 503;
  };
  const anyHost = () => hosts[Math.floor(random() * hosts.length)] ?? '';
  const release = async (): Promise<void> => {
    const late = held.toReversed();
    held = [];
    for (const parcel of late) await pass(parcel, anyHost());
  };
  const arrived = async (parcel: Parcel): Promise<number> => {
    const fate = random();
    if (fate < shares.lost) {
      fates.lost += 1;
      return 200;
    }
    if (fate < shares.lost + shares.held) {
      fates.held += 1;
      held.push(parcel);
      return 200;
    }
    const status = await pass(parcel, anyHost());
    if (fate < shares.lost + shares.held + shares.doubled) {
      fates.doubled += 1;
      await Promise.all(hosts.map((host) => pass(parcel, host)));
    } else fates.passed += 1;
    if (held.length > 2) await release();
    return status;
  };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await buffer(request);
      const status = await arrived({ path: request.url ?? '/', headers: request.headers, body });
      response.writeHead(status, { connection: 'close' }).end();
    };
    answer().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    fates,
    release,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
