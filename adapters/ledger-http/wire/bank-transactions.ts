import { isJsonObject, type JsonObject } from '#core/ports';
import { contact, lineAmountModes, lineItems, longestOfLines } from './document-parts.ts';
import { family } from './family.ts';
import {
  amount,
  date,
  type Field,
  flag,
  plainFields,
  readOnly,
  reference,
  text,
  textAt,
  translated,
  word,
} from './field.ts';

/** Provider: one word says both, such as `SPEND` and `RECEIVE-PREPAYMENT`; transfers have words of their own, which pass through. */
function typeParts(native: JsonObject): readonly [kind: string | null, settles: string | null] {
  const [kind, ...settles] = (textAt(native, 'Type') ?? '').toLowerCase().split('-');
  if (!kind) return [null, null];
  return [kind, settles.length === 0 ? 'nothing' : settles.join('-')];
}

const typeOf = ({ kind, settles = 'nothing' }: JsonObject): JsonObject => ({
  Type: (settles === 'nothing' || settles === null ? String(kind) : `${kind}-${settles}`).toUpperCase(),
});

const kind: Field = {
  name: 'kind',
  read: (native) => typeParts(native)[0],
  write: (_value, { body }) => typeOf(body),
};
const settles: Field = { ...kind, name: 'settles', read: (native) => typeParts(native)[1] };

const bankCode: Field = {
  name: 'bank_account_code',
  read: ({ BankAccount }) => (isJsonObject(BankAccount) ? textAt(BankAccount, 'Code') : null),
  write: (value) => ({ BankAccount: { Code: value } }),
};

const plain = plainFields('bank_transactions');

export const bankTransactions = family({
  type: 'bank_transactions',
  path: '/BankTransactions',
  idKey: 'BankTransactionID',
  // Provider: without this, reads and writes round unit amounts to two decimals.
  query: { unitdp: '4' },
  paging: 'sized',
  fields: [
    kind,
    settles,
    word('status'),
    reference('contact_id', 'contacts', 'Contact', 'ContactID'),
    contact,
    reference('bank_account_id', 'accounts', 'BankAccount', 'AccountID'),
    bankCode,
    date('date'),
    text('external_reference', 'Reference'),
    word('currency', 'CurrencyCode'),
    amount('currency_rate'),
    translated('line_amount_mode', 'LineAmountTypes', lineAmountModes),
    lineItems,
    readOnly(amount('sub_total')),
    readOnly(amount('total_tax')),
    readOnly(amount('total')),
    flag('is_reconciled'),
    ...plain.fields,
    readOnly(reference('prepayment_id', 'prepayments', 'PrepaymentID')),
    readOnly(reference('overpayment_id', 'overpayments', 'OverpaymentID')),
  ],
  writes: {
    // Provider: lines that are left out are deleted. Whether it merges the head is not established, so all of it is sent.
    replaces: true,
    statusAlone: true,
    computesTax: true,
    longest: { ...plain.longest, ...longestOfLines },
    notInherited: ['PrepaymentID', 'OverpaymentID'],
  },
});
