import { expect } from 'chai';
import fc from 'fast-check';
import { type JsonObject, type ResourceType, resourceIdOf } from '#core/ports';
import { payloadOf, prepare } from './prepare.ts';
import { families } from './wire/families.ts';
import { recordOf } from './wire/family.ts';

const id = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';

function created(type: ResourceType, fields: JsonObject): JsonObject {
  const body = JSON.parse(payloadOf(prepare({ kind: 'create', type, fields })).body) as Record<string, [JsonObject]>;
  return body[families[type].envelope]?.[0] ?? {};
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const money = fc.integer({ min: 0, max: 1_000_000_000 }).map((cents) => cents / 100);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const reference = (type: ResourceType) => fc.uuid().map((uuid) => resourceIdOf(type, uuid));
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] });
const typed = <T>(types: readonly string[], parts: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...types), parts), { selector: ([type]) => type, maxLength: types.length })
    .map((slots) => slots.map(([type, part]) => ({ type, ...part })));
const line = some({
  line_item_id: fc.uuid(),
  description: text,
  quantity: money,
  unit_amount: money,
  discount_rate: money,
  item_code: text,
  account_id: reference('accounts'),
  account_code: text,
  tax_type: text,
  tracking: fc.array(some({ tracking_category_id: fc.uuid(), name: text, option: text }), { maxLength: 2 }),
});
const bodies: Partial<Record<ResourceType, fc.Arbitrary<object>>> = {
  contacts: some({
    contact_number: text,
    name: text,
    email: text,
    status: fc.constantFrom('ACTIVE', 'ARCHIVED'),
    phones: typed(['DEFAULT', 'DDI', 'FAX', 'MOBILE', 'OFFICE'], fc.record({ number: text, area_code: text })),
    addresses: typed(['STREET', 'POBOX'], fc.record({ line1: text, city: text })),
    contact_persons: fc.array(some({ first_name: text, email: text, include_in_emails: fc.boolean() }), {
      maxLength: 5,
    }),
    payment_terms: fc.record({ sales: fc.record({ day: fc.nat(31), type: fc.constant('OFCURRENTMONTH') }) }),
  }),
  invoices: some({
    type: fc.constantFrom('receivable', 'payable'),
    number: text,
    external_reference: text,
    status: fc.constantFrom('DRAFT', 'AUTHORISED'),
    contact_id: reference('contacts'),
    issue_date: day,
    due_date: day,
    currency: fc.constantFrom('NZD', 'EUR'),
    currency_rate: money,
    line_amount_mode: fc.constantFrom('exclusive', 'inclusive', 'no_tax'),
    line_items: fc.array(line, { minLength: 1, maxLength: 4 }),
    branding_theme_id: reference('branding_themes'),
    url: text,
    sent_to_contact: fc.boolean(),
  }),
  payments: some({
    invoice_id: reference('invoices'),
    account_id: reference('accounts'),
    amount: money,
    date: day,
    external_reference: text,
  }),
};

/** Every part that was written is read back; parts that were not written may be there as null or empty. */
function contains(read: unknown, written: unknown): boolean {
  if (Array.isArray(written)) {
    return Array.isArray(read) && read.length === written.length && written.every((item, i) => contains(read[i], item));
  }
  if (typeof written !== 'object' || written === null) return Object.is(read, written);
  const from = (read ?? {}) as Record<string, unknown>;
  return Object.entries(written).every(([key, value]) => contains(from[key], value));
}

describe('normalized → native → normalized', () => {
  for (const [type, arbitrary] of Object.entries(bodies) as [ResourceType, fc.Arbitrary<object>][]) {
    it(`loses nothing of ${type}`, () => {
      fc.assert(
        fc.property(arbitrary, (fields) => {
          const native = created(type, fields as JsonObject);
          const read = recordOf(families[type], { ...native, [families[type].idKey]: id })?.fields;
          if (!contains(read, fields)) expect(read).to.eql(fields);
        }),
      );
    });
  }
});
