// Stands in for the provider where the sandbox would be the bound: large books at no cost, or an answer that never comes.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { families } from '../../adapters/ledger-http/wire/families.ts';
import { type ResourceType, resourceTypes } from '../../core/index.ts';
import { serveParent } from '../engine/serve-parent.ts';
import { createBooks } from './books.ts';

const [portText = '', invoicesText = '0', mood = 'answers'] = process.argv.slice(2);
/** Whether a read finds the invoice changed: news does, most reads of callers do not. */
const changedAt = () => (mood === 'rests' ? began : new Date());
const began = new Date();
const books = createBooks(Number(invoicesText));
let calls = 0;

const typeOf = new Map<string, ResourceType>(resourceTypes.map((type) => [families[type].path.toLowerCase(), type]));

function answer(request: IncomingMessage, response: ServerResponse): void {
  calls += 1;
  if (mood === 'hangs') return;
  request.resume();
  const url = new URL(request.url ?? '/', 'http://provider');
  const path = url.pathname.replace(/^\/api\.xro\/2\.0/, '').toLowerCase();
  const since = request.headers['if-modified-since'];
  // A create is answered with an invoice that has an ID of its own.
  const body =
    request.method === 'GET'
      ? bodyOf(path, url.searchParams, since ? new Date(`${since}Z`) : null)
      : books.one(randomUUID(), new Date());
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body ?? ''),
  });
  response.end(body ?? '');
}

function bodyOf(path: string, query: URLSearchParams, since: Date | null): string | undefined {
  const type = typeOf.get(path);
  if (type === 'invoices') {
    return books.page({ page: Number(query.get('page') ?? 1), pageSize: Number(query.get('pageSize') ?? 100), since });
  }
  if (type) return JSON.stringify({ Status: 'OK', [families[type].envelope]: [] });
  const [, id] = /^\/invoices\/([0-9a-f-]{36})$/.exec(path) ?? [];
  return id === undefined ? undefined : books.one(id, changedAt());
}

const server = createServer(answer);
await new Promise<void>((resolve) => server.listen(Number(portText), '127.0.0.1', resolve));

serveParent({
  /** How many calls came since the last time that this was asked. */
  calls: async () => {
    const counted = calls;
    calls = 0;
    return { calls: counted };
  },
  close: async () => {
    server.closeAllConnections();
    server.close();
    return {};
  },
});
