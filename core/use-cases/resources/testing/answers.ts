// Answers to writes, and the paths of the warnings that they lead to.

import type { JsonObject } from '../../../domain/json.ts';
import { type ResourceType, resourceTypes } from '../../../domain/resource.ts';
import { type ComparedAnswer, writeWarnings } from '../../../domain/write-warnings.ts';
import { resourceIdOf } from '../../../families/resource-id.ts';
import { comparedIn } from '../compare-answer.ts';

export const forms = { families: Object.fromEntries(resourceTypes.map((type) => [type, { idForm: 'uuid' }])) } as const;
export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const told = (type: ResourceType, asked: JsonObject, answered: JsonObject, more: Partial<ComparedAnswer> = {}) =>
  writeWarnings({ ...comparedIn(type, forms), asked, answered, clears: false, isListed: false, ...more }).map(
    ({ path }) => path,
  );

export const line = { description: 'Desk', quantity: 2, unit_amount: 50, account_code: '200', tax_type: 'OUTPUT2' };
export const shownLine = {
  ...{ line_item_id: uuid(9), description: 'Desk', quantity: 2, unit_amount: 50 },
  ...{ discount_rate: null, discount_amount: null, item_code: null },
  ...{ account_id: resourceIdOf('accounts', uuid(2)), account_code: '200', tax_type: 'OUTPUT2' },
  ...{ tax_amount: 15, line_amount: 100, tracking: [] },
};
export const shownInvoice = {
  ...{ type: 'receivable', number: 'INV-1', external_reference: 'order-1', status: 'DRAFT' },
  contact_id: resourceIdOf('contacts', uuid(1)),
  ...{ issue_date: '2030-01-01', due_date: '2030-01-31', currency: 'NZD', currency_rate: 1 },
  ...{ line_amount_mode: 'exclusive', line_items: [shownLine], total: 115, url: null, sent_to_contact: false },
};
export const lines = (sent: JsonObject, shown: JsonObject = {}): [JsonObject, JsonObject] => [
  { line_items: [{ ...line, ...sent }] },
  { ...shownInvoice, line_items: [{ ...shownLine, ...shown }] },
];
export const region = { name: 'Region', option: 'North' };
export const shownRegion = { tracking_category_id: uuid(5), tracking_option_id: null, ...region };
