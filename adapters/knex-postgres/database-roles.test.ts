// Runs the grants of docs/database-roles.md as written there, and the stores under them.
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import pg from 'pg';
import * as suites from '#contract-tests';
import type { OrganizationId, Storage } from '#core/ports';
import { largeOperationClauses } from '../../contract-tests/clauses/large-list-clauses.ts';
import { operationTotalClauses } from '../../contract-tests/clauses/operation-list-clauses.ts';
import { describePostgres, postgresUrl } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { emptyAll } from '../knex/testing/empty-all.ts';
import { openPostgres } from './open-postgres.ts';

const insufficientPrivilege = '42501';

describePostgres('database roles', () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const names = { schema: `roles_${mark}`, owner: `owner_${mark}`, app: `app_${mark}` };
  let admin: pg.Client;
  let owner: Database;
  let app: Database;
  let afterMigration: string;

  before(async () => {
    const page = await readFile(new URL('../../docs/database-roles.md', import.meta.url), 'utf8');
    const [first = '', second = ''] = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) =>
      sql
        .replaceAll('ledgerport_owner', names.owner)
        .replaceAll('ledgerport_app', names.app)
        .replaceAll('schema public', `schema ${names.schema}`),
    );
    afterMigration = second;
    const url = await postgresUrl();
    admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`create schema ${names.schema}`);
    await admin.query(first);
    const openAs = async (role: string): Promise<Database> => {
      await admin.query(`alter role ${role} set search_path = ${names.schema}`);
      const address = new URL(url);
      address.username = role;
      return openPostgres({ url: address.href });
    };
    owner = await openAs(names.owner);
    await owner.migrate();
    await owner.knex.raw(second);
    app = await openAs(names.app);
  });
  after(async () => {
    await app?.close();
    await owner?.close();
    await admin.query(`drop schema ${names.schema} cascade`);
    for (const role of [names.app, names.owner]) await admin.query(`drop owned by ${role}; drop role ${role}`);
    await admin.end();
  });

  /** Returns the database's answer to the application's role. */
  const asked = async (sql: string): Promise<string> => {
    const attempt: Promise<unknown> = Promise.resolve(app.knex.raw(sql));
    return attempt.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );
  };

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const record = async (at: Date): Promise<OrganizationId> => {
    const organizationId = suites.samples.sampleId('org');
    await app.storage.audit.record(suites.samples.sampleAuditEntry(organizationId, { at }));
    return organizationId;
  };
  const entriesOf = async (id: OrganizationId) => (await app.storage.audit.list(id, { limit: 9, page: 1 })).items;

  it('lets the application write and read the audit log, and change or remove nothing of it', async () => {
    const organizationId = await record(new Date());
    const [entry] = await entriesOf(organizationId);
    for (const sql of [
      `update audit_entries set actor = 'nobody'`,
      `update audit_entries set at = 0`,
      `insert into audit_entries select * from audit_entries on conflict (id) do update set actor = 'nobody'`,
      'select * from audit_entries for update',
      'truncate audit_entries',
      'delete from audit_entries',
      'drop table audit_entries',
      'drop trigger audit_entries_kept on audit_entries',
      'alter table audit_entries disable trigger audit_entries_kept',
      `create or replace function refuse_recent() returns trigger language sql as 'select null'`,
    ]) {
      expect(await asked(sql), sql).to.be.oneOf([insufficientPrivilege, '42P17']);
    }
    expect(await entriesOf(organizationId)).to.deep.equal([entry]);
  });

  it('lets retention remove what is older than a year and a month, and nothing younger', async () => {
    const [old, recent] = [await record(daysAgo(401)), await record(daysAgo(398))];
    const cut = { limit: 200 };
    await app.storage.retention.purge('audit_entries', { ...cut, before: daysAgo(400) });
    expect(await entriesOf(old)).to.have.length(0);
    expect(await entriesOf(recent)).to.have.length(1);
    const error = await app.storage.retention.purge('audit_entries', { ...cut, before: new Date() }).then(
      () => undefined,
      (refused: Error) => refused,
    );
    expect(error?.message).to.contain('audit entries are kept for 399 days at least');
    expect(await entriesOf(recent)).to.have.length(1);
  });

  it('lets the application notice lost commits, and accept them', async () => {
    const now = new Date();
    const { seen } = await app.epoch.look(undefined, now);
    expect(seen.system).to.match(/^\d+$/);
    expect(seen.timeline).to.equal(1);
    await owner.knex('database_epoch').update({ beat: 0 });
    expect((await app.epoch.look(seen, now)).wentBack).to.include({ heldBeat: 0 });
    expect(await app.epoch.accept(now)).to.include({ seenBeat: seen.beat });
  });

  it('lets the application look at the schema and not touch it', async () => {
    expect((await app.schemaState()).kind).to.equal('current');
    for (const sql of [
      'create table more (id integer)',
      'alter table members add column more integer',
      'drop table members',
      'create index more on members (role)',
      'delete from schema_versions',
      'update schema_versions set version = 1',
    ]) {
      expect(await asked(sql), sql).to.equal(insufficientPrivilege);
    }
  });

  describe('all else works under the application’s role', () => {
    before(async () => {
      // The clauses insert rows of any time and begin with empty tables.
      const [definition = ''] = /create function.*?end \$\$;/s.exec(afterMigration) ?? [];
      await owner.knex.raw(definition.replace('create', 'create or replace').replace('399 *', '-99999 *'));
    });
    const open = async () => {
      await emptyAll(owner);
      return { subject: app.storage, close: async () => {} };
    };
    const contracts: readonly suites.Contract<Storage>[] = [
      ...[suites.organizationStoreContract, suites.memberStoreContract, suites.apiKeyStoreContract],
      ...[suites.providerAppStoreContract, suites.auditStoreContract],
      ...[suites.consoleSessionStoreContract, suites.signInFailureStoreContract],
      ...[suites.idempotencyStoreContract, suites.recordLeaseStoreContract],
      ...[suites.operationStoreContract, suites.retentionStoreContract],
    ];
    // Lists of many operations need no other rights than those of few.
    const many = new Set<suites.Clause<Storage>>([...largeOperationClauses, ...operationTotalClauses]);
    for (const { port, clauses } of contracts)
      suites.verify({ port, clauses: clauses.filter((clause) => !many.has(clause)) }, { open }, { describe, it });
  });
});
