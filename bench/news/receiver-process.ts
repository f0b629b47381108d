// A customer's receiver: checks each delivery's signature, notes when it came, answers at once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { verifyWebhook } from '../../client/webhooks.ts';
import { serveParent } from '../engine/serve-parent.ts';

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly invoiceId: string;
  /** Of the machine's clock. */
  readonly atMs: number;
}

const [portText = '', secret = ''] = process.argv.slice(2);
const deliveries: Delivery[] = [];
const refused: string[] = [];
/** What has come in by all connections: headers and bodies. */
const read = { closed: 0, open: new Set<Socket>() };

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const atMs = performance.timeOrigin + performance.now();
  try {
    const { id, type, data } = verifyWebhook(Buffer.concat(chunks), request.headers, secret);
    const { invoice } = data as { readonly invoice?: { readonly provider_id?: string } };
    deliveries.push({ eventId: id, type, invoiceId: invoice?.provider_id ?? '', atMs });
    response.writeHead(200, { 'content-length': 0 }).end();
  } catch (error) {
    refused.push(String(error));
    response.writeHead(400, { 'content-length': 0 }).end();
  }
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void receive(request, response));
server.on('connection', (socket) => {
  read.open.add(socket);
  socket.once('close', () => {
    read.open.delete(socket);
    read.closed += socket.bytesRead;
  });
});
await new Promise<void>((resolve) => server.listen(Number(portText), '127.0.0.1', resolve));

serveParent({
  forget: async () => {
    deliveries.length = 0;
    return {};
  },
  count: async () => ({
    count: deliveries.length,
    bytes: [...read.open].reduce((sum, { bytesRead }) => sum + bytesRead, read.closed),
  }),
  deliveries: async () => ({ deliveries, refused }),
  close: async () => {
    server.closeAllConnections();
    server.close();
    return {};
  },
});
