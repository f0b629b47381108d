// What is read from the files of spreadsheets: every text as it was, whatever separates, ends and surrounds it. A short run
// plays a part of a long run's tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { bulkRequests } from '../../../core/schemas/index.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { DateSurvey, dateForms, dayOf } from './dates.ts';
import type { Item } from './item.ts';
import { decimalMarks, numberOf } from './numbers.ts';
import { itemFile } from './read-items.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-rows-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const { '': _whole, ...invoices } = bulkRequests.invoices as NonNullable<(typeof bulkRequests)['invoices']>;
const wanted = { schemas: Object.values(invoices), isTemplate: undefined, mark: undefined, dates: undefined };

async function itemsOf(content: string | Uint8Array, more: object = {}): Promise<readonly Item[]> {
  const file = path.join(folder, 'a.csv');
  writeFileSync(file, content);
  const items: Item[] = [];
  for await (const item of (await itemFile(file, { ...wanted, ...more })).items()) items.push(item);
  return items;
}

describe('the rows of a CSV file', () => {
  /** What a cell can hold: letters, spaces at its ends, separators, quotes, line ends. */
  const text = fc
    .array(fc.constantFrom('a', 'ß', '芝', '😀', ' ', ',', ';', '\t', '"', '\n', '\r\n', '=', "'"), { maxLength: 8 })
    .map((letters) => letters.join(''));
  const table = fc.record({
    rows: fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }),
    separator: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    isSaid: fc.boolean(),
    encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
    emptyColumns: fc.nat(3),
    emptyRows: fc.nat(2),
  });

  it('are the texts that were written, with their line in the file', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, separator, end, isSaid, encoding, emptyColumns, emptyRows }) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
        const padding = separator.repeat(emptyColumns);
        const row = (cells: readonly string[]) => `${cells.map(quoted).join(separator)}${padding}${end}`;
        const empty = `${separator}${separator}${padding}${end}`.repeat(emptyRows);
        const head = ['item_key', 'external_reference', 'line_items.description'].join(separator);
        const lines = rows.map(([reference, description], i) => row([`k${i}`, `x${reference}`, description]));
        const before = `${isSaid ? `sep=${separator}${end}` : ''}${head}${padding}${end}`;
        const content = `\ufeff${before}${lines.map((line) => `${line}${empty}`).join('')}`;
        const bytes = Buffer.from(content, encoding === 'utf8' ? 'utf8' : 'utf16le');
        const items = await itemsOf(encoding === 'utf16be' ? bytes.swap16() : bytes);
        let line = before.split(end).length;
        const expected = rows.map(([reference, description], i) => {
          const lineItems = description.trim() === '' ? {} : { line_items: [{ description }] };
          const item = [line, { item_key: `k${i}`, external_reference: `x${reference}`, ...lineItems }];
          line += ((lines[i] ?? '') + empty).split(/\r\n|\n|\r/).length - 1;
          return item;
        });
        expect(items.map((item) => [item.line, item.fields])).to.deep.equal(expected);
        expect(items.flatMap(({ faults }) => faults)).to.deep.equal([]);
      }),
      { numRuns: runsOf({ long: 300, short: 40 }) },
    );
  });

  it('keep the spaces of texts, and none around words, ids and numbers', async () => {
    const head = 'item_key,contact_id,currency,due_date,line_items.quantity,line_items.description';
    const [item] = await itemsOf(`${head}\n 1 , con_1 ," NZD", 2030-01-31 , 2 ,  - two legs \n`);
    expect(item?.fields).to.deep.equal({
      ...{ item_key: '1', contact_id: 'con_1', currency: 'NZD', due_date: '2030-01-31' },
      line_items: [{ quantity: 2, description: '  - two legs ' }],
    });
    const [spaced] = await itemsOf('item_key, line_items.description, number\n1, Desk, 7\n');
    expect(spaced?.fields, 'a space after each separator').to.deep.equal({
      ...{ item_key: '1', number: '7' },
      line_items: [{ description: 'Desk' }],
    });
  });

  it('give a line two pairs of tracking', async () => {
    const tracked = ['line_items.tracking.name', 'line_items.tracking.option'];
    const head = ['item_key', 'line_items.description', ...tracked, ...tracked].join(',');
    const rows = ['1,Desk,Region,North,Team,Blue', '1,Lamp,,,Team,Red', '1,Chair,Region,South,,'];
    const [item] = await itemsOf([head, ...rows].join('\n'));
    expect(item?.fields['line_items']).to.deep.equal([
      {
        description: 'Desk',
        tracking: [
          { name: 'Region', option: 'North' },
          { name: 'Team', option: 'Blue' },
        ],
      },
      { description: 'Lamp', tracking: [{ name: 'Team', option: 'Red' }] },
      { description: 'Chair', tracking: [{ name: 'Region', option: 'South' }] },
    ]);
  });

  it('are read in little memory, however many they are', async function () {
    this.timeout(60_000);
    const head = 'item_key,line_items.description\n';
    const line = (i: number) => `k${i},${'d'.repeat(500)}\n`;
    const rows = Array.from({ length: 40_000 }, (_, i) => line(i)).join('');
    const file = path.join(folder, 'large.csv');
    writeFileSync(file, head + rows);
    const { items } = await itemFile(file, wanted);
    const before = process.memoryUsage().rss;
    let [count, most] = [0, 0];
    for await (const _item of items()) {
      if (++count % 5_000 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    expect(count).to.equal(40_000);
    // Whoever keeps the items needs 24.
    expect((most - before) / 2 ** 20, 'MiB, for a file of 20').to.be.below(15);
  });
});

