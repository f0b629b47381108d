import { expect } from 'chai';
import * as v from 'valibot';
import { familyOf, type JsonObject, type ResourceType, resourceIdOf } from '../../../core/ports.ts';
import { readsOf } from '../reads.ts';
import { models } from './models.ts';

describe('normalized fields of Tryton documents', () => {
  const frame = ['id', 'provider_id', 'fetched_at', 'provider_updated_at', 'provider_data'];
  const natives: JsonObject[] = [
    {},
    {
      id: 7,
      state: 'novel',
      type: 'novel',
      'party.': null,
      'lines.': [{}, { 'taxes.': [{}] }],
      'payment_lines.': [{}],
      'childs.': [{}],
    },
    {
      party: 3,
      lines: [['create', [{ description: 'x', quantity: 2, unit_price: { __class__: 'Decimal', decimal: '1.25' } }]]],
    },
    { name: 1, 'lines.': 'x', lines: ['create', 7, ['add', [3]]], 'currency.': [], untaxed_amount: 'x', active: 'x' },
  ];
  const { describe: describeDocument } = readsOf(() => Promise.reject(new Error('no call is made')));

  for (const type of Object.keys(models) as ResourceType[]) {
    it(`${type}: have exactly the family's fields, for documents with everything, nothing and nonsense`, () => {
      const entries = Object.entries(familyOf(type).answer.entries).filter(([name]) => !frame.includes(name));
      const schema = v.strictObject(Object.fromEntries(entries) as v.ObjectEntries);
      for (const native of natives) {
        const { issues = [] } = v.safeParse(schema, describeDocument(type, native));
        expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).to.deep.equal([]);
      }
    });
  }

  it('values of a create are read as they will be', () => {
    const [, , native = {}] = natives;
    const fields = describeDocument('invoices', native);
    expect(fields['contact_id']).to.equal(resourceIdOf('contacts', '3'));
    expect((fields['line_items'] as JsonObject[])[0]).to.include({
      unit_amount: 1.25,
      line_amount: 2.5,
      tax_amount: 0,
    });
  });
});
