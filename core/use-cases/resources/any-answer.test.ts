import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../domain/json.ts';
import { told, uuid } from './testing/answers.ts';

describe('any answer to a write', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
  const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100);
  const sentLine = fc.record(
    {
      description: word,
      quantity: fc.integer({ min: 1, max: 99 }),
      unit_amount: amount,
      item_code: word,
      account_code: word,
      tax_type: word,
      tax_amount: amount,
      tracking: fc.uniqueArray(fc.record({ name: word, option: word }), {
        ...{ minLength: 1, maxLength: 2, selector: ({ name }: { name: string }) => name.trim().toUpperCase() },
      }),
    },
    { requiredKeys: ['quantity', 'unit_amount'] },
  );
  const sentInvoice = fc.record(
    {
      external_reference: word,
      due_date: fc.constantFrom('2030-01-31', '2031-12-01'),
      currency_rate: amount,
      url: word,
      line_items: fc.array(sentLine, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['line_items'] },
  );
  /** As a provider shows what it keeps: with more fields, ids of its own, and blanks cut off. */
  const shownAs = (sent: JsonObject): JsonObject => ({
    ...{
      external_reference: null,
      due_date: null,
      currency_rate: 1,
      url: null,
      line_amount_mode: 'exclusive',
      total: 1,
    },
    ...(trimmed(sent) as JsonObject),
    line_items: (sent['line_items'] as JsonObject[]).map((one, n) => ({
      ...{ line_item_id: uuid(n), description: null, item_code: null, account_code: null, tax_type: 'OUTPUT2' },
      ...{ tax_amount: 0, line_amount: 1, tracking: [] },
      ...(trimmed(one) as JsonObject),
    })),
  });
  const trimmed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.trim();
    if (Array.isArray(value)) return value.map(trimmed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimmed(inner)]));
  };

  it('never differs where all is kept', () => {
    fc.assert(
      fc.property(sentInvoice, (sent) => {
        expect(told('invoices', sent as JsonObject, shownAs(sent as JsonObject))).to.deep.equal([]);
      }),
    );
  });

  it('always differs where one thing is gone, and says which', () => {
    fc.assert(
      fc.property(sentInvoice, fc.nat(), (sent, pick) => {
        const shown = structuredClone(shownAs(sent as JsonObject)) as Record<string, unknown>;
        const shownLines = shown['line_items'] as Record<string, unknown>[];
        const places = [
          ...Object.keys(sent)
            .filter((name) => name !== 'line_items')
            .map((name) => ({ path: name, from: shown, name })),
          ...sent.line_items.flatMap((one, n) =>
            Object.keys(one).map((name) => ({ path: `line_items[${n}].${name}`, from: shownLines[n] ?? {}, name })),
          ),
        ];
        const place = places[pick % places.length];
        if (!place) return;
        place.from[place.name] = place.name === 'tracking' ? [] : null;
        const [path = ''] = told('invoices', sent as JsonObject, shown as JsonObject);
        expect(path.startsWith(place.path), `${path} for ${place.path}`).to.equal(true);
      }),
    );
  });
});
