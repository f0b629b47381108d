// Which button moves a document from its state towards a status. Tryton answers null, and does nothing, for a button that
// does not belong to the state.
import { type LedgerRecord, type ResourceType, textField } from '../../../core/ports.ts';

type Buttons = Readonly<Record<string, Readonly<Record<string, string>>>>;

const ordered: Buttons = {
  draft: { SENT: 'quote', SUBMITTED: 'quote', AUTHORISED: 'quote', DECLINED: 'cancel', DELETED: 'cancel' },
  quotation: { DRAFT: 'draft', AUTHORISED: 'confirm', DECLINED: 'cancel', DELETED: 'cancel' },
  cancelled: { DRAFT: 'draft' },
};

const buttons: Readonly<Partial<Record<ResourceType, Buttons>>> = {
  invoices: {
    draft: { SUBMITTED: 'validate_invoice', AUTHORISED: 'post', DELETED: 'cancel' },
    validated: { DRAFT: 'draft', AUTHORISED: 'post', DELETED: 'cancel' },
    posted: { VOIDED: 'cancel' },
  },
  quotes: ordered,
  purchase_orders: ordered,
};

/** The statuses that a request may ask for. */
export const statusesOf: Readonly<Partial<Record<ResourceType, readonly string[]>>> = {
  contacts: ['ACTIVE', 'ARCHIVED'],
  invoices: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED', 'VOIDED'],
  quotes: ['DRAFT', 'SENT', 'DECLINED', 'DELETED'],
  payments: ['DELETED'],
  purchase_orders: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
};

/** The button to click next; undefined if no button leads to the status. */
export function buttonFor({ type, native }: LedgerRecord, status: string): string | undefined {
  return buttons[type]?.[String(native['state'])]?.[status];
}

/** The statuses that count as reached for a status, beside the status itself. Tryton shows a declined quote as cancelled. */
const laterStatuses: Readonly<Record<string, readonly string[]>> = {
  AUTHORISED: ['PAID', 'BILLED'],
  DECLINED: ['DELETED'],
};

export function hasReached(record: LedgerRecord, status: string): boolean {
  const is = textField(record, 'status') ?? '';
  return is === status || (laterStatuses[status]?.includes(is) ?? false);
}

/** True for a record that has got half way: the first of the two buttons towards the status was clicked. */
export function isUnderWay({ type, native }: LedgerRecord, status: string): boolean {
  return type === 'purchase_orders' && native['state'] === 'quotation' && status === 'AUTHORISED';
}
