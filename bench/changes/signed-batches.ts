// Batches as the provider sends them: each app counts its own, every event names an invoice of one of its tenants.
import { createHmac, randomUUID } from 'node:crypto';

/** A provider app that is told of changes. */
export interface ToldApp {
  /** Where its notifications are posted. */
  readonly url: string;
  readonly tenantIds: readonly string[];
}

export interface SignedBatch {
  readonly url: string;
  readonly body: Buffer;
  readonly signature: string;
}

/** Lists of events that take turns: what is new in each batch is its numbers, which is what a receiver goes by. */
const listsEach = 4;

/** Makes the next batch of an app, in the order of its numbers. */
export function batchMaker(apps: readonly ToldApp[], key: string): (app: number, events: number) => SignedBatch {
  const numbers = apps.map(() => 0);
  const lists = new Map<string, readonly string[]>();
  return (index, events) => {
    const app = apps[index % apps.length];
    if (!app) throw new Error('no app to tell');
    const place = index % apps.length;
    const first = (numbers[place] ?? 0) + 1;
    const last = first + events - 1;
    numbers[place] = last;
    const name = `${place} ${events}`;
    const made = lists.get(name) ?? Array.from({ length: listsEach }, () => eventsText(app.tenantIds, events));
    lists.set(name, made);
    const list = made[Math.floor(last / events) % listsEach] ?? '';
    const numbered = `"firstEventSequence":${first},"lastEventSequence":${last},"entropy":"BENCHBENCHBENCH"`;
    const body = Buffer.from(`{"events":[${list}],${numbered}}`);
    return { url: app.url, body, signature: createHmac('sha256', key).update(body).digest('base64') };
  };
}

function eventsText(tenantIds: readonly string[], count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const id = randomUUID();
    return JSON.stringify({
      resourceUrl: `https://api.provider.test/api.xro/2.0/Invoices/${id}`,
      resourceId: id,
      eventDateUtc: new Date().toISOString().slice(0, 23),
      eventType: 'UPDATE',
      eventCategory: 'INVOICE',
      tenantId: tenantIds[i % tenantIds.length],
      tenantType: 'ORGANISATION',
    });
  }).join(',');
}
