// The floors: bare Koa routes that read a page of the same table, or ask the provider and send what it answers; and what
// a write cannot do without, timed here: one commit, the provider's answer, one more commit.
import { Agent } from 'node:http';
import got from 'got';
import Koa from 'koa';
import { serveParent } from '../engine/serve-parent.ts';
import type { LoadWish } from './contender.ts';
import { openFloorDatabase } from './floor-database.ts';
import { timedLoops } from './timed-loops.ts';

const [portText = '', databaseUrl = '', providerUrl = ''] = process.argv.slice(2);
const database = await openFloorDatabase(databaseUrl);
const agent = { http: new Agent({ keepAlive: true }) };
const usual = { agent, retry: { limit: 0 }, headers: { authorization: 'Bearer token', accept: 'application/json' } };
const invoices = `${providerUrl}/api.xro/2.0/Invoices`;

const app = new Koa();
app.use(async (context) => {
  const [, deed, id = ''] = context.path.split('/');
  context.type = 'json';
  if (deed === 'list') {
    const { at, after } = context.query;
    const place = at === undefined ? undefined : ([Number(at), String(after)] as const);
    context.body = `{"items":[${(await database.page(id, place)).join(',')}]}`;
  } else {
    context.body = (await got(`${invoices}/${id}?unitdp=4`, usual)).body;
  }
});
const server = app.listen(Number(portText), '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));

async function write(body: string): Promise<void> {
  await database.commit(body);
  const answer = await got.post(`${invoices}?unitdp=4`, { ...usual, body });
  await database.commit(answer.body);
}

let began = process.cpuUsage();

serveParent({
  /** What it used of the processors since the last time that this was asked. */
  cpu: async () => {
    const { user, system } = process.cpuUsage(began);
    began = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  load: async (message) => {
    const wish = message as unknown as LoadWish;
    return { ...(await timedLoops(wish, () => write(wish.body ?? ''))) };
  },
  close: async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
    return {};
  },
});
