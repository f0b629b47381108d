import { isJsonObject, type JsonObject } from '#core/ports';
import { family } from './family.ts';
import { amount, date, type Field, readOnly, reference, text, textAt, word } from './field.ts';

const accountCode: Field = {
  ...text('account_code', 'Code'),
  read: (native) => {
    const account = native['Account'];
    return (isJsonObject(account) ? textAt(account, 'Code') : null) ?? textAt(native, 'Code');
  },
  write: (value) => ({ Account: { Code: value } }),
};

type Target = 'invoices' | 'credit_notes' | 'prepayments' | 'overpayments';

const keys = { credit_notes: 'CreditNote', prepayments: 'Prepayment', overpayments: 'Overpayment' } as const;

/** What a payment pays or refunds, by its type. Undefined for a type that is unknown or absent. */
function targetIn(native: JsonObject): Target | undefined {
  const type = textAt(native, 'PaymentType') ?? '';
  if (/CREDITPAYMENT$/i.test(type)) return 'credit_notes';
  if (/PREPAYMENTPAYMENT$/i.test(type)) return 'prepayments';
  if (/OVERPAYMENTPAYMENT$/i.test(type)) return 'overpayments';
  return /^ACC(REC|PAY)PAYMENT$/i.test(type) ? 'invoices' : undefined;
}

const invoice = reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID');

/** Provider: a refund may be read with the id of what it refunds in place of an invoice's, so its type decides. */
function refunded(name: string, type: keyof typeof keys): Field {
  const key = keys[type];
  const own = reference(name, type, key, `${key}ID`);
  const misplaced = reference(name, type, 'Invoice', 'InvoiceID');
  return { ...own, read: (native) => own.read(native) ?? (targetIn(native) === type ? misplaced.read(native) : null) };
}

/** The payment with what it refunds at its own key, if it stands in an invoice's place. */
export function withOwnTarget(native: JsonObject): JsonObject {
  const target = targetIn(native);
  const { Invoice: shown } = native;
  if (!target || target === 'invoices' || native[keys[target]] || !isJsonObject(shown)) return native;
  return { ...native, [keys[target]]: { ...shown, [`${keys[target]}ID`]: shown['InvoiceID'] ?? null } };
}

const targets: readonly Field[] = [
  { ...invoice, read: (native) => ((targetIn(native) ?? 'invoices') === 'invoices' ? invoice.read(native) : null) },
  refunded('credit_note_id', 'credit_notes'),
  refunded('prepayment_id', 'prepayments'),
  refunded('overpayment_id', 'overpayments'),
];

export const payments = family({
  type: 'payments',
  path: '/Payments',
  idKey: 'PaymentID',
  paging: 'sized',
  fields: [
    ...targets,
    reference('account_id', 'accounts', 'Account', 'AccountID'),
    accountCode,
    amount('amount'),
    amount('currency_rate'),
    date('date'),
    text('external_reference', 'Reference'),
    word('status'),
    readOnly(text('type', 'PaymentType')),
  ],
  writes: {
    longest: {},
    notInherited: ['BankAmount', 'PaymentType', 'HasAccount', 'BatchPayment', 'BatchPaymentID'],
  },
});
