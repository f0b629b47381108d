// What must be true after failovers: by the provider's books, the service's database and the receiver of webhooks.
import type { ReceivedEvent } from '../walk/receiver.ts';
import type { Cluster } from './cluster.ts';
import type { FailingDeployment } from './deployment.ts';
import type { Asked } from './load.ts';

export interface Judgement {
  /** Acknowledged writes of which the database knows nothing. */
  readonly lost: readonly Asked[];
  /** Names that are in the provider's books more than once. */
  readonly doubled: readonly string[];
  /** Names of acknowledged work that are not in the books. */
  readonly missing: readonly string[];
  readonly eventsTwice: readonly string[];
  /** Deliveries of an event that had been delivered: at least once is what is promised. */
  readonly redelivered: number;
}

/** Acknowledged writes that the database does not have: neither the record or operation, nor the key. */
export async function lostWrites(cluster: Cluster, asked: readonly Asked[]): Promise<readonly Asked[]> {
  // What is acknowledged while the database is asked may not be in its answer.
  const before = asked.flatMap((one) => (one.acknowledged ? [{ one, id: one.acknowledged.id }] : []));
  const records = await cluster.query(`select provider_id from cached_records where type = 'contacts'`);
  const operations = await cluster.query('select id from operations');
  const held = new Set([...records, ...operations].map(({ provider_id, id }) => String(provider_id ?? id)));
  return before.filter(({ id }) => !held.has(id)).map(({ one }) => one);
}

export async function judge(
  cluster: Cluster,
  { sandbox, companies, receiver }: FailingDeployment,
  asked: readonly Asked[],
): Promise<Judgement> {
  const times = new Map<string, number>();
  const count = (name: unknown) => void times.set(String(name), (times.get(String(name)) ?? 0) + 1);
  for (const { tenantId } of companies) {
    for (const contact of await sandbox.documents(tenantId, 'Contacts')) count(contact['Name']);
    // The invoice of a recipe carries its contact's name.
    for (const invoice of await sandbox.documents(tenantId, 'Invoices')) count(`invoice of ${invoice['Reference']}`);
  }
  const wanted = asked.flatMap(({ kind, names }) => [
    ...names,
    ...(kind === 'automation' ? names.map((name) => `invoice of ${name}`) : []),
  ]);
  const acknowledged = new Set(asked.filter((one) => one.acknowledged !== undefined).flatMap(({ names }) => names));
  return {
    lost: await lostWrites(cluster, asked),
    doubled: wanted.filter((name) => (times.get(name) ?? 0) > 1),
    missing: [...acknowledged].filter((name) => !times.has(name)),
    ...toldTwice(receiver.received),
  };
}

/** Two events under one number, one event under two, or one change told by two events. */
export function toldTwice(received: readonly ReceivedEvent[]): Pick<Judgement, 'eventsTwice' | 'redelivered'> {
  const ids = new Set<string>();
  const [byPlace, byId, byChange] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const twice = new Set<string>();
  const note = (map: Map<string, string>, key: string, value: string, what: string) => {
    const earlier = map.get(key);
    if (earlier !== undefined && earlier !== value) twice.add(`${what}: ${key} has ${earlier} and ${value}`);
    map.set(key, value);
  };
  for (const event of received) {
    ids.add(event.id);
    if (event.sequence === null) continue;
    const place = `${event.connection_id} ${event.sequence}`;
    note(byPlace, place, event.id, 'number');
    note(byId, event.id, place, 'event');
    const record = event.data['record'] as Readonly<Record<string, unknown>> | undefined;
    const changed = record?.['provider_updated_at'];
    if (record && changed !== undefined) {
      note(byChange, `${event.type} ${record['id']} ${changed} ${event.data['change']}`, event.id, 'change');
    }
  }
  return { eventsTwice: [...twice], redelivered: received.length - ids.size };
}
