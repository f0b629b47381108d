// The fields that a refused write's error names.
import { expect } from 'chai';
import type { Json, JsonObject, ResourceType, WritePayload } from '#core/ports';
import { json, refusalOf, scriptedProvider } from './testing/scripted-provider.ts';

const said = (...texts: string[]) => texts.map((Message) => ({ Message }));
const lines = [
  { AccountCode: '200', TaxType: 'OUTPUT2' },
  { AccountCode: '9999', ItemCode: 'X1' },
  { Description: 'a' },
];
const document = (...texts: string[]): JsonObject => ({ LineItems: lines, ValidationErrors: said(...texts) });

/** By family: the provider's words in the element, and the paths in the answer. */
const rows: readonly (readonly [ResourceType, JsonObject, readonly string[]])[] = [
  ['invoices', document("Account code '9999' is not a valid code for this document."), ['line_items[1].account_code']],
  ['invoices', document('Account code or ID must be specified'), ['line_items[2].account_code']],
  ['invoices', document("Account code '1' is not a valid code for this document."), ['line_items']],
  [
    'quotes',
    document("The TaxType code 'OUTPUT2' cannot be used with account code '200'."),
    ['line_items[0].tax_type'],
  ],
  ['purchase_orders', document("Item code 'X1' is not valid."), ['line_items[1].item_code']],
  [
    'invoices',
    {
      LineItems: [{ DiscountAmount: 5 }, { DiscountAmount: 27.826 }],
      ValidationErrors: said("The discount rate '27.83' is invalid. Discount must not be greater than the line total."),
    },
    ['line_items[1].discount_amount'],
  ],
  [
    'contacts',
    { ValidationErrors: said('The Account Number already exists. Please enter a different Account Number.') },
    ['account_number'],
  ],
  ['invoices', { ValidationErrors: said('Organisation is not subscribed to currency XXQ') }, ['currency']],
  ['invoices', document('The document DueDate field must be specified.'), ['due_date']],
  ['invoices', document('The document date cannot be before the period lock date 2026-01-31.'), ['issue_date']],
  ['payments', { ValidationErrors: said('The Date field is not a valid date.') }, ['date']],
  ['payments', { ValidationErrors: said("Account code '7' is not a valid code for this document.") }, ['account_code']],
  [
    'payments',
    { ValidationErrors: said('Payment amount exceeds the amount outstanding on this document') },
    ['amount'],
  ],
  ['invoices', document('Invoice # must be unique.', 'Currency ZZZ is not known.'), ['number', 'currency']],
  ['invoices', document("The value 'due date' is odd."), []],
  ['invoices', { ValidationErrors: said('One or more line items must be specified') }, ['line_items']],
  ['invoices', document('A Contact must be specified for this type of transaction'), ['contact_id']],
  ['invoices', { Contact: { ValidationErrors: said('It is archived.') } }, ['contact_id']],
  ['invoices', { LineItems: [{}, { ValidationErrors: said('It is odd.') }] }, ['line_items[1]']],
  [
    'contacts',
    { ValidationErrors: said('The contact name Due Date Ltd is already assigned to another contact.') },
    ['name'],
  ],
  ['accounts', { ValidationErrors: said('Please enter a unique Code.') }, ['code']],
  ['invoices', { ValidationErrors: said('This document cannot be edited.') }, []],
];

async function refused(type: ResourceType, answer: Json, status: number) {
  const provider = await scriptedProvider(json(answer, status));
  const payload = { method: 'PUT', path: '/Any', body: '{}' } as JsonObject as WritePayload;
  try {
    return await refusalOf(provider.gateway.send(provider.access, { type, creates: true, payload }, 'key'));
  } finally {
    await provider.close();
  }
}

describe('a refused write', () => {
  for (const [type, element, paths] of rows) {
    it(`of ${type} names ${paths.join(', ') || 'no field'} where ${JSON.stringify(element).slice(0, 200)}`, async () => {
      const { details } = await refused(type, { Elements: [element] }, 400);
      expect((details.errors ?? []).map(({ path }) => path)).to.deep.equal(paths);
    });
  }

  it('names them, too, where the provider answers 200, and in words of its own', async () => {
    const element = { ...document("Account code '9999' is wrong"), StatusAttributeString: 'ERROR' };
    const { details } = await refused('invoices', { Invoices: [element] }, 200);
    const message = 'is refused by the provider';
    expect(details.errors).to.deep.equal([{ path: 'line_items[1].account_code', message }]);
  });

  it('names twenty at most', async () => {
    const LineItems = Array.from({ length: 500 }, () => ({ AccountCode: '9' }));
    const element = { LineItems, ValidationErrors: said("Account code '9' is wrong") };
    const { details } = await refused('invoices', { Elements: [element] }, 400);
    expect(details.errors).to.have.length(20);
  });
});
