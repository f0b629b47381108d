// The service below /books of an Express application: `npm run build`, then `npx -c 'PORT=3000 node examples/express/main.ts'`.
import { createServer } from 'node:http';
import express from 'express';
import { createLedgerport } from 'ledgerport';

const port = Number(process.env['PORT'] ?? 3000);
const database = `sqlite:${process.env['DATA_DIR'] ?? './var'}/express.db`;
const lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `http://localhost:${port}/books` });
const { login } = lp.sandbox;

const app = express();
// Before what reads bodies: signatures are over exact bytes.
app.use('/books', lp.handler);
app.use(express.json());
app.get('/', (_request, response) => void response.send('the application itself'));

const server = createServer(app).listen(port, () =>
  console.log(`console: http://localhost:${port}/books/console`, login),
);
lp.worker.start();
process.once('SIGTERM', () => {
  server.close();
  server.closeIdleConnections();
  void lp.close().then(() => process.exit(0));
});
