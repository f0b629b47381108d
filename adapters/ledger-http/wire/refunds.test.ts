// What a payment is made on, however the provider shows it.
import { expect } from 'chai';
import { type JsonObject, resourceIdOf } from '#core/ports';
import { readFields } from './field.ts';
import { payments } from './payments.ts';

const [note, invoice] = ['3f1c5f0e-1111-4a4a-8a8a-000000000001', '3f1c5f0e-1111-4a4a-8a8a-000000000002'];
const shown = (native: JsonObject) => {
  const { invoice_id, credit_note_id, prepayment_id, overpayment_id } = readFields(payments.fields, native);
  return [invoice_id, credit_note_id, prepayment_id, overpayment_id];
};
const refunded = resourceIdOf('credit_notes', note);
const prepaid = resourceIdOf('prepayments', note);
const overpaid = resourceIdOf('overpayments', note);
const paid = resourceIdOf('invoices', invoice);

describe('what a payment is made on', () => {
  const cases: Readonly<Record<string, readonly [JsonObject, readonly (string | null)[]]>> = {
    'an invoice': [{ PaymentType: 'ACCRECPAYMENT', Invoice: { InvoiceID: invoice } }, [paid, null, null, null]],
    'a bill': [{ PaymentType: 'ACCPAYPAYMENT', Invoice: { InvoiceID: invoice } }, [paid, null, null, null]],
    'a credit note': [
      { PaymentType: 'ARCREDITPAYMENT', CreditNote: { CreditNoteID: note } },
      [null, refunded, null, null],
    ],
    'a credit note whose id stands in an invoice’s place': [
      { PaymentType: 'APCREDITPAYMENT', Invoice: { InvoiceID: note } },
      [null, refunded, null, null],
    ],
    'a credit note that is shown as an invoice, too': [
      { PaymentType: 'ARCREDITPAYMENT', Invoice: { InvoiceID: note }, CreditNote: { CreditNoteID: note } },
      [null, refunded, null, null],
    ],
    'a prepayment': [
      { PaymentType: 'ARPREPAYMENTPAYMENT', Prepayment: { PrepaymentID: note } },
      [null, null, prepaid, null],
    ],
    'an overpayment': [
      { PaymentType: 'AROVERPAYMENTPAYMENT', Overpayment: { OverpaymentID: note } },
      [null, null, null, overpaid],
    ],
    'an overpayment whose id stands in an invoice’s place': [
      { PaymentType: 'APOVERPAYMENTPAYMENT', Invoice: { InvoiceID: note } },
      [null, null, null, overpaid],
    ],
    'nothing that is told': [{}, [null, null, null, null]],
  };
  for (const [what, [native, expected]] of Object.entries(cases)) {
    it(`is ${what}`, () => {
      expect(shown(native)).to.deep.equal(expected);
    });
  }
});
