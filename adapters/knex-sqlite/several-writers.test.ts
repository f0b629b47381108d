import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { samples } from '#contract-tests';
import { rejection } from '../knex/testing/rejection.ts';
import { openSqlite } from './open-sqlite.ts';
import { type SqliteForTests, sqliteForTests } from './testing/sqlite.ts';

const writer = fileURLToPath(new URL('./testing/several-writers-child.ts', import.meta.url));

describe('several writers on one SQLite file', () => {
  let sqlite: SqliteForTests;
  beforeEach(async () => {
    sqlite = await sqliteForTests();
  });
  afterEach(() => sqlite?.close());

  it('processes that read, then write, in transactions and out of them, never meet SQLITE_BUSY', async () => {
    const appends = 40;
    const connectionId = samples.sampleId('conn');
    const children = ['a', 'b', 'c'].map((name) => run([writer, sqlite.filename, connectionId, name, String(appends)]));
    const ended = await Promise.all(children);
    expect(ended).to.deep.equal(ended.map(() => ({ code: 0, output: '' })));
    const rows = await sqlite.database.knex('events').where({ connection_id: connectionId }).orderBy('sequence');
    expect(rows.map((row) => row.sequence)).to.deep.equal(Array.from({ length: 3 * appends }, (_, i) => i + 1));
  });

  it('a wait for another writer does not block the event loop', async () => {
    const other = await openSqlite({ filename: sqlite.filename });
    const organization = samples.sampleOrganization();
    const released = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holding = other.storage.transaction(() => {
      begun.resolve();
      return released.promise;
    });
    await begun.promise;
    // Only a later turn of this event loop releases the lock, so a wait that blocks the loop ends with SQLite's error.
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns === 20) released.resolve();
    }, 5);
    const waiting = Promise.all([
      sqlite.database.storage.organizations.insert(organization),
      sqlite.database.storage.transaction(({ organizations }) => organizations.insert(samples.sampleOrganization())),
    ]);
    await Promise.all([holding, waiting]).finally(() => clearInterval(timer));
    await other.close();
    expect(turns).to.be.at.least(20);
    expect((await sqlite.database.storage.organizations.find(organization.id))?.id).to.equal(organization.id);
  });

  it('a wait that is too long ends with the error of SQLite', async () => {
    const other = await openSqlite({ filename: sqlite.filename, busyTimeoutMs: 100 });
    const released = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const holding = sqlite.database.storage.transaction(() => {
      begun.resolve();
      return released.promise;
    });
    await begun.promise;
    const refused = await rejection(other.storage.organizations.insert(samples.sampleOrganization()));
    released.resolve();
    await holding;
    await other.storage.organizations.insert(samples.sampleOrganization());
    await other.close();
    expect(refused).to.match(/database is locked/);
  });
});

async function run(words: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
