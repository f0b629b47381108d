// What /mcp costs beside the same thing over /v1: one host, one database, one caller at a time, both in turns.
import { connected, write } from '../core/use-cases/testing/connecting.ts';
import { serveMcp } from '../hosts/mcp/testing/served-mcp.ts';
import { type Row, spreadOf, table } from './measure.ts';

const rounds = 300;
const warmUp = 30;

interface Pair {
  readonly name: string;
  readonly rest: (i: number) => Promise<unknown>;
  readonly mcp: (i: number) => Promise<unknown>;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function compare({ name, rest, mcp }: Pair): Promise<Row> {
  const took: { readonly rest: number[]; readonly mcp: number[] } = { rest: [], mcp: [] };
  for (let i = 0; i < rounds + warmUp; i++) {
    // Each goes first in every other round, so that none has the other's warm caches alone.
    const order = i % 2 === 0 ? (['rest', 'mcp'] as const) : (['mcp', 'rest'] as const);
    for (const way of order) {
      const ms = await timed(() => (way === 'rest' ? rest(i) : mcp(i)));
      if (i >= warmUp) took[way].push(ms);
    }
  }
  const [one, other] = [spreadOf(took.rest), spreadOf(took.mcp)];
  return [name, one.median, other.median, (other.median - one.median).toFixed(1), one.p99, other.p99];
}

/** Prints medians in milliseconds. The promise is at most 5 ms more at the median. */
export async function benchAgents(): Promise<void> {
  const service = await serveMcp();
  const key = await service.agentKey();
  const { id } = await connected(service, service.plane, await service.newTenant('Harbour Books Ltd'));
  const ids: string[] = [];
  for (let i = 0; i < 40; i++) {
    const asked = { connectionId: id, type: 'contacts' as const, write: write({ name: `Contact ${i}` }) };
    ids.push(String(((await service.core.records.create(service.plane, asked)).value as { id: string }).id));
  }
  const authorization = { Authorization: `Bearer ${key}` };
  const get = async (path: string) => (await fetch(service.url + path, { headers: authorization })).text();
  const change = (i: number, way: string) => ({ email: `${way}${i}@example.com` });
  const patch = async (i: number) => {
    const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': `bench-${i}` };
    const path = `/v1/connections/${id}/contacts/${ids[i % 20]}`;
    return (
      await fetch(service.url + path, { method: 'PATCH', headers, body: JSON.stringify(change(i, 'rest')) })
    ).text();
  };
  const at = { connection_id: id };
  const list = `/v1/connections/${id}/contacts?limit=20`;
  const record = { ...at, type: 'contacts', id: ids[0] };
  const pairs: readonly Pair[] = [
    { name: 'a list of 20 contacts', rest: () => get(list), mcp: () => service.tool(key, 'list_contacts', at) },
    {
      name: 'a record, live',
      rest: () => get(`/v1/connections/${id}/contacts/${ids[0]}`),
      mcp: () => service.tool(key, 'get_record', record),
    },
    {
      name: 'a change of a contact',
      rest: patch,
      mcp: (i) => service.tool(key, 'update_contact', { ...at, id: ids[20 + (i % 20)], ...change(i, 'mcp') }),
    },
  ];
  const rows: Row[] = [];
  for (const pair of pairs) rows.push(await compare(pair));
  table('agents: /mcp beside /v1, milliseconds', ['what', '/v1', '/mcp', 'more', '/v1 p99', '/mcp p99'], rows);
  await service.close();
}
