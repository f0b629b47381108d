// Servers that answer what no Tryton would: too much, too deep, other companies than were asked for.
import { expect } from 'chai';
import { type Json, ServiceError } from '../../core/ports.ts';
import { textOfSession } from './books.ts';
import { createConnect } from './connect.ts';
import { localRules } from './local/server.ts';
import { createRpc } from './rpc.ts';
import { type Scripted, serveScripted } from './testing/scripted-server.ts';
import { plainValue } from './values.ts';

const connect = createConnect(createRpc(localRules), () => new Date('2026-11-26T10:00:00Z'));
const result = (value: unknown): Scripted => ({ body: JSON.stringify({ id: 0, result: value }) });
const session = (url: string) =>
  textOfSession({ url, database: 'books', login: 'ledgerport', userId: 2, key: 'k'.repeat(32) });

/** Runs the work against a server that gives these answers, the last of them again and again. */
async function against<T>(answers: readonly Scripted[], work: (url: string) => Promise<T>): Promise<T> {
  const server = await serveScripted(...answers);
  return work(server.url).finally(() => server.stop());
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw error;
  return [error.code, error.details.reason, error.details.errors?.[0]?.path].filter(Boolean).join(' ');
}

function nested(levels: number): Json {
  let value: Json = 'end';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
}

describe('a server that answers what no Tryton would', () => {
  it('takes little memory from a host with the names of 200,000 companies, and is refused', async () => {
    const ids = Array.from({ length: 200_000 }, (_, i) => i + 1);
    const companies = ids.map((id) => ({ id, 'party.': { name: `Company ${id} of a very long list of companies` } }));
    const answers = [result({ companies: ids }), result(companies)];
    await against(answers, async (url) => {
      const links = Array.from({ length: 6 }, () => refusalOf(connect.tenants(session(url))));
      const before = process.memoryUsage().rss;
      expect(new Set(await Promise.all(links))).to.deep.equal(new Set(['BAD_REQUEST too_many_companies login']));
      expect((process.memoryUsage().rss - before) / 2 ** 20, 'MiB').to.be.below(100);
    });
  });

  it('is refused from 501 companies on, also where they fit into the answer', async () => {
    for (const [count, expected] of [
      [500, 500],
      [501, 'BAD_REQUEST too_many_companies login'],
    ] as const) {
      const ids = Array.from({ length: count }, (_, i) => i + 1);
      const rows = ids.map((id) => ({ id, 'party.': { name: `Company ${id}` } }));
      const found = await against([result({ companies: ids }), result(rows)], (url) =>
        connect.tenants(session(url)).then(
          (tenants) => tenants.length,
          (error: unknown) => refusalOf(Promise.reject(error)),
        ),
      );
      expect(found, String(count)).to.equal(expected);
    }
  });

  it('gives each company that was asked for, once, by a name that ends', async () => {
    const rows = [9, 2, 2, 1].map((id) => ({ id, 'party.': { name: 'n'.repeat(1_000) } }));
    const odd = result({ companies: [2, 1, 2, 'x', null, 1.5, { a: 1 }] });
    const tenants = await against([odd, result(rows)], (url) => connect.tenants(session(url)));
    expect(tenants.map(({ tenantId, name }) => [tenantId.split('#')[1], name.length])).to.deep.equal([
      ['1', 255],
      ['2', 255],
    ]);
  });

  it('ends a connecting with an answer of megabytes before it has read it', async () => {
    const form = { database: 'books', login: 'ledgerport', password: 'word' };
    const huge = result('6'.repeat(10 * 2 ** 20));
    const refused = await against([huge], (url) => refusalOf(connect.open({ ...form, server_address: url })));
    expect(refused).to.equal('BAD_REQUEST server_unreachable server_address');
  });

  it('nests values that are refused before the stack ends', () => {
    expect(plainValue(nested(60))).to.deep.equal(nested(60));
    for (const value of [nested(65), nested(200_000), { __class__: 'unknown', inner: nested(200_000) }]) {
      expect(() => plainValue(value)).to.throw(ServiceError, 'over 64 levels');
    }
  });
});
