// The service below /books of a Fastify application: `npm run build`, then `npx -c 'PORT=3000 node examples/fastify/main.ts'`.
import fastify from 'fastify';
import { createLedgerport } from 'ledgerport';

const port = Number(process.env['PORT'] ?? 3000);
const database = `sqlite:${process.env['DATA_DIR'] ?? './var'}/fastify.db`;
const lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `http://localhost:${port}/books` });
const { login } = lp.sandbox;

const app = fastify();
app.register(async (books) => {
  // Fastify reads bodies before it calls a handler, and signatures are over exact bytes: here it must leave them alone.
  books.removeAllContentTypeParsers();
  books.addContentTypeParser('*', (_request, _payload, done) => done(null));
  books.all('/books', (request, reply) => void lp.handler(request.raw, reply.hijack().raw));
  books.all('/books/*', (request, reply) => void lp.handler(request.raw, reply.hijack().raw));
});
app.get('/', async () => 'the application itself');

await app.listen({ port });
console.log(`console: http://localhost:${port}/books/console`, login);
lp.worker.start();
process.once('SIGTERM', async () => {
  app.server.closeIdleConnections();
  await Promise.all([app.close(), lp.close()]);
  process.exit(0);
});
