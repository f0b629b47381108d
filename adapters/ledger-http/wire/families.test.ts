import { expect } from 'chai';
import { familyOf, type JsonObject, plainTextsOf, type ResourceType, resourceTypes } from '#core/ports';
import { isInheritable } from '../overlay.ts';
import { traits } from '../traits.ts';
import { families } from './families.ts';
import { recordOf } from './family.ts';
import { type Field, readFields } from './field.ts';
import { documentExamples } from './testing/document-examples.ts';
import { type Example, uuid } from './testing/example-parts.ts';
import { journalExamples } from './testing/journal-examples.ts';
import { masterExamples } from './testing/master-examples.ts';

/** Per family a document as the provider shows it, and its whole normalized record. */
const examples: Readonly<Record<ResourceType, Example>> = {
  ...masterExamples,
  ...documentExamples,
  ...journalExamples,
};

/** The provider's keys that a field writes, whatever kind of value it takes. */
function keysWritten({ write }: Field): ReadonlySet<string> {
  const written = ['x', 1, true, [], {}].flatMap((value) => {
    try {
      return Object.keys(write?.(value as JsonObject, { path: 'x', creating: false, body: {} }) ?? {});
    } catch {
      return [];
    }
  });
  return new Set(written);
}

describe('families on the wire', () => {
  for (const type of resourceTypes) {
    const { native, fields, id } = examples[type];

    it(`${type}: reads the whole normalized record`, () => {
      const record = recordOf(families[type], native);
      // An example names the plain texts that it has.
      const nothing = Object.keys(plainTextsOf(type)).map((name) => [name, null]);
      expect(record?.fields).to.eql({ ...Object.fromEntries(nothing), ...fields });
      expect(record?.providerId).to.equal(id ?? uuid(7));
      expect(record?.native).to.equal(native);
      const updatedAt = 'UpdatedDateUTC' in native ? '2026-09-14T09:29:59.123Z' : undefined;
      expect(record?.providerUpdatedAt?.toISOString()).to.equal(updatedAt);
    });

    it(`${type}: reads a document of which only the id is known, and any nonsense in it`, () => {
      const idKey = families[type].idKey;
      const bare = recordOf(families[type], { [idKey]: native[idKey] ?? '' });
      expect(Object.keys(bare?.fields ?? {})).to.eql(families[type].fields.map(({ name }) => name));
      for (const nonsense of [0, 'x', true, [], {}, [[]], [{}], null]) {
        const keys = Object.keys(native).filter((key) => key !== idKey);
        const document = { ...Object.fromEntries(keys.map((key) => [key, nonsense])), [idKey]: native[idKey] ?? '' };
        expect(() => readFields(families[type].fields, document)).not.to.throw();
      }
    });
  }

  it('copies what can be written into a change, but for what only approved documents take', () => {
    const onlyApproved = new Set(['SentToContact']);
    const lost = resourceTypes.flatMap((type) => {
      const keys = families[type].fields.flatMap((field) => [...keysWritten(field)]);
      const closed = keys.filter((key) => !onlyApproved.has(key) && !isInheritable(families[type], key));
      return closed.map((key) => `${type}: ${key}`);
    });
    expect(lost).to.deep.equal([]);
    expect([...keysWritten({ name: 'x', read: () => null, write: () => ({ Website: '' }) })]).to.deep.equal([
      'Website',
    ]);
  });

  it('has a length for every plain text, that of its declaration', () => {
    const lengths = resourceTypes.flatMap((type) =>
      Object.entries(plainTextsOf(type)).map(([name, { longest }]) => {
        const field = families[type].fields.find((one) => one.name === name);
        const [key = ''] = field ? keysWritten(field) : [];
        return [`${type}.${name}`, families[type].writes?.longest[key] === longest] as const;
      }),
    );
    expect(lengths.length).to.be.greaterThan(12);
    expect(lengths.filter(([, isThere]) => !isThere)).to.deep.equal([]);
  });

  it('lets values it does not know pass through', () => {
    const native = { InvoiceID: uuid(7), Type: 'ARCREDIT', Status: 'NOVEL', LineAmountTypes: 'Reverse' };
    expect(recordOf(families.invoices, native)?.fields).to.include({
      type: 'ARCREDIT',
      status: 'NOVEL',
      line_amount_mode: 'Reverse',
    });
  });

  it('owe nothing, and credit nothing, once they are deleted or voided, whatever form they are read in', () => {
    for (const Status of ['DELETED', 'VOIDED', 'voided']) {
      for (const due of [{ AmountDue: 115 }, { AmountDue: 0 }, {}]) {
        expect(recordOf(families.invoices, { InvoiceID: uuid(7), Status, Total: 115, ...due })?.fields).to.include({
          ...{ amount_due: 0, total: 115 },
        });
      }
      const note = { CreditNoteID: uuid(7), Status, RemainingCredit: 50 };
      expect(recordOf(families.credit_notes, note)?.fields).to.include({ remaining_credit: 0 });
    }
    const live = { InvoiceID: uuid(7), Status: 'AUTHORISED', AmountDue: 115 };
    expect(recordOf(families.invoices, live)?.fields).to.include({ amount_due: 115 });
  });

  it('knows no record without an id', () => {
    const zero = '00000000-0000-0000-0000-000000000000';
    for (const id of [undefined, null, '', 'INV-1', zero, 7]) {
      expect(recordOf(families.invoices, { ...(id === undefined ? {} : { InvoiceID: id }) })).to.equal(undefined);
    }
  });

  it('know how each family is written that the core lets be written, one by one and in bulk, and of no other', () => {
    for (const type of resourceTypes) {
      const { writes, bulk } = familyOf(type);
      expect(families[type].writes === null, type).to.equal(writes === null);
      expect((traits.families[type]?.together.updates ?? 0) > 0, type).to.equal(bulk === 'creates_and_updates');
    }
  });
});
