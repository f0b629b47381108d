import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { Database } from '../knex/database.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { openSqlite } from './open-sqlite.ts';

describe('openSqlite', () => {
  let folder: string;
  const opened: Database[] = [];

  async function open(options: Partial<Parameters<typeof openSqlite>[0]> = {}): Promise<Database> {
    const database = await openSqlite({ filename: path.join(folder, 'deep', 'test.db'), ...options });
    opened.push(database);
    return database;
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'test-sqlite-'));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes the folder and is durable: WAL, every commit synced, references enforced', async () => {
    const { knex } = await open();
    const pragma = async (name: string) => Object.values((await knex.raw(`pragma ${name}`))[0])[0];
    expect(await pragma('journal_mode')).to.equal('wal');
    expect(await pragma('synchronous')).to.equal(2);
    expect(await pragma('foreign_keys')).to.equal(1);
    const fast = await open({ filename: path.join(folder, 'fast.db'), synchronous: 'normal' });
    expect(Object.values((await fast.knex.raw('pragma synchronous'))[0])[0]).to.equal(1);
  });

  it('makes its files for their owner only, also in a folder that others read', async () => {
    const database = await open({ filename: path.join(folder, 'own.db') });
    await database.migrate();
    const modes = readdirSync(folder).map(
      (name) => `${name} ${(statSync(path.join(folder, name)).mode & 0o777).toString(8)}`,
    );
    expect(modes).to.have.members(['own.db 600', 'own.db-shm 600', 'own.db-wal 600']);
    await open();
    expect(statSync(path.join(folder, 'deep')).mode & 0o777).to.equal(0o700);
  });

  it('says what it could not open', async () => {
    const filename = path.join(folder, 'no.db');
    writeFileSync(filename, 'this is a text and no database, and long enough to tell them apart'.repeat(20));
    expect(await rejection(open({ filename }))).to.match(/^cannot open the SQLite database .*no\.db: file is not/);
  });

  it('refuses a query on the outer storage inside a transaction soon, and works afterwards', async () => {
    const { storage, ...database } = await open({ acquireTimeoutMs: 200 });
    await database.migrate();
    const started = Date.now();
    const mistaken = storage.transaction(() => storage.organizations.list({ limit: 1 }));
    expect(await rejection(mistaken)).to.match(/Timeout acquiring a connection/);
    expect(Date.now() - started).to.be.lessThan(10_000);
    expect(await storage.organizations.list({ limit: 1 })).to.deep.equal([]);
  });

  it('a commit that is refused stores nothing and leaves the connection free', async () => {
    const { storage, ...database } = await open();
    await database.migrate();
    const plane = samples.samplePlane();
    const draft = samples.sampleDelivery(samples.sampleOperation(plane), { endpointId: samples.sampleId('we') });
    expect(await rejection(storage.deliveries.insert([draft]))).to.match(/FOREIGN KEY/);
    const organization = samples.sampleOrganization();
    await storage.transaction(({ organizations }) => organizations.insert(organization));
    expect((await storage.organizations.find(organization.id))?.id).to.equal(organization.id);
    expect((await storage.deliveries.list(plane, {}, { limit: 1, page: 1 })).total).to.equal(0);
  });

  it('names the statement of an error, never its values', async () => {
    const { storage, ...database } = await open();
    await database.migrate();
    const key = samples.sampleApiKey(samples.samplePlane(), { digest: 'very-secret' });
    const message = await rejection(storage.apiKeys.insert(key));
    expect(message).to.match(/api_keys.*FOREIGN KEY/s);
    expect(message).not.to.include('very-secret');
  });

  it('stores text without NUL, as PostgreSQL must', async () => {
    const { knex } = await open();
    await knex.raw('create table t (a text)');
    await knex('t').insert({ a: 'a\0b' });
    expect(await knex('t').select('a')).to.deep.equal([{ a: 'a\uFFFDb' }]);
  });

  it('a ping fails once the database is closed', async () => {
    const database = await openSqlite({ filename: ':memory:' });
    await database.storage.ping();
    await database.close();
    expect(await rejection(database.storage.ping())).not.to.equal(undefined);
  });
});
