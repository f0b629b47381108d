// A proxy between a host and its database that fails on demand.
import { connect, createServer, type Socket } from 'node:net';

export interface FaultyProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Forwards nothing any more and closes nothing. */
  hang(): void;
  /** Forwards nothing over open connections and closes none; new ones work. */
  vanish(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'well' | 'cut' | 'hanging' = 'well';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (chunk) => state === 'well' && far.write(chunk));
    far.on('data', (chunk) => state === 'well' && near.write(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  url.hostname = '127.0.0.1';
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      breakAll();
    },
    hang: () => {
      state = 'hanging';
    },
    vanish: () => {
      for (const socket of sockets) socket.removeAllListeners('data').resume();
    },
    mend: () => {
      state = 'well';
      breakAll();
    },
    close: () =>
      new Promise((resolve) => {
        breakAll();
        server.close(() => resolve());
      }),
  };
}
