// A bulk write whose worker is lost, that is cancelled or replayed, or that ends with items of unknown outcome.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { BulkItem } from '../../domain/bulk.ts';
import { line } from '../resources/testing/books.ts';
import { rawLedger } from '../resources/testing/raw-ledger.ts';
import { write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { type BulkBooks, openBulkBooks, runOnce, untilEnded } from './testing/bulk-books.ts';

describe('the life of a bulk write', () => {
  let books: BulkBooks;
  let contact_id: string;
  const service = openedOnce(() => openService({ wrap: mortalPorts }));
  beforeEach(async () => {
    await open();
  });

  async function open(fields = {}): Promise<void> {
    books = await openBulkBooks(service, fields);
    contact_id = (await books.create('contacts', { name: 'Customer', contact_number: 'C-1' })).providerId;
  }
  const row = (item_key: string, over: object = {}) => ({ item_key, contact_id, line_items: [line], ...over });
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => row(`${i}`, { external_reference: `order ${i}` }));
  const countAt = async (family = 'Invoices') => (await books.documents(family)).length;
  const statusesOf = async (id: Parameters<BulkBooks['items']>[0]) =>
    (await books.items(id)).map(({ status }) => status);
  const fault = (action: object, times = 1) =>
    service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices' },
      action,
      times,
    });
  const move = (act: 'cancel' | 'replay', operationId: string) =>
    service.core.operations[act](books.caller, { operationId, write: write({ reason: 'asked' }) });

  for (const [memory, seconds] of Object.entries({ fresh: 65, over: 400 })) {
    it(`whose worker is lost at any line: each item once, the provider’s memory being ${memory}`, async () => {
      const places = new Set<string>();
      const known = (await books.create('invoices', { contact_id, line_items: [line] })).providerId;
      for (let n = 1; ; n++) {
        const refused = row('refused', { line_items: [{ ...line, account_code: 'none' }] });
        const changed = { item_key: 'changed', id: known, external_reference: 'changed' };
        const { id } = await books.begin('invoices', [row('a'), row('b'), refused, changed]);
        const [leased] = (await service.core.worker.claim(20)).filter(({ operation }) => operation.id === id);
        if (!leased) throw new Error('nothing is due');
        const first = await lostAt(n, () => createCore(service.ports).worker.run(leased, new AbortController().signal));
        if ('at' in first) {
          places.add(first.at);
          service.advance(seconds);
        }
        await untilEnded(service, books.caller, id);
        expect(await statusesOf(id), JSON.stringify(first)).to.deep.equal([
          'succeeded',
          'succeeded',
          'failed',
          'succeeded',
        ]);
        expect([n, await countAt()]).to.deep.equal([n, 1 + 2 * n]);
        const told = await service.core.events.list(books.caller, { type: 'bulk.completed' });
        expect(told.items.filter(({ operationId }) => operationId === id)).to.have.length(1);
        if ('done' in first) break;
      }
      for (const call of ['operations.findWrite', 'bulkItems.undecided', 'gateway.sendMany', 'the transaction']) {
        expect([...places]).to.include(call);
      }
    });
  }

  it('of items, whose worker is lost at any line: each code is one item, and what has a code already stays', async () => {
    const mine = (await books.create('items', { code: 'MINE', name: 'Mine' })).providerId;
    for (let n = 1; ; n++) {
      const asked = [`A${n}`, `B${n}`, 'mine'].map((code) => ({ item_key: code, code, name: 'Bulk' }));
      const { id } = await books.begin('items', [...asked, { item_key: 'id', id: mine, description: `${n}` }]);
      const [leased] = (await service.core.worker.claim(20)).filter(({ operation }) => operation.id === id);
      if (!leased) throw new Error('nothing is due');
      const first = await lostAt(n, () => createCore(service.ports).worker.run(leased, new AbortController().signal));
      if ('at' in first) service.advance(n % 2 === 0 ? 65 : 400);
      await untilEnded(service, books.caller, id);
      expect(await statusesOf(id), JSON.stringify(first)).to.deep.equal([
        'succeeded',
        'succeeded',
        'failed',
        'succeeded',
      ]);
      const documents = await books.documents('Items');
      expect([n, documents.length]).to.deep.equal([n, 1 + 2 * n]);
      expect(documents.find(({ Code }) => Code === 'MINE')).to.include({ Name: 'Mine', Description: `${n}` });
      if ('done' in first) break;
    }
  });

  const whole = { status: 400, body: { ErrorNumber: 10, Type: 'ValidationException', Message: 'refused' } };
  for (const [first, second] of [
    [{ drop: 'before' }, { drop: 'after' }],
    [{ drop: 'before' }, { drop: 'before' }],
    [whole, { drop: 'after' }],
    [whole, { drop: 'before' }],
  ] as const) {
    it(`sent again after ${JSON.stringify(first)} and lost by ${JSON.stringify(second)}: each item once`, async () => {
      await fault(first);
      await fault(second);
      const { id } = await books.begin('invoices', rows(8));
      await runOnce(service, id);
      service.advance(400);
      await runOnce(service, id);
      service.advance(400);
      const { state, error } = await untilEnded(service, books.caller, id);
      expect([state, error, await countAt()]).to.deep.equal(['succeeded', null, 8]);
    });
  }

  it('sent, lost, and then told that its key is of another request: each item once', async () => {
    await fault({ drop: 'after' });
    const { id } = await books.begin('invoices', rows(8));
    await runOnce(service, id);
    await fault({ status: 400, body: { ErrorNumber: 10, Type: 'IdempotencyKeyException', Message: 'clash' } });
    service.advance(60);
    await runOnce(service, id);
    service.advance(400);
    const { state, error } = await untilEnded(service, books.caller, id);
    expect([state, error, await countAt()]).to.deep.equal(['succeeded', null, 8]);
  });

  it('cancelled before its next call leaves the rest untold to the provider', async () => {
    const { id } = await books.begin('invoices', rows(60));
    await fault({ status: 429, headers: { 'retry-after': '7' } });
    await runOnce(service, id);
    const { value } = await move('cancel', id);
    const counts = { total: 60, succeeded: 0, failed: 0, unknown: 0, pending: 60 };
    expect([value.state, value.result, await countAt()]).to.deep.equal(['cancelled', { counts }, 0]);
  });

  it('cancelled after a call without an answer says of its items that they are unknown', async () => {
    const { id } = await books.begin('invoices', rows(60));
    await fault({ drop: 'after' });
    await runOnce(service, id);
    const { value } = await move('cancel', id);
    const counts = { total: 60, succeeded: 0, failed: 0, unknown: 50, pending: 10 };
    expect([value.state, value.result, await countAt()]).to.deep.equal(['cancelled', { counts }, 50]);
    expect((await refusalOf(move('replay', id))).details.reason).to.equal('operation_not_replayable');
  });

  it('ends with its connection, and writes nothing more', async () => {
    const { id } = await books.begin('invoices', rows(60));
    await fault({ status: 429, headers: { 'retry-after': '7' } });
    await runOnce(service, id);
    await service.core.connections.disconnect(books.caller, books.connection.id);
    expect((await untilEnded(service, books.caller, id)).state).to.equal('cancelled');
    expect(await countAt()).to.equal(0);
  });

  it('takes none of two records that a person made alike, and sends the item no second time', async () => {
    const { id } = await books.begin('invoices', [row('a', { external_reference: 'alike' }), row('b')]);
    await fault({ drop: 'after' });
    await runOnce(service, id);
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: '/api.xro/2.0/Invoices' },
      action: { status: 503 },
      times: 1,
    });
    service.advance(400);
    await runOnce(service, id);
    const lines = [{ Description: 'Bench', Quantity: 2, UnitAmount: 50, AccountCode: '200', TaxType: 'OUTPUT2' }];
    const alike = { Type: 'ACCREC', Contact: { ContactID: contact_id }, Reference: 'alike', LineItems: lines };
    await rawLedger(service, books.connection).call('PUT', 'Invoices', { Invoices: [alike] });
    const ended = await untilEnded(service, books.caller, id);
    expect([ended.state, ended.error?.reason, await statusesOf(id)]).to.deep.equal([
      'failed',
      'write_unresolved',
      ['unknown', 'succeeded'],
    ]);
    await move('replay', id);
    await untilEnded(service, books.caller, id);
    expect([await statusesOf(id), await countAt()]).to.deep.equal([['unknown', 'succeeded'], 3]);
  });

  it('changes contacts whose number is known, archived ones too, as a single create does', async () => {
    const old = await books.create('contacts', { name: 'Old', contact_number: 'C-2' });
    await books.update('contacts', old.providerId, { provider_data: { ContactStatus: 'ARCHIVED' } });
    const before = (await service.calls('GET /api.xro/2.0/Contacts')).length;
    const { id } = await books.begin('contacts', [
      { item_key: 'known', name: 'Known', contact_number: 'C-1' },
      { item_key: 'archived', name: 'Active again', contact_number: 'C-2' },
      { item_key: 'new', name: 'New', contact_number: 'C-3' },
      { item_key: 'odd', name: 'Odd', contact_number: 'C"4' },
      { item_key: 'odd again', name: 'Odd again', contact_number: 'C"4' },
      { item_key: 'wrong', name: '< no name >', contact_number: 'C-5' },
    ]);
    await untilEnded(service, books.caller, id);
    expect(await statusesOf(id)).to.deep.equal([...Array(5).fill('succeeded'), 'failed']);
    const names = new Map((await books.documents('Contacts')).map((one) => [one['ContactNumber'], one['Name']]));
    expect(Object.fromEntries(names)).to.deep.equal({
      ...{ 'C-1': 'Known', 'C-2': 'Active again', 'C-3': 'New', 'C"4': 'Odd again' },
    });
    // One call for the plain numbers, one for the other number.
    expect((await service.calls('GET /api.xro/2.0/Contacts')).length - before).to.equal(2);
  });

  it('waits while another change holds a record of its own', async () => {
    const { providerId } = await books.create('invoices', { contact_id, line_items: [line] });
    const record = { tenantId: books.tenantId, type: 'invoices', providerId } as const;
    const now = service.ports.clock.now();
    const lease = { owner: 'o', token: 't', now, until: new Date(now.getTime() + 60_000) };
    await service.ports.storage.recordLeases.take(record, lease);
    const { id } = await books.begin('invoices', [{ item_key: 'a', id: providerId, external_reference: 'x' }]);
    await runOnce(service, id);
    const waiting = await service.core.operations.find(books.caller, id);
    expect([waiting.state, waiting.attempts.at(-1)?.error?.reason]).to.deep.equal(['queued', 'record_busy']);
    expect((await untilEnded(service, books.caller, id)).state).to.equal('succeeded');
  });

  it('of a connection without retention keeps bodies sealed until it ends, and only ids', async () => {
    await open({ retention_mode: 'zero' });
    const wrong = row('wrong', { line_items: [{ ...line, account_code: 'none' }] });
    const { id } = await books.begin('invoices', [row('a'), wrong]);
    const stored = async (): Promise<readonly Record<string, unknown>[]> =>
      service.database.knex('bulk_items').where({ operation_id: id }).orderBy('position');
    expect((await stored()).map(({ body, sealed_body }) => [body, typeof sealed_body])).to.deep.equal([
      [null, 'string'],
      [null, 'string'],
    ]);
    await untilEnded(service, books.caller, id);
    expect((await stored()).map(({ body, sealed_body }) => [body, sealed_body])).to.deep.equal([
      [null, null],
      [null, null],
    ]);
    const [one, two] = (await books.items(id)) as [BulkItem, BulkItem];
    expect([one.status, two.status, two.error?.details.providerError?.messages]).to.deep.equal([
      'succeeded',
      'failed',
      [],
    ]);
    expect((await refusalOf(move('replay', id))).details.reason).to.equal('operation_not_replayable');
    const { id: cancelled } = await books.begin('invoices', [row('a')]);
    await move('cancel', cancelled);
    const [left] = await service.database.knex('bulk_items').where({ operation_id: cancelled });
    expect(left).to.deep.include({ status: 'pending', sealed_body: null });
  });

  it('is refused when ten others of the connection have not ended', async () => {
    for (let n = 0; n < 10; n++) await books.begin('invoices', [row('a')]);
    const { code, details } = await refusalOf(books.begin('invoices', [row('a')]));
    expect([code, details.reason]).to.deep.equal(['RATE_LIMITED', 'operations_backlog']);
    await service.core.connections.disconnect(books.caller, books.connection.id);
    expect((await refusalOf(books.begin('invoices', [row('a')]))).details.reason).to.equal('connection_not_active');
  });

  it('one key is one operation', async () => {
    const [first, second] = [
      await books.begin('invoices', [row('a')], 'k'),
      await books.begin('invoices', [row('a')], 'k'),
    ];
    expect(second.id).to.equal(first.id);
    await untilEnded(service, books.caller, first.id);
    expect(await countAt()).to.equal(1);
  });
});
