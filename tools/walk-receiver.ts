// A receiver for the walk: verifies the first delivery over its exact bytes, prints it and ends.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../client/webhooks.ts';

const waitSeconds = 120;
const [given = ''] = process.argv.slice(2);
// Not an argument, because the list of processes shows arguments.
const { SECRET = '' } = process.env;
if (!URL.canParse(given) || SECRET === '')
  throw new Error('usage: SECRET=<signing secret> npm run receiver -- http://localhost:<port>/<path>');
const own = new URL(given);

const server = createServer(async (request, response) => {
  // Another path checks whether this receiver listens, or is the webhook of an earlier walk.
  if (request.method !== 'POST' || request.url !== own.pathname) return response.writeHead(404).end();
  const body = await buffer(request);
  try {
    verifyWebhook(body, request.headers, SECRET);
  } catch (error) {
    console.log(`refused: ${error}`);
    return response.writeHead(401).end();
  }
  console.log(`verified webhook: ${body}`);
  server.close();
  return response.writeHead(200).end();
});
server.on('error', (error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  console.error(isTaken ? `${own.host} is taken: end what listens there, or name another port` : error.message);
  process.exit(1);
});
server.listen(Number(own.port), own.hostname, () => console.log(`receiver listens on ${own.href}`));
setTimeout(() => {
  console.error(`no webhook within ${waitSeconds} s`);
  process.exit(1);
}, waitSeconds * 1000).unref();
