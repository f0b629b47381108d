// Stands in for the provider where the sandbox would be the bound: answers about any invoice at no cost.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { serveParent } from '../engine/serve-parent.ts';
import { invoicesAnswer } from './books.ts';

const [portText = ''] = process.argv.slice(2);
/** Reads of callers seldom find an invoice changed. */
const began = new Date();

const server = createServer((request, response) => {
  request.resume();
  const [, id] = /\/invoices\/([0-9a-f-]{36})(?:\?|$)/i.exec(request.url ?? '') ?? [];
  // A create is answered with an invoice that has an ID of its own.
  const isCreate = request.method !== 'GET';
  const body = isCreate || id ? invoicesAnswer([{ id: id ?? randomUUID(), changed: began }]) : '';
  response.writeHead(body === '' ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
await new Promise<void>((resolve) => server.listen(Number(portText), '127.0.0.1', resolve));

serveParent({
  close: async () => {
    server.closeAllConnections();
    server.close();
    return {};
  },
});
