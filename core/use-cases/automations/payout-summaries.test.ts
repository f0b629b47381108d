// A payout becomes one balanced document, the same for the same entries in any order.
import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { payoutLines } from '../../domain/payout-summary.ts';
import { refusalOf } from '../testing/refusal.ts';
import { type Bench, openAutomations } from './testing/automations.ts';

const recipe = 'payout.summarise';
const north = [{ name: 'Region', option: 'North' }];
const lines = [
  { description: 'Order 1', amount: 57.5, account_code: '200', tax_type: 'OUTPUT2', tracking: north },
  { description: 'Fees', amount: -19.05, account_code: '400', tax_type: 'NONE' },
  { description: 'Order 2', amount: 57.5, account_code: '200', tax_type: 'OUTPUT2', tracking: north },
  { description: 'Order 3', amount: 10, account_code: '200', tax_type: 'OUTPUT2' },
  { description: 'Held back', amount: -5, account_code: '260', tax_type: 'NONE' },
  { description: 'Let go', amount: 5, account_code: '260', tax_type: 'NONE' },
];
const payout = { reference: 'PO-77', date: '2030-01-05', amount: 105.95, lines };
const asJournal = { payout, line_amount_mode: 'inclusive', clearing_account_code: '970' };

describe('a payout', () => {
  const automations = openedOnce(() => openAutomations());
  const bench: Bench = openedOnce(() => automations.bench());

  const planned = async (input: object) => (await bench.plan(recipe, input)).steps[0]?.write;
  const journals = async () => bench.documents('ManualJournals');

  it('is one posted journal against the clearing account, with a line for each account, tax and tracking', async () => {
    const { state, result } = await bench.run(recipe, asJournal);
    expect(state).to.equal('succeeded');
    const [made, ...others] = await journals();
    expect([made?.['Narration'], made?.['Status'], others]).to.deep.equal(['Payout PO-77', 'POSTED', []]);
    const shown = ((made?.['JournalLines'] ?? []) as unknown as readonly JsonObject[]).map(
      ({ AccountCode, LineAmount, TaxType, Description = '', Tracking }) => [
        ...[AccountCode, LineAmount, TaxType, Description],
        (Tracking as readonly JsonObject[]).map(({ Option }) => Option).join(),
      ],
    );
    expect(shown).to.have.deep.members([
      ['970', 105.95, 'NONE', 'Payout PO-77', ''],
      ['200', -10, 'OUTPUT2', 'Order 3', ''],
      ['200', -115, 'OUTPUT2', '2 entries', 'North'],
      ['400', 19.05, 'NONE', 'Fees', ''],
    ]);
    const { manual_journal } = result as { manual_journal: JsonObject };
    expect(manual_journal).to.include({ provider_id: made?.['ManualJournalID'], narration: 'Payout PO-77' });
  });

  it('is one authorised invoice to a contact, which comes to what was paid out', async () => {
    const { providerId: contact_id } = await bench.books.create('contacts', { name: 'Processor' });
    const { state } = await bench.run(recipe, { payout, line_amount_mode: 'inclusive', contact_id });
    expect(state).to.equal('succeeded');
    const [made, ...others] = await bench.documents('Invoices');
    expect(others).to.deep.equal([]);
    expect(made).to.include({ Type: 'ACCREC', Status: 'AUTHORISED', Reference: 'PO-77', Total: 105.95 });
    expect(made?.['LineItems']).to.have.length(3);
    expect((await bench.events()).map(({ type }) => type)).to.include('invoice.updated');
  });

  it('is the same document for the same entries in any order, and never in another', async () => {
    const first = await planned(asJournal);
    for (const turn of [1, 2, 3, 4, 5]) {
      const turned = [...lines.slice(turn), ...lines.slice(0, turn)];
      expect(await planned({ ...asJournal, payout: { ...payout, lines: turned } })).to.deep.equal(first);
    }
  });

  it('is refused by name for sums that differ, that are nothing, or that no invoice has', async () => {
    const { providerId: contact_id } = await bench.books.create('contacts', { name: 'Another' });
    const { clearing_account_code: _code, ...neither } = asJournal;
    const loss = { ...payout, amount: -19.05, lines: [lines[1]] };
    for (const [input, path, words] of [
      [{ ...asJournal, payout: { ...payout, amount: 105.96 } }, 'input.payout.amount', '105.95'],
      [{ ...asJournal, payout: { ...payout, amount: 0, lines: lines.slice(4) } }, 'input.payout.lines', 'nothing'],
      [{ ...neither, payout: loss, contact_id }, 'input.payout.lines', 'no invoice'],
      [neither, 'input.clearing_account_code', 'exactly one'],
      [{ ...asJournal, contact_id }, 'input.clearing_account_code', 'exactly one'],
      [{ ...asJournal, line_amount_mode: 'exclusive' }, 'input.line_amount_mode', 'must be one of'],
      [
        {
          ...asJournal,
          payout: { ...payout, lines: [{ ...lines[0], tracking: [{ name: 'Region', option: 'Nort' }] }] },
        },
        'input.payout.amount',
        'add up',
      ],
      [
        {
          ...asJournal,
          payout: { ...payout, amount: 57.5, lines: [{ ...lines[0], tracking: [{ name: 'Region', option: 'Nort' }] }] },
        },
        'input.payout.lines[0].tracking[0].option',
        'North',
      ],
    ] as const) {
      for (const ask of [bench.start, bench.plan]) {
        const { code, message, details } = await refusalOf(ask(recipe, input));
        expect([code, details.errors?.map((error) => error.path)], message).to.deep.equal(['BAD_REQUEST', [path]]);
        expect(message).to.include(words);
      }
    }
    const posted = { ...neither, payout: loss, clearing_account_code: '970' };
    expect((await bench.run(recipe, posted)).state, 'a journal takes a loss').to.equal('succeeded');
  });

  it('adds up to the cent, and leaves no line of nothing, whatever its entries', () => {
    const entry = fc.record({
      amount: fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 100),
      account_code: fc.constantFrom('200', '260', '400'),
      tax_type: fc.constantFrom(null, '', 'NONE'),
      tracking: fc.constantFrom([], north),
    });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 30 }), fc.integer(), (entries, seed) => {
        const summed = payoutLines({ lines: entries });
        const cents = (amounts: readonly number[]) => amounts.reduce((all, one) => all + Math.round(one * 100), 0);
        expect(cents(summed.map(({ amount }) => amount.toNumber()))).to.equal(
          cents(entries.map(({ amount }) => amount)),
        );
        expect(summed.every(({ amount }) => !amount.isZero())).to.equal(true);
        const turned = entries.toSorted((a, b) => ((a.amount * seed) % 7) - ((b.amount * seed) % 7));
        expect(JSON.stringify(payoutLines({ lines: turned }))).to.equal(JSON.stringify(summed));
      }),
      { numRuns: 60 },
    );
  });
});
