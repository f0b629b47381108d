// The service below /books of a Hono application: `npm run build`, then `npx -c 'PORT=3000 node examples/hono/main.ts'`.
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createLedgerport } from 'ledgerport';

const port = Number(process.env['PORT'] ?? 3000);
const database = `sqlite:${process.env['DATA_DIR'] ?? './var'}/hono.db`;
const lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `http://localhost:${port}/books` });
const { login } = lp.sandbox;

const app = new Hono();
// Before what reads bodies: signatures are over exact bytes.
app.all('/books', (context) => lp.fetch(context.req.raw));
app.all('/books/*', (context) => lp.fetch(context.req.raw));
app.get('/', (context) => context.text('the application itself'));

const server: ServerType = serve({ fetch: app.fetch, port }, () =>
  console.log(`console: http://localhost:${port}/books/console`, login),
);
lp.worker.start();
process.once('SIGTERM', () => {
  server.close();
  void lp.close().then(() => process.exit(0));
});
