import { expect } from 'chai';
import type { LedgerAccess, ResourceType } from '../../core/ports.ts';
import { idsOf, type Reading, readingOf, reasonOf } from './testing/reading.ts';
import { adminClient } from './testing/seed.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';

describeTryton('lists and searches of a Tryton server', () => {
  let tryton: TestTryton;
  let reading: Reading;
  before(async () => {
    tryton = await startTryton();
    reading = await readingOf(tryton);
  });
  after(() => tryton.stop());

  it('a list that is read to its end shows the last state of each record, however many have one stamp, and what changes meanwhile', async () => {
    const since = new Date();
    const names = Array.from({ length: 230 }, (_, i) => ({ name: `Walk ${i}` }));
    const ids = (await reading.work.client.call('model.party.party.create', names)) as number[];
    const untouched = await reading.walk('contacts', since);
    expect(untouched.map(({ records }) => records.length)).to.eql([100, 100, 30]);
    expect(idsOf(untouched)).to.eql(ids);
    let turn = 0;
    const pages = await reading.walk('contacts', since, async () => {
      turn++;
      // One already seen, one that is still to come, and a new one.
      for (const id of [ids[turn], ids[200 + turn]])
        await reading.work.client.call('model.party.party.write', [id ?? 0], { name: `Moved ${turn}` });
      await reading.work.party({ name: `New ${turn}` });
    });
    const last = new Map(
      pages.flatMap(({ records }) => records.map(({ providerId, fields }) => [Number(providerId), fields['name']])),
    );
    expect([1, 2, 201, 202].map((i) => last.get(ids[i] ?? 0))).to.eql(['Moved 1', 'Moved 2', 'Moved 1', 'Moved 2']);
    expect([...last.values()]).to.include('New 1');
    expect(ids.filter((id) => !last.has(id))).to.eql([]);
    const stamps = pages.flatMap(({ records }) =>
      records.map(({ providerUpdatedAt }) => providerUpdatedAt?.getTime() ?? 0),
    );
    expect(stamps).to.eql([...stamps].sort((a, b) => a - b));
    expect(idsOf(await reading.walk('contacts', new Date(Date.now() + 60_000)))).to.eql([]);
    const [broken] = await reading.walk('contacts', since, undefined);
    expect(
      (await reading.reads.list(reading.work.access, 'contacts', { since, after: 'nonsense' })).records.length,
    ).to.equal(broken?.records.length);
  });

  it('an undone payment brings its invoice into the list, although the invoice has no new stamp', async () => {
    const id = await reading.work.invoice();
    await reading.work.press('account.invoice.post', id);
    const payment = await reading.work.pay(id, '10');
    const before = await reading.reads.read(reading.work.access, 'invoices', String(id));
    const since = new Date();
    expect(idsOf(await reading.walk('invoices', since))).to.eql([]);
    await reading.work.undo(payment, false);
    const [page] = await reading.walk('invoices', since);
    expect(page?.records.map(({ providerId, fields }) => [providerId, fields['amount_due']])).to.eql([
      [String(id), 115],
    ]);
    expect(page?.records[0]?.native['write_date']).to.equal(before.native['write_date']);
    expect(page?.records[0]?.providerUpdatedAt).to.be.greaterThan(since);
    expect(idsOf(await reading.walk('payments', since))).to.eql([payment]);
  });

  it('searches compare exactly, whatever a value holds, find archived records, and go on page by page', async () => {
    const tricky = ['50% _off', `O'Hara "the" \\ %`, 'ilike', 'a,b'];
    for (const name of tricky) await reading.work.party({ name, code: name, active: false });
    const named = async (where: Record<string, string | string[]>, type: ResourceType = 'contacts') =>
      (await reading.reads.find(reading.work.access, { type, where, after: null })).records.map(
        ({ fields }) => fields['name'] ?? fields['number'],
      );
    for (const name of tricky) {
      expect(await named({ name })).to.eql([name]);
      expect(await named({ contact_number: name })).to.eql([name]);
    }
    expect(await named({ name: '50%' })).to.eql([]);
    expect(await named({ name: ['ilike', 'a,b', 'nobody'] })).to.eql(['ilike', 'a,b']);
    await reading.work.party({
      name: 'Mailed',
      contact_mechanisms: [['create', [{ type: 'email', value: 'x@example.com' }]]],
    });
    expect(await named({ email: 'x@example.com' })).to.eql(['Mailed']);
    expect(await named({ name: 'Hearth & Kiln Studio' }), 'the company itself').to.eql([]);
    expect(await named({ code: '200' }, 'accounts')).to.eql(['Main Revenue']);
    await reading.work.client.call(
      'model.party.party.create',
      Array.from({ length: 130 }, () => ({ name: 'Twin' })),
    );
    const one = await reading.reads.find(reading.work.access, {
      type: 'contacts',
      where: { name: 'Twin' },
      after: null,
    });
    const two = await reading.reads.find(reading.work.access, {
      type: 'contacts',
      where: { name: 'Twin' },
      after: one.next,
    });
    expect([one.records.length, two.records.length, two.next]).to.eql([100, 30, null]);
    expect(new Set(idsOf([one, two])).size).to.equal(130);
    const quote = await reading.work.sale();
    const [record] = (
      await reading.reads.find(reading.work.access, {
        type: 'quotes',
        where: { external_reference: 'Q-ref', status: 'draft' },
        after: null,
      })
    ).records;
    expect(record?.providerId).to.equal(String(quote));
  });

  it('a user that no longer belongs to the company is told, instead of empty books', async () => {
    const { company, serviceUser } = tryton.seeded;
    const { access } = reading.work;
    const elsewhere = { ...access, tenantId: access.tenantId.replace('/books#', '/others#') };
    const list = (to: LedgerAccess, type: ResourceType) => reading.reads.list(to, type, { since: null, after: null });
    expect(elsewhere.tenantId).not.to.equal(access.tenantId);
    expect(await reasonOf(list(elsewhere, 'contacts'))).to.equal('tenant_forbidden');
    const noCompany = { ...access, tenantId: access.tenantId.replace(/#.*/, '#x') };
    expect(await reasonOf(list(noCompany, 'contacts'))).to.equal('tenant_forbidden');
    expect(await reasonOf(list({ ...access, accessToken: 'not a session' }, 'contacts'))).to.equal('token_rejected');
    const id = await reading.work.invoice();
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    const removed = { companies: [['remove', [company]]], company: null };
    await admin.call('model.res.user.write', [serviceUser], removed);
    for (const type of ['accounts', 'invoices'] as const) {
      expect(await reasonOf(list(access, type)), type).to.equal('tenant_forbidden');
    }
    expect(await reasonOf(reading.reads.read(access, 'invoices', String(id)))).to.equal('tenant_forbidden');
    // Parties belong to all companies.
    expect((await list(access, 'contacts')).records).not.to.eql([]);
  });
});
