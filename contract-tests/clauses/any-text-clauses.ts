import { deepEqual, equal } from 'node:assert/strict';
import type { CachedRecord } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { ownedBy, sampleId, sampleRecord } from '../samples.ts';

/** No two characters alike for long, so that nothing makes them short: as many bytes as there can be. */
function incompressible(length: number): string {
  let state = 7;
  const letters = Array.from({ length: Math.ceil(length / 2) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x10000 + (state % 0x2fff0));
  });
  return letters.join('').slice(0, length);
}

const long = incompressible(4_000);
const texts: readonly string[] = [
  long,
  `${long.slice(0, 3_998)}é`,
  'trailing spaces   ',
  '50 % of \\ "all" \'quotes\' _ and $1 ?',
  'שלום \u202eעולם',
  'a\u0301\u0300 Å \ufeff',
  'half \ud83d of a pair',
  'NUL \u0000 inside',
  '',
];

/** Those that a name or a status can be: the empty one is none. */
export const oddTexts = texts.filter((text) => text !== '');

/** What the provider takes for a text, the database takes as well. */
export const anyTextClauses: readonly Clause<StorageOf<'records'>>[] = [
  {
    name: 'a text of any length and content is kept, listed and found by the whole of it',
    async check({ records }) {
      for (const text of texts) {
        const connectionId = sampleId('conn');
        const texted = ['number', 'external_reference', 'contact_id', 'bank_account_id'];
        const names = ['status', ...texted, 'issue_date', 'due_date', 'title'];
        const fields = Object.fromEntries(names.map((name) => [name, text]));
        const record = sampleRecord({ fields, native: { Reference: text } });
        const others = [`${text}!`, text.slice(0, -2)].map((near) =>
          sampleRecord({ fields: { status: near, number: near, external_reference: near } }),
        );
        await records.put([[ownedBy(connectionId), [record, ...others]]]);
        const page = { limit: 50, page: 1 };
        const { items, total } = await listedRecords({ records }, { connectionId, type: 'invoices' }, {}, page);
        const idOf = ({ providerId }: CachedRecord): string => providerId;
        equal(total, 3);
        deepEqual(
          items.find((item) => idOf(item) === idOf(record)),
          record,
        );
        if (text === '') continue;
        for (const filter of [
          { statuses: [text] },
          { number: text },
          { externalReference: text },
          { contactId: text },
          { bankAccountId: text },
        ]) {
          const found = await listedRecords({ records }, { connectionId, type: 'invoices' }, filter, page);
          deepEqual([found.items.map(idOf), found.total], [[idOf(record)], 1], Object.keys(filter)[0] ?? '');
        }
      }
    },
  },
];
