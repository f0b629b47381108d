import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { createCore } from '../create-core.ts';
import type { Caller } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { exportedNames, exportsKept } from '../domain/export.ts';
import type { MemberId, OperationId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation.ts';
import { createWorker } from '../engine/worker-api.ts';
import type { ExportRequest } from '../schemas/requests/exports.ts';
import { advance, connect, drain, openEngine, operation } from '../use-cases/testing/engine.ts';
import { lostAt, mortalPorts } from '../use-cases/testing/mortal-ports.ts';
import { refusalOf } from '../use-cases/testing/refusal.ts';
import type { ExportedFile } from './export-list.ts';
import { exportedLists } from './exported-lists.ts';
import { runExport } from './run-export.ts';

describe('exports of lists', () => {
  let signedIn: SignedIn;
  const engine = openedOnce(() => openEngine());
  before(async () => {
    const { organizationId } = engine.caller;
    const who = { memberId: 'user_1' as MemberId, email: 'owner@example.com', role: 'owner' } as const;
    signedIn = { ...who, organizationId, requestId: engine.caller.requestId } as SignedIn;
  });

  const create = (asked: Omit<ExportRequest, 'filter'> & Partial<ExportRequest>, by = signedIn) =>
    engine.core.console.exports.create(by, 'test', { filter: {}, ...asked }, { body: asked });
  const textOf = async ({ chunks }: ExportedFile) => {
    const bytes: Uint8Array[] = [];
    for await (const chunk of chunks) bytes.push(chunk);
    return Buffer.concat(bytes).toString();
  };
  const atOnce = async (...asked: Parameters<typeof create>) => {
    const made = await create(...asked);
    if ('value' in made) throw new Error('it is made in the background');
    return textOf(made);
  };
  const begun = async (...asked: Parameters<typeof create>): Promise<OperationId> => {
    const made = await create(...asked);
    if ('chunks' in made) throw new Error('it was made at once');
    return made.value.id;
  };
  const fileOf = async (id: OperationId, by = signedIn, environment: Caller['environment'] = 'test') =>
    textOf(await engine.core.console.exports.file(by, environment, id));
  const read = (csv: string) => parse(csv, { bom: true, columns: true }) as readonly Record<string, string>[];
  const found = (id: OperationId): Promise<Operation> => operation(engine, id);
  /** Makes an attempt in a process that is lost after its n-th call; names the call. */
  const lose = async (n: number): Promise<string | undefined> => {
    const { worker } = createCore(mortalPorts(engine.ports));
    await engine.core.worker.sweep();
    const life = await lostAt(n, async () => {
      for (const leased of await worker.claim(10)) await worker.run(leased, new AbortController().signal);
    });
    advance(engine, 60);
    return 'at' in life ? life.at : undefined;
  };

  it('has the columns that the documents name', () => {
    const text = readFileSync(new URL('../../docs/exports.md', import.meta.url), 'utf8');
    const lists = Object.entries(exportedLists(engine.ports));
    for (const [name, { columns }] of lists) {
      const paths = columns.map((path) => `\`${path.join('.')}\``).join(', ');
      expect(text).to.include(`| \`${name}\` | ${paths} |`);
    }
    expect(lists.map(([name]) => name)).to.deep.equal([...exportedNames]);
  });

  it('writes a text as text and a document as JSON, and answers JSON as the list does', async () => {
    const externalAccountId = '=HYPERLINK("https://evil.example","x")';
    const { id } = await connect(engine, { externalAccountId, metadata: { note: '=1+1', n: [1] } });
    const asked = { list: 'connections', filter: { q: externalAccountId } } as const;
    const [row, ...others] = read(await atOnce({ ...asked, format: 'csv' }));
    expect(others).to.deep.equal([]);
    expect(row).to.include({ connection_id: id, external_account_id: `'${externalAccountId}`, status_reason: '' });
    expect(row?.['metadata']).to.equal('{"note":"=1+1","n":[1]}');
    const { items } = await engine.core.connections.list(engine.caller, asked.filter);
    const [listed] = JSON.parse(await atOnce({ ...asked, format: 'json' }));
    expect(listed).to.include({ connection_id: items[0]?.id, external_account_id: externalAccountId });
    expect(listed.metadata).to.deep.equal({ note: '=1+1', n: [1] });
    const [entry] = (await engine.core.console.readAudit(signedIn, { action: 'list.exported' })).items;
    expect(entry).to.deep.include({ subject: 'connections', actor: 'user_1' });
    expect(entry?.details).to.deep.equal({
      list: 'connections',
      format: 'json',
      filtered_by: ['q'],
      connection_id: null,
    });
  });

  it('shows no secret, nothing of other planes, and refuses what the list refuses', async () => {
    const { secret } = await engine.core.access.issueKey({ ...engine.caller, name: 'Server' });
    const { core } = engine;
    const { value } = await core.webhooks.createEndpoint(engine.caller, {
      write: { body: { url: 'https://hooks.example/a', event_types: ['*'] } },
    });
    const stranger = { ...signedIn, ...(await core.access.createOrganization({ name: 'Other', plan: 'paid' })) };
    for (const list of ['api-keys', 'webhook-endpoints', 'members', 'audit'] as const)
      for (const format of ['csv', 'json'] as const) {
        const text = await atOnce({ list, format });
        for (const never of [secret, value.signingSecret ?? '?']) expect(text).not.to.include(never);
        const foreign = await atOnce({ list, format }, { ...stranger, organizationId: stranger.id as never });
        expect(foreign).not.to.include(value.endpoint.id).and.not.to.include('Server');
      }
    const { id: connection_id } = await connect(engine, { providerTenantId: 'zero', retentionMode: 'zero' });
    const queued = await engine.operations('list.export');
    const refused: readonly (readonly [Parameters<typeof create>[0], string])[] = [
      [{ list: 'invoices', format: 'csv', filter: { connection_id } }, 'zero_retention'],
      [{ list: 'invoices', format: 'csv', filter: { connection_id: 'conn_none' } }, 'NOT_FOUND'],
      [{ list: 'operations', format: 'csv', filter: { state: 'odd' } }, 'BAD_REQUEST'],
      [{ list: 'members', format: 'csv', filter: { state: 'odd' } }, 'BAD_REQUEST'],
      [{ list: 'items', format: 'csv' }, 'BAD_REQUEST'],
    ];
    for (const [asked, why] of refused) {
      const { code, details } = await refusalOf(create(asked));
      expect([code, details.reason]).to.include(why);
    }
    expect(await engine.operations('list.export')).to.deep.equal(queued);
  });

  describe('of 10,000 rows and more', () => {
    const rows = 10_050;
    const all = { list: 'audit', format: 'json', filter: { actor: 'key_many' } } as const;
    before(() =>
      engine.database.knex.raw(
        `insert into audit_entries (id, organization_id, environment, actor, action, subject, details, request_id, at)
          with recursive n(n) as (select 1 union all select n + 1 from n where n < ${rows})
          select 'audit_' || n, ?, 'test', 'key_many', 'operation.replayed', 'op_𝄞' || n, '{}', 'req', 1000 + n / 3 from n`,
        [engine.caller.organizationId],
      ),
    );

    it('store ten pages in a commit', async () => {
      const id = await begun(all);
      let commits = 0;
      const count = ({ sql }: { readonly sql: string }) => {
        if (/^insert into .?export_parts/.test(sql)) commits += 1;
      };
      engine.database.knex.on('query', count);
      await drain(engine);
      engine.database.knex.off('query', count);
      expect((await found(id)).state).to.equal('succeeded');
      // 21 pages of 500.
      expect(commits).to.equal(3);
    });

    it('count the rows of the list with the first page alone, however many pages follow', async () => {
      let counts = 0;
      const count = ({ sql }: { readonly sql: string }) => {
        if (/^select count.*audit_entries/.test(sql)) counts += 1;
      };
      engine.database.knex.on('query', count);
      await begun(all);
      expect(counts).to.equal(1);
      await drain(engine);
      engine.database.knex.off('query', count);
      expect(counts).to.equal(2);
    });

    it('are made by an operation that is killed after each of its calls, with no row lost and none twice', async () => {
      const id = await begun(all);
      expect((await refusalOf(fileOf(id))).details.reason).to.equal('export_unfinished');
      const deaths = new Set<string | undefined>();
      for (let life = 0; (await found(id)).state !== 'succeeded'; life++) {
        expect(life, 'lives').to.be.below(400);
        // Some live for a claim, ten pages and their commit: an operation that loses five workers in a row has failed.
        deaths.add(await lose([1, 5, 13, 12, 14, 2][life % 6] ?? 1));
      }
      expect([...deaths]).to.include.members(['operations.claimDue', 'audit.list', 'the transaction']);
      const subjects = JSON.parse(await fileOf(id)).map(({ subject }: { subject: string }) => subject);
      expect(new Set(subjects).size).to.equal(rows);
      expect(subjects.length).to.equal(rows);
      expect((await found(id)).result).to.include({ rows, is_whole: true });
      const { id: organizationId } = await engine.core.access.createOrganization({ name: 'Other', plan: 'paid' });
      expect(
        (await engine.core.console.readAudit(signedIn, { subject: id })).items.map(({ action }) => action),
      ).to.deep.equal(['export.downloaded']);
      for (const foreign of [fileOf(id, { ...signedIn, organizationId }), fileOf(id, signedIn, 'live')])
        expect((await refusalOf(foreign)).code).to.equal('NOT_FOUND');
      const sealed = await engine.database.knex('export_parts').whereNot('sealed_text', 'like', 'v1.k%');
      expect(sealed).to.deep.equal([]);
    });

    it('end before the list after so many rows or bytes, which the result tells', async () => {
      const least = { rows: 600, bytes: 600 };
      for (const most of [
        { ...least, bytes: 1e9 },
        { ...least, rows: 1e9 },
      ]) {
        const id = await begun(all);
        const { claim, run } = createWorker(engine.ports, {
          kinds: { 'list.export': runExport(engine.ports, most) },
          endings: {},
        });
        for (const leased of await claim(10)) await run(leased, new AbortController().signal);
        const listed = JSON.parse(await fileOf(id)) as unknown[];
        expect((await found(id)).result).to.include({ rows: listed.length, is_whole: false });
        expect(listed.length).to.equal(most.rows === 600 ? 1_000 : 500);
      }
    });

    it('are cancelled between two pages, and cannot be downloaded', async () => {
      const id = await begun(all);
      await lose(18);
      const write = { key: 'cancel', body: { reason: 'enough' } };
      await engine.core.operations.cancel(engine.caller, { operationId: id, write });
      await engine.core.worker.sweep();
      await drain(engine);
      expect((await found(id)).state).to.equal('cancelled');
      expect((await refusalOf(fileOf(id))).details.reason).to.equal('export_unfinished');
    });

    it('are gone when a connection of the plane is disconnected, also while they are made', async () => {
      const made = await begun({ ...all, format: 'csv' });
      await drain(engine);
      expect(read(await fileOf(made)).length).to.equal(rows);
      const half = await begun(all);
      await lose(18);
      expect(await engine.storage.exports.count(engine.caller, half)).to.be.above(0);
      const { id } = await connect(engine, { providerTenantId: 'leaving' });
      await engine.core.connections.disconnect(engine.caller, id);
      await drain(engine);
      await engine.core.worker.sweep();
      await drain(engine);
      expect((await refusalOf(fileOf(made))).details.reason).to.equal('export_deleted');
      expect(await found(half)).to.deep.include({ state: 'failed' });
      expect((await found(half)).error).to.include({ reason: 'export_deleted' });
    });

    it('are kept for the newest exports only', async () => {
      const { caller, storage, ports } = engine;
      const plane = { organizationId: caller.organizationId, environment: 'test' } as const;
      const earlier = Array.from({ length: exportsKept + 2 }, () => ports.ids.next('op'));
      const part = { ...plane, position: 0, sealedText: 's', createdAt: engine.hands.now };
      await storage.exports.insert(earlier.map((operationId) => ({ ...part, id: operationId, operationId })));
      await begun(all);
      await lose(3);
      const counts = await Promise.all(earlier.map((id) => storage.exports.count(caller, id)));
      expect(counts).to.deep.equal(earlier.map((_, i) => (i < 2 ? 0 : 1)));
    });
  });
});