describe('numbers of people', () => {
  it('are what they are by one mark, however their thousands are grouped', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(
        fc.record({
          whole,
          cents: fc.option(fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'))),
          isNegative: fc.boolean(),
          mark: fc.constantFrom(...decimalMarks),
          group: fc.constantFrom('', ' ', "'", '\u2019', '\u00a0', '\u202f', 'other'),
        }),
        ({ whole: units, cents, isNegative, mark, group }) => {
          const [decimal, other] = mark === 'point' ? ['.', ','] : [',', '.'];
          const grouped = String(units).replaceAll(/\B(?=(\d{3})+$)/g, group === 'other' ? other : group);
          const written = `${isNegative ? '-' : ''}${grouped}${cents === null ? '' : `${decimal}${cents}`}`;
          const expected = Number(`${isNegative ? '-' : ''}${units}.${cents ?? 0}`);
          expect(numberOf(written, mark), written).to.equal(expected);
        },
      ),
    );
  });

  for (const [text, mark] of [
    ['1,23', 'point'],
    ['1.23', 'comma'],
    ['1,2345', 'point'],
    ["1'234,567.8", 'point'],
    ['1..2', 'point'],
    ['$5', 'point'],
    ['12%', 'comma'],
    ['1e3', 'point'],
    ['', 'point'],
    ['1234567890123456', 'point'],
    ['1,200', undefined],
    ['1 200', undefined],
  ] as const) {
    it(`are not ${text} with ${mark ?? 'no mark'}`, () => expect(numberOf(text, mark)).to.equal(undefined));
  }
});

describe('dates of people', () => {
  it('are days that exist, of one form', () => {
    const cases = [
      ['2026-11-05', '2026-11-05', undefined, undefined],
      ['05/11/2026', undefined, '2026-11-05', '2026-05-11'],
      ['5.11.26', undefined, '2026-11-05', '2026-05-11'],
      ['31/12/2026', undefined, '2026-12-31', undefined],
      ['12-31-2026', undefined, undefined, '2026-12-31'],
      ['05/11/2026 00:00:00', undefined, '2026-11-05', '2026-05-11'],
      ['5 Nov 2026', undefined, '2026-11-05', '2026-11-05'],
      ['05-November-26', '2005-11-26', '2026-11-05', '2026-11-05'],
      ['2026-02-29', undefined, undefined, undefined],
      ['05/11-2026', undefined, undefined, undefined],
      ['46331', undefined, undefined, undefined],
    ] as const;
    for (const [text, ...expected] of cases) {
      expect(
        dateForms.map((form) => dayOf(text, form)),
        text,
      ).to.deep.equal(expected);
    }
  });

  it('have the form that fits every row, and the day first where two fit, which is told', () => {
    const surveyed = (...rows: readonly string[]) => {
      const survey = new DateSurvey();
      for (const row of rows) survey.see(row);
      return [survey.form(), survey.doubt() !== undefined];
    };
    expect(surveyed('05/11/2026', '05/12/2026')).to.deep.equal(['dmy', true]);
    expect(surveyed('05/11/2026', '13/12/2026')).to.deep.equal(['dmy', false]);
    expect(surveyed('05/11/2026', '12/13/2026')).to.deep.equal(['mdy', false]);
    expect(surveyed('05/05/2026')).to.deep.equal(['dmy', false]);
    expect(surveyed('2026-05-06', '2026-05-07')).to.deep.equal(['ymd', false]);
  });
});
