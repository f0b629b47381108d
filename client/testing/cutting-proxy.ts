// A proxy in front of the service that cuts a connection where the request says.
import { connect, createServer, type Server, type Socket } from 'node:net';

export const cuts = ['refused', 'before the request', 'in the body', 'before the answer', 'in the answer'] as const;
export type Cut = (typeof cuts)[number];

/** The header in which a request says where to cut; `refused` is not for the proxy. */
export const cutHeader = 'x-cut';

export interface CuttingProxy {
  readonly url: string;
  /** How often it cut, by place. */
  readonly made: Readonly<Record<Cut, number>>;
  close(): Promise<void>;
}

export async function startCuttingProxy(serviceUrl: string): Promise<CuttingProxy> {
  const made = Object.fromEntries(cuts.map((cut) => [cut, 0])) as Record<Cut, number>;
  const open = new Set<Socket>();
  const { hostname, port } = new URL(serviceUrl);
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        near.destroy();
        // The service finishes what it has received, even if the caller has left.
        far.end();
      });
    }
    passOn(near, far, (cut) => {
      made[cut] += 1;
      near.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    made,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(near: Socket, far: Socket, cutOff: (cut: Cut) => void): void {
  let cut: Cut | 'nowhere' | undefined;
  let isCut = false;
  const cutAt = (place: Cut) => {
    if (!isCut) cutOff(place);
    isCut = true;
  };
  near.on('data', (chunk) => {
    const asked = cutAskedFor(chunk);
    cut = asked ?? cut;
    if (cut === 'before the request') return cutAt(cut);
    const bodyAt = asked === undefined ? 0 : chunk.indexOf('\r\n\r\n') + 4;
    const isInBody = cut === 'in the body' && chunk.length > bodyAt;
    far.write(isInBody ? chunk.subarray(0, (bodyAt + chunk.length) >> 1) : chunk);
    if (isInBody) cutAt('in the body');
  });
  far.on('data', (chunk) => {
    if (cut === 'before the answer') return cutAt(cut);
    if (cut === 'in the answer')
      return void near.write(chunk.subarray(0, chunk.length >> 1), () => cutAt('in the answer'));
    near.write(chunk);
  });
}

/** Undefined for the continuation of a request; a first chunk names a place, or `nowhere`. */
function cutAskedFor(chunk: Buffer): Cut | 'nowhere' | undefined {
  const [, asked] = new RegExp(`\\r\\n${cutHeader}: ([^\\r]*)`, 'i').exec(chunk.toString('latin1')) ?? [];
  return asked === undefined ? undefined : (cuts.find((cut) => cut === asked) ?? 'nowhere');
}
