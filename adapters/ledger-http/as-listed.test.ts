import { expect } from 'chai';
import { hasField, type JsonObject, type LedgerRecord, type ResourceType } from '#core/ports';
import { asListed, hiddenInLists } from './as-listed.ts';

describe('a record as a list shows it', () => {
  const listed = (type: ResourceType, fields: JsonObject, native: JsonObject = {}): readonly string[] => {
    const record: LedgerRecord = { type, providerId: '1', providerUpdatedAt: null, fields, native };
    return asListed(record).hidden ?? [];
  };

  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'hides what lists leave out',
      listed('payments', { account_id: null, amount: 1 }),
      ['account_id', 'currency_rate', 'account_code'],
    ],
    ['shows what has a value', listed('payments', { account_id: 'a', account_code: '1', currency_rate: 1 }), []],
    ['hides nothing that another family leaves out', listed('contacts', { currency_rate: null }), []],
    [
      'hides the total discount of a quote, whatever the lines add up to',
      listed('quotes', { currency_rate: 1, branding_theme_id: 'b', total_discount: 9.9 }, { TotalDiscount: 0 }),
      ['total_discount'],
    ],
    [
      'shows it where the provider does',
      listed('quotes', { currency_rate: 1, branding_theme_id: 'b', total_discount: 9.9 }, { TotalDiscount: 9.9 }),
      [],
    ],
  ];
  for (const [name, hidden, wanted] of cases) it(name, () => expect([...hidden].sort()).to.eql([...wanted].sort()));

  it('knows only fields that its families have', () => {
    for (const name of hiddenInLists) {
      const [type, field = ''] = name.split('.') as [ResourceType, string];
      expect(hasField(type, field), name).to.equal(true);
    }
  });
});
