// Converts quotes in real books: what is kept, what is refused, and what remains after an interruption.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { line } from '../resources/testing/books.ts';
import { type Bench, openAutomations } from './testing/automations.ts';
import { acceptedQuote } from './testing/scenarios.ts';

const failureOf = ({ state, error }: Operation) => [state, error?.code, error?.reason];

const at = (operation: Operation, name: string) => (operation.result as Record<string, JsonObject>)[name] ?? {};

describe('automations that convert quotes', () => {
  let bench: Bench;
  const automations = openedOnce(() => openAutomations());
  beforeEach(async () => {
    bench = await automations.bench();
  });
  afterEach(() =>
    automations.service.sandbox.control('POST', 'quirks', {
      inclusive_quotes_net: false,
      irreconcilable_quotes: false,
    }),
  );

  const sent = () => automations.hands.sent.length;

  describe('quote.convert_to_invoice', () => {
    const due_date = '2030-02-01';

    it('makes the invoice to the same total, in every mode', async () => {
      for (const line_amount_mode of ['exclusive', 'inclusive', 'no_tax']) {
        bench = await automations.bench();
        await sameTotal(await acceptedQuote(bench, { line_amount_mode, terms: 'net 30' }));
      }
    });

    async function sameTotal(quote_id: string): Promise<void> {
      const before = await bench.books.read('quotes', quote_id);
      const operation = await bench.run('quote.convert_to_invoice', { quote_id, due_date });
      const invoice = await bench.books.read('invoices', String(at(operation, 'invoice')['provider_id']));
      for (const name of [
        'sub_total',
        'total_tax',
        'total',
        'line_amount_mode',
        'branding_theme_id',
        'external_reference',
        'currency',
      ]) {
        expect(invoice.fields[name], name).to.equal(before.fields[name]);
      }
      expect(invoice.fields).to.include({
        status: 'AUTHORISED',
        due_date,
        issue_date: '2030-01-01',
        type: 'receivable',
      });
      const after = await bench.books.read('quotes', quote_id);
      expect(after.fields).to.deep.equal({ ...before.fields, status: 'INVOICED' });
    }

    it('refuses what is not accepted, and what nobody can price, before anything is written', async () => {
      const quote_id = await acceptedQuote(bench, { line_amount_mode: 'inclusive' });
      await automations.service.sandbox.control('POST', 'quirks', { irreconcilable_quotes: true });
      const unsafe = await bench.run('quote.convert_to_invoice', { quote_id, due_date });
      expect(failureOf(unsafe)).to.deep.equal(['failed', 'CONFLICT', 'quote_line_amounts_unsafe']);
      expect(unsafe.error?.message).to.equal('Cannot safely preserve Xero quote line amounts');
      await automations.service.sandbox.control('POST', 'quirks', { irreconcilable_quotes: false });
      await bench.books.update('quotes', quote_id, { status: 'SENT' });
      const early = await bench.run('quote.convert_to_invoice', { quote_id, due_date });
      expect(failureOf(early)).to.deep.equal(['failed', 'CONFLICT', 'quote_not_accepted']);
      expect([sent(), await bench.documents('Invoices')]).to.deep.equal([0, []]);
    });

    it('leaves a draft when the quote was taken back meanwhile, and goes on from there when it is accepted again', async () => {
      const quote_id = await acceptedQuote(bench);
      automations.hands.begin();
      automations.hands.afterwards.set(1, async () => {
        automations.hands.afterwards.clear();
        await bench.books.update('quotes', quote_id, { status: 'SENT' });
      });
      const { id } = await bench.start('quote.convert_to_invoice', { quote_id, due_date });
      const failed = await bench.ended(id);
      expect(failureOf(failed)).to.deep.equal(['failed', 'CONFLICT', 'target_changed']);
      expect(failed.error?.message).to.match(/the quote is SENT by now, .* the invoice INV-\d+ stays a draft$/);
      await bench.books.update('quotes', quote_id, { status: 'ACCEPTED' });
      expect((await bench.replay(id)).state).to.equal('succeeded');
      expect((await bench.documents('Invoices')).map(({ Status }) => Status)).to.deep.equal(['AUTHORISED']);
    });

    it('leaves a draft when it came to something else, and marks nothing', async () => {
      const quote_id = await acceptedQuote(bench, { line_items: [{ ...line, tax_amount: 15 }] });
      automations.hands.begin();
      automations.hands.answers.set(1, (record) => ({ ...record, fields: { ...record.fields, total: 115.01 } }));
      const { id } = await bench.start('quote.convert_to_invoice', { quote_id, due_date });
      const failed = await bench.ended(id);
      expect(failureOf(failed)).to.deep.equal(['failed', 'CONFLICT', 'converted_totals_differ']);
      expect(failed.error?.message).to.include('the invoice stays a draft, and the quote was not marked as invoiced');
      expect((await bench.documents('Quotes')).map(({ Status }) => Status)).to.deep.equal(['ACCEPTED']);
    });

    it('leaves a draft of a quote whose tax was set by hand', async () => {
      const quote_id = await acceptedQuote(bench, { line_items: [{ ...line, tax_amount: 14 }] });
      const failed = await bench.run('quote.convert_to_invoice', { quote_id, due_date });
      expect(failureOf(failed)).to.deep.equal(['failed', 'CONFLICT', 'converted_totals_differ']);
      expect((await bench.documents('Invoices')).map(({ Status }) => Status)).to.deep.equal(['DRAFT']);
    });
  });
});
