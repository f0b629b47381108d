// The provider: invoices change at an even rate whatever the service does; each change is told to its app by a signed
// POST, and is there to be read. An app is told of one batch at a time, of what has changed since the last.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoicesAnswer } from '../changes/books.ts';
import { serveParent } from '../engine/serve-parent.ts';

export interface ToldApp {
  /** Where its notifications are posted. */
  readonly url: string;
  readonly tenantIds: readonly string[];
}

/** A change of one invoice; moments are milliseconds of the machine's clock. */
export interface Change {
  readonly id: string;
  readonly dueMs: number;
  acknowledgedMs?: number;
  /** When the service asked for the invoice, first. */
  readMs?: number;
  /** What the provider itself took to answer. */
  ownMs?: number;
}

const [portText = '', key = ''] = process.argv.slice(2);
const batchMost = 100;
const answerMs = 30_000;
const agent = new Agent({ keepAlive: true });
const changes = new Map<string, Change>();
const nowMs = (): number => performance.timeOrigin + performance.now();

function post(url: string, body: Buffer): Promise<number> {
  const signature = createHmac('sha256', key).update(body).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-ledger-signature': signature,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers, timeout: answerMs }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Tells an app of its changes in their order; resolves when there is no more to tell. */
function teller({ url }: ToldApp): (change: Change, tenantId: string) => Promise<void> {
  const waiting: { readonly change: Change; readonly tenantId: string }[] = [];
  let told = 0;
  let telling: Promise<void> | undefined;
  const tellAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMost);
      const events = batch.map(({ change, tenantId }) => ({
        resourceUrl: `https://api.provider.test/api.xro/2.0/Invoices/${change.id}`,
        resourceId: change.id,
        eventDateUtc: new Date(change.dueMs).toISOString().slice(0, 23),
        ...{ eventType: 'UPDATE', eventCategory: 'INVOICE', tenantId, tenantType: 'ORGANISATION' },
      }));
      const [firstEventSequence, lastEventSequence] = [told + 1, told + batch.length];
      told = lastEventSequence;
      const text = JSON.stringify({ events, firstEventSequence, lastEventSequence, entropy: 'BENCHBENCHBENCH' });
      const status = await post(url, Buffer.from(text));
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      for (const { change } of batch) change.acknowledgedMs = nowMs();
    }
    telling = undefined;
  };
  return (change, tenantId) => {
    waiting.push({ change, tenantId });
    telling ??= tellAll();
    return telling;
  };
}

let tellers: readonly { readonly app: ToldApp; readonly tell: ReturnType<typeof teller> }[] = [];

/** Every change is due at its own moment; apps and their tenants take turns. Resolves when all are acknowledged. */
async function makeChanges(perSecond: number, seconds: number): Promise<void> {
  const told: Promise<void>[] = [];
  const beganMs = nowMs();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueMs = beganMs + (n * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - nowMs()));
    const { app, tell } = tellers[n % tellers.length] ?? {};
    if (!app || !tell) throw new Error('no app to tell');
    const change: Change = { id: randomUUID(), dueMs };
    changes.set(change.id, change);
    told.push(tell(change, app.tenantIds[Math.floor(n / tellers.length) % app.tenantIds.length] ?? ''));
  }
  await Promise.all(told);
}

const server = createServer((incoming, response) => {
  const readMs = nowMs();
  const ids = incoming.url?.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  const asked = ids.flatMap((id) => changes.get(id) ?? []);
  const body = invoicesAnswer(asked.map(({ id, dueMs }) => ({ id, changed: new Date(dueMs) })));
  response.writeHead(asked.length > 0 ? 200 : 404, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body, () => {
    for (const change of asked) change.ownMs ??= nowMs() - readMs;
  });
  for (const change of asked) change.readMs ??= readMs;
});
await new Promise<void>((resolve) => server.listen(Number(portText), '127.0.0.1', resolve));

serveParent({
  apps: async ({ apps }) => {
    tellers = (apps as readonly ToldApp[]).map((app) => ({ app, tell: teller(app) }));
    return {};
  },
  change: async ({ perSecond, seconds }) => {
    changes.clear();
    await makeChanges(Number(perSecond), Number(seconds));
    return {};
  },
  changes: async () => ({ changes: [...changes.values()] }),
  close: async () => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    return {};
  },
});
