import { expect } from 'chai';
import { type Json, type JsonObject, type ResourceType, resourceIdOf } from '../../core/ports.ts';
import { readsOf } from './reads.ts';
import { TrytonWarning } from './refusal.ts';
import type { Rpc } from './rpc.ts';
import { today } from './testing/paperwork.ts';
import { codeOf, idsOf, type Reading, readingOf } from './testing/reading.ts';
import { adminClient, makeCompany } from './testing/seed.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { dateValue, decimalValue } from './values.ts';

describeTryton('reads of a Tryton server', () => {
  let tryton: TestTryton;
  let reading: Reading;
  before(async () => {
    tryton = await startTryton();
    reading = await readingOf(tryton);
  });
  after(() => tryton.stop());

  it('an invoice shows its tax as a draft, what is due once posted, each payment, and an undone one no more', async () => {
    const id = await reading.work.invoice({ reference: 'PO-77' });
    const draft = await reading.read('invoices', id);
    const [line] = draft['line_items'] as JsonObject[];
    expect(line).to.deep.include({
      ...{ description: 'Cups', quantity: 2, unit_amount: 50, account_code: '200', tax_type: '1', tax_amount: 15 },
      ...{ line_amount: 100, account_id: resourceIdOf('accounts', String(tryton.seeded.accounts.Revenue)) },
    });
    expect(draft).to.deep.include({
      ...{
        type: 'receivable',
        number: null,
        external_reference: 'PO-77',
        status: 'DRAFT',
        currency: 'NZD',
        currency_rate: 1,
      },
      ...{ issue_date: today(), due_date: today(30), line_amount_mode: 'exclusive', sub_total: 100, total_tax: 15 },
      ...{ total: 115, amount_due: 115, amount_paid: 0, amount_credited: 0, fully_paid_on: null, payments: [] },
    });
    expect(draft['contact']).to.deep.include({ id: draft['contact_id'], name: 'Harbour Coffee Ltd' });
    await reading.work.press('account.invoice.validate_invoice', id);
    expect(await reading.read('invoices', id)).to.include({ status: 'SUBMITTED', total: 115, amount_due: 115 });
    await reading.work.press('account.invoice.post', id);
    expect(await reading.read('invoices', id)).to.include({
      status: 'AUTHORISED',
      number: `INV-${today().slice(0, 4)}-0001`,
    });
    const first = await reading.work.pay(id, '30');
    const part = await reading.read('invoices', id);
    expect(part).to.include({ status: 'AUTHORISED', amount_due: 85, amount_paid: 30 });
    expect(part['payments']).to.eql([
      {
        ...{ id: resourceIdOf('payments', String(first)), provider_id: String(first), date: today(), amount: 30 },
        ...{ external_reference: 'paid by hand', currency_rate: null },
      },
    ]);
    const second = await reading.work.pay(id, '85');
    const paid = await reading.read('invoices', id);
    expect(paid).to.include({ status: 'PAID', amount_due: 0, amount_paid: 115, fully_paid_on: today() });
    expect(paid['payments']).to.have.length(2);
    await reading.work.undo(second, true);
    const undone = await reading.read('invoices', id);
    expect(undone).to.include({ status: 'AUTHORISED', amount_due: 85, amount_paid: 30, fully_paid_on: null });
    expect(undone['payments']).to.have.length(1);
    expect((await reading.read('payments', first))['status']).to.equal('AUTHORISED');
    expect(await reading.read('payments', second)).to.deep.equal({
      ...{ invoice_id: resourceIdOf('invoices', String(id)), amount: 85, date: today(), status: 'DELETED', type: null },
      ...{ account_id: resourceIdOf('accounts', String(tryton.seeded.accounts.Cash)), account_code: '090' },
      ...{ currency_rate: null, external_reference: 'paid by hand' },
    });
  });

  it('a draft’s tax is what the server makes of it, whether taxes are rounded by line or for the document', async () => {
    const { accounts, salesTax } = tryton.seeded;
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    const lineOf = ([price, quantity]: readonly [string, number]) => ({
      ...{ type: 'line', description: 'x', quantity, unit_price: decimalValue(price), account: accounts.Revenue },
      taxes: [['add', [salesTax]]],
    });
    // Half to even: 0.125 is 0.12; 15 % of 0.30 is 0.045 and of 0.10 is 0.015. Sums so far are rounded, not each line.
    const documents: readonly (readonly (readonly [string, number])[])[] = [
      [
        ['0.125', 1],
        ['0.30', 1],
        ['0.10', 1],
      ],
      [
        ['0.20', 1],
        ['0.10', 1],
      ],
      [
        ['0.10', 3],
        ['0.1234', 2.55],
        ['7.7777', 1.01],
      ],
      [
        ['0.10', 1],
        ['0.10', 1],
        ['0.10', 1],
        ['0.30', -1],
        ['1.10', 1],
      ],
    ];
    const told: unknown[] = [];
    for (const rounding of ['line', 'document']) {
      await admin.call('model.account.configuration.write', [1], { tax_rounding: rounding });
      const { access } = reading.work;
      const reads = readsOf(tryton.rpc);
      const read = async (id: number) => (await reads.read(access, 'invoices', String(id))).fields;
      for (const lines of documents) {
        const id = await reading.work.invoice({}, lines.map(lineOf));
        const { total_tax, total, sub_total } = await read(id);
        await reading.work.press('account.invoice.validate_invoice', id);
        expect(await read(id), JSON.stringify(lines)).to.include({ total_tax, total, sub_total });
        told.push(total_tax);
      }
    }
    expect(told.slice(0, 4)).not.to.eql(told.slice(4));
    const draft = await reading.work.invoice({}, [lineOf(['0.125', 1]), { ...lineOf(['3', 1]), taxes: null }]);
    const fields = await reading.read('invoices', draft);
    const lines = fields['line_items'] as JsonObject[];
    expect(lines.map(({ line_amount, tax_amount, tax_type }) => [line_amount, tax_amount, tax_type])).to.eql([
      ...[
        [0.12, 0.02, String(salesTax)],
        [3, 0, null],
      ],
    ]);
    const untaxed = await reading.work.invoice({}, [{ ...lineOf(['3', 1]), taxes: null }]);
    expect(await reading.read('invoices', untaxed)).to.include({ line_amount_mode: 'no_tax', total_tax: 0, total: 3 });
  });

  it('bills, credit notes and cancelled documents are told apart', async () => {
    const { accounts, purchaseTax, salesTax } = tryton.seeded;
    const line = { type: 'line', description: 'Clay', quantity: 1, unit_price: decimalValue('40') };
    const bought = { ...line, account: accounts.Expense, taxes: [['add', [purchaseTax]]] };
    const bill = await reading.work.invoice({ type: 'in', reference: 'S-1' }, [bought]);
    await reading.work.press('account.invoice.post', bill);
    await reading.work.pay(bill, '6');
    const shown = await reading.read('invoices', bill);
    expect(shown).to.include({ type: 'payable', status: 'AUTHORISED', total: 46, amount_due: 40, amount_paid: 6 });
    expect((shown['payments'] as JsonObject[])[0]).to.include({ amount: 6 });
    const returned = { ...line, quantity: -1, account: accounts.Revenue, taxes: [['add', [salesTax]]] };
    const credit = await reading.work.invoice({}, [returned]);
    await reading.work.press('account.invoice.post', credit);
    const note = await reading.read('credit_notes', credit);
    expect(note).to.deep.include({
      ...{ type: 'receivable', status: 'AUTHORISED', sub_total: 40, total_tax: 6, total: 46, remaining_credit: 46 },
      allocations: [],
    });
    expect((note['line_items'] as JsonObject[])[0]).to.include({
      quantity: 1,
      unit_amount: 40,
      line_amount: 40,
      tax_amount: 6,
    });
    const [voided, deleted] = [await reading.work.invoice(), await reading.work.invoice()];
    await reading.work.press('account.invoice.post', voided);
    for (const id of [voided, deleted]) await reading.work.press('account.invoice.cancel', id);
    const [one, other] = [await reading.read('invoices', voided), await reading.read('invoices', deleted)];
    expect([one['status'], one['amount_due'], other['status'], other['amount_due']]).to.eql([
      'VOIDED',
      0,
      'DELETED',
      0,
    ]);
    const listed = idsOf(await reading.walk('invoices', null));
    expect(listed).to.include(bill).and.not.include(credit);
    expect(idsOf(await reading.walk('credit_notes', null))).to.eql([credit]);
    expect(await codeOf(reading.read('invoices', credit))).to.equal('NOT_FOUND');
    expect(await codeOf(reading.read('credit_notes', bill))).to.equal('NOT_FOUND');
  });

  it('a warning names what a person would confirm, and nothing is applied', async () => {
    const id = await reading.work.invoice({ payment_term_date: dateValue(today(-5)) });
    const error = await reading.work.press('account.invoice.post', id).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TrytonWarning);
    const { warning, code, details } = error as TrytonWarning;
    expect([warning, code, details.outcome]).to.eql([`invoice_payment_term_${id}`, 'PROVIDER_REJECTED', 'not_applied']);
    expect(details.providerError?.messages[0]).to.match(/past/);
    expect(await reading.read('invoices', id)).to.include({ status: 'DRAFT', due_date: today(-5) });
  });

  it('a record that is deleted, of another company or family, or has an id that cannot be, is not found', async () => {
    const gone = await reading.work.invoice();
    await reading.work.client.call('model.account.invoice.delete', [gone]);
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    await makeCompany(admin, 'Elsewhere', tryton.seeded.currency);
    const [{ id: elsewhere } = {}] = await admin.find('company.company', [['party.name', '=', 'Elsewhere']]);
    const cases: [ResourceType, string][] = [
      ['invoices', String(gone)],
      ['organizations', String(elsewhere)],
      ['payments', '1'],
      ...['0', '-1', '1.0', 'abc', '', '9'.repeat(15), '9'.repeat(16), '1 or 1=1'].map((id): [ResourceType, string] => [
        'invoices',
        id,
      ]),
    ];
    for (const [type, id] of cases) {
      expect(await codeOf(reading.reads.read(reading.work.access, type, id)), `${type} ${id}`).to.equal('NOT_FOUND');
    }
    const kept = await reading.work.invoice();
    const found = await reading.reads.readMany(reading.work.access, 'invoices', ['abc', String(kept), String(gone)]);
    expect([found.records.map(({ providerId }) => providerId), found.unreadable]).to.eql([[String(kept)], []]);
  });

  it('a record that is nested 200,000 deep is told, and the others of its page are read', async () => {
    const whole = await reading.reads.list(reading.work.access, 'contacts', { since: null, after: null });
    const [first] = whole.records;
    const deepening: Rpc = async (call) => {
      const answer = await tryton.rpc(call);
      const isPage = call.method === 'model.party.party.search_read' && Array.isArray(answer);
      for (const row of isPage ? (answer as JsonObject[]) : []) {
        if (String(row['id']) === first?.providerId) Object.assign(row, { notes: nested(200_000) });
      }
      return answer;
    };
    const reads = readsOf(deepening);
    const page = await reads.list(reading.work.access, 'contacts', { since: null, after: null });
    expect(page.unreadable).to.deep.equal([first?.providerId]);
    expect(page.records).to.deep.equal(whole.records.slice(1));
    expect(page.next).to.equal(whole.next);
    const many = await reads.readMany(
      reading.work.access,
      'contacts',
      whole.records.map(({ providerId }) => providerId),
    );
    expect([many.unreadable, many.records.length]).to.deep.equal([[first?.providerId], whole.records.length - 1]);
    expect(await codeOf(reads.read(reading.work.access, 'contacts', first?.providerId ?? ''))).to.equal(
      'PROVIDER_ERROR',
    );
  });
});

function nested(levels: number): Json {
  let value: Json = 'end';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
