import * as v from 'valibot';
import { documentFields, field } from './answer-fields.ts';
import { changedDocument, documentTerms, newDocument } from './document-requests.ts';
import { family } from './family.ts';
import { clearable, clearableDay, clearableIdentifier, day, flag, status } from './request-fields.ts';

const entries = {
  external_reference: clearableIdentifier(4000),
  issue_date: v.optional(day()),
  delivery_date: clearableDay(),
  delivery_address: clearable(2000),
  delivery_instructions: clearable(500),
  attention_to: clearable(255),
  telephone: clearable(50),
  ...documentTerms,
  sent_to_contact: v.optional(flag()),
};
const statuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED'] as const;

export const PurchaseOrderCreateRequest = v.strictObject({
  ...newDocument,
  status: v.optional(status(statuses)),
  ...entries,
});

const PurchaseOrderUpdateRequest = v.strictObject({
  ...changedDocument,
  status: v.optional(status([...statuses, 'DELETED'])),
  ...entries,
});

export const purchaseOrders = family('purchase_orders', {
  idPrefix: 'po',
  singular: 'purchase order',
  writes: 'creates_and_updates',
  bulk: 'creates_and_updates',
  isRendered: true,
  requests: { create: PurchaseOrderCreateRequest, update: PurchaseOrderUpdateRequest },
  fields: {
    ...documentFields,
    delivery_date: field.date,
    delivery_address: field.text,
    delivery_instructions: field.text,
    attention_to: field.text,
    telephone: field.text,
    sent_to_contact: field.flag,
  },
});
