// The service below /books of a Koa application: `npm run build`, then `npx -c 'PORT=3000 node examples/koa/main.ts'`.
import { createServer } from 'node:http';
import Koa from 'koa';
import { createLedgerport } from 'ledgerport';

const port = Number(process.env['PORT'] ?? 3000);
const database = `sqlite:${process.env['DATA_DIR'] ?? './var'}/koa.db`;
const lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `http://localhost:${port}/books` });
const { login } = lp.sandbox;

const app = new Koa();
// Before what reads bodies: signatures are over exact bytes.
app.use((ctx, next) => {
  if (!/^\/books(\/|$)/.test(ctx.path)) return next();
  // The service writes the answer itself.
  ctx.respond = false;
  lp.handler(ctx.req, ctx.res);
});
app.use((ctx) => {
  ctx.body = 'the application itself';
});

const server = createServer(app.callback()).listen(port, () =>
  console.log(`console: http://localhost:${port}/books/console`, login),
);
lp.worker.start();
process.once('SIGTERM', () => {
  server.close();
  server.closeIdleConnections();
  void lp.close().then(() => process.exit(0));
});
