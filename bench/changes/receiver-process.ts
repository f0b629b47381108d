// Customers' receivers on ports of their own, which answer at once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { serveParent } from '../engine/serve-parent.ts';

const ports = JSON.parse(process.argv[2] ?? '[]') as readonly number[];
const progressMs = 20;

let arrived = 0;
let told = 0;
let ids = new Set<string>();

function receive(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.once('end', () => {
    arrived += 1;
    ids.add(String(request.headers['webhook-id']));
    response.writeHead(200, { 'content-length': 2 }).end('ok');
  });
}

const servers = await Promise.all(
  ports.map((port) => {
    const server = createServer({ keepAliveTimeout: 60_000 }, receive);
    return new Promise<typeof server>((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
  }),
);

const progress = setInterval(() => {
  if (arrived === told) return;
  told = arrived;
  process.send?.({ ran: arrived });
}, progressMs);

serveParent({
  start: async () => {
    arrived = 0;
    told = 0;
    ids = new Set();
    return {};
  },
  /** What was answered since, and how many events it were. */
  arrived: async () => ({ arrived, events: ids.size }),
  close: async () => {
    clearInterval(progress);
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    return {};
  },
});
