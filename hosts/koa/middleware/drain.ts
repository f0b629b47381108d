import type { IncomingMessage } from 'node:http';

const drainMaxBytes = 16 * 1024 * 1024;

/**
 * Lets a refused body run out unread, so that the client gets to read the refusal; closing on it would reset the
 * connection under its feet. A body that goes on beyond 16 MiB loses its connection after all.
 */
export function drain(request: IncomingMessage): void {
  let seen = 0;
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > drainMaxBytes) request.socket.destroy();
  });
  request.resume();
}
