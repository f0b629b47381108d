// A receiver for the walk: listens, verifies the first delivery over its exact bytes, prints it and ends.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const waitSeconds = 120;
const bodyMaxBytes = 1024 * 1024;
const windowSeconds = 300;

const [given = ''] = process.argv.slice(2);
const own = URL.canParse(given) ? new URL(given) : undefined;
// Not an argument: those show in the list of processes.
const secret = process.env['SECRET'];
if (own === undefined || secret === undefined) {
  console.error('usage: SECRET=<signing secret> npm run receiver -- http://localhost:<port>/<path>');
  process.exit(2);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyMaxBytes) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`; any `v1` may match, in constant time. */
function isGenuine(header: string, body: Buffer, key: string): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2) as [string, string?]);
  const sentAt = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!(Math.abs(Date.now() / 1000 - sentAt) <= windowSeconds)) return false;
  const expected = createHmac('sha256', key).update(`${sentAt}.`).update(body).digest();
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? (value ?? '') : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer((request, response) => {
  // Somebody looks whether this receiver listens, or the webhook is for another one.
  if (request.method !== 'POST' || request.url !== own.pathname) return void response.writeHead(404).end();
  readBody(request).then(
    (body) => {
      const genuine = isGenuine(String(request.headers['service-signature'] ?? ''), body, secret);
      response.writeHead(genuine ? 200 : 401).end();
      console.log(genuine ? `verified webhook: ${body.toString()}` : 'refused: the signature does not verify');
      if (genuine) server.close();
    },
    () => response.writeHead(413).end(),
  );
});
server.listen(Number(own.port), own.hostname, () => console.log(`receiver listens on ${own.href}`));
setTimeout(() => {
  console.error(`no webhook within ${waitSeconds} s`);
  process.exit(1);
}, waitSeconds * 1000).unref();
