// A receiver for the walk: verifies the first delivery over its exact bytes, prints it and exits.
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../client/webhooks.ts';

const waitSeconds = 120;

const [given = ''] = process.argv.slice(2);
const own = URL.canParse(given) ? new URL(given) : undefined;
// Not an argument, because the list of processes shows arguments.
const secret = process.env['SECRET'];
if (own === undefined || secret === undefined) {
  console.error('usage: SECRET=<signing secret> npm run receiver -- http://localhost:<port>/<path>');
  process.exit(2);
}

async function receive(request: IncomingMessage, key: string): Promise<number> {
  // Another path is a check whether this receiver listens, or a webhook of an earlier walk.
  if (request.method !== 'POST' || request.url !== own?.pathname) return 404;
  try {
    const body = await buffer(request);
    verifyWebhook(body, request.headers, key);
    console.log(`verified webhook: ${body.toString()}`);
    server.close();
    return 200;
  } catch (error) {
    console.log(`refused: ${error instanceof Error ? error.message : error}`);
    return 401;
  }
}

const server = createServer(async (request, response) => {
  response.writeHead(await receive(request, secret)).end();
});
server.listen(Number(own.port), own.hostname, () => console.log(`receiver listens on ${own.href}`));
setTimeout(() => {
  console.error(`no webhook within ${waitSeconds} s`);
  process.exit(1);
}, waitSeconds * 1000).unref();
