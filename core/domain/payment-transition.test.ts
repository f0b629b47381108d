import { expect } from 'chai';
import fc from 'fast-check';
import { type InvoiceEventType, type PaymentState, paymentStateOf, transitionEvents } from './payment-transition.ts';

function state(status: string, amountPaid: number, amountDue: number): PaymentState {
  return { status, total: 100, amountPaid, amountDue, amountCredited: 0 };
}

const draft = state('DRAFT', 0, 100);
const authorised = state('AUTHORISED', 0, 100);
const partPaid = state('AUTHORISED', 40, 60);
const paid = state('PAID', 100, 0);
const voided = state('VOIDED', 0, 0);

const updated = ['invoice.updated'] as const;
const changed = ['invoice.updated', 'invoice.payment_changed'] as const;
const nowPaid = ['invoice.updated', 'invoice.payment_changed', 'invoice.paid'] as const;

const table: readonly [string, PaymentState | undefined, PaymentState, readonly InvoiceEventType[]][] = [
  ['never seen, unpaid', undefined, authorised, updated],
  ['never seen, draft', undefined, draft, updated],
  ['never seen, part-paid', undefined, partPaid, changed],
  ['never seen, paid', undefined, paid, nowPaid],
  ['nothing moved', authorised, authorised, updated],
  ['approved', draft, authorised, changed],
  ['part-paid', authorised, partPaid, changed],
  ['paid at once', authorised, paid, nowPaid],
  ['paid by the last part', partPaid, paid, nowPaid],
  ['still paid', paid, paid, updated],
  ['payment taken back', paid, authorised, changed],
  ['paid again', authorised, paid, nowPaid],
  ['voided', authorised, voided, changed],
  ['amount due moved alone (credited)', authorised, { ...state('AUTHORISED', 0, 70), amountCredited: 30 }, changed],
  ['total of a draft moved', draft, { ...state('DRAFT', 0, 120), total: 120 }, changed],
  ['a status nobody knows', authorised, state('FROZEN', 0, 100), changed],
];

describe('payment transitions', () => {
  for (const [name, before, after, events] of table) {
    it(`${name}: ${events.length} event(s)`, () => expect(transitionEvents(before, after)).to.deep.equal(events));
  }

  it('announces paid exactly as often as an invoice becomes paid', () => {
    const states = fc.constantFrom(draft, authorised, partPaid, paid, voided);
    fc.assert(
      fc.property(fc.array(states, { maxLength: 40 }), (history) => {
        let previous: PaymentState | undefined;
        let announced = 0;
        let becamePaid = 0;
        for (const now of history) {
          if (now.status === 'PAID' && previous?.status !== 'PAID') becamePaid += 1;
          announced += transitionEvents(previous, now).filter((type) => type === 'invoice.paid').length;
          previous = now;
        }
        expect(announced).to.equal(becamePaid);
      }),
    );
  });

  it('reads the state from a normalized invoice; what is absent counts as nothing', () => {
    const fields = { status: 'PAID', total: 12.5, amount_paid: 12.5, amount_due: 0, amount_credited: 0 };
    expect(paymentStateOf({ fields })).to.deep.equal({
      status: 'PAID',
      total: 12.5,
      amountPaid: 12.5,
      amountDue: 0,
      amountCredited: 0,
    });
    expect(paymentStateOf({ fields: {} })).to.include({ status: 'UNKNOWN', total: 0, amountPaid: 0 });
  });
});
