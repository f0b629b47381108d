// Manual journals, bank transfers and repeating invoices, one by one.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { openBooks } from './testing/books.ts';

const lines = [
  { description: 'Wages', line_amount: 900.1, account_code: '461', tracking: [{ name: 'Region', option: 'North' }] },
  { description: 'Owed', line_amount: -900.1, account_code: '970' },
];
const journal = { narration: 'Payroll', date: '2030-01-05', line_amount_mode: 'no_tax', lines };

describe('manual journals, bank transfers and repeating invoices', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  const at = (type: string) => ({ connectionId: books.connection.id, type });
  const cancel = (
    type: 'manual_journals' | 'bank_transfers' | 'repeating_invoices',
    resourceId: string,
    key?: string,
  ) =>
    service.core.resources.cancel(tenancy.test, {
      ...at(type),
      type,
      resourceId,
      write: write({ reason: 'test' }, key),
    });
  const kinder = (behaviours: readonly string[]) => service.sandbox.control('POST', 'quirks', { kinder: behaviours });
  const bank = async (Name: string, more: JsonObject = {}) => {
    const document = { Code: Name.slice(0, 10), Name, Type: 'BANK', BankAccountNumber: '121234567890', ...more };
    return (await books.create('accounts', { provider_data: document })).providerId;
  };

  it('are posted whole, and come back as they were sent, with their tracking', async () => {
    const made = await books.create('manual_journals', { ...journal, status: 'posted', url: 'https://pay.example/1' });
    expect(made.fields).to.deep.include({
      ...{ narration: 'Payroll', date: '2030-01-05', status: 'POSTED', line_amount_mode: 'no_tax' },
      ...{ url: 'https://pay.example/1', show_on_cash_basis: true },
    });
    const [wages, owed] = made.fields['lines'] as unknown as readonly JsonObject[];
    expect(wages).to.deep.include({ description: 'Wages', line_amount: 900.1, account_code: '461', tax_amount: 0 });
    expect(owed).to.deep.include({ line_amount: -900.1, tracking: [] });
    const [tracking] = (wages?.['tracking'] ?? []) as readonly JsonObject[];
    expect(tracking).to.include({ name: 'Region', option: 'North' });
    expect(tracking?.['tracking_option_id']).to.be.a('string');
    expect((await books.read('manual_journals', made.providerId)).fields).to.deep.equal(made.fields);
  });

  it('must balance: what the mode of amounts settles is refused before it is sent, the rest by the provider', async () => {
    const unbalanced = (mode: string, tax_type = 'NONE') => ({
      ...{ ...journal, line_amount_mode: mode },
      lines: [
        { ...lines[0], line_amount: 100, tax_type },
        { ...lines[1], line_amount: -115, tax_type: 'NONE' },
      ],
    });
    const calls = async () => (await service.calls('PUT /api.xro')).length;
    const before = await calls();
    for (const mode of ['no_tax', 'inclusive']) {
      const refusal = await refusalOf(books.create('manual_journals', unbalanced(mode)));
      expect([refusal.code, refusal.details.errors?.[0]?.path], mode).to.deep.equal(['BAD_REQUEST', 'lines']);
    }
    expect(await calls()).to.equal(before);
    const made = await books.create('manual_journals', unbalanced('exclusive', 'INPUT2'));
    expect((made.fields['lines'] as unknown as readonly JsonObject[])[0]).to.include({
      line_amount: 100,
      tax_amount: 15,
    });
    const refusal = await refusalOf(books.create('manual_journals', unbalanced('exclusive')));
    expect(refusal.message).to.contain('The total debits (100.00) must equal total credits (115.00)');
  });

  it('are refused by name without a mode of amounts, a day, two lines, or with an amount of nothing', async () => {
    const { line_amount_mode: _mode, ...modeless } = journal;
    const { date: _date, ...dayless } = journal;
    for (const [body, path] of [
      [modeless, 'line_amount_mode'],
      [dayless, 'date'],
      [{ ...journal, lines: lines.slice(0, 1) }, 'lines'],
      [{ ...journal, lines: [{ ...lines[0], line_amount: 0 }, lines[1]] }, 'lines[0].line_amount'],
      [{ ...journal, lines: [{ ...lines[0], line_amount: 0.001 }, lines[1]] }, 'lines[0].line_amount'],
      [{ ...journal, lines: [{ ...lines[0], tax_amount: 1 }, lines[1]] }, 'lines[0].tax_amount'],
      [
        { ...journal, lines: [{ ...lines[0], tracking: [{ name: 'Region', option: 'Nowhere' }] }, lines[1]] },
        'lines[0].tracking[0].option',
      ],
    ] as const) {
      const refusal = await refusalOf(books.create('manual_journals', body));
      expect([refusal.code, refusal.details.errors?.map((error) => error.path)]).to.deep.equal(['BAD_REQUEST', [path]]);
    }
  });

  for (const behaviours of [[], ['journal_updates']]) {
    it(`keep what a change does not name, ${behaviours.length === 0 ? 'replaced' : 'merged'} by the provider`, async () => {
      await kinder(behaviours);
      const made = await books.create('manual_journals', {
        ...{ ...journal, url: 'https://pay.example/2', show_on_cash_basis: false },
      });
      const renamed = await books.update('manual_journals', made.providerId, { narration: 'Payroll, corrected' });
      expect(renamed.fields).to.deep.equal({ ...made.fields, narration: 'Payroll, corrected' });
      const posted = await books.update('manual_journals', made.providerId, { status: 'POSTED' });
      expect(posted.fields).to.deep.equal({ ...renamed.fields, status: 'POSTED' });
      const other = [
        { line_amount: 5, account_code: '461' },
        { line_amount: -5, account_code: '970' },
      ];
      const relined = await books.update('manual_journals', made.providerId, {
        lines: other,
        line_amount_mode: 'no_tax',
      });
      expect(relined.fields).to.deep.include({ url: 'https://pay.example/2', show_on_cash_basis: false });
      expect(relined.fields['lines']).to.have.length(2);
      await kinder([]);
    });
  }

  it('end by their status, once: a draft is deleted, a posted one voided; no other change follows', async () => {
    const draft = await books.create('manual_journals', journal);
    const posted = await books.create('manual_journals', { ...journal, status: 'POSTED' });
    for (const [{ providerId }, status] of [
      [draft, 'deleted'],
      [posted, 'voided'],
    ] as const) {
      const { value } = await cancel('manual_journals', providerId, `end ${status}`);
      expect([value.cancellationStatus, value.record.fields['status']]).to.deep.equal([status, status.toUpperCase()]);
      expect((await cancel('manual_journals', providerId, `end ${status}`)).replayed).to.equal(true);
      expect((await cancel('manual_journals', providerId)).value.cancellationStatus).to.equal(status);
      const refusal = await refusalOf(books.update('manual_journals', providerId, { narration: 'Late' }));
      expect(refusal.code).to.equal('PROVIDER_REJECTED');
    }
  });

  it('tell that the provider removed the code of an account, and may be refused for it', async () => {
    const unknown = { ...journal, lines: [{ ...lines[0], account_code: 'NONE' }, lines[1]] };
    const asked = { ...at('manual_journals'), write: write(unknown, 'removed code') };
    const { value } = await service.core.resources.create(tenancy.test, asked);
    const [said, ...others] = value.warnings ?? [];
    expect(said).to.deep.include({ code: 'provider_changed_document', path: '' });
    expect(said?.message).to.contain("Account code 'NONE' has been removed");
    expect(others.map(({ code, path }) => [code, path])).to.deep.equal([['echo_differs', 'lines[0].account_code']]);
    const again = await service.core.resources.create(tenancy.test, asked);
    expect([again.replayed, again.value.warnings]).to.deep.equal([true, value.warnings]);
    await kinder(['unknown_journal_accounts']);
    expect((await refusalOf(books.create('manual_journals', unknown))).code).to.equal('PROVIDER_REJECTED');
    await kinder([]);
  });

  it('keep the provider’s words of such a change for nobody where nothing may be kept', async () => {
    const zero = await openBooks(service, tenancy, { retention_mode: 'zero' });
    const unknown = { ...journal, lines: [{ ...lines[0], account_code: 'SECRET' }, lines[1]] };
    const asked = { connectionId: zero.connection.id, type: 'manual_journals', write: write(unknown, 'zero removed') };
    const { value } = await service.core.resources.create(tenancy.test, asked);
    expect(value.warnings?.[0]?.message).to.contain('SECRET');
    const again = await service.core.resources.create(tenancy.test, asked);
    expect(again.replayed).to.equal(true);
    expect(again.value.warnings?.map(({ code }) => code)).to.deep.equal(['provider_changed_document', 'echo_differs']);
    expect(JSON.stringify(again.value.warnings)).not.to.contain('SECRET');
  });

  it('move money between two bank accounts, and take that back; nothing else of a transfer changes', async () => {
    const accounts = { from_account_id: await bank('Processor'), to_account_id: await bank('Reserves') };
    const transfer = { ...accounts, amount: 12.5, date: '2030-01-05', external_reference: 'PO-77' };
    const made = await books.create('bank_transfers', transfer);
    const ids = Object.fromEntries(Object.entries(accounts).map(([name, id]) => [name, resourceIdOf('accounts', id)]));
    expect(made.fields).to.deep.include({ ...transfer, ...ids, status: 'AUTHORISED', from_is_reconciled: false });
    expect((await books.read('bank_transfers', made.providerId)).fields).to.deep.equal(made.fields);
    const changed = await refusalOf(books.update('bank_transfers', made.providerId, { amount: 1 }));
    expect([changed.code, changed.details.reason]).to.deep.equal(['CONFLICT', 'not_supported_by_provider']);
    const { value } = await cancel('bank_transfers', made.providerId);
    expect([value.cancellationStatus, value.record.fields['status']]).to.deep.equal(['deleted', 'DELETED']);
    expect((await cancel('bank_transfers', made.providerId)).value.cancellationStatus).to.equal('deleted');
    for (const [wrong, code] of [
      [{ ...transfer, to_account_id: transfer.from_account_id }, 'BAD_REQUEST'],
      [{ ...transfer, amount: 0 }, 'BAD_REQUEST'],
      [{ ...transfer, to_account_id: await bank('Dollars', { CurrencyCode: 'USD' }) }, 'PROVIDER_REJECTED'],
    ] as const)
      expect((await refusalOf(books.create('bank_transfers', wrong))).code).to.equal(code);
  });

  it('show repeating invoices with their schedule, which are ended and not written', async () => {
    const { providerId: contact_id } = await books.create('contacts', { name: 'Tenant' });
    const document = {
      ...{ Type: 'ACCREC', Status: 'AUTHORISED', Contact: { ContactID: contact_id } },
      Schedule: { Period: 1, Unit: 'MONTHLY', DueDate: 20, DueDateType: 'OFFOLLOWINGMONTH', StartDate: '2030-02-01' },
      LineItems: [{ Description: 'Rent', Quantity: 1, UnitAmount: 100, AccountCode: '200' }],
    };
    const refusal = await refusalOf(books.create('repeating_invoices', { provider_data: document }));
    expect([refusal.code, refusal.details.reason]).to.deep.equal(['BAD_REQUEST', 'resource_read_only']);
    const person = { tenant_id: books.tenantId, document };
    const made = await service.sandbox.control('POST', 'repeating-invoices', person);
    const id = String(made['repeating_invoice_id']);
    expect((await books.read('repeating_invoices', id)).fields).to.deep.include({
      ...{ type: 'receivable', status: 'AUTHORISED', total: 115, external_reference: null },
      schedule: {
        ...{ every: 1, unit: 'month', due_day: 20, due_kind: 'of_following_month' },
        ...{ start_date: '2030-02-01', next_date: '2030-02-01', end_date: null },
      },
    });
    const changed = await refusalOf(books.update('repeating_invoices', id, { external_reference: 'x' }));
    expect([changed.code, changed.details.reason]).to.deep.equal(['BAD_REQUEST', 'resource_read_only']);
    const { value } = await cancel('repeating_invoices', id);
    expect([value.cancellationStatus, value.record.fields['status']]).to.deep.equal(['deleted', 'DELETED']);
    expect(await books.idsOf('repeating_invoices')).not.to.include(id);
  });
});
