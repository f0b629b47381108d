// The floor of a receiver: reads the body, checks its signature, answers. Keeps nothing.
import { createServer } from 'node:http';
import { createNotificationVerifier } from '../../adapters/ledger-http/index.ts';
import { serveParent } from '../engine/serve-parent.ts';

const [port = '', key = '', signatureHeader = ''] = process.argv.slice(2);
const verifier = createNotificationVerifier();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const signature = request.headers[signatureHeader.toLowerCase()];
    const isOurs = verifier.verify(Buffer.concat(chunks), typeof signature === 'string' ? signature : undefined, key);
    response.writeHead(isOurs ? 200 : 401, { 'content-length': 0 }).end();
  });
});
await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));

let began = process.cpuUsage();

serveParent({
  cpu: async () => {
    const { user, system } = process.cpuUsage(began);
    began = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  close: async () => {
    server.closeAllConnections();
    server.close();
    return {};
  },
});
