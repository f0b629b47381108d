import { connect, createServer, type Socket } from 'node:net';

export interface LossyProxy {
  readonly url: string;
  /** Answers that were lost so far. */
  lost(): number;
  close(): Promise<void>;
}

/**
 * Stands before a PostgreSQL server and cuts a connection in place of handing on an answer, `share` of all answers: what
 * the server did is done, and who asked does not know.
 */
export async function startLossyProxy(serverUrl: string, share: number): Promise<LossyProxy> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const cut = () => {
      for (const socket of [near, far]) socket.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
    near.on('data', (chunk) => void far.write(chunk));
    far.on('data', (chunk) => {
      if (Math.random() >= share) return void near.write(chunk);
      lost += 1;
      cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const url = new URL(serverUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    lost: () => lost,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
